import { almatyDate, formatDate, formatMonth } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import { LOCALES, type Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/income.ts';
import ru from '@kelisim/shared/texts/ru/income.ts';
import type { LedgerPaper } from '../../adapters/pdf/pdf.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { moneyOnPaper, wordsInSentence } from '../../platform/money-on-paper.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { findLanguage, findParty, listPayers, sumUntaxed, type Untaxed } from './income.queries.ts';
import { findIncome, netOf, sumIncome, type Income } from './read-income.ts';
import type { Certified } from './reckon-certificate.ts';
import type { PaidMonth } from './reckon-months.ts';

const texts = { ru, kz };
/** Most people never have the single payment of the self-employed. */
const SUMS = ['gross', 'opv', 'vosms', 'so', 'ipn', 'self_employed', 'net'] as const;

type Party = Awaited<ReturnType<typeof findParty>>;

interface Stated {
  title: string;
  person: Party;
  payers: readonly { payer: Party; months: readonly PaidMonth[] }[];
  untaxed: readonly Untaxed[];
  /** Behind the sums. */
  notes?: string[];
  signers?: LedgerPaper['signers'];
}

/** Month by month under each customer. */
function paperOf(
  language: Locale,
  made_at: Date,
  { title, person, payers, untaxed, notes = [], signers = [] }: Stated,
): LedgerPaper {
  const t = texts[language];
  const total = sumIncome(payers.flatMap(({ months }) => months));
  const columns = SUMS.filter((part) => part !== 'self_employed' || total.self_employed_tiyn !== 0n);
  const sumsOf = (income: Income) =>
    columns.map((part) => moneyOnPaper(part === 'net' ? netOf(income) : income[`${part}_tiyn`]));
  return {
    language,
    title,
    made: { place: '', day: fill(t.paper.made_on, { date: formatDate(almatyDate(made_at)) }) },
    lead: [`${nameOnPaper(person, language)}, ${t.iin} ${person.bin}`, t.paper.about],
    is_wide: true,
    columns: [
      { title: t.paper.month, width: '1fr' },
      ...columns.map((part) => ({ title: t[part], width: '29mm', is_sum: true })),
    ],
    rows: [
      ...payers.flatMap(({ payer, months }) => [
        {
          is_strong: true,
          cells: [`${nameOnPaper(payer, language)}, ${t.bin} ${payer.bin}`, ...sumsOf(sumIncome(months))],
        },
        ...months.map((month) => ({
          is_strong: false,
          cells: [formatMonth(month.month), ...sumsOf(month)],
        })),
      ]),
      { is_strong: true, cells: [t.total, ...sumsOf(total)] },
    ],
    verdict: [
      fill(t.paper.verdict, {
        sum: moneyOnPaper(netOf(total)),
        words: wordsInSentence(netOf(total), language),
      }),
      ...untaxed.map(({ as, gross_tiyn }) => fill(t.paper.not_in_it[as], { sum: moneyOnPaper(gross_tiyn) })),
      ...notes,
    ],
    signers,
    signature: t.paper.signature,
    page: t.paper.page,
  };
}

/** The income certificate of a year as the executor draws it. One customer may sign it with a pen. */
export async function drawIncome(
  parts: Parts,
  actor: CompanyActor,
  wish: { year: number; language: Locale; company_id?: number | undefined },
): Promise<FileReply> {
  const { language, year } = wish;
  const t = texts[language];
  const { payers } = await findIncome(parts.db, actor, wish);
  const person = await findParty(parts.db, actor.company_id);
  const made_at = parts.clock.now();
  const paper = paperOf(language, made_at, {
    title: fill(t.paper.title, { year: String(year) }),
    person,
    payers,
    untaxed: await listUntaxed(parts.db, actor.company_id, wish),
    signers:
      wish.company_id === undefined
        ? []
        : payers.map(({ payer }) => ({ of: nameOnPaper(payer, language), name: payer.ceo_name ?? '' })),
  });
  const bytes = await parts.pdf.renderLedger(paper, made_at);
  return { bytes, name: fill(t.paper.file, { iin: person.bin, year: String(year) }) };
}

/** What one company certifies with its key: one file in both languages, that of its papers first. */
export async function drawCertificate(parts: Parts, db: Handle, certified: Certified, made_at: Date) {
  const { company, person, months, untaxed, open, month_from, month_to } = certified;
  const language = await findLanguage(db, company.id);
  const period = { from: formatMonth(month_from), to: formatMonth(month_to) };
  const titleIn = (locale: Locale) => fill(texts[locale].signed.title, period);
  const papers = LOCALES.toSorted((one) => (one === language ? -1 : 1)).map((locale) =>
    paperOf(locale, made_at, {
      title: titleIn(locale),
      person,
      payers: [{ payer: company, months }],
      untaxed,
      notes: [
        open
          ? fill(texts[locale].signed.open, {
              month: formatMonth(open.month),
              until: formatDate(open.until),
            })
          : texts[locale].signed.closed,
        texts[locale].signed.by_key,
      ],
    }),
  );
  const bytes = await parts.pdf.renderLedger(papers, made_at);
  const title = titleIn(language);
  return { bytes, title, name: fill(texts[language].signed.file, { iin: person.bin, month_from, month_to }) };
}

/** What the person was paid in the year that the certificate leaves out, by why. */
async function listUntaxed(
  db: Handle,
  executor_company_id: number,
  { year, company_id }: { year: number; company_id?: number | undefined },
): Promise<Untaxed[]> {
  const sums = new Map<Untaxed['as'], bigint>();
  for (const { id } of await listPayers(db, executor_company_id)) {
    if (company_id !== undefined && id !== company_id) continue;
    const of = { company_id: id, executor_ids: [executor_company_id] };
    for (const { as, gross_tiyn } of await sumUntaxed(db, of, { from: `${year}-01-01`, to: `${year}-12-31` }))
      sums.set(as, (sums.get(as) ?? 0n) + gross_tiyn);
  }
  return [...sums].flatMap(([as, gross_tiyn]) => (gross_tiyn > 0n ? [{ as, gross_tiyn }] : []));
}
