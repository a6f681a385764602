import type { Handle, Tx } from '../../platform/db/database.ts';
import { sql, type Insertable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

/** Of what the archive is. */
export type TicketKind = 'documents' | 'acts' | 'month';

export async function addTicket(db: Handle, ticket: Insertable<Tables['download_tickets']>): Promise<void> {
  await db.insertInto('download_tickets').values(ticket).execute();
}

/** Archives of a person that were begun since and have not ended. */
export function countOpen(db: Handle, user_id: number, since: Date) {
  return db
    .selectFrom('download_tickets')
    .select(sql<number>`count(*)`.as('open'))
    .where('user_id', '=', user_id)
    .where('used_at', '>', since)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function setTicketDone(db: Handle, token_hash: Buffer, done_at: Date): Promise<void> {
  await db.updateTable('download_tickets').set({ done_at }).where('token_hash', '=', token_hash).execute();
}

/** Whose ticket it is. Many tickets at once are no more than many in a row. */
export async function lockOwnerOf(tx: Tx, token_hash: Buffer): Promise<number | null> {
  const whose = await tx
    .selectFrom('download_tickets')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  if (!whose) return null;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`archives ${whose.user_id}`}, 0))`.execute(tx);
  return whose.user_id;
}

export function takeTicket(tx: Tx, token_hash: Buffer, kind: TicketKind, now: Date) {
  return tx
    .updateTable('download_tickets')
    .set({ used_at: now })
    .where((eb) => eb.and({ token_hash, kind }))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'company_id', 'api_key_id', 'ids', 'month', 'locale'])
    .executeTakeFirst();
}

export function findMember(tx: Tx, { user_id, company_id }: { user_id: number; company_id: number }) {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select('m.role_id')
    .where((eb) => eb.and({ 'm.user_id': user_id, 'm.company_id': company_id }))
    .where('m.ended_at', 'is', null)
    .where((eb) => eb.and({ 'u.status': 'active', 'c.status': 'active' }))
    .executeTakeFirst();
}

export async function deleteTicketsBefore(db: Handle, now: Date): Promise<void> {
  await db.deleteFrom('download_tickets').where('expires_at', '<', now).execute();
}
