import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { KEPT_PARTS, type Kept } from '../src/features/bookkeeping/ledger.queries.ts';
import {
  grossOf,
  listPaidMonths,
  NOTHING_KEPT,
  reckonRegister,
} from '../src/features/bookkeeping/reckon-months.ts';
import { dueOf } from '../src/features/bookkeeping/withhold.ts';
import type { TestApp } from './make-app.ts';
import type { Deal } from './papers.ts';
import { withholdSlowly, type FigureRow } from './slow-withholding.ts';
import { TAX_PARTS, tiyn } from './taxed-people.ts';
import { TODAY } from './today.ts';
import { LAWS, type Told } from './withholding-deeds.ts';

// What holds of the money of one executor, whatever was paid, came back, was told or closed. Read from the rows of
// settlements, and compared with what the product makes of them.

/** All rows of money between the two, as they stand; what was undone is left out. */
export async function readBooks({ parts: { db } }: TestApp, { company }: Deal) {
  const orders = await db
    .selectFrom('payment_orders as o')
    .innerJoin('acts as a', 'a.id', 'o.act_id')
    .select(['o.id', 'o.act_id', 'o.kind', 'o.status', 'o.amount_tiyn', 'o.withheld_tiyn', 'o.settled_tiyn'])
    .select(KEPT_PARTS.map((part) => `o.${part}` as const))
    .select('a.corrects_act_id')
    .select(sql<string>`(o.created_at at time zone 'Asia/Almaty')::date::text`.as('made_on'))
    .where('o.company_id', '=', company.id)
    .orderBy('o.id')
    .execute();
  const settlements = await db
    .selectFrom('settlements')
    .select(['id', 'order_id', 'amount_tiyn', 'withheld_tiyn', 'day', ...KEPT_PARTS])
    .where('company_id', '=', company.id)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
  const advances = await db
    .selectFrom('advances')
    .select(['id', 'day', 'amount_tiyn'])
    .where('company_id', '=', company.id)
    .where('undone_at', 'is', null)
    .execute();
  const uses = await db
    .selectFrom('advance_uses')
    .select(['act_id', 'advance_id'])
    .where('company_id', '=', company.id)
    .where('undone_at', 'is', null)
    .execute();
  const acts = await db
    .selectFrom('acts as a')
    .select(['a.id', 'a.amount_tiyn', 'a.corrects_act_id'])
    .select(
      sql<bigint>`(select coalesce(sum(l.amount_tiyn), 0) from act_services l
        where l.act_id = a.id and l.kind = 'expense' and not l.taxed)::bigint`.as('expenses_tiyn'),
    )
    .where('a.company_id', '=', company.id)
    .execute();
  return { orders, settlements, advances, uses, acts };
}
export type Books = Awaited<ReturnType<typeof readBooks>>;
export type Order = Books['orders'][number];

export const isOpen = ({ status }: Order): boolean => OPEN_ORDERS.some((one) => one === status);

/** The months of the year of the first one until today, as the register has them. */
export async function readRegister(app: TestApp, { company }: Deal, first: string) {
  const months = await reckonRegister(
    app.parts.db,
    { company_id: company.id },
    { date_from: `${first.slice(0, 4)}-01-01`, date_to: TODAY },
  );
  return months.map((row) => ({
    month: row.of.month,
    gross_tiyn: grossOf(row.of),
    due: dueOf(row),
    kept: row.kept,
  }));
}
export type Register = Awaited<ReturnType<typeof readRegister>>;

const add = (sum: Kept, more: Kept, sign = 1n): Kept =>
  KEPT_PARTS.reduce((all, part) => ({ ...all, [part]: sum[part] + sign * more[part] }), NOTHING_KEPT);
const sumKept = (rows: readonly Kept[]) => rows.reduce((sum, row) => add(sum, row), NOTHING_KEPT);
const sumOf = <T>(rows: readonly T[], of: (row: T) => bigint) => rows.reduce((sum, row) => sum + of(row), 0n);

/** Money of one order or advance on one day, before anything is withheld, and how the product finds what it is taxed as. */
interface Money {
  day: string;
  taxed_on: string;
  /** Null of an advance. */
  act_id: number | null;
  gross_tiyn: bigint;
  is_withheld: boolean;
}

