import { sql } from 'kysely';
import type { TestApp } from './make-app.ts';

/** Per table the number of its rows and a sum over their contents: equal before and after when nothing was changed. */
export async function fingerprint(
  app: TestApp,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const { db } = app.parts;
  const tables = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'sandbox') order by 1`.execute(db);
  const counts = tables.rows
    .map(({ name }) => name)
    .filter((name) => !except.includes(name.replace('public.', '')))
    .map(
      (name) => sql`
        select ${sql.lit(name)} as name,
          count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as print
        from ${sql.table(name)} t`,
    );
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.print]));
}
