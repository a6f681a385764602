import { COMING, pendingSignStatuses, TO_PAY } from '@kelisim/shared/features/acts/act-status.ts';
import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { bothSignedAt, refundedIn, usualPayDays } from '../acts/public.ts';
import { waitsFor } from '../documents/public.ts';
import { countExecutorsWith } from '../statistics/public.ts';

/** Annulments that the other side has asked for: what this side asked for itself does not wait for its answer. */
export async function countAnnulmentsToAnswer(db: Handle, actor: CompanyActor): Promise<number> {
  const row = await db
    .selectFrom('acts')
    .select(sql<number>`count(*)`.as('n'))
    .where(actor.role === 'business' ? 'company_id' : 'contractor_company_id', '=', actor.company_id)
    .where('status', '=', sql.lit('annulment_requested'))
    .where('annulment_requested_by', '<>', actor.role)
    .where('deleted_at', 'is', null)
    .modifyEnd(ONE_PLAN)
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function countContractsPendingSign(db: Handle, actor: CompanyActor): Promise<number> {
  const row = await db
    .selectFrom('documents as d')
    .select(sql<number>`count(*)`.as('n'))
    .where(actor.role === 'business' ? 'd.company_id' : 'd.contractor_company_id', '=', actor.company_id)
    .where('d.is_contract', '=', true)
    .where(waitsFor(actor))
    .modifyEnd(ONE_PLAN)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** The states in which this company has a contract. */
export async function listContractStates(db: Handle, company_id: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('documents')
    .select('status')
    .distinct()
    .where((eb) => eb.and({ company_id, is_contract: true }))
    .execute();
  return new Set(rows.map(({ status }) => status));
}

export function hasLivingInvitation(db: Handle, company_id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('invitations')
      .select('id')
      .where('company_id', '=', company_id)
      .where('status', 'in', ['sent', 'opened'])
      .limit(1),
  );
}

export function hasAccount(db: Handle, company_id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('bank_requisites')
      .select('id')
      .where((eb) => eb.and({ company_id, is_main: true }))
      .where('deleted_at', 'is', null),
  );
}

/** Executors with work, with money to come, with a signature owed. */
export async function countExecutors(db: Handle, company_id: number) {
  const active = await db
    .selectFrom('executors')
    .select(sql<number>`count(*)`.as('n'))
    .where((eb) => eb.and({ company_id, status: 'active' }))
    .modifyEnd(ONE_PLAN)
    .executeTakeFirstOrThrow();
  const { to_pay, to_sign } = await countExecutorsWith(db, company_id, {
    to_pay: TO_PAY,
    to_sign: pendingSignStatuses('executor'),
  });
  return { active: active.n, pending_payment: to_pay, pending_sign: to_sign };
}

/** What hangs: came back, was not paid, or has waited for a signature for a week. */
export async function listStuck(db: Handle, company_id: number) {
  // Each kind by its own index: of all acts together the six oldest would be looked for among a million.
  const oldest = (where: RawBuilder<unknown>) => sql`(
    select id from acts where company_id = ${company_id} and deleted_at is null and ${where}
    order by updated_at limit 6)`;
  const hanging = [
    oldest(sql`status = 'returned'`),
    oldest(sql`status = 'annulment_requested'`),
    oldest(sql`status = 'signed' and reason is not null`),
    oldest(sql`status = 'sent' and updated_at < now() - interval '7 days'`),
    oldest(sql`status = 'signed_by_business' and updated_at < now() - interval '7 days'`),
  ];
  return db
    .selectFrom('acts as a')
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .select(['a.id', 'a.number', 'a.year', 'a.amount_tiyn', 'a.status', 'a.reason', 'a.updated_at', 'x.name'])
    .where('a.company_id', '=', company_id)
    .where('a.id', 'in', sql<number>`(${sql.join(hanging, sql` union all `)})`)
    .orderBy('a.updated_at')
    .limit(6)
    .modifyEnd(ONE_PLAN)
    .execute();
}

/** Acts at which the executor has said the last word of late; the longest without an answer first. */
export async function listQuestions(db: Handle, company_id: number, limit: number) {
  const rows = await db
    .selectFrom('act_comments as k')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'k.company_id').onRef('a.id', '=', 'k.act_id'),
    )
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .select(['a.id as act_id', 'a.number', 'a.year', 'x.name as party'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('k.company_id', '=', company_id)
    .where('k.side', '=', sql.lit('executor'))
    .where('k.created_at', '>', sql<Date>`now() - interval '30 days'`)
    .where('a.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('act_comments as l')
            .select('l.seq')
            .whereRef('l.company_id', '=', 'k.company_id')
            .whereRef('l.act_id', '=', 'k.act_id')
            .whereRef('l.seq', '>', 'k.seq'),
        ),
      ),
    )
    .orderBy('k.created_at')
    .orderBy('k.id')
    .limit(limit)
    .modifyEnd(ONE_PLAN)
    .execute();
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Acts that came back, or that the executor asks to annul, and why; those that have waited longest first. */
export function listAnswers(db: Handle, company_id: number, most: number) {
  return db
    .selectFrom('acts as a')
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .select(['a.id', 'a.number', 'a.year', 'a.reason', 'x.name'])
    .where('a.company_id', '=', company_id)
    .where(
      sql<boolean>`a.status in ('returned', 'annulment_requested') and (a.status = 'returned' or a.annulment_requested_by = 'executor')`,
    )
    .where('a.deleted_at', 'is', null)
    .where('a.reason', 'is not', null)
    .orderBy('a.updated_at')
    .limit(sql.lit(most))
    .modifyEnd(ONE_PLAN)
    .execute();
}

