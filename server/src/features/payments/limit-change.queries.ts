import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

const MAY_SETTLE = sql<boolean>`(m.role_id = 1 or 'manage_settings' = any(m.rights)
  or coalesce((now() at time zone 'UTC' + interval '5 hours')::date between m.deputy_from and m.deputy_until, false))`;

/** Whether anybody else of the company may change these settings, and so confirm a change. */
export function hasSecondPerson(db: Handle, company_id: number, user_id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('m.user_id')
      .where('m.company_id', '=', company_id)
      .where('m.user_id', '<>', user_id)
      .where('m.ended_at', 'is', null)
      .where('u.status', '=', 'active')
      .where(MAY_SETTLE)
      .limit(1),
  );
}

/** The limit that is in force, locked: one change of it at a time. */
export async function lockLimit(tx: Tx, company_id: number): Promise<bigint | null> {
  const row = await tx
    .selectFrom('companies')
    .select('payment_limit_tiyn')
    .where('id', '=', company_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.payment_limit_tiyn;
}

export async function setLimit(tx: Tx, company_id: number, limit_tiyn: bigint | null): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ payment_limit_tiyn: limit_tiyn, updated_at: sql`now()` })
    .where('id', '=', company_id)
    .execute();
}

export async function addChange(
  tx: Tx,
  actor: CompanyActor,
  change: { payment_limit_tiyn: bigint | null; after_hours: number | null },
): Promise<void> {
  await tx
    .insertInto('pay_limit_changes')
    .values({
      company_id: actor.company_id,
      payment_limit_tiyn: change.payment_limit_tiyn,
      asked_by: actor.user_id,
      applies_at:
        change.after_hours === null ? null : sql`now() + make_interval(hours => ${change.after_hours}::int)`,
    })
    .execute();
}

export function findWaiting(db: Handle, company_id: number) {
  return db
    .selectFrom('pay_limit_changes as l')
    .innerJoin('users as u', 'u.id', 'l.asked_by')
    .select(['l.id', 'l.payment_limit_tiyn', 'l.asked_by', 'u.full_name', 'l.asked_at', 'l.applies_at'])
    .where((eb) => eb.and({ 'l.company_id': company_id, 'l.state': 'waiting' }))
    .executeTakeFirst();
}

export function lockChange(tx: Tx, company_id: number, id: number) {
  return tx
    .selectFrom('pay_limit_changes')
    .select(['id', 'state', 'payment_limit_tiyn', 'asked_by', 'decided_by'])
    .where((eb) => eb.and({ company_id, id }))
    .forUpdate()
    .executeTakeFirst();
}

export async function endChange(
  tx: Tx,
  id: number,
  end: { state: 'applied' | 'cancelled'; decided_by: number | null },
): Promise<void> {
  await tx
    .updateTable('pay_limit_changes')
    .set({ ...end, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Changes whose hour has come. */
export function listDueChanges(db: Handle) {
  return db
    .selectFrom('pay_limit_changes')
    .select(['id', 'company_id', 'asked_by'])
    .where('state', '=', 'waiting')
    .where('applies_at', '<=', sql<Date>`now()`)
    .where(isDue('payments.limits', sql.ref('pay_limit_changes.id')))
    .orderBy('applies_at')
    .limit(100)
    .execute();
}
