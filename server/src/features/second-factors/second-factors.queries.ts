import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';

export function findTotp(db: Handle, user_id: number) {
  return db.selectFrom('totp_factors').selectAll().where('user_id', '=', user_id).executeTakeFirst();
}

/** Starts over while the first code was never entered; returns false and changes nothing for a factor in use. */
export function startTotp(db: Handle, user_id: number, secret_sealed: Buffer): Promise<boolean> {
  return hasRow(
    db
      .insertInto('totp_factors')
      .values({ user_id, secret_sealed })
      .onConflict((oc) =>
        oc
          .column('user_id')
          .doUpdateSet({ secret_sealed, last_step: 0, created_at: sql`now()` })
          .where('totp_factors.confirmed_at', 'is', null),
      )
      .returning('user_id'),
  );
}

/** True for the one who uses a step first; older steps than the newest used one are gone with it. */
export function takeStep(db: Handle, user_id: number, step: number): Promise<boolean> {
  return hasRow(
    db
      .updateTable('totp_factors')
      .set({ last_step: step, confirmed_at: sql`coalesce(confirmed_at, now())` })
      .where('user_id', '=', user_id)
      .where('last_step', '<', step)
      .returning('user_id'),
  );
}

export function deleteTotp(db: Handle, user_id: number): Promise<boolean> {
  return hasRow(
    db
      .deleteFrom('totp_factors')
      .where('user_id', '=', user_id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id'),
  );
}

export function listPasskeys(db: Handle, user_id: number) {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).orderBy('id').execute();
}

/** A passkey of a person who may sign in. */
export function findPasskey(db: Handle, credential_id: string) {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .where((eb) => eb.and({ 'p.credential_id': credential_id, 'u.status': 'active' }))
    .executeTakeFirst();
}

export interface NewPasskey {
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  is_backed_up: boolean;
}

export function addPasskey(db: Handle, passkey: NewPasskey) {
  return db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function markPasskeyUsed(db: Handle, id: number, counter: number): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export function deletePasskey(db: Handle, user_id: number, id: number): Promise<boolean> {
  return hasRow(
    db
      .deleteFrom('passkeys')
      .where((eb) => eb.and({ user_id, id }))
      .returning('id'),
  );
}

export async function countRecoveryCodes(db: Handle, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Those that are left, as they are kept. */
export async function listRecoveryCodes(db: Handle, user_id: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute();
  return rows.map(({ code_hash }) => code_hash);
}

export async function replaceRecoveryCodes(tx: Tx, user_id: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute();
}

export function takeRecoveryCode(db: Handle, user_id: number, code_hash: Buffer): Promise<boolean> {
  return hasRow(
    db
      .updateTable('recovery_codes')
      .set({ used_at: sql`now()` })
      .where((eb) => eb.and({ user_id, code_hash }))
      .where('used_at', 'is', null)
      .returning('user_id'),
  );
}

/** Counts a try before it is judged, whoever makes it. `wait_s` is above 0 when it is one more than `most` in an hour. */
export async function countTry(
  db: Handle,
  user_id: number,
  ip: string,
  most: number,
): Promise<{ id: number; wait_s: number }> {
  const id = await idOf(
    db.insertInto('failed_sign_ins').values({ user_id, step: 'second', ip }).returning('id'),
  );
  const [next, over] = await db
    .selectFrom('failed_sign_ins')
    .select(sql<number>`ceil(extract(epoch from failed_at - now()) + 3600)::integer`.as('wait_s'))
    .where((eb) => eb.and({ user_id, step: 'second' }))
    .where('failed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('failed_at', 'desc')
    .offset(most - 1)
    .limit(2)
    .execute();
  return { id, wait_s: over ? next!.wait_s : 0 };
}

export async function forgetTry(db: Handle, id: number): Promise<void> {
  await db.deleteFrom('failed_sign_ins').where('id', '=', id).execute();
}

export function getContacts(db: Handle, user_id: number) {
  return db
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
}
