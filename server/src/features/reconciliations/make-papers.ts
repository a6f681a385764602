import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/reconciliations.ts';
import ru from '@kelisim/shared/texts/ru/reconciliations.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { cityOf } from '../../platform/city-of.ts';
import { moneyOnPaper, wordsInSentence } from '../../platform/money-on-paper.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import type { Parts } from '../../parts.ts';
import { findSidesOn } from '../bookkeeping/public.ts';
import type { LineRow, SummaryRow } from './reconciliations.queries.ts';
import { isMoney, sumOf, theirAmount } from './reconciliations.view.ts';

export const paperTexts = { ru: ru.paper, kz: kz.paper };
type Texts = typeof ru.paper;
interface Found {
  row: SummaryRow;
  lines: LineRow[];
}

/** Debit and credit of a balance in the books of the company; in those of the executor they are the other way round. */
const sidesOf = (balance: bigint): [debit: bigint | null, credit: bigint | null] =>
  balance < 0n ? [-balance, null] : [null, balance];
const mirrored = ([debit, credit]: [bigint | null, bigint | null]): [bigint | null, bigint | null] => [
  credit,
  debit,
];

/** A half of a line: the company debits what it paid and credits what it came to owe. */
const halfOf = (line: LineRow, amount: bigint | null): [bigint | null, bigint | null] =>
  isMoney(line) ? [amount, null] : [null, amount];

function whatOf(t: Texts, line: LineRow): string {
  const { kind, number, order_number, contract_number, contract_date, late_of, amount_tiyn } = line;
  if (amount_tiyn === null) return fill(t.own[kind === 'payment' ? 'payment' : 'act'], { number });
  const what = fill(t.kind[kind], { number, order: String(order_number ?? '') });
  const contract =
    contract_number === null
      ? ''
      : fill(t.contract, { number: contract_number, date: formatDate(contract_date!) });
  return what + contract + (late_of ? ` ${fill(t.late, { date: formatDate(late_of) })}` : '');
}

type Row = {
  date: string | null;
  what: string;
  ours: [bigint | null, bigint | null];
  theirs: [bigint | null, bigint | null];
  /** None before the answer, and of the turnover, whose two sums may differ each by itself. */
  difference: bigint | null;
  is_strong: boolean;
};

/** The table of the act in the order of the paper. What the executor has is empty until they have answered. */
function rowsOf(t: Texts, { row, lines }: Found): Row[] {
  const isAnswered = row.answered_at !== null;
  const blank: [null, null] = [null, null];
  const theirs = (half: [bigint | null, bigint | null]) => (isAnswered ? mirrored(half) : blank);
  const balance = (date: string, what: string, own: bigint, other: bigint): Row => ({
    date,
    what,
    ours: sidesOf(own),
    theirs: theirs(sidesOf(other)),
    difference: isAnswered ? own - other : null,
    is_strong: true,
  });
  const own = (line: LineRow) => line.amount_tiyn ?? 0n;
  const [owed, paid] = [sumOf(lines, false, own), sumOf(lines, true, own)];
  const [their_owed, their_paid] = [sumOf(lines, false, theirAmount), sumOf(lines, true, theirAmount)];
  const their_opening = row.their_opening_tiyn ?? row.opening_tiyn;
  return [
    balance(row.date_from, t.opening, row.opening_tiyn, their_opening),
    ...lines.map((line) => ({
      date: line.date,
      what: whatOf(t, line) + (line.remark ? ` · ${line.remark}` : ''),
      ours: halfOf(line, line.amount_tiyn),
      theirs: theirs(halfOf(line, theirAmount(line))),
      difference: isAnswered ? own(line) - theirAmount(line) : null,
      is_strong: false,
    })),
    {
      date: null,
      what: t.turnover,
      ours: [paid, owed],
      theirs: isAnswered ? [their_owed, their_paid] : blank,
      difference: null,
      is_strong: true,
    },
    balance(row.date_to, t.closing, row.opening_tiyn + owed - paid, their_opening + their_owed - their_paid),
  ];
}

/** «На 31.10.2026 долг A перед B: 1 200,00 тенге (одна тысяча двести тенге 00 тиын)», by the books of each side. */
function verdictOf(
  t: Texts,
  language: Locale,
  rows: Row[],
  row: SummaryRow,
  names: Record<'company' | 'executor', string>,
) {
  const closing = rows.at(-1)!;
  const says = (of: string, [debit, credit]: [bigint | null, bigint | null]) => {
    const sum = (debit ?? 0n) - (credit ?? 0n);
    const amount = sum < 0n ? -sum : sum;
    const [debtor, creditor] = sum < 0n ? [names.company, names.executor] : [names.executor, names.company];
    const values = {
      date: formatDate(row.date_to),
      of,
      debtor,
      creditor,
      sum: moneyOnPaper(amount),
      words: wordsInSentence(amount, language),
    };
    return fill(sum === 0n ? t.nobody_owes : t.owes, values);
  };
  if (closing.difference === null) return [says(names.company, closing.ours)];
  return [
    says(names.company, closing.ours),
    says(names.executor, mirrored(closing.theirs)),
    closing.difference === 0n && row.differences === 0
      ? t.no_differences
      : fill(t.differences, { sum: moneyOnPaper(closing.difference), count: String(row.differences) }),
    ...(row.remark ? [fill(t.remark, { of: names.executor, remark: row.remark })] : []),
  ];
}

