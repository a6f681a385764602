import type { ActDocument } from '@kelisim/shared/features/acts/act-documents.contract.ts';
import { ACT_DOCUMENTS_MAX } from '@kelisim/shared/features/acts/act-document-limits.ts';
import { actTable, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { FILE_KINDS, type FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import { keepFile, readFileOf } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import {
  addActDocument,
  deleteActDocument,
  findActDocument,
  listActDocuments,
  type ActDocumentRow,
} from './act-documents.queries.ts';
import { findActRow, lockAct } from './acts.queries.ts';
import { assertMove, moverOf, noteDeed } from './move-act.ts';

export async function getActDocuments(
  db: Handle,
  actor: CompanyActor,
  act_id: number,
): Promise<ActDocument[]> {
  const act = orNotFound(await findActRow(db, actor, act_id));
  const rows = await listActDocuments(db, { company_id: act.company_id, act_id });
  return rows.map((row) => toActDocument(row, actor, act.status));
}

/** A file beside the act, whole and harmless; what was signed does not change by it. */
export async function attachDocument(
  parts: Parts,
  actor: CompanyActor,
  act_id: number,
  upload: Upload,
): Promise<ActDocument> {
  // Before the dear work: nothing of a stranger is read.
  if (!(await findActRow(parts.db, actor, act_id))) throw new Problem('not_found');
  const { name, media_type, bytes } = await checkUpload(parts, upload);
  const id = await parts.db.transaction().execute(async (tx) => {
    const act = orNotFound(await lockAct(tx, actor, act_id));
    const { company_id } = act;
    await assertMove(tx, act, 'attach', moverOf(actor));
    const there = await listActDocuments(tx, { company_id, act_id });
    if (there.length >= ACT_DOCUMENTS_MAX)
      throw new Problem('act.too_many_documents', { values: { max: ACT_DOCUMENTS_MAX } });
    const title = freeName(
      name,
      there.map((row) => row.title),
    );
    const file = await keepFile(tx, parts.store, {
      company_id,
      kind: 'act_document',
      name: title,
      media_type,
      bytes,
    });
    const id = await addActDocument(tx, { company_id, act_id }, actor, { title, file_id: file.id });
    await noteDeed(tx, act, 'attach', moverOf(actor), { note: title });
    return id;
  });
  return (await getActDocuments(parts.db, actor, act_id)).find((row) => row.id === id)!;
}

/** Two files beside one act never have one name: they meet again in the archive. */
function freeName(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map((one) => one.toLowerCase()));
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let n = 2; names.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${ending}`;
  return free;
}

export async function readActDocument(
  parts: Parts,
  actor: CompanyActor,
  id: number,
): Promise<{ bytes: Uint8Array; name: string; kind: FileKind }> {
  const row = await findActDocument(parts.db, id);
  if (!row || !(await findActRow(parts.db, actor, row.act_id))) throw new Problem('not_found');
  return { bytes: await readFileOf(parts.store, row), name: row.title, kind: kindOf(row.media_type) };
}

function kindOf(media_type: string): FileKind {
  const kinds = Object.keys(FILE_KINDS) as FileKind[];
  return kinds.find((kind) => FILE_KINDS[kind].media_type === media_type)!;
}

/** One's own, while nobody has signed the act. The call has no body, so what is gone already is no error. */
export async function detachDocument(parts: Parts, actor: CompanyActor, id: number): Promise<void> {
  const seen = orNotFound(await findActDocument(parts.db, id));
  await parts.db.transaction().execute(async (tx) => {
    const act = orNotFound(await lockAct(tx, actor, seen.act_id));
    const row = await findActDocument(tx, id);
    if (!row) return;
    if (row.author_company_id !== actor.company_id || row.side !== actor.role)
      throw new Problem('act.document_of_other');
    await noteDeed(tx, act, 'detach', moverOf(actor), { note: row.title });
    await deleteActDocument(tx, row);
  });
}

function toActDocument(row: ActDocumentRow, actor: CompanyActor, status: ActStatus): ActDocument {
  const own = row.author_company_id === actor.company_id && row.side === actor.role;
  return {
    id: row.id,
    act_id: row.act_id,
    title: row.title,
    media_type: row.media_type,
    size: row.size_bytes,
    side: row.side,
    company_name: row.company_name,
    user_name: row.user_name,
    can_remove: own && mayDo(actor, 'manage_acts') && actTable.next(status, 'detach', actor.role) !== null,
    created_at: row.created_at.toISOString(),
  };
}
