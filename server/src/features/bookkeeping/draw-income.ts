import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/income.ts';
import ru from '@kelisim/shared/texts/ru/income.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { moneyOnPaper, wordsInSentence } from '../../platform/money-on-paper.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { findParty, listPayers, sumUntaxed } from './income.queries.ts';
import { findIncome, netOf, sumIncome, type Income } from './read-income.ts';

const texts = { ru, kz };
/** Most people never have the single payment of the self-employed. */
const SUMS = ['gross', 'opv', 'vosms', 'so', 'ipn', 'self_employed', 'net'] as const;

/** The income certificate: month by month under each customer. One customer may sign it. */
export async function drawIncome(
  parts: Parts,
  actor: CompanyActor,
  wish: { year: number; language: Locale; company_id?: number | undefined },
): Promise<FileReply> {
  const { language, year } = wish;
  const t = texts[language];
  const { payers } = await findIncome(parts.db, actor, wish);
  const untaxed = await listUntaxed(parts, actor.company_id, wish);
  const person = await findParty(parts.db, actor.company_id);
  const made_at = parts.clock.now();
  const total = sumIncome(payers.flatMap(({ months }) => months));
  const columns = SUMS.filter((part) => part !== 'self_employed' || total.self_employed_tiyn !== 0n);
  const sumsOf = (income: Income) =>
    columns.map((part) => moneyOnPaper(part === 'net' ? netOf(income) : income[`${part}_tiyn`]));
  const name = nameOnPaper(person, language);
  const bytes = await parts.pdf.renderLedger(
    {
      language,
      title: fill(t.paper.title, { year: String(year) }),
      made: { place: '', day: fill(t.paper.made_on, { date: formatDate(almatyDate(made_at)) }) },
      lead: [`${name}, ${t.iin} ${person.bin}`, t.paper.about],
      is_wide: true,
      columns: [
        { title: t.paper.month, width: '1fr' },
        ...columns.map((part) => ({
          title: t[part],
          width: '29mm',
          is_sum: true,
        })),
      ],
      rows: [
        ...payers.flatMap(({ payer, months }) => [
          {
            is_strong: true,
            cells: [`${nameOnPaper(payer, language)}, ${t.bin} ${payer.bin}`, ...sumsOf(sumIncome(months))],
          },
          ...months.map((month) => ({
            is_strong: false,
            cells: [`${month.month.slice(5)}.${month.month.slice(0, 4)}`, ...sumsOf(month)],
          })),
        ]),
        { is_strong: true, cells: [t.total, ...sumsOf(total)] },
      ],
      verdict: [
        fill(t.paper.verdict, {
          sum: moneyOnPaper(netOf(total)),
          words: wordsInSentence(netOf(total), language),
        }),
        ...untaxed.map(([as, gross_tiyn]) => fill(t.paper.not_in_it[as], { sum: moneyOnPaper(gross_tiyn) })),
      ],
      signers:
        wish.company_id === undefined
          ? []
          : payers.map(({ payer }) => ({ of: nameOnPaper(payer, language), name: payer.ceo_name ?? '' })),
      signature: t.paper.signature,
      page: t.paper.page,
    },
    made_at,
  );
  return { bytes, name: fill(t.paper.file, { iin: person.bin, year: String(year) }) };
}

/** What the person was paid in the year that the certificate leaves out, by why. */
async function listUntaxed(
  { db }: Pick<Parts, 'db'>,
  executor_company_id: number,
  { year, company_id }: { year: number; company_id?: number | undefined },
) {
  const sums = new Map<'self_employed' | 'trader', bigint>();
  for (const { id } of await listPayers(db, executor_company_id)) {
    if (company_id !== undefined && id !== company_id) continue;
    for (const { as, gross_tiyn } of await sumUntaxed(
      db,
      { company_id: id, executor_ids: [executor_company_id] },
      year,
    ))
      sums.set(as, (sums.get(as) ?? 0n) + gross_tiyn);
  }
  return [...sums].filter(([, gross_tiyn]) => gross_tiyn > 0n);
}
