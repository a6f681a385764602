import type { IncomePayment } from '@kelisim/shared/features/bookkeeping/income.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listPaid, listPayers, type Payer } from './income.queries.ts';
import { KEPT_PARTS, type Kept, type Paid } from './ledger.queries.ts';
import { listPaidMonths, NOTHING_KEPT, type PaidMonth } from './reckon-months.ts';

export type Income = Kept & { gross_tiyn: bigint };

const NO_INCOME: Income = { ...NOTHING_KEPT, gross_tiyn: 0n };

export const keptOf = (kept: Kept) => KEPT_PARTS.reduce((sum, part) => sum + kept[part], 0n);

export const netOf = (income: Income) => income.gross_tiyn - keptOf(income);

export const sumIncome = (all: readonly Income[]) =>
  all.reduce(
    (sum, one) => ({
      gross_tiyn: sum.gross_tiyn + one.gross_tiyn,
      opv_tiyn: sum.opv_tiyn + one.opv_tiyn,
      vosms_tiyn: sum.vosms_tiyn + one.vosms_tiyn,
      so_tiyn: sum.so_tiyn + one.so_tiyn,
      ipn_tiyn: sum.ipn_tiyn + one.ipn_tiyn,
      self_employed_tiyn: sum.self_employed_tiyn + one.self_employed_tiyn,
    }),
    NO_INCOME,
  );

interface IncomeOfPayer {
  payer: Payer;
  months: PaidMonth[];
}

/** What an individual was paid in a year by each customer, or by one. Closed months are as they were stored. */
export async function findIncome(
  db: Handle,
  actor: CompanyActor,
  { year, company_id }: { year: number; company_id?: number | undefined },
): Promise<{ payers: IncomeOfPayer[]; years: number[] }> {
  const all = await listPayers(db, actor.company_id);
  const payers = company_id === undefined ? all : all.filter(({ id }) => id === company_id);
  if (company_id !== undefined && payers.length === 0) throw new Problem('not_found');
  const found: IncomeOfPayer[] = [];
  const years = new Set<number>();
  for (const payer of payers) {
    const months = await listPaidMonths(db, { company_id: payer.id, executor_ids: [actor.company_id] });
    for (const { month } of months) years.add(Number(month.slice(0, 4)));
    const ofYear = months.filter(({ month }) => Number(month.slice(0, 4)) === year);
    if (ofYear.length > 0) found.push({ payer, months: ofYear });
  }
  return { payers: found, years: [...years] };
}

export async function readIncome(db: Handle, actor: CompanyActor, year: number, now: Date) {
  const { payers, years } = await findIncome(db, actor, { year });
  const shown = [];
  for (const { payer, months } of payers) {
    const paid = await listPaid(
      db,
      { company_id: payer.id, executor_ids: [actor.company_id] },
      { from: `${year}-01-01`, to: `${year}-12-31` },
    );
    shown.push({
      payer: { id: payer.id, name: payer.name, bin: payer.bin },
      ...showIncome(sumIncome(months)),
      months: months.map((month) => ({
        month: month.month,
        is_closed: month.is_closed,
        ...showIncome(month),
        payments: paid.filter(({ date }) => date.startsWith(month.month)).map(showPaid),
      })),
    });
  }
  const now_year = Number(almatyDate(now).slice(0, 4));
  return {
    year,
    years: [...new Set([...years, now_year])].sort((one, other) => other - one),
    payers: shown,
    total: showIncome(sumIncome(payers.flatMap(({ months }) => months))),
  };
}

const showParts = (kept: Kept) => ({
  opv: formatMoney(kept.opv_tiyn),
  vosms: formatMoney(kept.vosms_tiyn),
  so: formatMoney(kept.so_tiyn),
  ipn: formatMoney(kept.ipn_tiyn),
  self_employed: formatMoney(kept.self_employed_tiyn),
});

const showIncome = (income: Income) => ({
  gross: formatMoney(income.gross_tiyn),
  ...showParts(income),
  net: formatMoney(netOf(income)),
});

function showPaid({ gross_tiyn, withheld_tiyn, parts, ...row }: Paid): IncomePayment {
  const { date, late_of, act_id, number, order_number } = row;
  return {
    kind: act_id === null ? 'advance' : gross_tiyn < 0n ? 'refund' : 'payment',
    date,
    late_of,
    act_id,
    number,
    order_number,
    gross: formatMoney(gross_tiyn),
    parts: keptOf(parts) === withheld_tiyn ? showParts(parts) : null,
    withheld: formatMoney(withheld_tiyn),
    net: formatMoney(gross_tiyn - withheld_tiyn),
  };
}
