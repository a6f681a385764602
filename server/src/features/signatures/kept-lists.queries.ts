import { sql, type Insertable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

/** The lists of each of these signatures that has any, by their digests. */
export async function listLinks(
  db: Handle,
  signature_ids: readonly number[],
): Promise<Map<number, Buffer[]>> {
  const links = new Map<number, Buffer[]>();
  if (signature_ids.length === 0) return links;
  const rows = await db
    .selectFrom('signature_lists')
    .select(['signature_id', 'sha256'])
    .where('signature_id', 'in', signature_ids)
    .orderBy('signature_id')
    .orderBy('position')
    .execute();
  for (const { signature_id, sha256 } of rows)
    links.set(signature_id, [...(links.get(signature_id) ?? []), sha256]);
  return links;
}

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
