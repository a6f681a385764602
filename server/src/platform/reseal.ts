import { sql } from 'kysely';
import type { Database } from './db/database.ts';
import { makeKeyring, type Keyring, type MasterKeys } from './keyring.ts';
import type { Purpose } from './key-purposes.ts';
import type { Log } from './log.ts';

const PAGE = 500;

/** A column whose bytes are sealed under the master key. */
export interface SealedColumn {
  purpose: Purpose;
  table: string;
  /** By which rows are gone through; rows may share it. */
  key: string;
  column: string;
  /** Columns that the context is made of. */
  of: readonly string[];
  context(row: Readonly<Record<string, unknown>>): string;
  /** Bytes of earlier versions that are no seal but a hash under the key. */
  isHash?(kept: Buffer): boolean;
}

export interface Resealed {
  resealed: number;
  /** Open with no key of the ring. */
  lost: number;
  /** Need a former key as long as they are there. */
  hashes: number;
}

/** Seals again what a former master key sealed. Bears being broken off, and another process at the same. */
export async function reseal(
  db: Database,
  keys: MasterKeys,
  columns: readonly SealedColumn[],
  log: Log,
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, lost: 0, hashes: 0 };
  for (const of of columns) {
    const ring = makeKeyring(keys, of.purpose);
    for (let after: unknown = null; ;) {
      const rows = await readPage(db, of, after);
      for (const row of rows) await resealOne(db, ring, of, row, done, log);
      if (rows.length < PAGE) break;
      after = rows.at(-1)?.['key'];
    }
  }
  return done;
}

type Row = Record<string, unknown> & { kept: Buffer };

async function readPage(
  db: Database,
  { table, key, column, of }: SealedColumn,
  after: unknown,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as kept${sql.join(
      of.map((name) => sql`, ${sql.ref(name)}`),
      sql``,
    )}
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null ${after === null ? sql`` : sql`and ${sql.ref(key)} > ${after}`}
    order by ${sql.ref(key)} fetch first ${sql.lit(PAGE)} rows with ties`.execute(db);
  return rows;
}

async function resealOne(
  db: Database,
  ring: Keyring,
  of: SealedColumn,
  row: Row,
  done: Resealed,
  log: Log,
): Promise<void> {
  if (of.isHash?.(row.kept)) {
    done.hashes++;
    return;
  }
  try {
    const sealed = ring.reseal(of.context(row), row.kept);
    if (!sealed) return;
    // Only what was read: whoever wrote meanwhile has sealed with the present key.
    await sql`update ${sql.table(of.table)} set ${sql.ref(of.column)} = ${sealed}
      where ${sql.ref(of.key)} = ${row['key']} and ${sql.ref(of.column)} = ${row.kept}`.execute(db);
    done.resealed++;
  } catch (error) {
    if (!isSealBroken(error)) throw error;
    done.lost++;
    log.error({ event: 'keys.lost', table: of.table, column: of.column, key: String(row['key']) });
  }
}

/** As AES-GCM refuses a key, a context or bytes that are not those of the seal. */
function isSealBroken(error: unknown): boolean {
  return error instanceof Error && /unable to authenticate|Invalid authentication tag/.test(error.message);
}
