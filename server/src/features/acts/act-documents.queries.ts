import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';

interface OfAct {
  company_id: number;
  act_id: number;
}

function withFile(db: Handle) {
  return db
    .selectFrom('act_documents as d')
    .innerJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 'd.company_id').onRef('f.id', '=', 'd.file_id'),
    )
    .innerJoin('companies as c', 'c.id', 'd.author_company_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .selectAll('d')
    .select([
      'f.media_type',
      'f.size_bytes',
      'f.sha256',
      'f.storage_key',
      'c.name as company_name',
      'u.full_name as user_name',
    ]);
}
export type ActDocumentRow = Awaited<ReturnType<ReturnType<typeof withFile>['executeTakeFirstOrThrow']>>;

/** In the order they were added. */
export function listActDocuments(db: Handle, { company_id, act_id: id }: OfAct): Promise<ActDocumentRow[]> {
  return listDocumentsOfActs(db, [{ company_id, id }]);
}

export function listDocumentsOfActs(
  db: Handle,
  acts: readonly { company_id: number; id: number }[],
): Promise<ActDocumentRow[]> {
  return withFile(db)
    .where('d.company_id', '=', sql<number>`any(${acts.map((act) => act.company_id)}::bigint[])`)
    .where('d.act_id', '=', sql<number>`any(${acts.map((act) => act.id)}::bigint[])`)
    .orderBy('d.id')
    .execute();
}

/** Whoever's act it lies beside: the caller asks for the act through the actor. */
export function findActDocument(db: Handle, id: number): Promise<ActDocumentRow | undefined> {
  return withFile(db).where('d.id', '=', id).executeTakeFirst();
}

export async function addActDocument(
  tx: Tx,
  act: OfAct,
  author: CompanyActor,
  file: { title: string; file_id: number },
): Promise<number> {
  return idOf(
    tx
      .insertInto('act_documents')
      .values({
        ...act,
        ...file,
        side: author.role,
        author_company_id: author.company_id,
        user_id: author.user_id,
      })
      .returning('id'),
  );
}

/** The row of the file goes too; its bytes, which no row knows then, are swept away after a day. */
export async function deleteActDocument(tx: Tx, row: ActDocumentRow): Promise<void> {
  const { company_id, id, file_id } = row;
  await tx.deleteFrom('act_documents').where('company_id', '=', company_id).where('id', '=', id).execute();
  await tx.deleteFrom('files').where('company_id', '=', company_id).where('id', '=', file_id).execute();
}
