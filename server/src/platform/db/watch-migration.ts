import type pg from 'pg';
import type { Migration } from './migration-files.ts';

/**
 * What a statement does to a table that was there before:
 * - `moment`: others wait for it, but it only writes the catalogue;
 * - `reads`: others wait while the whole table, or all of its index, is read;
 * - `rewrites`: others wait while the whole table is written once more;
 * - `rows`: it changes rows, which stay locked until all of them are changed;
 * - `beside`: nobody waits for it.
 */
export type Cost = 'moment' | 'reads' | 'rewrites' | 'rows' | 'beside';

export interface Effect {
  /** With its schema where it is not `public`. */
  table: string;
  /** As PostgreSQL calls it (18, table 13.2), without the word Lock. */
  lock: string;
  cost: Cost;
}

export interface WatchedStatement {
  text: string;
  effects: Effect[];
  /** Tables and columns that were there before and are gone. */
  drops: string[];
}

/**
 * Applies a file to a database that nobody else uses, statement by statement, and tells what each of them did: by the
 * locks it holds, the files of its tables and how often they were read. Nothing has to be guessed from its words, and
 * the tables may be empty. The connection must be a superuser's, or the owner's.
 */
export async function watchMigration(client: pg.Client, migration: Migration): Promise<WatchedStatement[]> {
  const statements = statementsOf(migration.text);
  if (migration.way !== 'whole') {
    // Neither keeps anybody waiting, and in a transaction the one would fail.
    await client.query(migration.text);
    return statements.map((text) => ({ text, effects: [], drops: [] }));
  }
  await client.query('begin');
  try {
    const watched = await watchStatements(client, statements);
    await client.query('commit');
    return watched;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function watchStatements(client: pg.Client, statements: string[]): Promise<WatchedStatement[]> {
  const watched: WatchedStatement[] = [];
  const first = await look(client);
  let before = first;
  for (const text of statements) {
    await client.query(text);
    const after = await look(client);
    watched.push({ text, ...compare(before, after, first) });
    before = after;
  }
  return watched;
}

interface Look {
  /** File node and number of readings so far, by table. */
  tables: Map<string, { node: string; readings: number }>;
  columns: Set<string>;
  /** `table lock` held by this transaction. */
  locks: Set<string>;
}

async function look(client: pg.Client): Promise<Look> {
  const { rows } = await client.query<{
    name: string;
    node: string;
    readings: number;
    columns: string[];
    locks: string[];
  }>(
    `select c.oid::regclass::text as name, c.relfilenode::text as node,
       coalesce(s.seq_scan + coalesce(s.idx_scan, 0), 0)::int as readings,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       array(select replace(mode, 'Lock', '') from pg_locks l
         where l.relation = c.oid and l.pid = pg_backend_pid() and l.granted) as locks
     from pg_class c left join pg_stat_xact_all_tables s on s.relid = c.oid
     where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'sandbox')`,
  );
  return {
    tables: new Map(rows.map(({ name, node, readings }) => [name, { node, readings }])),
    columns: new Set(rows.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))),
    locks: new Set(rows.flatMap(({ name, locks }) => locks.map((lock) => `${name} ${lock}`))),
  };
}

/** From the weakest that is worth a word. Reading a table, as a foreign key's check does, hinders nobody. */
const LOCKS = [
  'RowExclusive',
  'ShareUpdateExclusive',
  'Share',
  'ShareRowExclusive',
  'Exclusive',
  'AccessExclusive',
];
/** From here on those who write have to wait. */
const STOPS_WRITERS = LOCKS.indexOf('Share');

/** Of what was there at `first`: nobody waits for a table that the same file has made. */
function compare(before: Look, after: Look, first: Look): Pick<WatchedStatement, 'effects' | 'drops'> {
  const effects: Effect[] = [];
  for (const [table, { node, readings }] of before.tables) {
    if (!first.tables.has(table)) continue;
    const now = after.tables.get(table);
    // A lock that an earlier statement took is still in force.
    const strength = LOCKS.findLastIndex((lock) => after.locks.has(`${table} ${lock}`));
    const isNew = strength >= 0 && !before.locks.has(`${table} ${LOCKS[strength]}`);
    const isRead = now !== undefined && now.readings > readings;
    const isRewritten = now !== undefined && now.node !== node;
    if (strength < 0 || !(isNew || isRead || isRewritten)) continue;
    effects.push({ table, lock: LOCKS[strength]!, cost: costOf(strength, isRead, isRewritten) });
  }
  const gone = [...before.tables.keys()].filter((name) => first.tables.has(name) && !after.tables.has(name));
  const drops = [...before.columns].filter(
    (name) =>
      first.columns.has(name) &&
      !after.columns.has(name) &&
      after.tables.has(name.slice(0, name.lastIndexOf('.'))),
  );
  return { effects, drops: [...gone, ...drops] };
}

function costOf(strength: number, isRead: boolean, isRewritten: boolean): Cost {
  if (isRewritten) return 'rewrites';
  if (strength < STOPS_WRITERS) return LOCKS[strength] === 'RowExclusive' && isRead ? 'rows' : 'beside';
  return isRead ? 'reads' : 'moment';
}

/**
 * The statements of a file, each with the comments before it. Knows the quotes of PostgreSQL (18, 4.1.2): texts, names,
 * dollars, comments. Only for watching: a file is applied as it stands.
 */
export function statementsOf(text: string): string[] {
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^;'"$/-]+|[\s\S]/g;
  const statements: string[] = [];
  let current = '';
  for (const [piece] of text.matchAll(token)) {
    current += piece;
    if (piece !== ';') continue;
    statements.push(current.trim());
    current = '';
  }
  return current.replaceAll(/--[^\n]*/g, '').trim() ? [...statements, current.trim()] : statements;
}
