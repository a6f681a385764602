import { randomBytes } from 'node:crypto';
import type { SignInMeans } from '@kelisim/shared/features/auth/security-events.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';
import { IDLE_S, REFRESH_S } from '../../platform/tokens.ts';

/** Of sessions `s`: neither ended nor out of date nor left unused. Every refresh is a use. */
export const IS_LIVING = sql<boolean>`(s.ended_at is null and s.expires_at > now()
  and coalesce(s.rotated_at, s.created_at) > now() - make_interval(secs => ${IDLE_S}))`;

/** A deputy has the director's rights on certain days, by the calendar of Almaty (UTC+5). */
const IS_DEPUTY = sql<boolean>`coalesce(
  (now() at time zone 'UTC' + interval '5 hours')::date between m.deputy_from and m.deputy_until, false)`;

/** Everything that decides what a session may do, in one row; null when it has ended or its person is gone. */
export function findSession(db: Handle, session_id: number) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('memberships as m', (join) =>
      join
        .onRef('m.user_id', '=', 's.user_id')
        .onRef('m.company_id', '=', 's.company_id')
        .on('m.ended_at', 'is', null),
    )
    .leftJoin('companies as c', (join) =>
      join.onRef('c.id', '=', 'm.company_id').on('c.status', '=', 'active'),
    )
    .leftJoin('user_permissions as p', 'p.user_id', 'u.id')
    .select([
      's.id as session_id',
      's.user_id',
      's.proof_at',
      'u.full_name',
      'u.iin',
      'u.locale',
      'm.role_id',
      'm.rights',
      IS_DEPUTY.as('is_deputy'),
      'c.id as company_id',
      'p.allow',
    ])
    .where('s.id', '=', session_id)
    .where(IS_LIVING)
    .where('u.status', '=', 'active')
    .executeTakeFirst();
}

export function listMemberships(db: Handle, user_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['c.id', 'c.name', 'c.name_kz', 'c.type', 'c.bin', 'm.role_id'])
    .where('m.user_id', '=', user_id)
    .where('m.ended_at', 'is', null)
    .where('c.status', '=', 'active')
    .orderBy('c.id')
    .execute();
}

/** A session beside the doors, for tests and demo data: nobody knows a refresh token of it. */
export async function addSession(
  db: Handle,
  session: {
    user_id: number;
    company_id: number | null;
    user_agent: string;
    ip: string;
  },
): Promise<number> {
  return idOf(
    db
      .insertInto('sessions')
      .values({
        ...session,
        refresh_hash: randomBytes(32),
        proof_at: sql`now()`,
        expires_at: sql`now() + make_interval(secs => ${REFRESH_S})`,
      })
      .returning('id'),
  );
}

/** A living session, locked, with what is known of its newest refresh token and the one before. */
export function lockSession(tx: Tx, session_id: number) {
  return tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      's.company_id',
      's.refresh_hash',
      's.previous_hash',
      sql<boolean>`coalesce(s.rotated_at > now() - interval '10 seconds', false)`.as('just_rotated'),
    ])
    .where('s.id', '=', session_id)
    .where(IS_LIVING)
    .where('u.status', '=', 'active')
    .forUpdate('s')
    .executeTakeFirst();
}

export async function rotateSession(tx: Tx, session_id: number, previous_hash: Buffer, refresh_hash: Buffer) {
  await tx
    .updateTable('sessions')
    .set({ previous_hash, refresh_hash, rotated_at: sql`now()` })
    .where('id', '=', session_id)
    .execute();
}

export async function endSession(db: Handle, session_id: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('id', '=', session_id)
    .execute();
}

export async function setProof(db: Handle, session_id: number, is_signed: boolean): Promise<Date> {
  const row = await db
    .updateTable('sessions')
    .set({ proof_at: sql`now()`, ...(is_signed && { signed_proof_at: sql`now()` }) })
    .where('id', '=', session_id)
    .returning('proof_at')
    .executeTakeFirstOrThrow();
  return row.proof_at!;
}

/** Whether the person has lately shown by a signature who they are: here, or by signing in with it. */
export function hasSignedProof(db: Handle, session_id: number, within_ms: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', session_id)
      .where(
        sql<boolean>`greatest(signed_proof_at, case when means = 'ecp' then created_at end)
        > now() - make_interval(secs => ${within_ms / 1000})`,
      ),
  );
}

/** By what this session began, or that a signature has proven since who is there; null where it is not known. */
export async function findUsedMeans(db: Handle, session_id: number) {
  const row = await db
    .selectFrom('sessions')
    .select(sql<SignInMeans | null>`case when signed_proof_at is null then means else 'ecp' end`.as('used'))
    .where('id', '=', session_id)
    .executeTakeFirst();
  return row?.used ?? null;
}

export async function setSessionCompany(db: Handle, session_id: number, company_id: number): Promise<void> {
  await db.updateTable('sessions').set({ company_id }).where('id', '=', session_id).execute();
}

export async function roleIdIn(
  db: Handle,
  user_id: number,
  company_id: number | null,
): Promise<number | null> {
  if (company_id === null) return null;
  const row = await db
    .selectFrom('memberships')
    .select('role_id')
    .where((eb) => eb.and({ user_id, company_id }))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.role_id ?? null;
}

/** A living person's membership of a living company. */
export function findMembership(db: Handle, user_id: number, company_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['m.role_id', 'm.rights', IS_DEPUTY.as('is_deputy'), 'u.full_name', 'u.iin', 'u.locale'])
    .where((eb) => eb.and({ 'm.user_id': user_id, 'm.company_id': company_id }))
    .where('m.ended_at', 'is', null)
    .where((eb) => eb.and({ 'u.status': 'active', 'c.status': 'active' }))
    .executeTakeFirst();
}

export async function setLocale(db: Handle, user_id: number, locale: Locale): Promise<void> {
  await db.updateTable('users').set({ locale }).where('id', '=', user_id).execute();
}

export function getUser(db: Handle, user_id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'phone'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
}

/** What the user's own company shows of itself on every page. */
export function findOwnCompany(db: Handle, company_id: number) {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'name_kz', 'bin', 'executor_signs_first'])
    .where('id', '=', company_id)
    .executeTakeFirst();
}