/** What was paid and came back, by order and day; what comes back is of the day on which it was paid last. */
function moneyOf({ orders, settlements, advances, uses }: Books): Money[] {
  const paidOn = (act_id: number, until: string, order_id: number): string | undefined => {
    const ofAct = orders.filter((one) => one.kind === 'payment' && one.act_id === act_id).map(({ id }) => id);
    const rows = settlements.filter(
      (row) => row.amount_tiyn > 0n && row.day <= until && ofAct.includes(row.order_id),
    );
    const own = rows.filter((row) => row.order_id === order_id).map((row) => row.day);
    const set_off = uses
      .filter((use) => use.act_id === act_id)
      .flatMap((use) => advances.filter(({ id, day }) => id === use.advance_id && day <= until));
    const days = own.length > 0 ? own : [...rows, ...set_off].map((row) => row.day);
    return days.toSorted().at(-1);
  };
  return [
    ...orders.flatMap((order) =>
      [
        ...Map.groupBy(
          settlements.filter((row) => row.order_id === order.id),
          ({ day }) => day,
        ),
      ].map(([day, rows]) => {
        const sum = sumOf(rows, (row) => row.amount_tiyn + row.withheld_tiyn);
        const gross_tiyn = order.kind === 'refund' ? -sum : sum;
        const before =
          gross_tiyn < 0n ? paidOn(order.corrects_act_id ?? order.act_id, day, order.id) : undefined;
        const is_withheld = rows.some((row) => row.withheld_tiyn !== 0n);
        return { day, taxed_on: before ?? day, act_id: order.act_id, gross_tiyn, is_withheld };
      }),
    ),
    ...advances.map(({ day, amount_tiyn }) => ({
      day,
      taxed_on: day,
      act_id: null,
      gross_tiyn: amount_tiyn,
      is_withheld: false,
    })),
  ];
}

/** What open orders will still pay and withhold. */
function comingOf({ orders, settlements }: Books) {
  return orders.filter(isOpen).map((order) => {
    const own = settlements.filter((row) => row.order_id === order.id);
    const gross_tiyn =
      order.amount_tiyn + order.withheld_tiyn - sumOf(own, (row) => row.amount_tiyn + row.withheld_tiyn);
    const is_withheld = order.withheld_tiyn !== 0n;
    const of = { day: order.made_on, taxed_on: order.made_on, act_id: order.act_id, gross_tiyn, is_withheld };
    return { ...add(order, sumKept(own), -1n), ...of };
  });
}

/** Nothing that was withheld is lost, counted twice or in another part, and neither is any income. */
export async function expectConserved(
  app: TestApp,
  { company, executor }: Deal,
  books: Books,
  register: Register,
  /** Null where closed months may have it otherwise. */
  isTaxedOn: ((day: string) => boolean) | null,
): Promise<void> {
  const paid = await listPaidMonths(app.parts.db, { company_id: company.id, executor_ids: [executor.id] });
  const kept = sumKept(books.settlements);
  expect(sumKept(paid), 'kept of paid months').toEqual(kept);
  const coming = comingOf(books);
  expect(sumKept(register.map((row) => row.kept)), 'kept of the register').toEqual(
    add(kept, sumKept(coming)),
  );
  if (!isTaxedOn) return;
  const counts = (row: Pick<Money, 'taxed_on' | 'is_withheld'>) => row.is_withheld || isTaxedOn(row.taxed_on);
  const gross = sumOf(moneyOf(books).filter(counts), (row) => row.gross_tiyn);
  expect(
    sumOf(paid, (row) => row.gross_tiyn),
    'gross of paid months',
  ).toBe(gross);
  const more = coming.filter(counts);
  expect(
    sumOf(register, (row) => row.gross_tiyn),
    'gross of the register',
  ).toBe(gross + sumOf(more, (row) => row.gross_tiyn));
}

/** What an order withholds goes with its money: all of it with the whole, and never more, nor less than nothing. */
export function expectSoundOrders({ orders, settlements }: Books): void {
  for (const order of orders.filter(({ kind }) => kind === 'payment')) {
    const own = settlements.filter((row) => row.order_id === order.id);
    const settled = sumOf(own, (row) => row.amount_tiyn);
    const told = `order ${order.id}, ${order.status}`;
    expect(settled, told).toBe(order.settled_tiyn);
    expect(order.withheld_tiyn, told).toBe(sumOf([...KEPT_PARTS], (part) => order[part]));
    const kept = sumKept(own);
    if (settled === order.amount_tiyn) expect(kept, told).toEqual(sumKept([order]));
    if (settled === 0n) expect(kept, told).toEqual(NOTHING_KEPT);
    for (const part of KEPT_PARTS) {
      expect(kept[part] >= 0n && kept[part] <= order[part], `${told}: ${part} of it is ${kept[part]}`).toBe(
        true,
      );
      for (const row of own)
        expect(
          row.amount_tiyn < 0n ? row[part] <= 0n : row[part] >= 0n,
          `${told}: ${part} of ${row.id}`,
        ).toBe(true);
    }
  }
}

/** A payment that suffices withholds all that the year lacks, and nothing of which too much was withheld. */
export function expectNothingLacking(register: Register, order: Order): void {
  const year = register.filter(({ month }) => month.startsWith(TODAY.slice(0, 4)));
  for (const part of KEPT_PARTS) {
    const lack = sumOf(year, ({ due, kept }) => due[part] - kept[part]);
    expect(order[part] > 0n ? lack === 0n : lack <= 0n, `${part} lacks ${lack} of ${order[part]}`).toBe(true);
  }
}

