import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import {
  OPEN_ORDERS,
  type OrderStatus,
  type PaymentChannel,
} from '@kelisim/shared/features/payments/order-status.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { shownMoment } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import { totalOf } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { isToPay } from '../statistics/public.ts';

/** Name and main account of a company, as people are shown them. */
export function findShownAccount(db: Handle, company_id: number, locale: Locale) {
  return db
    .selectFrom('companies as c')
    .leftJoin('bank_requisites as r', (join) =>
      join.onRef('r.company_id', '=', 'c.id').on('r.is_main', '=', true).on('r.deleted_at', 'is', null),
    )
    .leftJoin('banks as b', 'b.id', 'r.bank_id')
    .select(['c.name', 'r.iban', locale === 'kz' ? 'b.name_kz as bank_name' : 'b.name_ru as bank_name'])
    .where('c.id', '=', company_id)
    .executeTakeFirstOrThrow();
}

/**
 * The day in Almaty on which the company `x` last had its main account changed, if that is within three days (decisions
 * 20); its first account is no change.
 */
const changedLately = sql<
  string | null
>`(select to_char(max(h.created_at) at time zone 'Asia/Almaty', 'YYYY-MM-DD')
  from company_history h where h.company_id = x.id and h.created_at > now() - interval '3 days'
  and case h.action
    when 'main_changed' then h.before->>'iban' is not null
    when 'requisite_changed' then h.after ? 'iban' and exists (select from bank_requisites m
      where m.company_id = x.id and m.id = h.requisite_id and m.is_main and m.deleted_at is null)
    when 'requisite_added' then h.after->>'is_main' = 'true' and exists (select from bank_requisites m
      where m.company_id = x.id and m.id < h.requisite_id)
    else false end)`;

/** The executors of those of these acts that may be paid now, each with the account and the sum. */
export function listPayees(db: Handle, company_id: number, act_ids: readonly number[], locale: Locale) {
  return db
    .selectFrom('acts as a')
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .leftJoin('bank_requisites as r', (join) =>
      join.onRef('r.company_id', '=', 'x.id').on('r.is_main', '=', true).on('r.deleted_at', 'is', null),
    )
    .leftJoin('banks as b', 'b.id', 'r.bank_id')
    .select([
      'x.id as company_id',
      'x.name',
      'x.bin',
      'r.iban',
      locale === 'kz' ? 'b.name_kz as bank_name' : 'b.name_ru as bank_name',
      sql<number>`count(*)`.as('acts'),
      sql<bigint>`sum(a.amount_tiyn - a.covered_tiyn)`.as('sum_tiyn'),
      changedLately.as('account_changed_on'),
    ])
    .where('a.company_id', '=', company_id)
    .where('a.id', '=', sql<number>`any(${[...act_ids]}::bigint[])`)
    .where(isToPay('a'))
    .groupBy(['x.id', 'x.name', 'x.bin', 'x.sort_key', 'r.iban', 'bank_name'])
    .orderBy('x.sort_key')
    .orderBy('x.id')
    .execute();
}

/** What is left to pay of those of these acts that may be paid now and are of these executors, in the order of the acts. */
export function listSumsToPay(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
  executor_ids: readonly number[],
) {
  return db
    .selectFrom('acts as a')
    .select(['a.id', 'a.contractor_company_id', sql<bigint>`a.amount_tiyn - a.covered_tiyn`.as('sum_tiyn')])
    .where('a.company_id', '=', company_id)
    .where('a.id', '=', sql<number>`any(${[...act_ids]}::bigint[])`)
    .where('a.contractor_company_id', '=', sql<number>`any(${[...executor_ids]}::bigint[])`)
    .where(isToPay('a'))
    .orderBy(sql`array_position(${[...act_ids]}::bigint[], a.id)`)
    .execute();
}

export interface NewOrder {
  company_id: number;
  act_id: number;
  end_to_end_id: string;
  amount_tiyn: bigint;
  opv_tiyn: bigint;
  vosms_tiyn: bigint;
  so_tiyn: bigint;
  ipn_tiyn: bigint;
  self_employed_tiyn: bigint;
  knp: string;
  purpose: string;
  payer_iban: string;
  payer_bic: string;
  payer_kbe: string;
  payee_iban: string;
  payee_bic: string;
  payee_kbe: string;
  payee_name: string;
  payee_bin: string;
  bank: string;
  channel: PaymentChannel;
  integration_id: number | null;
  year: number;
  number: number;
  needs_approval: boolean;
  created_by: number;
}

