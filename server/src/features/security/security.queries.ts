import { sql } from 'kysely';
import type { Database, Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

export function listConsents(db: Handle, user_id: number) {
  return db
    .selectFrom('consents as c')
    .innerJoin('user_agreements as a', 'a.id', 'c.agreement_id')
    .select(['c.kind', 'a.version', 'a.sha256', 'c.given_at', 'c.ip'])
    .where('c.user_id', '=', user_id)
    .orderBy('c.id', 'desc')
    .execute();
}

export function findErasure(db: Handle, user_id: number) {
  return db
    .selectFrom('erasure_requests')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('withdrawn_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst();
}

export async function addErasure(
  tx: Tx,
  user_id: number,
  reason: string | null,
  days: number,
): Promise<void> {
  await tx
    .insertInto('erasure_requests')
    .values({ user_id, reason, due_at: sql<Date>`now() + make_interval(days => ${days})` })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export function withdrawErasure(db: Handle, user_id: number): Promise<boolean> {
  return hasRow(
    db
      .updateTable('erasure_requests')
      .set({ withdrawn_at: sql`now()` })
      .where('user_id', '=', user_id)
      .where('withdrawn_at', 'is', null)
      .where('done_at', 'is', null)
      .returning('id'),
  );
}

export function listDueErasures(db: Database) {
  return db
    .selectFrom('erasure_requests')
    .select(['id', 'user_id'])
    .where('withdrawn_at', 'is', null)
    .where('done_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .where(isDue('accounts.erase', sql.ref('erasure_requests.id')))
    .limit(20)
    .execute();
}

/** A company that nobody would lead any more without this person, if there is one. */
export async function findOrphan(db: Handle, user_id: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select c.name from memberships m join companies c on c.id = m.company_id
    where m.user_id = ${user_id} and m.role_id = 1 and m.ended_at is null and c.status = 'active'
      and not exists (
        select from memberships o join users u on u.id = o.user_id and u.status = 'active'
        where o.company_id = c.id and o.role_id = 1 and o.ended_at is null and o.user_id <> m.user_id)
    order by c.id limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** Returns the day, in Almaty, on which a user last signed a paper, or null. */
export async function lastSigned(db: Handle, user_id: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select (max(signed_at) at time zone 'UTC' + interval '5 hours')::date::text as last
    from signatures where user_id = ${user_id}`.execute(db);
  return rows[0]?.last ?? null;
}

/** Takes out of an account whatever says who it was. Papers, their signatures and the log keep its number. */
export async function eraseAccount(tx: Tx, user_id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      status: 'deleted',
      email: null,
      phone: null,
      password_hash: null,
      full_name: '—',
      iin: null,
      is_email_verified: false,
      is_phone_verified: false,
      credentials_changed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', user_id)
    .execute();
  for (const table of [
    'totp_factors',
    'passkeys',
    'recovery_codes',
    'known_devices',
    'key_stores',
    'user_certificates',
    'credential_changes',
    'notices',
    'notice_choices',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute();
  await tx
    .updateTable('memberships')
    .set({ ended_at: sql`coalesce(ended_at, now())` })
    .where('user_id', '=', user_id)
    .execute();
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql`coalesce(ended_at, now())`, user_agent: null, ip: null })
    .where('user_id', '=', user_id)
    .execute();
  await tx
    .updateTable('messages')
    .set({ recipient: '—', body: '—', subject: null, sealed: null })
    .where('user_id', '=', user_id)
    .where('state', 'not in', ['waiting', 'sending'])
    .execute();
  await tx
    .updateTable('erasure_requests')
    .set({ done_at: sql`now()`, reason: null })
    .where('user_id', '=', user_id)
    .where('done_at', 'is', null)
    .execute();
}
