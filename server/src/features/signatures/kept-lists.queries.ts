import { sql, type Insertable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

/** The lists that are kept beside a signature, by their digests; for most there are none. */
export const listsOf = (signatures: 'signatures' | 's') =>
  sql<Buffer[]>`array(select l.sha256 from signature_lists l
    where l.company_id = ${sql.ref(`${signatures}.company_id`)} and l.signature_id = ${sql.ref(`${signatures}.id`)}
    order by l.position)`.as('lists');

export async function readLists(db: Handle, wanted: readonly Buffer[]): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('revocation_lists')
    .select(['sha256', 'bytes'])
    .where('sha256', 'in', wanted)
    .execute();
  return wanted.flatMap((digest) => rows.find(({ sha256 }) => sha256.equals(digest))?.bytes ?? []);
}

export async function listKnown(tx: Tx, digests: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('revocation_lists')
    .select('sha256')
    .where('sha256', 'in', digests)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

export async function addList(tx: Tx, sha256: Buffer, list: Uint8Array): Promise<void> {
  await tx
    .insertInto('revocation_lists')
    .values({ sha256, bytes: Buffer.from(list) })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function addLinks(
  tx: Tx,
  links: readonly Insertable<Tables['signature_lists']>[],
): Promise<void> {
  await tx.insertInto('signature_lists').values(links).execute();
}

/** How many bytes the lists have together. */
export async function sizeOf(db: Handle, digests: readonly Buffer[]): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(octet_length(bytes)), 0)::int as size from revocation_lists
    where sha256 = any(${digests})`.execute(db);
  return rows[0]!.size;
}
