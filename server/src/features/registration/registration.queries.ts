import type {
  RegistrationAction,
  RegistrationKind,
  RegistrationSide,
  RegistrationStage,
} from '@kelisim/shared/features/registration/registration-stage.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { sql, type Selectable, type UpdateObject } from 'kysely';
import type { Database, Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

const KEY_DAYS = 7;

export type RegistrationRow = Omit<Selectable<Tables['registrations']>, 'kind' | 'stage' | 'locale'> & {
  kind: RegistrationKind;
  stage: RegistrationStage;
  locale: Locale;
};

/** With the end of the key it was found by. */
export type KeyedRegistration = RegistrationRow & { expires_at: Date };

export type RegistrationChange = UpdateObject<Tables, 'registrations'>;

/** Whoever is blocked or gone does not go on. */
const MAY_GO_ON = ['registering', 'active'] as const;

const keyed = (db: Handle, key_hash: Buffer) =>
  db
    .selectFrom('registration_keys as k')
    .innerJoin('registrations as r', 'r.id', 'k.registration_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('u.status', 'in', MAY_GO_ON)
    .selectAll('r')
    .select('k.expires_at')
    .where('k.key_hash', '=', key_hash)
    .where('k.ended_at', 'is', null)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .where('r.ended_at', 'is', null)
    .where('r.stage', '<>', 'done');

export async function findByKey(db: Handle, key_hash: Buffer): Promise<KeyedRegistration | undefined> {
  return (await keyed(db, key_hash).executeTakeFirst()) as KeyedRegistration | undefined;
}

export async function lockByKey(tx: Tx, key_hash: Buffer): Promise<KeyedRegistration | undefined> {
  return (await keyed(tx, key_hash).forUpdate('r').forNoKeyUpdate('u').executeTakeFirst()) as
    | KeyedRegistration
    | undefined;
}

export async function lockRegistration(tx: Tx, id: number): Promise<RegistrationRow | undefined> {
  const row = await tx
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .selectAll('r')
    .where('r.id', '=', id)
    .where('r.ended_at', 'is', null)
    .where('u.status', 'in', MAY_GO_ON)
    .forUpdate('r')
    .forNoKeyUpdate('u')
    .executeTakeFirst();
  return row as RegistrationRow | undefined;
}

/** Of one person or of one company. */
export type RegistrationsOf = { user_id: number } | { company_id: number };

const column = (of: RegistrationsOf) => ('user_id' in of ? 'user_id' : 'company_id');

const value = (of: RegistrationsOf) => ('user_id' in of ? of.user_id : of.company_id);

/** Before the person or the company is locked: whoever takes a step locks in this order too. */
export async function lockRegistrationsOf(tx: Tx, of: RegistrationsOf): Promise<void> {
  await tx
    .selectFrom('registrations')
    .select('id')
    .where(column(of), '=', value(of))
    .where('ended_at', 'is', null)
    .where('stage', '<>', 'done')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Nobody goes on with them, and nobody decides about them any more. */
export async function endRegistrationsOf(tx: Tx, of: RegistrationsOf): Promise<void> {
  const ended = await tx
    .updateTable('registrations')
    .set({ ended_at: sql`now()`, updated_at: sql`now()`, password_hash: null })
    .where(column(of), '=', value(of))
    .where('ended_at', 'is', null)
    .where('stage', '<>', 'done')
    .returning('id')
    .execute();
  for (const { id } of ended) await endKeys(tx, id);
}

/** Somebody who began to register and has never been let in. */
export async function isRegistering(tx: Tx, user_id: number): Promise<boolean> {
  const { begun, let_in } = await tx
    .selectFrom('registrations')
    .select([
      sql<boolean>`count(*) > 0`.as('begun'),
      sql<boolean>`coalesce(bool_or(decision = 'approved'), false)`.as('let_in'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return begun && !let_in;
}

export async function addRegistration(
  tx: Tx,
  registration: {
    kind: RegistrationKind;
    locale: Locale;
    phone: string;
    invitation_id: number | null;
    register_link_id: number | null;
    need_sign_contract: boolean;
    full_name: string;
  },
): Promise<RegistrationRow> {
  const { full_name, ...given } = registration;
  const user = await tx
    .insertInto('users')
    .values({ full_name, status: 'registering', locale: given.locale })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await tx
    .insertInto('registrations')
    .values({ ...given, user_id: user.id, stage: 'phone' })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as RegistrationRow;
}

export async function addKey(tx: Tx, registration_id: number, key_hash: Buffer): Promise<Date> {
  const row = await tx
    .insertInto('registration_keys')
    .values({
      registration_id,
      key_hash,
      expires_at: sql`now() + make_interval(days => ${KEY_DAYS})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

export async function endKeys(tx: Tx, registration_id: number): Promise<void> {
  await tx
    .updateTable('registration_keys')
    .set({ ended_at: sql`now()` })
    .where('registration_id', '=', registration_id)
    .where('ended_at', 'is', null)
    .execute();
}

/** The keys of one registration open another from now on. */
export async function handKeysTo(tx: Tx, from_id: number, to_id: number): Promise<void> {
  await tx
    .updateTable('registration_keys')
    .set({ registration_id: to_id })
    .where('registration_id', '=', from_id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function setRegistration(tx: Tx, id: number, change: RegistrationChange): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function addHistory(
  tx: Tx,
  registration_id: number,
  row: {
    action: RegistrationAction;
    side: RegistrationSide;
    from_stage: RegistrationStage;
    to_stage: RegistrationStage;
    user_id: number | null;
  },
): Promise<void> {
  await tx
    .insertInto('registration_history')
    .values({
      ...row,
      registration_id,
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from registration_history
        where registration_id = ${registration_id})`,
    })
    .execute();
}

/** Locks a number for the transaction that confirms it. */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`registration ${phone}`}, 0))`.execute(tx);
}

/** An account that has the number, other than this one; `registering` is none yet. */
export function findOtherWithPhone(tx: Tx, phone: string, user_id: number) {
  return tx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('phone', '=', phone)
    .where('id', '<>', user_id)
    .executeTakeFirst();
}

export async function lockRegistrationOf(tx: Tx, user_id: number): Promise<RegistrationRow | undefined> {
  const row = await tx
    .selectFrom('registrations')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row as RegistrationRow | undefined;
}

export async function findOtherWithEmail(db: Handle, email: string, user_id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'status'])
    .where('email_key', '=', sql<string>`lower(${email})`)
    .where('id', '<>', user_id)
    .executeTakeFirst();
}

export async function setUser(tx: Tx, id: number, change: UpdateObject<Tables, 'users'>): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export function findUser(db: Handle, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'status', 'iin', 'full_name', 'email', 'phone', 'locale'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The company of a number in a role, locked, and whether anybody belongs to it. */
export function lockCompany(tx: Tx, role: RegistrationKind, bin: string) {
  return tx
    .selectFrom('companies as c')
    .select([
      'c.id',
      'c.status',
      sql<boolean>`exists (select 1 from memberships m where m.company_id = c.id and m.ended_at is null)`.as(
        'has_members',
      ),
    ])
    .where((eb) => eb.and({ 'c.role': role, 'c.bin': bin }))
    .forUpdate()
    .executeTakeFirst();
}

export function findBank(db: Handle, id: number) {
  return db.selectFrom('banks').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findBankByCode(db: Handle, iban_code: string) {
  return db.selectFrom('banks').selectAll().where('iban_code', '=', iban_code).executeTakeFirst();
}

/** The company that has invited. */
export function findInviter(db: Handle, invitation_id: number) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select(['c.id', 'c.name'])
    .where('i.id', '=', invitation_id)
    .executeTakeFirst();
}

/** Registrations nobody will go on with: their keys have ended and no company was made of them. */
export async function sweepRegistrations(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('registrations as r')
      .where('r.company_id', 'is', null)
      // What a blocked person began tells what they are once unblocked.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('users as u')
              .select('u.id')
              .whereRef('u.id', '=', 'r.user_id')
              .where('u.status', '=', 'blocked'),
          ),
        ),
      )
      .where('r.created_at', '<', sql<Date>`now() - make_interval(days => ${KEY_DAYS})`)
      .where((eb) =>
        eb.or([
          eb('r.ended_at', 'is not', null),
          eb.not(
            eb.exists(
              eb
                .selectFrom('registration_keys as k')
                .select('k.key_hash')
                .whereRef('k.registration_id', '=', 'r.id')
                .where('k.ended_at', 'is', null)
                .where('k.expires_at', '>', sql<Date>`now()`),
            ),
          ),
        ]),
      )
      .returning('r.user_id')
      .execute();
    if (gone.length === 0) return;
    const people = gone.map((row) => row.user_id);
    // Of whom the log of events speaks, the row stays, with nothing in it that signs in.
    await tx
      .updateTable('users')
      .set({ status: 'deleted', phone: null, email: null, password_hash: null, updated_at: sql`now()` })
      .where('id', 'in', people)
      .where('status', '=', 'registering')
      .where((eb) =>
        eb.exists(
          eb.selectFrom('security_events as e').select('e.id').whereRef('e.user_id', '=', 'users.id'),
        ),
      )
      .execute();
    await tx
      .deleteFrom('users')
      .where('id', 'in', people)
      .where('status', '=', 'registering')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('registrations as r').select('r.id').whereRef('r.user_id', '=', 'users.id'),
          ),
        ),
      )
      .execute();
  });
}

/** Approved registrations whose page was never looked at again. */
export function listUnfinished(db: Handle) {
  return db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select('r.id')
    .where('r.ended_at', 'is', null)
    .where('u.status', 'in', MAY_GO_ON)
    .where((eb) => eb.and({ 'r.stage': 'verification', 'r.decision': 'approved' }))
    .where('r.decided_at', '<', sql<Date>`now() - interval '1 day'`)
    .limit(100)
    .execute();
}
