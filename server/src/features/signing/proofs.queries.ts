import { sql } from 'kysely';
import { violatedConstraint, type Handle, type Tx } from '../../platform/db/database.ts';
import { withFiles, type StoredFile } from '../../platform/files/files.ts';
import { givenUp } from '../../platform/files/journal-uploads.ts';

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
    .select(['f.name', 'f.storage_key', 'f.sha256'])
    .where('s.company_id', '=', key.company_id)
    .where('s.signed_file_id', '=', key.signed_file_id)
    .where('s.kind', '=', key.kind)
    .where('s.signatures_digest', '=', key.signatures_digest)
    .executeTakeFirst();
}

/**
 * Adds the file as the one that was made of these signatures, in one statement, so that nothing is locked while bytes
 * are stored. Of two who do so at once the second waits for the first and adds nothing: false.
 */
export async function addProofFile(db: Handle, key: ProofKey, stored: StoredFile): Promise<boolean> {
  try {
    await withFiles(db, [stored])
      .insertInto('signature_files')
      .columns(['company_id', 'signed_file_id', 'kind', 'signatures_digest', 'file_id'])
      .expression((eb) =>
        eb
          .selectFrom('file')
          .select([
            eb.val(key.company_id).as('company_id'),
            eb.val(key.signed_file_id).as('signed_file_id'),
            eb.val(key.kind).as('kind'),
            eb.val(key.signatures_digest).as('signatures_digest'),
            'file.id as file_id',
          ]),
      )
      .returning('file_id')
      .executeTakeFirstOrThrow(givenUp);
    return true;
  } catch (error) {
    if (violatedConstraint(error) !== 'signature_files_pkey') throw error;
    return false;
  }
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
