import type { OrderStatus, PaymentChannel } from '@kelisim/shared/features/payments/order-status.ts';
import { SILENCE_MINUTES } from '@kelisim/shared/features/payments/order-status.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { sql, type Insertable } from 'kysely';
import { countRows } from '../../platform/db/count-rows.ts';
import { rowsOfPage, type Page } from '../../platform/db/page-of.ts';
import { type Handle, type Tx, NOW } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { idOf } from '../../platform/db/id-of.ts';
import { payeeChanged } from './payments.queries.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Orders with what people call them by, and whether they wait because their payee has another account. */
function shownOrders(db: Handle, company_id: number, locale: Locale) {
  return db
    .selectFrom('payment_orders as o')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'o.company_id').onRef('a.id', '=', 'o.act_id'),
    )
    .leftJoin('users as maker', 'maker.id', 'o.created_by')
    .leftJoin('users as second', 'second.id', 'o.approved_by')
    .leftJoin('banks as b', 'b.bic', 'o.payee_bic')
    .selectAll('o')
    .select([
      'a.number as act_number',
      'a.year as act_year',
      'a.contractor_company_id',
      'maker.full_name as maker_name',
      'second.full_name as second_name',
      locale === 'kz' ? 'b.name_kz as payee_bank' : 'b.name_ru as payee_bank',
    ])
    .select(sql<boolean>`o.status = 'created' and ${payeeChanged}`.as('payee_changed'))
    .where((eb) => eb.and({ 'o.company_id': company_id, 'o.kind': 'payment' }));
}
export type ShownOrder = Awaited<ReturnType<ReturnType<typeof shownOrders>['execute']>>[number];

export interface OrderFilter {
  id?: number | undefined;
  status?: OrderStatus[] | undefined;
  channel?: PaymentChannel | undefined;
  payment_file_id?: number | undefined;
  awaiting_approval?: boolean | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  payee_company_id?: number | undefined;
  search?: string | undefined;
  updated_since?: string | undefined;
}

