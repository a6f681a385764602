/**
 * `npm run migrate`: brings the database of DATABASE_URL to the newest shape as the role of DATABASE_OWNER_URL and gives
 * the application's role its privileges, so the address of the owner never reaches the process that serves. With
 * `--plan` it changes nothing and prints each statement with the locks it takes and how long others wait for it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { MigrationNews } from '../platform/db/apply-migration.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { MIGRATIONS } from '../platform/db/migration-files.ts';
import { planMigrations, type PlannedMigration } from '../platform/db/plan-migrations.ts';
import { StartRefused } from '../platform/start-refused.ts';

const WAYS = {
  whole: 'in one transaction, which waits at most 300 ms for a table and is tried again',
  outside: 'outside of a transaction; nobody waits for it',
  batches: 'in batches; nobody waits for it',
} as const;

const COSTS = {
  moment: 'for a moment',
  reads: 'while it is read',
  rewrites: 'while all of it is written once more',
  rows: 'only for the rows that it changes',
  beside: 'nobody waits',
} as const;

const { DATABASE_URL: url, DATABASE_OWNER_URL: owner_url } = process.env;
const { values: asked } = parseArgs({ options: { plan: { type: 'boolean', default: false } } });
if (!url) {
  console.error('Set DATABASE_URL, and DATABASE_OWNER_URL where another role owns the tables.');
  process.exit(64);
}
try {
  const text = asked.plan ? await plan(url) : await apply(url);
  console.log(text || 'Nothing to do.');
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function apply(database_url: string): Promise<string> {
  const { applied } = await migrate({ url: database_url, owner_url: owner_url || null, tell });
  return applied.join('\n');
}

function tell(news: MigrationNews): void {
  if (news.kind === 'waits_for_lock') console.error(`${news.name}: waits for a table, try ${news.tries}`);
  if (news.kind === 'batch') console.error(`${news.name}: ${news.rows} rows`);
}

/** Tried in an empty database of the product's own, which is thrown away. */
async function plan(database_url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kelisim-plan-'));
  try {
    const trial = await startEmbeddedPostgres({ dataDir: folder, durable: false });
    try {
      const scratch = new URL(trial.superuser_url);
      scratch.pathname = '/kelisim';
      return (await planMigrations(database_url, scratch.href, MIGRATIONS)).map(told).join('\n\n');
    } finally {
      await trial.stop();
      if (trial.folder !== folder) rmSync(trial.folder, { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function told({ name, way, statements }: PlannedMigration): string {
  const lines = statements.flatMap(({ text, effects, drops }) => [
    text.replaceAll(/^/gm, '    '),
    ...effects.map(
      ({ table, lock, cost, rows, bytes }) =>
        `    → ${table}: ${lock}, ${COSTS[cost]} (some ${rows} rows, ${Math.ceil(bytes / 2 ** 20)} MB)`,
    ),
    ...drops.map((dropped) => `    → takes away ${dropped}: the version before may still use it`),
  ]);
  return [`${name} (${WAYS[way]})`, ...lines].join('\n');
}
