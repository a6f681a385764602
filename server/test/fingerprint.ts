import { sql } from 'kysely';
import type { Database } from '../src/platform/db/database.ts';
import type { TestApp } from './make-app.ts';

/** An upload whose change was refused is in the journal until it is swept; nobody can see it. */
const JOURNAL = 'file_uploads';

/** Tells pages to read again, whether or not they find anything new. No relay runs in tests. */
const TOLD = 'untold_changes';

/** Counts requests of API keys, refused ones too. */
const COUNTED = 'api_key_minutes';

/** By how many rows each table of a database differs from when it was first asked about, and the sum over their contents. */
const known = new WeakMap<Database, Record<string, { rows: bigint; sum: bigint }>>();

/**
 * Per table by how many rows, and by what sum over their contents, it differs from the first time: equal before and after
 * when nothing was changed. Only rows that were written are read: tables grow while they are watched.
 */
export async function fingerprint(
  app: TestApp,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const db = app.owner;
  if (!known.has(db)) known.set(db, Object.fromEntries((await watch(db)).map((name) => [name, NOTHING])));
  const prints = known.get(db)!;
  const { rows } = await sql<{ name: string; rows: string; sum: string }>`
    delete from watch.written returning name, rows::text as rows, sum::text as sum`.execute(db);
  for (const { name, rows: more, sum } of rows) {
    const was = prints[name]!;
    prints[name] = { rows: was.rows + BigInt(more), sum: was.sum + BigInt(sum) };
  }
  const skipped = new Set([JOURNAL, TOLD, COUNTED, ...except].map((name) => `public.${name}`));
  return Object.fromEntries(
    Object.entries(prints)
      .filter(([name]) => !skipped.has(name))
      .map(([name, { rows, sum }]) => [name, `${rows}:${sum}`]),
  );
}

const NOTHING = { rows: 0n, sum: 0n };

/** Notes of each table what every statement takes from it and adds to it. Resolves to their names. */
async function watch(db: Database): Promise<string[]> {
  await sql`create schema watch`.execute(db);
  await sql`create table watch.written (name text, rows bigint, sum numeric)`.execute(db);
  // When a key was last used is kept beside what it may do.
  // Whoever was refused is written down beside the call, a moment after its answer.
  const noteOf = (rows: string, sign: string, table = 'of_table') => `
    insert into watch.written
    select ${table}, ${sign}count(*), ${sign}sum(hashtextextended(case ${table}
      when 'public.api_keys' then (to_jsonb(t) - array['last_used_at', 'last_ip'])::text else t::text end, 0)::numeric)
    from ${rows} t
    where ${table} <> 'public.security_events' or to_jsonb(t) ->> 'kind' <> 'denied'
    having count(*) > 0;`;
  const ways = {
    insert: ['after', 'referencing new table as new_rows', noteOf('new_rows', '')],
    delete: ['after', 'referencing old table as old_rows', noteOf('old_rows', '-')],
    update: [
      'after',
      'referencing old table as old_rows new table as new_rows',
      noteOf('old_rows', '-') + noteOf('new_rows', ''),
    ],
    truncate: [
      'before',
      '',
      `execute format($note$${noteOf('%1$s', '-', '%2$L')}$note$, of_table::regclass, of_table);`,
    ],
  } as const;
  const { rows: tables } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'sandbox')`.execute(db);
  for (const [way, [when, referencing, note]] of Object.entries(ways)) {
    // Times are written alike, whoever writes.
    await sql
      .raw(
        `create function watch.${way}() returns trigger security definer set timezone = 'UTC' language plpgsql as $$
        declare of_table text := tg_table_schema || '.' || tg_table_name;
        begin
          ${note}
          return null;
        end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `do $$
        begin
          ${tables
            .map(
              ({ name }) => `create trigger zz_${way} ${when} ${way} on ${name} ${referencing}
                for each statement execute function watch.${way}();`,
            )
            .join('\n')}
        end $$`,
      )
      .execute(db);
  }
  return tables.map(({ name }) => name);
}
