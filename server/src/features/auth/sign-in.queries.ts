import type { SignInMeans } from '@kelisim/shared/features/auth/security-events.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Handle } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';
import { REFRESH_S } from '../../platform/tokens.ts';
import { IS_LIVING } from './auth.queries.ts';

export type Account = NonNullable<Awaited<ReturnType<typeof getAccount>>>;

/** Whether the account asks for more than a password. */
const HAS_FACTORS = sql<boolean>`exists (select from totp_factors t where t.user_id = users.id and t.confirmed_at is not null)
  or exists (select from passkeys p where p.user_id = users.id)`;

/** The living account of an e-mail or a phone. */
export function findAccount(db: Handle, by: { email: string } | { phone: string }) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash', 'email', 'phone', 'full_name', 'locale', 'credentials_changed_at'])
    .select(HAS_FACTORS.as('has_factors'))
    .where('status', '=', 'active')
    .$if('email' in by, (query) =>
      query.where('email_key', '=', sql<string>`lower(${(by as { email: string }).email})`),
    )
    .$if('phone' in by, (query) => query.where('phone', '=', (by as { phone: string }).phone))
    .executeTakeFirst();
}

export function getAccount(db: Handle, user_id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash', 'email', 'phone', 'full_name', 'locale', 'credentials_changed_at'])
    .where((eb) => eb.and({ status: 'active', id: user_id }))
    .executeTakeFirst();
}

/** Accounts of a person by ИИН; one who works in several places under one ИИН may have several. */
export function listAccountsOf(db: Handle, iin: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.and({ iin, status: 'active' }))
    .orderBy('id')
    .execute();
}

/** What a session of a person begins with. */
export interface PreparedSession {
  /** The number of the session to come. */
  id: number;
  /** Whether the person is known with this browser, or with any. */
  is_known: boolean;
  has_devices: boolean;
  /** The companies the session may be in. */
  workplaces: Workplace[];
}

export interface NewSession {
  id: number;
  user_id: number;
  company_id: number | null;
  refresh_hash: Buffer;
  means: SignInMeans;
  has_proof: boolean;
  ip: string;
  user_agent: string;
  device_hash: Buffer;
  is_new_device: boolean;
  /** Parts of a `with` that delete the guess that was right; null when none was counted. */
  forget_guess: RawBuilder<unknown> | null;
}

export interface Workplace {
  id: number;
  type: string;
  bin: string;
  role_id: number;
}

/** The columns of a prepared session of a person, who may be a column too. */
function preparation(user_id: RawBuilder<unknown>, device_hash: Buffer) {
  return sql`
    nextval(pg_get_serial_sequence('sessions', 'id')) as id,
    exists (select from known_devices where user_id = ${user_id} and device_hash = ${device_hash}) as is_known,
    exists (select from known_devices where user_id = ${user_id}) as has_devices,
    coalesce((
      select json_agg(json_build_object('id', c.id, 'type', c.type, 'bin', c.bin, 'role_id', m.role_id) order by c.id)
      from memberships m join companies c on c.id = m.company_id
      where m.user_id = ${user_id} and m.ended_at is null and c.status = 'active'), '[]') as workplaces`;
}

export async function prepareSession(
  db: Handle,
  user_id: number,
  device_hash: Buffer,
): Promise<PreparedSession> {
  const { rows } =
    await sql<PreparedSession>`select ${preparation(sql`${user_id}::bigint`, device_hash)}`.execute(db);
  return rows[0]!;
}

/**
 * The account of a name together with the session it may begin: one question where two would double what a sign-in costs
 * beside its hash. A name that nobody has is answered by the same statement, so that the cost does not tell.
 */
export async function findEntrant(
  db: Handle,
  by: { email: string } | { phone: string },
  device_hash: Buffer,
): Promise<{ account: (Account & { has_factors: boolean }) | null; prepared: PreparedSession }> {
  const name = 'email' in by ? sql`users.email_key = lower(${by.email})` : sql`users.phone = ${by.phone}`;
  const { rows } = await sql<
    PreparedSession & { account_id: number | null; has_factors: boolean } & Omit<Account, 'id'>
  >`
    select users.id as account_id, users.password_hash, users.email, users.phone, users.full_name, users.locale,
      users.credentials_changed_at, ${HAS_FACTORS} as has_factors, ${preparation(sql`users.id`, device_hash)}
    from (select) as anybody left join users on users.status = 'active' and ${name}`.execute(db);
  const { account_id, id, is_known, has_devices, workplaces, ...account } = rows[0]!;
  return {
    account: account_id === null ? null : { id: account_id, ...account },
    prepared: { id, is_known, has_devices, workplaces },
  };
}