/** The next number of an order of this company in this year, the first of `count`; the row is the lock. */
export async function nextOrderNumber(tx: Tx, company_id: number, year: number, count = 1): Promise<number> {
  const row = await tx
    .insertInto('counters')
    .values({ company_id, name: 'payment_order', year, last: count })
    .onConflict((oc) =>
      oc.columns(['company_id', 'name', 'year']).doUpdateSet({ last: sql`counters.last + ${count}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return row.last - count + 1;
}

/** How a company has chosen to pay. */
export function findPayChoices(db: Handle, company_id: number) {
  return db
    .selectFrom('companies')
    .select(['payment_channel', 'payment_limit_tiyn', 'bookkeeper_name', 'banking_integration_type'])
    .select(['payment_purpose', 'payment_knp'])
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow();
}

export async function addOrders(tx: Tx, orders: readonly NewOrder[]): Promise<void> {
  await tx
    .insertInto('payment_orders')
    .values(orders.map((order) => ({ ...order, status: 'created' as const })))
    .execute();
}

export function findLiveOrder(db: Handle, company_id: number, act_id: number) {
  return db
    .selectFrom('payment_orders')
    .select(['id', 'status'])
    .where((eb) => eb.and({ company_id, act_id, kind: 'payment' }))
    .where('status', 'in', OPEN_ORDERS)
    .executeTakeFirst();
}

/** Those of these acts that an order is open for. */
export async function listActsUnderWay(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('payment_orders')
    .select('act_id')
    .where((eb) => eb.and({ company_id, kind: 'payment' }))
    .where('act_id', '=', sql<number>`any(${[...act_ids]}::bigint[])`)
    .where('status', 'in', OPEN_ORDERS)
    .execute();
  return new Set(rows.map(({ act_id }) => act_id));
}

/**
 * Of an order `o`: the executor has another main account by now, or none. Such an order goes nowhere until somebody
 * cancels it and pays the act again, so that whoever pays and approves sees the account (decisions 20).
 */
export const payeeChanged = sql<boolean>`not exists (
  select from acts a join bank_requisites r on r.company_id = a.contractor_company_id
  where a.company_id = o.company_id and a.id = o.act_id and r.is_main and r.deleted_at is null and r.iban = o.payee_iban)`;

/** Takes orders for sending, those that may go now: exactly one process of all that try gets each of them. */
export function takeForSending(db: Handle, order_ids: readonly number[]) {
  return db
    .updateTable('payment_orders as o')
    .from('companies as payer')
    .set({ status: 'sending', sent_at: sql`now()`, updated_at: sql`now()` })
    .whereRef('payer.id', '=', 'o.company_id')
    .where('o.id', 'in', inTurn(db, order_ids).select('id'))
    .where(sql<boolean>`not ${payeeChanged}`)
    .where((eb) => eb.and({ 'o.status': 'created', 'o.channel': 'bank' }))
    .where((eb) => eb.or([eb('needs_approval', '=', false), eb('approved_by', 'is not', null)]))
    .returningAll('o')
    .returning(['payer.name as payer_name', 'payer.bin as payer_bin'])
    .execute();
}

/** Locks orders one after the other by their ids, so that two who change several at once wait and do not deadlock. */
const inTurn = (db: Handle, order_ids: readonly number[]) =>
  db
    .selectFrom('payment_orders')
    .where('id', '=', sql<number>`any(${[...order_ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate();

/** Without a look at the orders first: one that is in none of the states stays as it is. */
export async function setStatusFrom(
  db: Handle,
  order_ids: readonly number[],
  from: readonly OrderStatus[],
  to: OrderStatus,
): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ status: to, reason: null, decided_by: null, updated_at: sql`now()` })
    .where('id', 'in', inTurn(db, order_ids).select('id'))
    .where('status', 'in', from)
    .execute();
}

export function lockOrders(tx: Tx, order_ids: readonly number[]) {
  return inTurn(tx, order_ids).selectAll().execute();
}

export async function lockOrder(tx: Tx, order_id: number) {
  return (await lockOrders(tx, [order_id]))[0];
}

export async function setOrder(
  tx: Tx,
  order_id: number,
  change: {
    status: OrderStatus;
    reason?: string | null;
    decided_by?: number | null;
    settled_tiyn?: bigint;
    settled_on?: string | null;
  },
): Promise<void> {
  const { status, reason = null, decided_by = null, ...settled } = change;
  await tx
    .updateTable('payment_orders')
    .set({
      status,
      reason,
      decided_by,
      updated_at: sql`now()`,
      settled_at: status === 'settled' ? sql<Date>`coalesce(settled_at, now())` : null,
      ...settled,
    })
    .where('id', '=', order_id)
    .execute();
}

/** The bank has carried out these orders wholly, each on its day. */
export async function setSettled(
  tx: Tx,
  company_id: number,
  orders: readonly { order_id: number; day: string }[],
): Promise<void> {
  await sql`
    update payment_orders o set status = 'settled', reason = null, decided_by = null, updated_at = now(),
      settled_at = coalesce(o.settled_at, now()), settled_tiyn = o.amount_tiyn,
      settled_on = greatest(o.settled_on, v.day)
    from unnest(${orders.map(({ order_id }) => order_id)}::bigint[], ${orders.map(({ day }) => day)}::date[]) v (id, day)
    where o.company_id = ${company_id} and o.id = v.id`.execute(tx);
}

/** Orders of which something is to be done now; the ones that were asked about longest ago first. */
export function listDueOrders(db: Handle) {
  return db
    .selectFrom('payment_orders as o')
    .select(['id', 'status', 'integration_id'])
    .where('channel', '=', 'bank')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('status', '=', 'created'),
          sql<boolean>`not ${payeeChanged}`,
          eb.or([eb('needs_approval', '=', false), eb('approved_by', 'is not', null)]),
        ]),
        // Sent by a process that died before it heard the answer.
        eb.and([
          eb('status', '=', 'sending'),
          eb('updated_at', '<', sql<Date>`now() - interval '20 seconds'`),
        ]),
        eb.and([
          eb('status', 'in', ['unknown', 'accepted']),
          // Ever more seldom the longer it takes, but once a minute: a bank is not knocked at all day.
          eb(
            'updated_at',
            '<',
            sql<Date>`now() - least(interval '1 minute', greatest(interval '700 milliseconds', (now() - sent_at) / 8))`,
          ),
        ]),
      ]),
    )
    .orderBy('updated_at')
    .limit(200)
    .execute();
}

