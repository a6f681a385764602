import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';

export type ChangeKind = 'email' | 'phone' | 'password';
export type ChangeRow = NonNullable<Awaited<ReturnType<typeof findChange>>>;

/** The living change of a person in this session. */
export function findChange(db: Handle, of: { user_id: number; session_id: number }, kind: ChangeKind) {
  return db
    .selectFrom('credential_changes')
    .selectAll()
    .where((eb) => eb.and({ user_id: of.user_id, session_id: of.session_id, kind }))
    .where('done_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** A new one takes the place of the one before, whichever session began that. */
export async function startChange(
  tx: Tx,
  change: {
    user_id: number;
    session_id: number;
    kind: ChangeKind;
    target: string | null;
    old_side: 'sms' | 'email';
  },
  life_s: number,
) {
  await tx
    .deleteFrom('credential_changes')
    .where((eb) => eb.and({ user_id: change.user_id, kind: change.kind }))
    .where('done_at', 'is', null)
    .execute();
  return tx
    .insertInto('credential_changes')
    .values({ ...change, expires_at: sql<Date>`now() + make_interval(secs => ${life_s})` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function markChecked(db: Handle, id: number, side: 'old' | 'new') {
  return db
    .updateTable('credential_changes')
    .set({ [`${side}_checked_at`]: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** True for the one who finishes it; its target is forgotten with it for a password has none and the rest is in the account. */
export function finishChange(tx: Tx, id: number): Promise<boolean> {
  return hasRow(
    tx
      .updateTable('credential_changes')
      .set({ done_at: sql`now()` })
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .returning('id'),
  );
}

export async function setEmail(tx: Tx, user_id: number, email: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, is_email_verified: true, credentials_changed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', user_id)
    .execute();
}

export async function setPhone(tx: Tx, user_id: number, phone: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone, is_phone_verified: true, credentials_changed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', user_id)
    .execute();
}

export async function sweepChanges(db: Handle): Promise<void> {
  await db
    .deleteFrom('credential_changes')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
