import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';

export type ProofKind = 'ddc' | 'signed_cms' | 'sign_info';

export interface ProofKey {
  company_id: number;
  signed_file_id: number;
  kind: ProofKind;
  signatures_digest: Buffer;
}

/** What was made of these very signatures before. */
export function findProofFile(db: Handle, key: ProofKey) {
  return db
    .selectFrom('signature_files as s')
    .innerJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 's.company_id').onRef('f.id', '=', 's.file_id'),
    )
    .select(['f.id', 'f.name', 'f.storage_key', 'f.sha256'])
    .where('s.company_id', '=', key.company_id)
    .where('s.signed_file_id', '=', key.signed_file_id)
    .where('s.kind', '=', key.kind)
    .where('s.signatures_digest', '=', key.signatures_digest)
    .executeTakeFirst();
}

/** The frozen file itself is the lock: two who ask at once get the bytes of the first. */
export async function lockFrozenFile(tx: Tx, key: ProofKey): Promise<void> {
  await tx
    .selectFrom('files')
    .select('id')
    .where((eb) => eb.and({ company_id: key.company_id, id: key.signed_file_id }))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function addProofFile(tx: Tx, key: ProofKey, file_id: number): Promise<void> {
  await tx
    .insertInto('signature_files')
    .values({ ...key, file_id })
    .execute();
}

/** The frozen bytes' row by its id, as `findFrozenByPublicId` wants it named. */
export function findFileRow(db: Handle, company_id: number, file_id: number) {
  return db
    .selectFrom('files')
    .select(['public_id', 'name', 'storage_key', 'sha256'])
    .where((eb) => eb.and({ company_id, id: file_id }))
    .executeTakeFirst();
}

/** Contracts whose papers are to be made, newest first: those that were just signed are looked at first. */
export function listContractsWithoutPapers(db: Handle, limit: number) {
  return db
    .selectFrom('documents')
    .select(['id', 'company_id', 'frozen_file_id'])
    .where('papers_due_at', '<=', sql<Date>`now()`)
    .orderBy('papers_due_at', 'desc')
    .limit(limit)
    .execute();
}

/** The papers are made, or cannot be made now: then they are tried again in an hour. */
export async function setPapersDue(
  db: Handle,
  document_id: number,
  due: 'never' | 'in_an_hour',
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ papers_due_at: due === 'never' ? null : sql`now() + interval '1 hour'` })
    .where('id', '=', document_id)
    .execute();
}

export function getSigner(tx: Tx, user_id: number) {
  return tx
    .selectFrom('users')
    .select(['full_name', 'iin', 'locale'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
}
