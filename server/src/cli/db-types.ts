/**
 * Writes server/src/platform/db/tables.ts from a migrated database, so that no row type is ever typed by hand.
 * Usage: node server/src/cli/db-types.ts <database url> [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';

const TARGET = new URL('../platform/db/tables.ts', import.meta.url);
const KINDS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'string',
  text: 'string',
  name: 'string',
  bool: 'boolean',
  date: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'Json',
  inet: 'string',
  tsvector: 'string',
  _text: 'string[]',
  _int4: 'number[]',
};

interface Column {
  schema: string;
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  generated: boolean;
  /** The check constraints that name this column alone, as PostgreSQL writes them. */
  checks: string[];
}

/** `CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text])))`, which `status in ('draft', 'sent')` becomes. */
const ONE_OF = /^CHECK \(\(\w+ = ANY \(ARRAY\[('[^']+'::text(?:, '[^']+'::text)*)\]\)\)\)(?: NOT VALID)?$/;

/** The text of tables.ts for a database. */
export async function tableTypes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Column>(`
    select n.nspname as schema, c.relname as table, a.attname as name, t.typname as type,
           not a.attnotnull as nullable, (a.atthasdef or a.attidentity <> '') as has_default,
           (a.attgenerated <> '' or a.attidentity = 'a') as generated,
           array(select pg_get_constraintdef(k.oid) from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    where n.nspname in ('public', 'sandbox') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by 1, 2, a.attnum`);
  await client.end();
  const tables = Map.groupBy(rows, (row) =>
    row.schema === 'public' ? row.table : `${row.schema}.${row.table}`,
  );
  const lines = [
    '// Made by server/src/cli/db-types.ts from the migrated database; do not edit.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '',
    '/** Values of jsonb columns: written as text, read as parsed. */',
    'export type Json = ColumnType<unknown, string | null, string | null>;',
    '',
    'export interface Tables {',
  ];
  for (const [table, columns] of tables) {
    lines.push(`  ${table.includes('.') ? `'${table}'` : table}: {`);
    for (const column of columns) lines.push(fieldOf(column));
    lines.push('  };');
  }
  lines.push('}', '');
  return lines.join('\n');
}

/** One field, broken as the formatter breaks a long union. */
function fieldOf(column: Column): string {
  const line = `    ${column.name}: ${columnType(column)};`;
  if (line.length <= 110) return line;
  return line.replace(': ', ':\n      | ').replaceAll("' | ", "'\n      | ");
}

function columnType(column: Column): string {
  const base = column.name.endsWith('_tiyn') ? 'bigint' : (unionOf(column) ?? KINDS[column.type]);
  if (!base) throw new Error(`no type for ${column.table}.${column.name} (${column.type})`);
  const type = column.nullable ? `${base} | null` : base;
  if (column.generated) return `GeneratedAlways<${type}>`;
  return column.has_default ? `Generated<${type}>` : type;
}

/** The values that a check constraint allows, as a union. */
function unionOf({ checks }: Column): string | null {
  const list = checks.map((check) => ONE_OF.exec(check)?.[1]).find((found) => found !== undefined);
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ') ?? null;
}

if (import.meta.main) {
  const [url, check] = process.argv.slice(2);
  if (!url) throw new Error('usage: node server/src/cli/db-types.ts <database url> [--check]');
  const text = await tableTypes(url);
  if (check !== '--check') writeFileSync(TARGET, text);
  else if (readFileSync(TARGET, 'utf8') !== text) {
    console.error('tables.ts is not what the migrations make; run the command without --check');
    process.exitCode = 1;
  }
}
