import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The migrations of this version. */
export const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

/**
 * How a file is applied, told by its first line:
 * - `whole` (no such line): in one transaction;
 * - `outside`, `-- Outside of a transaction.`: one statement, such as `create index concurrently if not exists`;
 * - `batches`, `-- In batches.`: one statement with a limit, repeated until it changes no row, each time in a transaction
 *   of its own.
 */
export type MigrationWay = 'whole' | 'outside' | 'batches';

export interface Migration {
  /** Of the file; they are applied in the order of their names. */
  name: string;
  text: string;
  /** SHA-256 of the text, in hexadecimal. */
  hash: string;
  way: MigrationWay;
}

const FIRST_LINES: readonly [string, MigrationWay][] = [
  ['-- Outside of a transaction.', 'outside'],
  ['-- In batches.', 'batches'],
];

/** The migrations of a folder in their order. */
export function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return names.toSorted().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    const way = FIRST_LINES.find(([line]) => text.startsWith(line))?.[1] ?? 'whole';
    return { name, text, hash, way };
  });
}