async function sidesOfAct(db: Handle, { row }: Found, language?: Locale) {
  const { sides } = await findSidesOn(db, row.company_id, row.executor_company_id, row.date_to);
  const spoken = language ?? sides.document_language;
  return {
    sides,
    language: spoken,
    names: {
      company: nameOnPaper({ name: sides.company_name, name_kz: sides.company_name_kz }, spoken),
      executor: nameOnPaper({ name: sides.executor_name, name_kz: sides.executor_name_kz }, spoken),
    },
  };
}

const fileName = (t: Texts, { row }: Found, ending: string) =>
  fill(t.file, { bin: row.executor_bin, from: row.date_from, to: row.date_to, ending });

/** Both halves side by side, in the language of the company's papers, with the closing balance in words. */
export async function drawAct(parts: Parts, db: Handle, found: Found) {
  const { row } = found;
  const { sides, language, names } = await sidesOfAct(db, found);
  const t = paperTexts[language];
  const rows = rowsOf(t, found);
  const cell = (sum: bigint | null) => (sum === null ? '' : moneyOnPaper(sum));
  const sum = { width: '25mm', is_sum: true };
  const made_at = row.answered_at ?? row.sent_at;
  const city = cityOf(sides.company_address);
  const bytes = await parts.pdf.renderLedger(
    {
      language,
      is_wide: true,
      title: t.title,
      made: {
        place: city ? fill(t.place, { city }) : '',
        day: fill(t.made_on, { date: formatDate(almatyDate(made_at)) }),
      },
      lead: [
        fill(t.lead, { from: formatDate(row.date_from), to: formatDate(row.date_to), ...names }),
        `${names.company}, ${t.bin} ${sides.company_bin}`,
        `${names.executor}, ${t.bin} ${sides.executor_bin}`,
      ],
      groups: [
        { title: '', span: 2 },
        { title: fill(t.by, { of: names.company }), span: 2 },
        { title: fill(t.by, { of: names.executor }), span: 2 },
        { title: '', span: 1 },
      ],
      columns: [
        { title: t.day, width: '20mm' },
        { title: t.what, width: '1fr' },
        { title: t.debit, ...sum },
        { title: t.credit, ...sum },
        { title: t.debit, ...sum },
        { title: t.credit, ...sum },
        { title: t.difference, ...sum, width: '29mm' },
      ],
      rows: rows.map(({ date, what, ours, theirs, difference, is_strong }) => ({
        is_strong,
        cells: [
          date ? formatDate(date) : '',
          what,
          ...[...ours, ...theirs].map(cell),
          difference ? moneyOnPaper(difference) : '',
        ],
      })),
      verdict: verdictOf(t, language, rows, row, names),
      signers: [
        { of: names.company, name: sides.company_ceo ?? '' },
        { of: names.executor, name: sides.executor_ceo ?? '' },
      ],
      signature: t.signature,
      page: t.page,
    },
    made_at,
  );
  return { bytes, name: fileName(t, found, 'pdf'), language };
}

const NO_SUMS = [null, null, null, null, null];

/** The same as a spreadsheet, in the reader's language. */
export async function makeActSheet(parts: Parts, found: Found, locale: Locale): Promise<FileReply> {
  const t = paperTexts[locale];
  const { names } = await sidesOfAct(parts.db, found, locale);
  const rows = rowsOf(t, found);
  const money = { width: 18, kind: 'money' as const };
  const header = (of: string, side: string) => `${fill(t.by, { of })}: ${side}`;
  const bytes = await parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: t.sheet,
        columns: [
          { header: t.day, width: 12, kind: 'date' },
          { header: t.what, width: 56, kind: 'text' },
          { header: header(names.company, t.debit), ...money },
          { header: header(names.company, t.credit), ...money },
          { header: header(names.executor, t.debit), ...money },
          { header: header(names.executor, t.credit), ...money },
          { header: t.difference, ...money },
        ],
        rows: [
          ...rows.map(({ date, what, ours, theirs, difference }) => [
            date,
            what,
            ...[...ours, ...theirs].map((sum) => (sum === null ? null : formatMoney(sum))),
            difference === null ? null : formatMoney(difference),
          ]),
          ...verdictOf(t, locale, rows, found.row, names).map((line) => [null, line, ...NO_SUMS]),
        ],
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: fileName(t, found, 'xlsx') };
}
