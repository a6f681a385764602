import { sql } from 'kysely';
import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { Handle } from '../../platform/db/database.ts';

/** Of an act `a`: when both had signed it. */
export const bothSignedAt = sql<Date | null>`(select max(h.created_at) from act_history h
  where h.company_id = a.company_id and h.act_id = a.id and h.to_status = 'signed')`;

/** Of an act `a`: how long its company took from the second signature to the money with the last orders it settled. */
export const usualPayDays = sql<number | null>`(
  select round(avg(o.settled_on - (h.signed_at at time zone 'Asia/Almaty')::date))::integer from (
    select o.company_id, o.act_id, o.settled_on from payment_orders o
    join acts p on p.company_id = o.company_id and p.id = o.act_id
    where o.company_id = a.company_id and p.contractor_company_id = a.contractor_company_id
      and o.kind = 'payment' and o.status = 'settled'
    order by o.settled_on desc limit 20) o,
  lateral (select max(h.created_at) as signed_at from act_history h
    where h.company_id = o.company_id and h.act_id = o.act_id and h.to_status = 'signed') h)`;

/** What says when the money of one act comes. */
export async function getPaymentTimes(db: Handle, company_id: number, act_id: number) {
  return db
    .selectFrom('acts as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select(['a.status', 'c.payment_term_days as term_days'])
    .select([
      bothSignedAt.as('signed_at'),
      usualPayDays.as('usual_days'),
      sql<boolean>`a.status in (${sql.join(OVER)}) or a.deleted_at is not null`.as('is_over'),
    ])
    .where((eb) => eb.and({ 'a.company_id': company_id, 'a.id': act_id }))
    .executeTakeFirstOrThrow();
}

/** No money is waited for. */
const OVER: readonly ActStatus[] = ['annulled', 'returned', 'draft'];
