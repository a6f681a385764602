import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';

const IS_EXPIRED = sql<boolean>`i.expires_at <= now()`;

function waiting(db: Handle, company_id: number) {
  return db
    .selectFrom('employee_invitations as i')
    .innerJoin('users as by', 'by.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.rights', 'by.full_name as invited_by', 'i.created_at', 'i.expires_at'])
    .select(IS_EXPIRED.as('is_expired'))
    .where((eb) => eb.and({ 'i.company_id': company_id, 'i.status': 'sent' }));
}

export function listInvitations(db: Handle, company_id: number) {
  return waiting(db, company_id).orderBy('i.id', 'desc').limit(200).execute();
}

export function getInvitation(db: Handle, company_id: number, id: number) {
  return waiting(db, company_id).where('i.id', '=', id).executeTakeFirstOrThrow();
}
export type InvitationRow = Awaited<ReturnType<typeof getInvitation>>;

/** One at a time invites into a company, so that two invitations of one address at once leave one link. */
export async function lockCompany(tx: Tx, company_id: number): Promise<{ name: string }> {
  return tx
    .selectFrom('companies')
    .select('name')
    .where('id', '=', company_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export function isMember(db: Handle, company_id: number, email: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.id')
      .where('m.company_id', '=', company_id)
      .where('m.ended_at', 'is', null)
      .where('u.email_key', '=', sql<string>`lower(${email})`),
  );
}

/** The address it went to; null when there was none to cancel. */
export async function cancelInvitation(
  tx: Handle,
  company_id: number,
  which: { id: number } | { email: string },
): Promise<string | null> {
  const row = await tx
    .updateTable('employee_invitations')
    .set({ status: 'cancelled' })
    .where((eb) => eb.and({ company_id, status: 'sent' }))
    .$if('id' in which, (qb) => qb.where('id', '=', (which as { id: number }).id))
    .$if('email' in which, (qb) =>
      qb.where('email_key', '=', sql<string>`lower(${(which as { email: string }).email})`),
    )
    .returning('email')
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function addInvitation(
  tx: Tx,
  invitation: {
    company_id: number;
    email: string;
    rights: string[];
    token_hash: Buffer;
    invited_by: number;
    expires_at: Date;
  },
): Promise<number> {
  return idOf(tx.insertInto('employee_invitations').values(invitation).returning('id'));
}

/** An invitation that was not cancelled and whose days are not over, of a company that works; who has used it, too. */
export function findByToken(db: Handle, token_hash: Buffer) {
  return db
    .selectFrom('employee_invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .leftJoin('users as u', 'u.email_key', 'i.email_key')
    .select([
      'i.id',
      'i.company_id',
      'i.email',
      'i.email_key',
      'i.rights',
      'i.status',
      'i.expires_at',
      'i.invited_by',
      'i.accepted_by',
      'c.name as company_name',
      'u.id as user_id',
    ])
    .where('i.token_hash', '=', token_hash)
    .where('i.status', '<>', 'cancelled')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where('c.status', '=', 'active');
}

export async function setAccepted(tx: Tx, id: number, accepted_by: number): Promise<void> {
  await tx
    .updateTable('employee_invitations')
    .set({ status: 'accepted', accepted_by, accepted_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function addPerson(
  tx: Tx,
  person: { email: string; full_name: string; password_hash: string; locale: Locale },
): Promise<number> {
  return idOf(
    tx
      .insertInto('users')
      .values({ ...person, is_email_verified: true })
      .returning('id'),
  );
}

export async function emailKeyOf(db: Handle, user_id: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('email_key').where('id', '=', user_id).executeTakeFirst();
  return row?.email_key ?? null;
}