/** A bank has said that something became of it: it is asked at the next round. */
export async function hurryOrder(db: Handle, order_id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_orders')
    .set({ updated_at: sql`updated_at - interval '1 minute'` })
    .where((eb) => eb.and({ id: order_id, channel: 'bank' }))
    .where('status', 'in', ['unknown', 'accepted'])
    // Once a minute of what is told is enough, however often it is.
    .where('updated_at', '>', sql<Date>`now() - interval '1 minute'`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Remembers that the bank is asked, so that others are asked first next time; answers how the bank calls the orders. */
export function touchOrders(db: Handle, order_ids: readonly number[]) {
  return db
    .updateTable('payment_orders')
    .set({ updated_at: sql`now()` })
    .where('id', 'in', inTurn(db, order_ids).select('id'))
    .returning(['id', 'end_to_end_id'])
    .execute();
}

/** Whoever got the right to pay under a limit approves nothing for a day: a second person is not made at a stroke. */
export async function assertMayApprove(
  db: Handle,
  { company_id, user_id }: Pick<CompanyActor, 'company_id' | 'user_id'>,
): Promise<void> {
  const row = await db
    .selectFrom('memberships')
    .select('approves_from')
    .where((eb) => eb.and({ company_id, user_id }))
    .where('approves_from', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (row) throw new Problem('payment.new_approver', { values: { date: shownMoment(row.approves_from!) } });
}

export async function changePayChoices(
  db: Handle,
  company_id: number,
  choices: {
    payment_channel: PaymentChannel;
    bookkeeper_name: string | null;
    banking_integration_type?: BankKind | null;
    payment_purpose?: string | null;
    payment_knp?: string | null;
  },
): Promise<void> {
  await db
    .updateTable('companies')
    .set({ ...choices, updated_at: sql`now()` })
    .where('id', '=', company_id)
    .execute();
}

/** Of the acts that may be paid now: how many are above the company's limit. */
export async function countAboveLimit(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
  limit_tiyn: bigint | null,
): Promise<number> {
  if (limit_tiyn === null) return 0;
  return totalOf(
    db
      .selectFrom('acts')
      .where((eb) => eb.and({ company_id, id: sql<number>`any(${[...act_ids]}::bigint[])` }))
      .where(isToPay())
      .where(sql<bigint>`amount_tiyn - covered_tiyn`, '>', limit_tiyn),
  );
}

export function listNames(db: Handle, company_ids: readonly number[]) {
  return db.selectFrom('companies').select('name').where('id', 'in', company_ids).execute();
}