/** A session with all that belongs to its beginning, in one statement: signing in costs little beside the hash. */
export async function beginSession(db: Handle, session: NewSession): Promise<void> {
  const { user_id, company_id, ip, user_agent, means } = session;
  await sql`
    with begun as (
      insert into sessions (id, user_id, company_id, refresh_hash, means, proof_at, ip, user_agent, expires_at)
      overriding system value
      values (${session.id}, ${user_id}, ${company_id}, ${session.refresh_hash}, ${means},
        case when ${session.has_proof}::boolean then now() end, ${ip}, ${user_agent},
        now() + make_interval(secs => ${REFRESH_S}))
    ), seen as (
      update users set last_login = now() where id = ${user_id}
    ), met as (
      insert into known_devices (user_id, device_hash) values (${user_id}, ${session.device_hash})
      on conflict (user_id, device_hash) do update set seen_at = now()
    )${session.forget_guess ? sql`, ${session.forget_guess}` : sql``}
    insert into security_events (user_id, company_id, session_id, kind, ip, user_agent, detail)
    values (${user_id}, ${company_id}, ${session.id}, 'signed_in', ${ip}, ${user_agent},
      ${JSON.stringify({ means, is_new_device: session.is_new_device })})`.execute(db);
}

/** One row whether or not anybody has this account: both cost the same. */
export async function addFailure(db: Database, user_id: number | null, ip: string): Promise<void> {
  await db.insertInto('failed_sign_ins').values({ user_id, step: 'first', ip }).execute();
}

/** People somebody has failed to be often in the last hour, with where from the last time. */
export async function listSuspicious(db: Database, least: number) {
  const { rows } = await sql<{
    user_id: number;
    ip: string;
    failed_at: Date;
    email: string | null;
    phone: string | null;
    locale: Locale;
  }>`
    select u.id as user_id, host((array_agg(f.ip order by f.failed_at desc))[1]) as ip, max(f.failed_at) as failed_at,
      u.email, u.phone, u.locale
    from failed_sign_ins f join users u on u.id = f.user_id and u.status = 'active'
    where f.failed_at > now() - interval '1 hour'
    group by u.id having count(*) >= ${least}`.execute(db);
  return rows;
}

async function sweepFailures(db: Database): Promise<void> {
  await db
    .deleteFrom('failed_sign_ins')
    .where('failed_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

/** A new password; half tokens and codes that were given out before it are worth nothing. */
export async function setPassword(db: Handle, user_id: number, password_hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash, credentials_changed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', user_id)
    .execute();
}

/** Ends the sessions of a person but one; answers how many there were. */
export async function endSessionsOf(db: Handle, user_id: number, except_id: number | null): Promise<number> {
  const rows = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if(except_id !== null, (query) => query.where('id', '<>', except_id!))
    .returning('id')
    .execute();
  return rows.length;
}

export async function addQrSignIn(
  db: Handle,
  row: { browser_hash: Buffer; content: Buffer; expires_at: Date },
): Promise<number> {
  return idOf(db.insertInto('qr_sign_ins').values(row).returning('id'));
}

export function findQrSignIn(db: Handle, id: number) {
  return db.selectFrom('qr_sign_ins').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findQrSignInOfSession(db: Handle, qr_session_id: number, browser_hash: Buffer) {
  return db
    .selectFrom('qr_session_items as i')
    .innerJoin('qr_sessions as s', 's.id', 'i.qr_session_id')
    .innerJoin('qr_sign_ins as q', 'q.id', 'i.subject_id')
    .selectAll('q')
    .where((eb) => eb.and({ 's.id': qr_session_id, 's.doc_type': 'login', 'q.browser_hash': browser_hash }))
    .executeTakeFirst();
}

export async function setQrSigner(
  db: Handle,
  id: number,
  who: { user_id: number; company_id: number | null },
): Promise<void> {
  await db
    .updateTable('qr_sign_ins')
    .set({ ...who, signed_at: sql`now()` })
    .where('id', '=', id)
    .where('signed_at', 'is', null)
    .execute();
}

/** Who signed, for the one who asks first; undefined before that and ever after. */
export function takeQrSignIn(db: Handle, id: number) {
  return db
    .updateTable('qr_sign_ins')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('signed_at', 'is not', null)
    .where('used_at', 'is', null)
    .returning(['user_id', 'company_id'])
    .executeTakeFirst();
}

export async function sweepSignIns(db: Database): Promise<void> {
  await sweepFailures(db);
  await db
    .deleteFrom('qr_sign_ins')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom('known_devices')
    .where('seen_at', '<', sql<Date>`now() - interval '400 days'`)
    .execute();
}

export function listSessions(db: Handle, user_id: number) {
  return db
    .selectFrom('sessions as s')
    .select(['id', 'means', 'user_agent', 'ip', 'created_at', 'rotated_at'])
    .where('user_id', '=', user_id)
    .where(IS_LIVING)
    .orderBy('id', 'desc')
    .execute();
}

export function endSession(db: Handle, user_id: number, session_id: number): Promise<boolean> {
  return hasRow(
    db
      .updateTable('sessions')
      .set({ ended_at: sql`now()` })
      .where((eb) => eb.and({ id: session_id, user_id }))
      .where('ended_at', 'is', null)
      .returning('id'),
  );
}
