import { sql } from 'kysely';
import type { Handle } from './database.ts';

export interface WornIndex {
  name: string;
  is_valid: boolean;
  bytes: number;
  /** What a fresh one would take, by the statistics of its columns; an estimate from above. */
  fresh_bytes: number;
}

/**
 * Indexes that an interrupted build has left behind, and b-trees that have grown to many times what their entries need.
 * By statistics alone, so nothing is read and no extension is needed: an entry takes its columns, 12 bytes of its own
 * and what alignment adds, and pages are nine tenths full.
 */
export async function findWornIndexes(
  db: Handle,
  { least_bytes, times }: { least_bytes: number; times: number },
): Promise<WornIndex[]> {
  const { rows } = await sql<WornIndex>`
    with judged as (
      select i.indexrelid::regclass::text as name, i.indisvalid as is_valid,
        pg_relation_size(i.indexrelid) as bytes,
        ceil(greatest(c.reltuples, 0) * (20 + coalesce((
          select sum(s.avg_width) from pg_attribute a
          join pg_stats s on s.schemaname = n.nspname and s.tablename = t.relname
            and s.attname = a.attname and not s.inherited
          where a.attrelid = i.indrelid and a.attnum = any(i.indkey)), 24)) / 0.9)::bigint + 16384 as fresh_bytes,
        m.amname = 'btree' and t.reltuples >= 0 and i.indexprs is null as is_known
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_am m on m.oid = c.relam
      join pg_class t on t.oid = i.indrelid
      join pg_namespace n on n.oid = t.relnamespace
      where n.nspname in ('public', 'sandbox')
    )
    select name, is_valid, bytes, fresh_bytes from judged
    where not is_valid or (is_known and bytes >= ${least_bytes} and bytes > ${times} * fresh_bytes)
    order by name`.execute(db);
  return rows;
}
