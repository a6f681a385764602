import { sql } from 'kysely';
import type { Handle } from '../server/src/platform/db/database.ts';

/**
 * Bytes on disk of each table of the product, with its indexes and long values. `vacuum` leaves room in them, in which the
 * rows of the next month find place; `vacuum full` leaves none.
 */
export async function readTableBytes(
  db: Handle,
  after: 'vacuum' | 'vacuum full' = 'vacuum',
): Promise<Map<string, number>> {
  await sql.raw(after).execute(db);
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'bench_%'`.execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** What a paid act costs to keep: in the database, by table since `before` was read, and in files. */
export async function countBytesPerAct(db: Handle, acts: number, before: ReadonlyMap<string, number>) {
  const each = (bytes: number) => Math.round(bytes / acts);
  const grown = async (after: 'vacuum' | 'vacuum full') =>
    [...(await readTableBytes(db, after))]
      .map(([name, bytes]): [string, number] => [name, each(bytes - (before.get(name) ?? 0))])
      .filter(([, bytes]) => bytes > 0)
      .toSorted(([, one], [, other]) => other - one);
  const sumOf = (tables: [string, number][]) => tables.reduce((sum, [, bytes]) => sum + bytes, 0);
  const loose = await grown('vacuum');
  const { rows } = await sql<{ files: number; signature: number; hot: Record<string, string> }>`
    select (select sum(size_bytes) from files)::bigint as files,
      (select avg(pg_column_size(s.*)) from signatures s)::int as signature,
      (select jsonb_object_agg(relname, n_tup_hot_upd || ' of ' || n_tup_upd) from pg_stat_user_tables
        where relname in ('acts', 'bulk_items', 'bulk_runs', 'payment_orders')) as hot`.execute(db);
  const { files, signature, hot } = rows[0]!;
  const packed = await grown('vacuum full');
  return {
    database_bytes_per_act: sumOf(loose),
    packed_database_bytes_per_act: sumOf(packed),
    file_bytes_per_act: each(files),
    bytes_per_signature_row: signature,
    hot_updates: hot,
    bytes_by_table: Object.fromEntries(loose),
    packed_bytes_by_table: Object.fromEntries(packed),
  };
}
