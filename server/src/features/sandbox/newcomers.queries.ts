import { sql, type Insertable } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** One company of one person; null is everybody. */
export type Membership = { user_id: number; company_id: number } | null;

/** The newest are enough: whoever is missing gets a key when they sign in and sign. */
const MOST = 5;

export function listWithoutKeys(db: Handle, of: Membership) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .leftJoin('sandbox.keys as k', (join) =>
      join.onRef('k.user_id', '=', 'm.user_id').onRef('k.company_id', '=', 'm.company_id'),
    )
    .select(['m.user_id', 'm.company_id', 'm.role_id', 'm.rights', 'u.iin', 'u.full_name'])
    .select(['c.name as company', 'c.bin'])
    .where('k.user_id', 'is', null)
    .where('m.ended_at', 'is', null)
    .$if(of !== null, (query) =>
      query.where('m.user_id', '=', of!.user_id).where('m.company_id', '=', of!.company_id),
    )
    .orderBy('m.created_at', 'desc')
    .limit(MOST)
    .execute();
}

/** Of two that were made at once the first one stays. */
export async function addKeyFile(db: Handle, key: Insertable<Tables['sandbox.keys']>): Promise<void> {
  await db
    .insertInto('sandbox.keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Registrations that sign next, the newest first: the training phone signs for them, too. */
export function listSigningRegistrations(db: Handle) {
  return db
    .selectFrom('registrations')
    .select(['bin', 'name', 'ceo'])
    .where('stage', 'in', ['ecp', 'contract'])
    .where('ended_at', 'is', null)
    .where('bin', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(3)
    .execute();
}

/** Whom a code was sent to last, by the key of their registration. */
export async function findRecipient(db: Handle, key_hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('registration_keys as k')
    .innerJoin('registrations as r', 'r.id', 'k.registration_id')
    .select(['r.stage', 'r.phone', 'r.email'])
    .where('k.key_hash', '=', key_hash)
    .where('k.ended_at', 'is', null)
    .executeTakeFirst();
  return (row?.stage === 'email_code' ? row.email : row?.phone) ?? null;
}

export async function isTaken(db: Handle, bin: string): Promise<boolean> {
  const { taken } = await db
    .selectNoFrom(
      sql<boolean>`exists (select 1 from companies where bin = ${bin})
        or exists (select 1 from registrations where bin = ${bin})`.as('taken'),
    )
    .executeTakeFirstOrThrow();
  return taken;
}
