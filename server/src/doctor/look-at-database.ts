import { sql } from 'kysely';
import pg from 'pg';
import { makeClockGuard } from '../platform/clock-guard.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { countConnections } from '../platform/db/count-connections.ts';
import { assertDatabaseFit } from '../platform/db/database-fitness.ts';
import type { Database } from '../platform/db/database.ts';
import { findWornIndexes } from '../platform/db/find-worn-indexes.ts';
import { MIGRATIONS } from '../platform/db/migration-files.ts';
import { findMissing } from '../platform/db/missing-migrations.ts';
import { begunAs, installationFault } from '../platform/installation.ts';
import { makeLog } from '../platform/log.ts';
import { connectionsOf, type ProcessSettings } from '../platform/process-settings.ts';
import { ok, wrong, type Finding } from './finding.ts';

/** A smaller index is rebuilt by nobody, however worn. */
const WORN = { least_bytes: 64 * 2 ** 20, times: 4 };

/** @param durable false only for tests, whose database forgets */
export async function lookAtServer(
  url: string,
  settings: Pick<ProcessSettings, 'pools'>,
  durable: boolean,
): Promise<Finding[]> {
  await assertDatabaseFit(url, durable, connectionsOf(settings));
  return [ok('PostgreSQL answers and is fit for use.')];
}

export async function lookAtConnections(db: Database): Promise<Finding[]> {
  const { available, processes, most, others } = await countConnections(db);
  const now = `${processes} processes of Kelisim run and may open ${most} connections together; other programs have ${others} open, and PostgreSQL has ${available} for all of them.`;
  if (most + others <= available) return [ok(now)];
  return [
    wrong(
      `${now} Raise max_connections by at least ${most + others - available}, or lower POOL_PEOPLE and POOL_RUNS; both need a restart.`,
    ),
  ];
}

export async function lookAtClock(db: Database, clock: Clock): Promise<Finding[]> {
  const guard = makeClockGuard(db, clock, makeLog('silent'));
  await guard.assertRight();
  return [
    ok(
      `The clock of this machine is within ${Math.ceil(Math.abs(guard.offMs()) / 1000)} s of the database's.`,
    ),
  ];
}

export async function lookAtMigrations(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const missing = await findMissing(client, MIGRATIONS);
    const [first] = missing;
    if (!first) return [ok('All migrations of this version are applied.')];
    return [
      wrong(
        `${missing.length} migrations are not applied, the first of them ${first.name}. Look at them with "npm run migrate -- --plan" and apply them with "npm run migrate".`,
      ),
    ];
  } finally {
    await client.end();
  }
}

export async function lookAtIndexes(db: Database, worn = WORN): Promise<Finding[]> {
  const found = await findWornIndexes(db, worn);
  if (found.length === 0) return [ok('No index is broken or worn.')];
  return found.map(({ name, is_valid, bytes, fresh_bytes }) =>
    wrong(
      is_valid
        ? `The index ${name} takes ${megabytes(bytes)} MB, a fresh one some ${megabytes(fresh_bytes)} MB. Rebuild it beside the work, as the owner of the tables: reindex index concurrently ${name};`
        : `The index ${name} is not used, since its building was interrupted. See that "npm run migrate" has nothing to do, then remove it as the owner of the tables: drop index concurrently ${name};`,
    ),
  );
}

/** Whether it was begun as what the settings make of it. */
export async function lookAtInstallation(db: Database, config: Config): Promise<Finding[]> {
  const begun = await begunAs(db);
  const fault = installationFault(begun, config);
  if (fault !== null) return [wrong(fault)];
  if (begun.as === null) return [ok('The next start says what kind of installation this database is of.')];
  return [ok('The database was begun as the kind of installation that the settings name.')];
}

const megabytes = (bytes: number) => Math.max(1, Math.round(bytes / 2 ** 20));

/** Whether the product has ever made its tables here. */
export async function hasTables(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('restore_trials') is not null as found`.execute(db);
  return rows.some(({ found }) => found);
}