export async function listOrders(
  db: Handle,
  company_id: number,
  filter: OrderFilter,
  page: Page,
  locale: Locale,
) {
  let query = shownOrders(db, company_id, locale);
  if (filter.id) query = query.where('o.id', '=', filter.id);
  if (filter.status?.length) query = query.where('o.status', 'in', filter.status);
  if (filter.channel) query = query.where('o.channel', '=', filter.channel);
  if (filter.payment_file_id) query = query.where('o.payment_file_id', '=', filter.payment_file_id);
  if (filter.awaiting_approval)
    query = query
      .where('o.needs_approval', '=', true)
      .where('o.approved_by', 'is', null)
      .where('o.status', '=', 'created');
  const day = sql<string>`coalesce(o.settled_on, (o.created_at at time zone 'Asia/Almaty')::date)`;
  if (filter.date_from) query = query.where(day, '>=', filter.date_from);
  if (filter.date_to) query = query.where(day, '<=', filter.date_to);
  if (filter.payee_company_id) query = query.where('a.contractor_company_id', '=', filter.payee_company_id);
  // `updated_at` alone is moved back where a silent bank is to be asked at once.
  const changed = sql<Date>`greatest(o.updated_at, o.sent_at, o.approved_at, o.settled_at)`;
  if (filter.updated_since) query = query.where(changed, '>=', new Date(filter.updated_since));
  const words = filter.search?.trim();
  if (words) {
    const sum = parseMoney(words.replace(/\s/g, '').replace(',', '.'));
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([
        eb('o.payee_name', 'ilike', like),
        eb('o.payee_bin', '=', words),
        eb('o.payee_iban', '=', words.replace(/\s/g, '').toUpperCase()),
        eb('o.end_to_end_id', '=', words.toUpperCase()),
        eb(sql<string>`a.number || '/' || a.year`, '=', words),
        ...(sum === null ? [] : [eb('o.amount_tiyn', '=', sum)]),
        ...(/^\d{1,9}$/.test(words) ? [eb('o.number', '=', Number(words))] : []),
      ]),
    );
  }
  const [rows, count, sum] = await Promise.all([
    rowsOfPage(query.orderBy('o.created_at', 'desc').orderBy('o.id', 'desc'), page),
    countRows(db, query.clearSelect().select('o.id')),
    query
      .clearSelect()
      .select(sql<bigint>`coalesce(sum(o.amount_tiyn), 0)`.as('sum_tiyn'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, ...count, sum_tiyn: sum.sum_tiyn };
}

export function findOrder(db: Handle, company_id: number, order_id: number, locale: Locale) {
  return shownOrders(db, company_id, locale).where('o.id', '=', order_id).executeTakeFirst();
}

export async function summariseOrders(db: Handle, company_id: number) {
  const when = (condition: ReturnType<typeof sql<boolean>>) => ({
    orders: sql<number>`count(*) filter (where ${condition})`,
    amount_tiyn: sql<bigint>`coalesce(sum(o.amount_tiyn) filter (where ${condition}), 0)`,
  });
  const agreed = sql<boolean>`(not o.needs_approval or o.approved_by is not null)`;
  const file = when(sql<boolean>`o.status = 'created' and o.channel = 'file' and ${agreed}`);
  const second = when(sql<boolean>`o.status = 'created' and not ${agreed}`);
  const bank = when(sql<boolean>`o.status in ('sending', 'unknown', 'accepted')`);
  return (
    db
      .selectFrom('payment_orders as o')
      .select([
        file.orders.as('file_orders'),
        file.amount_tiyn.as('file_tiyn'),
        second.orders.as('second_orders'),
        second.amount_tiyn.as('second_tiyn'),
        bank.orders.as('bank_orders'),
        bank.amount_tiyn.as('bank_tiyn'),
        sql<number>`count(*) filter (where o.channel = 'bank' and o.status in ('sending', 'unknown', 'accepted')
        and o.sent_at < now() - make_interval(mins => ${SILENCE_MINUTES}))`.as('silent'),
      ])
      .where('o.company_id', '=', company_id)
      // As the index of living orders has it.
      .where(sql<boolean>`o.kind = 'payment' and o.status in ('created', 'sending', 'unknown', 'accepted')`)
      .modifyEnd(ONE_PLAN)
      .executeTakeFirstOrThrow()
  );
}

export function lockOrderOf(tx: Tx, company_id: number, order_id: number) {
  return tx
    .selectFrom('payment_orders')
    .selectAll()
    .where((eb) => eb.and({ company_id, id: order_id, kind: 'payment' }))
    .forUpdate()
    .executeTakeFirst();
}

/** The executors who are paid by these orders. */
export async function listExecutorsOfOrders(
  db: Handle,
  company_id: number,
  order_ids: readonly number[],
): Promise<number[]> {
  if (order_ids.length === 0) return [];
  const rows = await db
    .selectFrom('payment_orders as o')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'o.company_id').onRef('a.id', '=', 'o.act_id'),
    )
    .select('a.contractor_company_id')
    .distinct()
    .where('o.company_id', '=', company_id)
    .where('o.id', 'in', [...order_ids])
    .execute();
  return rows.map(({ contractor_company_id }) => contractor_company_id);
}

/** Locks those of these orders that wait for this person's approval: not their own, and above the limit. */
export function lockWaiting(tx: Tx, company_id: number, order_ids: readonly number[], user_id: number) {
  return tx
    .selectFrom('payment_orders as o')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('id', 'in', [...order_ids])
    .where('status', '=', 'created')
    .where(sql<boolean>`not ${payeeChanged}`)
    .where('needs_approval', '=', true)
    .where('approved_by', 'is', null)
    .where((eb) => eb.or([eb('created_by', 'is', null), eb('created_by', '!=', user_id)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setApproved(tx: Tx, order_ids: readonly number[], user_id: number): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ approved_by: user_id, approved_at: sql`now()`, updated_at: sql`now()` })
    .where('id', 'in', [...order_ids])
    .execute();
}

export async function setOrderWords(
  tx: Tx,
  id: number,
  words: { knp: string; purpose: string },
): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ ...words, updated_at: NOW })
    .where('id', '=', id)
    .execute();
}

export async function addRefund(tx: Tx, order: Insertable<Tables['payment_orders']>): Promise<number> {
  return idOf(tx.insertInto('payment_orders').values(order).returning('id'));
}
