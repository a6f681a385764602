import { pendingSignStatuses } from '@kelisim/shared/features/acts/act-status.ts';
import { sql } from 'kysely';
import { totalOf } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';

export interface NewQuickSign {
  token_hash: Buffer;
  company_id: number;
  act_id: number | null;
  document_id: number | null;
  version: number;
  signer_user_id: number;
  signer_company_id: number;
  /** Null of a notice: the product made it. */
  created_by: number | null;
  /** How a message took it along, and the event of that message. */
  channel?: 'sms' | 'email';
  message_key?: string;
  hours: number;
}

export async function addQuickSign(tx: Tx, { hours, ...row }: NewQuickSign): Promise<Date> {
  const made = await tx
    .insertInto('quick_signs')
    .values({ ...row, expires_at: sql`now() + make_interval(hours => ${hours})` })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return made.expires_at;
}

/** A link with the people of it, living or ended; none where one of the companies is closed. */
export function findQuickSign(db: Handle, token_hash: Buffer) {
  return db
    .selectFrom('quick_signs as q')
    .innerJoin('companies as c', 'c.id', 'q.company_id')
    .innerJoin('users as u', 'u.id', 'q.signer_user_id')
    .innerJoin('companies as s', 's.id', 'q.signer_company_id')
    .selectAll('q')
    .select(['c.name as company_name', 'c.phone as company_phone', 'u.full_name', 'u.iin'])
    .select(sql<boolean>`q.expires_at <= now()`.as('is_expired'))
    .where('q.token_hash', '=', token_hash)
    .where('c.status', '<>', 'deleted')
    .where('s.status', '<>', 'deleted')
    .executeTakeFirst();
}
export type QuickSignRow = NonNullable<Awaited<ReturnType<typeof findQuickSign>>>;

export async function lockQuickSign(tx: Tx, id: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('quick_signs')
    .select('used_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.used_at;
}

export async function markQuickSign(db: Handle, id: number, what: 'opened_at' | 'used_at'): Promise<void> {
  await db
    .updateTable('quick_signs')
    .set({ [what]: sql`coalesce(${sql.ref(what)}, now())` })
    .where('id', '=', id)
    .execute();
}

/** The user of an executor, who is alone in their company. */
export function findSigner(db: Handle, executor_company_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'u.id',
      'u.full_name',
      'u.phone',
      'u.email',
      'u.locale',
      'u.is_phone_verified',
      'u.is_email_verified',
    ])
    .where((eb) => eb.and({ 'm.company_id': executor_company_id, 'm.role_id': 3 }))
    .where('m.ended_at', 'is', null)
    .where('u.status', '=', 'active')
    .orderBy('u.id')
    .executeTakeFirst();
}
export type Signer = NonNullable<Awaited<ReturnType<typeof findSigner>>>;

/** States in which a paper waits for its executor. */
const WAITING = pendingSignStatuses('executor');

/** Where the document stands, in the company that owns it. */
export async function findSubject(db: Handle, company_id: number, doc_type: 'act' | 'document', id: number) {
  const row = await db
    .selectFrom(doc_type === 'act' ? 'acts' : 'documents')
    .select(['company_id', 'contractor_company_id', 'version', 'status'])
    .where((eb) => eb.and({ company_id, id }))
    .executeTakeFirst();
  return row && { ...row, is_signable: (WAITING as readonly string[]).includes(row.status) };
}

/** How many papers of a company wait for the signature of one executor. */
export function countWaiting(
  db: Handle,
  doc_type: 'act' | 'document',
  { company_id, contractor_company_id }: { company_id: number; contractor_company_id: number },
): Promise<number> {
  return totalOf(waitingOf(db, doc_type, { company_id, contractor_company_id }));
}

function waitingOf(
  db: Handle,
  doc_type: 'act' | 'document',
  of: { company_id: number; contractor_company_id: number },
) {
  const own = db
    .selectFrom(doc_type === 'act' ? 'acts' : 'documents')
    .where((eb) => eb.and(of))
    .where('status', 'in', WAITING);
  return doc_type === 'act'
    ? own.where(sql<boolean>`deleted_at is null`)
    : own.where(sql<boolean>`is_contract`);
}

/** The oldest paper that waits, or null. */
export async function findNextWaiting(
  db: Handle,
  doc_type: 'act' | 'document',
  of: { company_id: number; contractor_company_id: number },
): Promise<number | null> {
  const row = await waitingOf(db, doc_type, of).select('id').orderBy('id').limit(1).executeTakeFirst();
  return row?.id ?? null;
}

/** Whether this link was used a moment ago: by a certificate, or by a phone that it had a code shown to. */
export async function isJustSigned(
  db: Handle,
  { id, act_id, document_id, company_id }: QuickSignRow,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select 1 from quick_signs where id = ${id} and used_at > now() - interval '15 minutes')
      or exists (select 1 from signatures s where s.company_id = ${company_id} and s.side = 'executor' and s.is_current
        and (s.act_id = ${act_id} or s.document_id = ${document_id}) and s.means = 'egov_mobile'
        and s.signed_at > now() - interval '15 minutes') as is`.execute(db);
  return rows[0]?.is ?? false;
}

/** Counts one more question of a link; false when it has asked them all. */
export async function takeQuestion(db: Handle, id: number, most: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('quick_signs')
    .set((eb) => ({ questions: eb('questions', '+', 1) }))
    .where('id', '=', id)
    .where('questions', '<', most)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a message of this event has taken a link along. */
export function isLinkSent(tx: Tx, message_key: string): Promise<boolean> {
  return hasRow(tx.selectFrom('quick_signs').select('id').where('message_key', '=', message_key).limit(1));
}

/** The links of a document, newest first, with what became of their messages. */
export function listLinks(db: Handle, company_id: number, doc_type: 'act' | 'document', id: number) {
  return db
    .selectFrom('quick_signs as q')
    .innerJoin('users as u', 'u.id', 'q.signer_user_id')
    .leftJoin('messages as m', 'm.event_key', 'q.message_key')
    .select(['q.id', 'q.channel', 'q.created_at', 'q.expires_at', 'q.opened_at', 'q.used_at', 'u.full_name'])
    .select(['m.state', 'm.gateway_says', 'm.sent_at'])
    .where('q.company_id', '=', company_id)
    .where(doc_type === 'act' ? 'q.act_id' : 'q.document_id', '=', id)
    .orderBy('q.id', 'desc')
    .limit(MOST_LINKS)
    .execute();
}
const MOST_LINKS = 20;

/** The frozen file behind a link with the version it belongs to now. */
export async function findLinkedFile(db: Handle, link: QuickSignRow) {
  const subject = await db
    .selectFrom(link.act_id ? 'acts' : 'documents')
    .select(['frozen_file_id', 'version'])
    .where((eb) => eb.and({ company_id: link.company_id, id: (link.act_id ?? link.document_id)! }))
    .executeTakeFirst();
  if (!subject?.frozen_file_id) return undefined;
  const file = await db
    .selectFrom('files')
    .select(['public_id', 'name', 'storage_key', 'sha256'])
    .where('company_id', '=', link.company_id)
    .where('id', '=', subject.frozen_file_id)
    .executeTakeFirst();
  return file && { ...file, version: subject.version };
}
