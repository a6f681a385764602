import type { DocumentSide, DocumentStatus } from '@kelisim/shared/features/documents/document-status.ts';
import { sql, type Selectable } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export function listDocumentHistory(db: Handle, document: { company_id: number; id: number }) {
  return db
    .selectFrom('document_history as h')
    .leftJoin('users as u', 'u.id', 'h.actor_user_id')
    .leftJoin('api_keys as k', 'k.id', 'h.api_key_id')
    .select([
      'k.name as api_key',
      'h.seq',
      'h.action',
      'h.actor_side',
      'h.actor_company_id',
      'h.from_status',
      'h.to_status',
    ])
    .select(['h.version', 'h.note', 'h.means', 'h.created_at', 'u.full_name'])
    .where((eb) => eb.and({ 'h.company_id': document.company_id, 'h.document_id': document.id }))
    .orderBy('h.seq', 'desc')
    .limit(500)
    .execute();
}

/** The state that a deleted contract was in. */
export async function deletedFrom(
  tx: Tx,
  document: { company_id: number; id: number },
): Promise<DocumentStatus | null> {
  const { from_status } = await tx
    .selectFrom('document_history')
    .select('from_status')
    .where((eb) => eb.and({ company_id: document.company_id, document_id: document.id, action: 'delete' }))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return from_status;
}

export async function addDocumentHistory(
  tx: Tx,
  document: { company_id: number; id: number },
  row: {
    action: Selectable<Tables['document_history']>['action'];
    side: DocumentSide;
    user_id: number | null;
    company_id: number | null;
    from_status: DocumentStatus | null;
    to_status: DocumentStatus;
    version: number;
    note: string | null;
    means: string | null;
    api_key_id?: number | null;
  },
): Promise<void> {
  await tx
    .insertInto('document_history')
    .values({
      company_id: document.company_id,
      document_id: document.id,
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from document_history
        where company_id = ${document.company_id} and document_id = ${document.id})`,
      action: row.action,
      actor_side: row.side,
      actor_user_id: row.user_id,
      actor_company_id: row.company_id,
      from_status: row.from_status,
      to_status: row.to_status,
      version: row.version,
      note: row.note,
      means: row.means,
      api_key_id: row.api_key_id ?? null,
    })
    .execute();
}
