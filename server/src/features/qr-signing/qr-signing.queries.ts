import type { QrState } from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import { sql, type Selectable, type UpdateObject } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { QrOwner, QrRequest } from './qr-kinds.ts';

export type QrSessionRow = Selectable<Tables['qr_sessions']>;
export type QrItemRow = Selectable<Tables['qr_session_items']>;

/** States in which the code may still be used. */
export const LIVING: readonly QrState[] = ['waiting', 'scanned', 'opened'];

export interface NewQrSession {
  owner: QrOwner | null;
  request: QrRequest;
  subjects_hash: Buffer;
  key_hash: Buffer;
  token_hash: Buffer;
  gateway: Buffer | null;
  /** Answered by the page of its owner; no phone ever sees it. */
  by_page: boolean;
  created_at: Date;
  expires_at: Date;
}

export async function addQrSession(tx: Tx, session: NewQrSession, files: QrFile[]): Promise<number> {
  const { owner, request } = session;
  const id = await idOf(
    tx
      .insertInto('qr_sessions')
      .values({
        doc_type: request.doc_type,
        user_id: owner?.user_id ?? null,
        company_id: owner?.company_id ?? null,
        // What a stand does in the place of a person has no session.
        session_id: owner?.session_id || null,
        subjects_hash: session.subjects_hash,
        organisation: JSON.stringify(request.organisation),
        description: JSON.stringify(request.description),
        back_url: request.back_url,
        key_hash: session.key_hash,
        token_hash: session.token_hash,
        gateway: session.gateway,
        by_page: session.by_page,
        created_at: session.created_at,
        expires_at: session.expires_at,
      })
      .returning('id'),
  );
  const owners = new Map(files.map((file) => [file.id, file.company_id]));
  const items = request.items.map((item, at) => ({
    qr_session_id: id,
    position: at + 1,
    subject_id: item.subject_id,
    company_id: item.file_id === null ? null : (owners.get(item.file_id) ?? null),
    file_id: item.file_id,
    content: item.content,
    sign_method: item.sign_method,
    names: JSON.stringify(item.names),
    meta: JSON.stringify(item.meta),
  }));
  await tx.insertInto('qr_session_items').values(items).execute();
  return id;
}

/** Ends the user's other codes for the same documents, because only one is on screen. */
export async function endEarlierSessions(tx: Tx, owner: QrOwner, subjects_hash: Buffer): Promise<void> {
  await tx
    .updateTable('qr_sessions')
    .set({ state: 'expired', finished_at: sql`now()` })
    .where((eb) => eb.and({ user_id: owner.user_id, company_id: owner.company_id, subjects_hash }))
    .where('state', 'in', LIVING)
    .execute();
}

export function listFiles(db: Handle, file_ids: number[]) {
  return db
    .selectFrom('files')
    .select(['id', 'company_id', 'size_bytes', 'storage_key', 'sha256'])
    .where('id', 'in', file_ids)
    .execute();
}
export type QrFile = Awaited<ReturnType<typeof listFiles>>[number];

/** The session of a key or a token, locked, or undefined. */
export function lockQrSession(tx: Tx, by: { key_hash: Buffer } | { token_hash: Buffer } | { id: number }) {
  const [column, value] = Object.entries(by)[0] as ['id', number];
  return tx.selectFrom('qr_sessions').selectAll().where(column, '=', value).forUpdate().executeTakeFirst();
}

export function isPhoneToken(db: Handle, token_hash: Buffer): Promise<boolean> {
  return hasRow(db.selectFrom('qr_sessions').select('id').where('token_hash', '=', token_hash));
}

export function listQrItems(db: Handle, qr_session_id: number): Promise<QrItemRow[]> {
  return db
    .selectFrom('qr_session_items')
    .selectAll()
    .where('qr_session_id', '=', qr_session_id)
    .orderBy('position')
    .execute();
}

export async function setQrSession(
  db: Handle,
  id: number,
  change: UpdateObject<Tables, 'qr_sessions'>,
): Promise<void> {
  await db.updateTable('qr_sessions').set(change).where('id', '=', id).execute();
}

/** A session of this person, by its id or the newest for these documents. */
export function findQrSession(
  db: Handle,
  owner: { user_id: number; company_id: number },
  by: { id: number | undefined; subjects_hash: Buffer },
) {
  return db
    .selectFrom('qr_sessions')
    .selectAll()
    .where('user_id', '=', owner.user_id)
    .where('company_id', '=', owner.company_id)
    .where('subjects_hash', '=', by.subjects_hash)
    .$if(by.id !== undefined, (query) => query.where('id', '=', by.id!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Codes that led to nothing are forgotten after a day; those that signed stay as a journal. */
export async function sweepQrSessions(db: Handle, now: Date): Promise<void> {
  await db
    .deleteFrom('qr_sessions')
    .where('state', 'in', [...LIVING, 'cancelled', 'expired'])
    .where('expires_at', '<', new Date(now.getTime() - 86_400_000))
    .execute();
}

/** Living sessions whose code a gateway shows and that no other process follows. */
export function leaseShown(db: Handle, now: Date, lease_s: number) {
  return db
    .updateTable('qr_sessions')
    .set({ gateway_leased_until: sql<Date>`now() + make_interval(secs => ${lease_s})` })
    .where('state', 'in', LIVING)
    .where('expires_at', '>', now)
    .where('gateway', 'is not', null)
    .where((eb) =>
      eb.or([eb('gateway_leased_until', 'is', null), eb('gateway_leased_until', '<', sql<Date>`now()`)]),
    )
    .returningAll()
    .execute();
}

export function findOwnerless(db: Handle, session_id: number) {
  return db
    .selectFrom('qr_sessions')
    .selectAll()
    .where('id', '=', session_id)
    .where('user_id', 'is', null)
    .executeTakeFirst();
}