/** Among so many deeds the newest of each act is looked for. */
const EVENTS_READ = 60;
const EVENTS_SHOWN = 8;

/** What was done last with the acts that something was done with last. */
export async function listEvents(db: Handle, actor: CompanyActor) {
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
    .limit(sql.lit(EVENTS_READ));
  // What is being changed after it was returned leads nowhere until it is sent again.
  if (!business)
    query = query
      .where('h.to_status', '<>', 'draft')
      .where('a.status', '<>', 'draft')
      .where('a.frozen_file_id', 'is not', null);
  // Of an executor the plan depends on how many acts there are; of a company, history has them in this order.
  const rows = await (business ? query.modifyEnd(ONE_PLAN) : query).execute();
  const newest = new Map(rows.toReversed().map((row) => [row.act_id, row]));
  return rows.filter((row) => newest.get(row.act_id) === row).slice(0, EVENTS_SHOWN);
}

const openOfAct = sql<bigint>`a.amount_tiyn - a.covered_tiyn`;

/** What the living order of the act `a` still brings: its parts were withheld when it was made. */
const ordered = sql<bigint | null>`(
  select o.amount_tiyn - o.settled_tiyn from payment_orders o where o.company_id = a.company_id and o.act_id = a.id
    and o.kind = 'payment' and o.status in (${sql.join(OPEN_ORDERS)}) limit 1)`;

/** An act that takes money back brings the executor none. */
function comingActs(db: Handle, company_id: number) {
  return db
    .selectFrom('acts as a')
    .where('a.contractor_company_id', '=', company_id)
    .where('a.deleted_at', 'is', null)
    .where('a.status', 'in', COMING)
    .where('a.amount_tiyn', '>', 0n);
}

/**
 * What the executor is going to be paid, the oldest ten: to which of their accounts, and how long this customer took from
 * the second signature to the money with the last orders that were settled.
 */
export function listComing(db: Handle, company_id: number) {
  return comingActs(db, company_id)
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select(['a.id', 'a.number', 'a.year', 'a.status', 'a.act_date', 'c.name', 'c.phone'])
    .select('c.payment_term_days as term_days')
    .select(['a.company_id', openOfAct.as('amount_tiyn'), ordered.as('ordered_tiyn')])
    .select([
      sql<string | null>`coalesce(
        (select o.payee_iban from payment_orders o where o.company_id = a.company_id and o.act_id = a.id
          and o.kind = 'payment' and o.status not in ('rejected', 'cancelled') order by o.id desc limit 1),
        (select r.iban from bank_requisites r where r.company_id = a.contractor_company_id and r.is_main and r.deleted_at is null))`.as(
        'payee_iban',
      ),
      bothSignedAt.as('signed_at'),
      usualPayDays.as('usual_days'),
    ])
    .orderBy('a.act_date')
    .orderBy('a.id')
    .limit(10)
    .execute();
}

/** All of it by customer: what is ordered already, and the rest, of which something may be withheld. */
export async function sumComing(db: Handle, company_id: number) {
  const acts = comingActs(db, company_id).select([
    'a.company_id',
    openOfAct.as('open_tiyn'),
    refundedIn(sql`a.company_id`, 'a.id', openOfAct).as('refunded_tiyn'),
    ordered.as('ordered_tiyn'),
  ]);
  return db
    .selectFrom(acts.as('c'))
    .select('c.company_id')
    .select([
      sql<bigint>`coalesce(sum(ordered_tiyn), 0)::bigint`.as('ordered_tiyn'),
      sql<bigint>`coalesce(sum(open_tiyn) filter (where ordered_tiyn is null), 0)::bigint`.as('open_tiyn'),
      sql<bigint>`coalesce(sum(refunded_tiyn) filter (where ordered_tiyn is null), 0)::bigint`.as(
        'refunded_tiyn',
      ),
      sql<number>`count(*) filter (where ordered_tiyn is null)`.as('open_acts'),
    ])
    .groupBy('c.company_id')
    .execute();
}

/** What has come by the bank's day, advances included, less what went back to the customer. */
export async function sumPaidThisMonth(db: Handle, company_id: number, month: string): Promise<bigint> {
  const first = `${month}-01`;
  const ofMonth = (day: string) =>
    sql`${sql.ref(day)} >= ${first}::date and ${sql.ref(day)} < ${first}::date + interval '1 month'`;
  const { rows } = await sql<{ paid_tiyn: bigint }>`
    select (coalesce((select sum(case o.kind when 'refund' then -m.amount_tiyn else m.amount_tiyn end)
        from acts a join payment_orders o on o.company_id = a.company_id and o.act_id = a.id
        join settlements m on m.company_id = o.company_id and m.order_id = o.id
        where a.contractor_company_id = ${company_id} and m.undone_at is null and ${ofMonth('m.day')}), 0)
      + coalesce((select sum(v.amount_tiyn) from advances v
        where v.executor_company_id = ${company_id} and v.undone_at is null and ${ofMonth('v.day')}), 0))::bigint as paid_tiyn`.execute(
    db,
  );
  return rows[0]!.paid_tiyn;
}
