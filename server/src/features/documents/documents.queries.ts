import type {
  DocumentStatus,
  OtherPaper,
  PaperType,
} from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { expressionBuilder, sql, type Expression, type SqlBool, type UpdateObject } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import { totalOf, type Page } from '../../platform/db/page-of.ts';
import { BOTH_PARTIES } from '../../platform/db/both-parties.ts';
import { violatedConstraint, type Handle, type Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';
import type { Tables } from '../../platform/db/tables.ts';

type DocumentTables = { d: Tables['documents'] };

/** As much of an actor as seeing asks for. */
export type Viewer = Pick<CompanyActor, 'role' | 'company_id'>;

/** A contract is seen by its company, and by the executor once it was sent; a deleted one by nobody. */
function visibleTo(actor: Viewer): Expression<SqlBool> {
  const eb = expressionBuilder<DocumentTables, 'd'>();
  return actor.role === 'business'
    ? eb.and([eb('d.company_id', '=', actor.company_id), eb('d.status', '<>', 'deleted')])
    : eb.and([
        eb('d.contractor_company_id', '=', actor.company_id),
        eb('d.status', 'not in', ['draft', 'deleted']),
        eb('d.frozen_file_id', 'is not', null),
      ]);
}

/** What waits for a side: its signature, or the executor's word on a signature on paper. */
export function waitsFor({ role }: Pick<Viewer, 'role'>): Expression<SqlBool> {
  const eb = expressionBuilder<DocumentTables, 'd'>();
  if (role === 'business') return sql<SqlBool>`d.status in ('sent', 'signed_by_executor')`;
  const without_answer = sql<SqlBool>`exists (select 1 from hand_signatures h
    where h.company_id = d.company_id and h.document_id = d.id and h.version = d.version
      and h.confirmed_at is null and h.disputed_at is null)`;
  return eb.or([
    // An income certificate is signed by the company alone.
    eb.and([eb('d.status', 'in', ['sent', 'signed_by_business']), eb('d.type', '<>', 'income_certificate')]),
    eb.and([eb('d.status', '=', 'signed_by_hand'), without_answer]),
  ]);
}

export function lockDocument(tx: Tx, actor: CompanyActor, document_id: number) {
  return tx
    .selectFrom('documents as d')
    .selectAll('d')
    .where('d.id', '=', document_id)
    .where(visibleTo(actor))
    .forUpdate('d')
    .executeTakeFirst();
}
export type LockedDocument = NonNullable<Awaited<ReturnType<typeof lockDocument>>>;

function viewQuery(db: Handle) {
  return db
    .selectFrom('documents as d')
    .innerJoin('companies as c', 'c.id', 'd.company_id')
    .innerJoin('companies as x', 'x.id', 'd.contractor_company_id')
    .selectAll('d')
    .select(BOTH_PARTIES)
    .select([
      newestProof('sign_info').as('sign_info_file_id'),
      newestProof('signed_cms').as('signed_cms_file_id'),
    ]);
}

/** What was made last of the signatures under the file as it is now. */
function newestProof(kind: 'sign_info' | 'signed_cms') {
  return expressionBuilder<DocumentTables & Tables, 'd'>()
    .selectFrom('signature_files as s')
    .select('s.file_id')
    .whereRef('s.company_id', '=', 'd.company_id')
    .whereRef('s.signed_file_id', '=', 'd.frozen_file_id')
    .where('s.kind', '=', kind)
    .orderBy('s.created_at', 'desc')
    .limit(1);
}
export type DocumentRowData = Awaited<ReturnType<ReturnType<typeof viewQuery>['executeTakeFirstOrThrow']>>;

export function findDocumentRow(db: Handle, actor: CompanyActor, document_id: number) {
  return viewQuery(db).where('d.id', '=', document_id).where(visibleTo(actor)).executeTakeFirst();
}

export interface DocumentFilter {
  id?: number | undefined;
  updated_since?: string | undefined;
  statuses?: DocumentStatus[] | undefined;
  waiting?: boolean | undefined;
  contractor_company_id?: number | undefined;
  /** Ended by the day of `today`, whether or not the clock's job has said so yet. */
  is_expired?: boolean | undefined;
  today: string;
  /** Papers that are no contracts have lists of their own. */
  type?: OtherPaper | undefined;
  search?: string | undefined;
}

export type DocumentSort = 'title' | 'start_date' | 'end_date' | 'contractor' | 'updated_at';

export async function listDocumentRows(
  db: Handle,
  actor: CompanyActor,
  filter: DocumentFilter,
  order: { by: DocumentSort; order: 'asc' | 'desc' },
  page: Page,
) {
  const eb = expressionBuilder<DocumentTables, 'd'>();
  const all = [
    visibleTo(actor),
    filter.type ? eb('d.type', '=', filter.type) : eb('d.is_contract', '=', true),
  ];
  if (filter.id !== undefined) all.push(eb('d.id', '=', filter.id));
  if (filter.updated_since) all.push(sql<SqlBool>`d.updated_at >= ${filter.updated_since}`);
  if (filter.waiting) all.push(waitsFor(actor));
  else if (filter.statuses) all.push(eb('d.status', 'in', filter.statuses));
  if (filter.contractor_company_id)
    all.push(eb('d.contractor_company_id', '=', filter.contractor_company_id));
  if (filter.is_expired !== undefined)
    all.push(eb('d.end_date', filter.is_expired ? '<' : '>=', filter.today));
  if (filter.search) {
    const like = `%${filter.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
    const party = sql<SqlBool>`exists (select 1 from companies p where p.name ilike ${like}
      and p.id = ${sql.ref(actor.role === 'business' ? 'd.contractor_company_id' : 'd.company_id')})`;
    all.push(eb.or([eb('d.title', 'ilike', like), eb('d.number', 'ilike', like), party]));
  }
  const columns = {
    title: 'd.sort_key',
    start_date: 'd.start_date',
    end_date: 'd.end_date',
    contractor: actor.role === 'business' ? 'x.sort_key' : 'c.sort_key',
    updated_at: 'd.updated_at',
  } as const;
  // Of the page alone, lest the proofs of every paper are looked for before they are sorted.
  const found = db
    .selectFrom('documents as d')
    .innerJoin('companies as c', 'c.id', 'd.company_id')
    .innerJoin('companies as x', 'x.id', 'd.contractor_company_id')
    .select('d.id')
    .where(eb.and(all))
    .orderBy(columns[order.by], order.order)
    .orderBy('d.id', order.order)
    .limit(page.limit)
    .offset((page.page - 1) * page.limit);
  const rows = await viewQuery(db)
    .where('d.id', 'in', found)
    .orderBy(columns[order.by], order.order)
    .orderBy('d.id', order.order)
    .execute();
  return { rows, total: await totalOf(db.selectFrom('documents as d').where(eb.and(all))) };
}

/** What both sides were called when the days of their contracts were closed; null where they are open. */
export async function listFrozenNames(db: Handle, document_ids: readonly number[]) {
  const rows = await db
    .selectFrom('documents as d')
    .select([
      'd.id',
      sql<string | null>`frozen_name(d.company_id, d.company_id, d.date)`.as('company'),
      sql<string | null>`frozen_name(d.company_id, d.contractor_company_id, d.date)`.as('contractor'),
    ])
    .where(sql<boolean>`d.id = any(${[...document_ids]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function findFile(db: Handle, company_id: number, file_id: number) {
  return db
    .selectFrom('files')
    .selectAll()
    .where((eb) => eb.and({ company_id, id: file_id }))
    .executeTakeFirst();
}

export interface AddedDocument {
  company_id: number;
  contractor_company_id: number;
  title: string;
  type: PaperType;
  /** Of `takeContractNumbers`, so that the file may carry it. */
  number: string;
  date: string;
  start_date: string;
  end_date: string;
  additional_info: string | null;
  source_file_id: number;
  created_by: number;
  /** The Word file the source was made of. */
  original_file_id?: number | null;
  template_id?: number | null;
  parent_id?: number | null;
  terminates_on?: string | null;
  renewed_from_id?: number | null;
}

export async function addDocument(tx: Tx, document: AddedDocument): Promise<number> {
  try {
    return await idOf(
      tx
        .insertInto('documents')
        .values({ ...document, status: 'draft' })
        .returning('id'),
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'documents_number') throw error;
    throw new Problem('document.number_taken', { field: 'number', values: { number: document.number } });
  }
}

/** For work that nobody of a company does: the clock's and the support's. Null while somebody else has it. */
export function lockAnyDocument(tx: Tx, document_id: number) {
  return tx
    .selectFrom('documents as d')
    .selectAll('d')
    .where('d.id', '=', document_id)
    .forUpdate('d')
    .skipLocked()
    .executeTakeFirst();
}

/** Titles of those of the ids that the actor may see, for the rows of a run. */
export async function labelledDocuments(
  db: Handle,
  actor: CompanyActor,
  document_ids: readonly number[],
): Promise<{ subject_id: number; label: string }[]> {
  const rows = await db
    .selectFrom('documents as d')
    .select(['d.id', 'd.title'])
    .where('d.id', 'in', [...document_ids])
    .where(visibleTo(actor))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row.title]));
  return document_ids.map((subject_id) => ({ subject_id, label: byId.get(subject_id) ?? '' }));
}

/** What goes into an archive: the frozen file, or for its maker the draft's. In the order of the ids. */
export async function listDocumentFiles(db: Handle, actor: Viewer, document_ids: readonly number[]) {
  const rows = await db
    .selectFrom('documents as d')
    .innerJoin('files as f', (join) =>
      join
        .onRef('f.company_id', '=', 'd.company_id')
        .on((eb) => eb('f.id', '=', eb.fn.coalesce('d.frozen_file_id', 'd.source_file_id'))),
    )
    .select(['d.id', 'd.company_id', 'd.number', 'd.title', 'f.storage_key', 'f.sha256', 'f.size_bytes'])
    .where('d.id', 'in', [...document_ids])
    .where(visibleTo(actor))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return document_ids.flatMap((id) => byId.get(id) ?? []);
}
export type DocumentFileRow = Awaited<ReturnType<typeof listDocumentFiles>>[number];

/** Contracts that hang together with this one: its addenda, those it was renewed by, and the one above each. */
export function listRelatives(
  db: Handle,
  actor: CompanyActor,
  document: { company_id: number; id: number; parent_id: number | null; renewed_from_id: number | null },
) {
  const above = [document.parent_id, document.renewed_from_id].filter((id) => id !== null);
  return db
    .selectFrom('documents as d')
    .select([
      'd.id',
      'd.title',
      'd.number',
      'd.date',
      'd.status',
      'd.start_date',
      'd.end_date',
      'd.terminates_on',
    ])
    .select(['d.parent_id', 'd.renewed_from_id'])
    .where('d.company_id', '=', document.company_id)
    .where((eb) =>
      eb.or([
        eb('d.parent_id', '=', document.id),
        eb('d.renewed_from_id', '=', document.id),
        ...(above.length > 0 ? [eb('d.id', 'in', above)] : []),
      ]),
    )
    .where(visibleTo(actor))
    .orderBy('d.id')
    .limit(200)
    .execute();
}

export function isExecutorOf(db: Handle, company_id: number, executor_company_id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('executors')
      .select('status')
      .where((eb) => eb.and({ company_id, executor_company_id }))
      .where('status', 'in', ['active', 'invited']),
  );
}

/** With whom a contract may be made. */
export function listWorking(db: Handle, company_id: number) {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as x', 'x.id', 'e.executor_company_id')
    .select(['x.id', 'x.name', 'x.bin'])
    .where('e.company_id', '=', company_id)
    .where('e.status', 'in', ['active', 'invited'])
    .orderBy('x.id')
    .execute();
}

export function listExecutorNames(db: Handle, company_id: number, ids: readonly number[]) {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as c', 'c.id', 'e.executor_company_id')
    .select(['c.id', 'c.name'])
    .where('e.company_id', '=', company_id)
    .where('c.id', 'in', ids)
    .execute();
}

export async function setDocument(
  tx: Tx,
  { company_id, id }: { company_id: number; id: number },
  change: UpdateObject<Tables, 'documents'>,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set(change)
    .where((eb) => eb.and({ company_id, id }))
    .execute();
}
