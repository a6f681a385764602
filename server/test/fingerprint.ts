import { sql } from 'kysely';
import type { Database } from '../src/platform/db/database.ts';
import type { TestApp } from './make-app.ts';

/** Whoever was refused is written down beside the call, a moment after its answer. */
const NOT_DENIED = sql`where t.kind <> 'denied'`;

/** An upload whose change was refused is in the journal until it is swept; nobody can see it. */
const JOURNAL = 'file_uploads';

/** Tells pages to read again, whether or not they find anything new. No relay runs in tests. */
const TOLD = 'untold_changes';

/** Counts requests of API keys, refused ones too. */
const COUNTED = 'api_key_minutes';

/** When a key was last used is kept beside what it may do. */
const print = (name: string) =>
  name === 'public.api_keys' ? sql`(to_jsonb(t) - array['last_used_at', 'last_ip'])::text` : sql`t::text`;

/** The last print of each table of a database: only what was written to since is read again. */
const known = new WeakMap<Database, Record<string, string>>();

/** Per table the number of its rows and a sum over their contents: equal before and after when nothing was changed. */
export async function fingerprint(
  app: TestApp,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const db = app.owner;
  if (!known.has(db)) {
    await watch(db);
    known.set(db, {});
  }
  const prints = known.get(db)!;
  // A table written to meanwhile is noted again and read the next time.
  const touched = await sql<{ name: string }>`delete from watch.touched returning name`.execute(db);
  const names = [...new Set(touched.rows.map(({ name }) => name))];
  if (names.length > 0) {
    const readings = names.map(
      (name) => sql`
        select ${sql.lit(name)} as name,
          count(*) || ':' || coalesce(sum(hashtextextended(${print(name)}, 0)::numeric), 0) as print
        from ${sql.table(name)} t ${name === 'public.security_events' ? NOT_DENIED : sql``}`,
    );
    const { rows } = await sql<{
      name: string;
      print: string;
    }>`${sql.join(readings, sql` union all `)}`.execute(db);
    for (const { name, print } of rows) prints[name] = print;
  }
  const skipped = new Set([JOURNAL, TOLD, COUNTED, ...except].map((name) => `public.${name}`));
  return Object.fromEntries(Object.entries(prints).filter(([name]) => !skipped.has(name)));
}

/** Notes each table that is written to; at first every one of them counts as written. */
async function watch(db: Database): Promise<void> {
  await sql`create schema watch`.execute(db);
  await sql`create table watch.touched as
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'sandbox')`.execute(db);
  await sql`create function watch.touch() returns trigger security definer language plpgsql as $$
    begin
      insert into watch.touched values (tg_table_schema || '.' || tg_table_name);
      return null;
    end $$`.execute(db);
  await sql`do $$
    declare one record;
    begin
      for one in select name from watch.touched loop
        execute format('create trigger zz_touched after insert or update or delete or truncate on %s
          for each statement execute function watch.touch()', one.name::regclass);
      end loop;
    end $$`.execute(db);
}