/** What of a sum of an act is income: a payment refunds as much of the expenses as the act, and deductions lessen work first. */
function incomeOf({ acts }: Books, act_id: number | null, gross_tiyn: bigint): bigint {
  const act = acts.find(({ id }) => id === act_id);
  if (!act || act.amount_tiyn === 0n) return gross_tiyn;
  const is_lessened = act.corrects_act_id === null && act.expenses_tiyn > act.amount_tiyn;
  const refunded = is_lessened ? act.amount_tiyn : act.expenses_tiyn;
  return gross_tiyn - (gross_tiyn * refunded) / act.amount_tiyn;
}

/**
 * Each month by the slow program: of each span in which the person is the same what the month comes to until its end more than
 * before it. Stops at a month that what came back of a span takes below zero, beside other spans: where it stands is told
 * elsewhere. No month may be closed.
 */
export function expectAsSlow(
  books: Books,
  register: Register,
  rows: readonly FigureRow[],
  toldOn: (day: string) => { at: number; told: Told },
): void {
  const paid = [...moneyOf(books), ...comingOf(books)]
    .map((row) => {
      const { at, told } = toldOn(row.taxed_on);
      return { ...row, at, told, income: incomeOf(books, row.act_id, row.gross_tiyn) };
    })
    .toSorted((one, other) => (one.taxed_on < other.taxed_on ? -1 : 1));
  let [handed_on, year, before] = [0n, '', NO_YEAR];
  for (const [month, own] of [...Map.groupBy(paid, ({ day }) => day.slice(0, 7))].toSorted()) {
    if (!month.startsWith(year)) [handed_on, before] = [0n, NO_YEAR];
    year = month.slice(0, 4);
    const sums = [...Map.groupBy(own, ({ at }) => at).values()].flatMap((of) => {
      const law = LAWS[of[0]?.told ?? 'plain'];
      return law ? [{ law, sum: sumOf(of, ({ income }) => income) }] : [];
    });
    // What came back of earlier months takes away from what was paid to the same person, and else from the month.
    const spans = sums.filter(({ sum }) => sum >= 0n);
    for (const back of sums.filter(({ sum }) => sum < 0n)) {
      const same = spans.find(({ law }) => law === back.law);
      if (same) same.sum += back.sum;
      else spans.push(back);
    }
    if (spans.slice(0, -1).some(({ sum }) => sum < 0n)) return;
    let sum = handed_on;
    const parts = spans.map((span) => {
      const reckon = () => slowMonth(month, sum > 0n ? sum : 0n, span.law, rows, before);
      const less = reckon();
      sum += span.sum;
      const more = reckon();
      return SLOW_SUMS.map((part) => more[part] - less[part]);
    });
    const [opv, vosms, so, ipn, taxed, deduction] = SLOW_SUMS.map((_part, at) =>
      parts.reduce((all, one) => all + (one[at] ?? 0n), 0n),
    );
    const due = register.find((row) => row.month === month)?.due ?? NOTHING_KEPT;
    expect([month, due.opv_tiyn, due.vosms_tiyn, due.so_tiyn, due.ipn_tiyn], 'slowly').toEqual([
      month,
      opv,
      vosms,
      so,
      ipn,
    ]);
    before = { taxed: before.taxed + (taxed ?? 0n), deduction: before.deduction + (deduction ?? 0n) };
    handed_on = sum < 0n ? sum : 0n;
  }
}

const NO_YEAR = { taxed: 0n, deduction: 0n };
const SLOW_SUMS = [...TAX_PARTS, 'taxed', 'deduction'] as const;

function slowMonth(
  month: string,
  gross: bigint,
  law: NonNullable<(typeof LAWS)[Told]>,
  rows: readonly FigureRow[],
  { taxed, deduction }: typeof NO_YEAR,
): Record<(typeof SLOW_SUMS)[number], bigint> {
  const payment = {
    ...law,
    day: `${month}-01`,
    person: 'A',
    gross_tenge: formatMoney(gross),
    has_application: true,
  };
  const told = { taxed: formatMoney(taxed), deduction: formatMoney(deduction), social: '0.00' };
  const [parts] = withholdSlowly([payment], rows, { carry: 'none', applied_from: null, told }).values();
  if (!parts) throw new Error(`Nothing was reckoned of ${month}.`);
  const [opv, vosms, so, ipn] = TAX_PARTS.map((part) => tiyn(parts[part]));
  const sums = {
    opv: opv ?? 0n,
    vosms: vosms ?? 0n,
    so: so ?? 0n,
    ipn: ipn ?? 0n,
    deduction: tiyn(parts.deduction),
  };
  const left = gross - sums.opv - sums.vosms - sums.so - sums.deduction;
  return { ...sums, taxed: law.is_resident ? left : gross };
}

/** As texts, so that a month that changed is told. Months of nothing at all are left out. */
export const toldMonths = (register: Register): string[] =>
  register
    .filter(
      (row) =>
        row.gross_tiyn !== 0n || KEPT_PARTS.some((part) => row.due[part] !== 0n || row.kept[part] !== 0n),
    )
    .map(({ month, gross_tiyn, due, kept }) => {
      const sums = KEPT_PARTS.map((part) => `${part} ${due[part]} ${kept[part]}`);
      return [month, gross_tiyn, ...sums].join(', ');
    });
