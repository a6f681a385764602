import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import { keepFile } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { addDocument, addDocumentHistory, isExecutorOf } from './documents.queries.ts';

export interface DocumentUpload {
  title: string;
  contractor_id: number;
  type_id: number;
  start_date: string;
  end_date: string;
  additional_info?: string | undefined;
}

/** A contract that somebody uploads as PDF becomes a draft; the upload itself is kept as it came. */
export async function uploadDocument(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  input: DocumentUpload,
  file: Upload,
): Promise<number> {
  if (input.end_date < input.start_date) throw new Problem('document.dates_reversed', { field: 'end_date' });
  const type = DOCUMENT_TYPES[input.type_id - 1];
  if (!type) throw new Problem('field.choice', { field: 'type_id' });
  if (!(await isExecutorOf(tx, actor.company_id, input.contractor_id))) {
    throw new Problem('document.executor_unknown', { field: 'contractor_id' });
  }
  const source_file_id = await keepSource(parts, tx, actor, file);
  const id = await addDocument(tx, {
    company_id: actor.company_id,
    contractor_company_id: input.contractor_id,
    title: input.title.trim(),
    type,
    start_date: input.start_date,
    end_date: input.end_date,
    additional_info: input.additional_info?.trim() || null,
    source_file_id,
    created_by: actor.user_id,
  });
  await addDocumentHistory(
    tx,
    { company_id: actor.company_id, id },
    {
      action: 'create',
      side: 'business',
      user_id: actor.user_id,
      company_id: actor.company_id,
      from_status: null,
      to_status: 'draft',
      version: 1,
      note: null,
      means: null,
    },
  );
  return id;
}

/** Checks by content that it is a PDF without anything active in it, and keeps it. */
export async function keepSource(parts: Parts, tx: Tx, actor: CompanyActor, file: Upload): Promise<number> {
  const { name, media_type, bytes } = await checkUpload(parts, file);
  const kept = await keepFile(tx, parts.store, {
    company_id: actor.company_id,
    kind: 'document_source',
    name,
    media_type,
    bytes,
  });
  return kept.id;
}
