import { DOCUMENT_TYPES, type DocumentType } from '@kelisim/shared/features/documents/document-status.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { keepFile, type NewFile } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { admitDocx, turnIntoPdf } from '../templates/public.ts';
import { takeContractNumbers } from './contract-numbers.ts';
import { addDocumentHistory } from './document-history.queries.ts';
import { addDocument, isExecutorOf } from './documents.queries.ts';
import { findParent } from './kept-papers.queries.ts';

export interface DocumentUpload {
  title: string;
  contractor_id: number;
  type_id: number;
  number?: string | undefined;
  date?: string | undefined;
  start_date: string;
  end_date: string;
  additional_info?: string | undefined;
  parent_id?: number | undefined;
  terminates_on?: string | undefined;
}

/** A contract that somebody uploads becomes a draft; the upload itself is kept as it came. */
export async function uploadDocument(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  input: DocumentUpload,
  source: ReadSource,
): Promise<number> {
  const { company_id } = actor;
  const type = await checkTerms(tx, company_id, { ...input, executor_company_id: input.contractor_id });
  await checkParent(tx, company_id, type, input);
  const { number: asked, date = input.start_date, parent_id } = input;
  const [number] = await takeContractNumbers(tx, company_id, 1, { number: asked, date, parent_id });
  return addDraft(tx, actor, {
    contractor_company_id: input.contractor_id,
    title: input.title.trim(),
    type,
    number: number!,
    date,
    start_date: input.start_date,
    end_date: input.end_date,
    additional_info: input.additional_info?.trim() || null,
    parent_id: parent_id ?? null,
    terminates_on: input.terminates_on ?? null,
    ...(await keepRead(parts, tx, company_id, source)),
  });
}

/** Dates in order, a type there is, an executor of the company. Answers the type. */
export async function checkTerms(
  db: Handle,
  company_id: number,
  terms: {
    date?: string | undefined;
    start_date: string;
    end_date: string;
    type_id: number;
    executor_company_id?: number;
  },
): Promise<DocumentType> {
  if (terms.end_date < terms.start_date) throw new Problem('document.dates_reversed', { field: 'end_date' });
  if (terms.date !== undefined && terms.date > terms.end_date)
    throw new Problem('document.date_after_end', { field: 'date' });
  const type = DOCUMENT_TYPES[terms.type_id - 1];
  if (!type) throw new Problem('field.choice', { field: 'type_id' });
  const { executor_company_id } = terms;
  if (executor_company_id !== undefined && !(await isExecutorOf(db, company_id, executor_company_id)))
    throw new Problem('document.executor_unknown', { field: 'contractor_id' });
  return type;
}

async function checkParent(
  tx: Tx,
  company_id: number,
  type: DocumentType,
  { parent_id, contractor_id, terminates_on }: DocumentUpload,
): Promise<void> {
  const field = 'parent_id';
  if (type !== 'addendum') {
    if (terminates_on !== undefined) throw new Problem('document.not_ending', { field: 'terminates_on' });
    if (parent_id !== undefined) throw new Problem('document.parent_not_addendum', { field });
    return;
  }
  if (parent_id === undefined) throw new Problem('document.parent_missing', { field });
  const parent = await findParent(tx, company_id, parent_id);
  if (!parent || parent.contractor_company_id !== contractor_id || parent.type === 'addendum')
    throw new Problem('document.parent_unknown', { field });
  if (terminates_on === undefined) return;
  if (parent.status !== 'signed') throw new Problem('document.not_ending', { field: 'terminates_on' });
  if (terminates_on < parent.start_date || terminates_on > parent.end_date)
    throw new Problem('document.ends_outside', {
      field: 'terminates_on',
      values: { from: formatDate(parent.start_date), to: formatDate(parent.end_date) },
    });
}

export async function addDraft(
  tx: Tx,
  actor: Pick<CompanyActor, 'company_id' | 'user_id' | 'key'>,
  draft: Omit<Parameters<typeof addDocument>[1], 'company_id' | 'created_by'>,
): Promise<number> {
  const { company_id, user_id } = actor;
  const id = await addDocument(tx, { ...draft, company_id, created_by: user_id });
  await addDocumentHistory(
    tx,
    { company_id, id },
    {
      action: 'create',
      side: 'business',
      user_id,
      company_id,
      from_status: null,
      to_status: 'draft',
      version: 1,
      note: null,
      means: null,
      api_key_id: actor.key?.id ?? null,
    },
  );
  return id;
}

/** What a contract is made of, looked through: its pages, and the Word file they came from. */
export interface ReadSource {
  pdf: Uint8Array;
  name: string;
  original: Pick<NewFile, 'bytes' | 'name' | 'media_type'> | null;
}

/**
 * Checks by content that it is a PDF without anything active in it, or a Word file, which becomes one. That may take
 * seconds: call it before the transaction.
 */
export async function readSource(
  parts: Parts,
  actor: CompanyActor,
  upload: Upload,
  field = 'file',
): Promise<ReadSource> {
  const { kind, name, media_type, bytes } = await checkUpload(parts, upload, field);
  if (kind !== 'docx') return { pdf: bytes, name, original: null };
  const pdf = await turnIntoPdf(parts, await admitDocx(parts, bytes, field), actor.company_id, field);
  return { pdf, name: pdfName(name), original: { bytes, name, media_type } };
}

function pdfName(name: string): string {
  return cleanFileName(name.replace(/\.docx$/i, '.pdf'), 'pdf');
}

export async function keepRead(
  parts: Parts,
  tx: Tx,
  company_id: number,
  { pdf, name, original }: ReadSource,
): Promise<{ source_file_id: number; original_file_id: number | null }> {
  const media_type = 'application/pdf';
  const source = await keepFile(tx, parts.store, {
    company_id,
    kind: 'document_source',
    name,
    media_type,
    bytes: pdf,
  });
  const word =
    original && (await keepFile(tx, parts.store, { company_id, kind: 'document_original', ...original }));
  return { source_file_id: source.id, original_file_id: word?.id ?? null };
}

/** The same for a PDF whose contract is made later: an invitation's. */
export async function keepSource(parts: Parts, tx: Tx, actor: CompanyActor, file: Upload): Promise<number> {
  const source = await readSource(parts, actor, file);
  return (await keepRead(parts, tx, actor.company_id, source)).source_file_id;
}
