import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';

/** Number and sum of a company's acts in each state, in one pass over the index of states. */
export async function countActsByStatus(db: Handle, actor: CompanyActor) {
  const rows = await db
    .selectFrom('acts')
    .select([
      'status',
      sql<number>`count(*)`.as('count'),
      sql<bigint>`coalesce(sum(amount_tiyn), 0)`.as('sum_tiyn'),
    ])
    .where(actor.role === 'business' ? 'company_id' : 'contractor_company_id', '=', actor.company_id)
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute();
  const byStatus = new Map(rows.map((row) => [row.status, row]));
  return (...statuses: string[]) =>
    statuses.reduce(
      (sum, status) => ({
        count: sum.count + (byStatus.get(status)?.count ?? 0),
        sum_tiyn: sum.sum_tiyn + (byStatus.get(status)?.sum_tiyn ?? 0n),
      }),
      { count: 0, sum_tiyn: 0n },
    );
}

/** Annulments that the other side has asked for: what this side asked for itself does not wait for its answer. */
export async function countAnnulmentsToAnswer(db: Handle, actor: CompanyActor): Promise<number> {
  const row = await db
    .selectFrom('acts')
    .select(sql<number>`count(*)`.as('n'))
    .where(actor.role === 'business' ? 'company_id' : 'contractor_company_id', '=', actor.company_id)
    .where('status', '=', 'annulment_requested')
    .where('annulment_requested_by', '<>', actor.role)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function countContractsPendingSign(db: Handle, actor: CompanyActor): Promise<number> {
  const business = actor.role === 'business';
  const row = await db
    .selectFrom('documents')
    .select(sql<number>`count(*)`.as('n'))
    .where(business ? 'company_id' : 'contractor_company_id', '=', actor.company_id)
    .where('status', 'in', ['sent', business ? 'signed_by_executor' : 'signed_by_business'])
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Executors with work, with money to come, with a signature owed. */
export async function countExecutors(db: Handle, company_id: number) {
  const active = await db
    .selectFrom('executors')
    .select(sql<number>`count(*)`.as('n'))
    .where('company_id', '=', company_id)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  const owed = await db
    .selectFrom('acts')
    .select([
      sql<number>`count(distinct contractor_company_id) filter (where status in ('signed', 'paying'))`.as(
        'payment',
      ),
      sql<number>`count(distinct contractor_company_id) filter (where status in ('sent', 'signed_by_business'))`.as(
        'sign',
      ),
    ])
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { active: active.n, pending_payment: owed.payment, pending_sign: owed.sign };
}

/** The month as a line: acts of the month that have come at least so far. */
export function sumMonth(db: Handle, company_id: number, month: string) {
  const sent = sql`status not in ('draft', 'returned', 'annulled')`;
  const signed = sql`status in ('signed', 'annulment_requested', 'paying', 'paid')`;
  const paid = sql`status = 'paid'`;
  const step = (name: string, where = sql`true`) => [
    sql<number>`count(*) filter (where ${where})`.as(`${name}_count`),
    sql<bigint>`coalesce(sum(amount_tiyn) filter (where ${where}), 0)`.as(`${name}_tiyn`),
  ];
  return db
    .selectFrom('acts')
    .select([
      ...step('made'),
      ...step('sent', sent),
      ...step('signed', signed),
      ...step('paid', paid),
    ] as never)
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .where('act_date', '>=', `${month}-01`)
    .where('act_date', '<', sql<string>`(${`${month}-01`}::date + interval '1 month')::date`)
    .executeTakeFirstOrThrow() as unknown as Promise<Record<string, number | bigint>>;
}

/** What hangs: came back, was not paid, or has waited for a signature for a week. */
export function listStuck(db: Handle, company_id: number) {
  return db
    .selectFrom('acts as a')
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .select(['a.id', 'a.number', 'a.year', 'a.amount_tiyn', 'a.status', 'a.reason', 'a.updated_at', 'x.name'])
    .where('a.company_id', '=', company_id)
    .where('a.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('a.status', 'in', ['returned', 'annulment_requested']),
        eb.and([eb('a.status', '=', 'signed'), eb('a.reason', 'is not', null)]),
        eb.and([
          eb('a.status', 'in', ['sent', 'signed_by_business']),
          eb('a.updated_at', '<', sql<Date>`now() - interval '7 days'`),
        ]),
      ]),
    )
    .orderBy('a.updated_at')
    .limit(6)
    .execute();
}

export function listEvents(db: Handle, actor: CompanyActor) {
  const business = actor.role === 'business';
  let query = db
    .selectFrom('act_history as h')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'h.company_id').onRef('a.id', '=', 'h.act_id'),
    )
    .innerJoin('companies as p', 'p.id', business ? 'a.contractor_company_id' : 'a.company_id')
    .select(['h.act_id', 'a.number', 'a.year', 'h.action', 'h.to_status', 'h.created_at', 'p.name'])
    .where(business ? 'a.company_id' : 'a.contractor_company_id', '=', actor.company_id)
    .where('a.deleted_at', 'is', null)
    .orderBy('h.created_at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(8);
  if (!business) query = query.where('h.to_status', '<>', 'draft').where('a.status', '<>', 'draft');
  return query.execute();
}

/** What the executor is going to be paid and has been paid. */
export function listComing(db: Handle, company_id: number) {
  return db
    .selectFrom('acts as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select(['a.id', 'a.number', 'a.year', 'a.amount_tiyn', 'a.status', 'a.act_date', 'c.name'])
    .where('a.contractor_company_id', '=', company_id)
    .where('a.deleted_at', 'is', null)
    .where('a.status', 'in', ['signed', 'signed_by_executor', 'paying'])
    .orderBy('a.act_date')
    .limit(10)
    .execute();
}

export async function sumPaidThisMonth(db: Handle, company_id: number, month: string): Promise<bigint> {
  const row = await db
    .selectFrom('payment_orders as o')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'o.company_id').onRef('a.id', '=', 'o.act_id'),
    )
    .select(sql<bigint>`coalesce(sum(o.amount_tiyn), 0)`.as('paid_tiyn'))
    .where('a.contractor_company_id', '=', company_id)
    .where('o.status', '=', 'settled')
    .where(sql<string>`to_char(o.settled_at at time zone 'Asia/Almaty', 'YYYY-MM')`, '=', month)
    .executeTakeFirstOrThrow();
  return row.paid_tiyn;
}
