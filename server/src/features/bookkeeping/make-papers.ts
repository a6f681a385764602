import { fill } from '@kelisim/shared/kernel/fill.ts';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/bookkeeping.ts';
import ru from '@kelisim/shared/texts/ru/bookkeeping.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { cityOf } from '../../platform/city-of.ts';
import { moneyOnPaper, wordsInSentence } from '../../platform/money-on-paper.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { reconcile, type ReconciliationInput } from './reconcile.ts';

const texts = { ru, kz };
type Found = Awaited<ReturnType<typeof reconcile>>;

function fileName(t: typeof ru, found: Found, ending: string): string {
  const { date_from, date_to, executor } = found;
  return fill(t.paper.file, { bin: executor.bin, from: date_from, to: date_to, ending });
}

/** «Оплата по акту № 3/2026», with the bank's day where its month was closed when it came. */
const whatOf = (t: typeof ru, { kind, number, late_of }: Found['entries'][number]) =>
  fill(t.kind[kind], { number }) + (late_of ? ` ${fill(t.late_of, { date: formatDate(late_of) })}` : '');

/** What both sides are called on a paper in this language. */
function namesOf({ sides }: Found, language: Locale) {
  return {
    company: nameOnPaper({ name: sides.company_name, name_kz: sides.company_name_kz }, language),
    executor: nameOnPaper({ name: sides.executor_name, name_kz: sides.executor_name_kz }, language),
  };
}

/** «The company owes 1 200,00 ₸», or the executor does, or nobody. */
function verdict(t: typeof ru, found: Found, names: ReturnType<typeof namesOf>, language: Locale): string {
  const closing = parseMoney(found.closing)!;
  const values = {
    date: formatDate(found.date_to),
    ...names,
    sum: moneyOnPaper(closing < 0n ? -closing : closing),
    words: wordsInSentence(closing < 0n ? -closing : closing, language),
  };
  if (closing === 0n) return fill(t.paper.nobody_owes, values);
  return fill(closing > 0n ? t.paper.company_owes : t.paper.executor_owes, values);
}

const shownText = (money: string | null) => (money === null ? '' : moneyOnPaper(parseMoney(money)!));

/** One table from the company's point of view, which the executor signs too, in the language of the company's papers. */
export async function drawReconciliation(
  parts: Parts,
  actor: CompanyActor,
  input: ReconciliationInput,
): Promise<FileReply> {
  const found = await reconcile(parts.db, actor, input);
  const language = found.sides.document_language;
  const t = texts[language];
  const names = namesOf(found, language);
  const period = { from: formatDate(found.date_from), to: formatDate(found.date_to) };
  const made_at = found.frozen_at ?? parts.clock.now();
  const bytes = await parts.pdf.renderLedger(
    {
      language,
      title: t.paper.title,
      made: madeIn(t, found.sides.company_address, made_at),
      lead: [
        fill(t.paper.lead, { ...period, ...names }),
        `${names.company}, ${t.bin} ${found.company.bin}`,
        `${names.executor}, ${t.bin} ${found.executor.bin}`,
      ],
      columns: [
        { title: t.paper.day, width: '24mm' },
        { title: t.paper.what, width: '1fr' },
        { title: t.paper.paid, width: '34mm', is_sum: true },
        { title: t.paper.owed, width: '34mm', is_sum: true },
      ],
      rows: [
        { is_strong: true, cells: ['', t.paper.opening, ...sides(found.opening)] },
        ...found.entries.map((entry) => ({
          is_strong: false,
          cells: [formatDate(entry.date), whatOf(t, entry), shownText(entry.paid), shownText(entry.owed)],
        })),
        { is_strong: true, cells: ['', t.paper.turnover, shownText(found.paid), shownText(found.owed)] },
        { is_strong: true, cells: ['', t.paper.closing, ...sides(found.closing)] },
      ],
      verdict: [verdict(t, found, names, language)],
      signers: [
        { of: names.company, name: found.sides.company_ceo ?? '' },
        { of: names.executor, name: found.sides.executor_ceo ?? '' },
      ],
      signature: t.paper.signature,
      page: t.paper.page,
    },
    made_at,
  );
  return { bytes, name: fileName(t, found, 'pdf') };
}

/** Where and on which day a paper is made; an address without a town names no place. */
function madeIn(t: typeof ru, address: string | null, at: Date) {
  const city = cityOf(address);
  return {
    place: city ? fill(t.paper.place, { city }) : '',
    day: fill(t.paper.made_on, { date: formatDate(almatyDate(at)) }),
  };
}

/** A balance stands in one of the two columns. */
const sides = (balance: string) => {
  const tiyn = parseMoney(balance)!;
  return tiyn < 0n ? [moneyOnPaper(-tiyn), ''] : ['', moneyOnPaper(tiyn)];
};

export async function makeReconciliationSheet(
  parts: Parts,
  actor: CompanyActor,
  input: ReconciliationInput,
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const found = await reconcile(parts.db, actor, input);
  const bytes = await parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: t.paper.sheet,
        columns: [
          { header: t.paper.day, width: 12, kind: 'date' },
          { header: t.paper.what, width: 44, kind: 'text' },
          { header: t.paper.paid, width: 20, kind: 'money' },
          { header: t.paper.owed, width: 20, kind: 'money' },
        ],
        rows: [
          [found.date_from, t.paper.opening, null, found.opening],
          ...found.entries.map((entry) => [entry.date, whatOf(t, entry), entry.paid, entry.owed]),
          [found.date_to, t.paper.turnover, found.paid, found.owed],
          [found.date_to, t.paper.closing, null, found.closing],
          [null, verdict(t, found, namesOf(found, locale), locale), null, null],
        ],
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: fileName(t, found, 'xlsx') };
}
