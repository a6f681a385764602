import { openFileStore } from '../adapters/file-store/open-file-store.ts';
import {
  assertBackupSettings,
  readBackupSettings,
  type BackupSettings,
} from '../platform/backup/backup-settings.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { ConfigError, readConfig, type Config } from '../platform/config.ts';
import type { Database } from '../platform/db/database.ts';
import { look, ok, wrong, type Finding } from './finding.ts';
import { lookAtBackups, lookAtEscrow, lookAtKeys, lookAtTrials } from './look-at-backups.ts';
import {
  hasTables,
  lookAtClock,
  lookAtConnections,
  lookAtIndexes,
  lookAtInstallation,
  lookAtMigrations,
  lookAtServer,
} from './look-at-database.ts';
import { lookAtNode, lookAtSpace, lookAtTrust, spaceOfTheirs } from './look-at-machine.ts';
import { lookAtPackages } from './look-at-packages.ts';
import { lookAtStore } from './look-at-store.ts';

type Environment = Record<string, string | undefined>;
type WithDatabase = (work: (db: Database, url: string) => Promise<void>) => Promise<void>;

/** Looks at everything an installation stands on. Changes nothing, but for one file that it stores and removes. */
export async function lookOver(
  env: Environment,
  withDatabase: WithDatabase,
  { clock = systemClock, durable = true }: { clock?: Clock; durable?: boolean } = {},
): Promise<Finding[]> {
  const found = [...lookAtNode(), ...(await look('the packages', () => lookAtPackages(env)))];
  const settings = readSettings(env);
  if ('says' in settings) return [...found, settings];
  const { config, backup } = settings;
  const { sandbox, trust_dir, data_dir, s3, database_url } = config;
  found.push(ok('The settings can be used.'));
  const add = async (at: string, find: () => Promise<Finding[]>) => found.push(...(await look(at, find)));
  await add('the certificates', () => lookAtTrust(sandbox ? null : trust_dir, clock.now()));
  await add('the free space', () => lookAtSpace(s3 ? 'what is under way' : 'files', data_dir));
  if (database_url) found.push(spaceOfTheirs('PostgreSQL'));
  if (s3) found.push(spaceOfTheirs('the bucket'));
  const has_backups = !sandbox || backup !== null;
  if (has_backups) await add('the backups', () => lookAtBackups(backup, clock.now()));
  if (backup) await add('the escrow', () => lookAtEscrow(config));
  const lookInside: Parameters<WithDatabase>[0] = async (db, url) => {
    const server = await look('PostgreSQL', () => lookAtServer(url, config.process, durable));
    found.push(...server);
    // Without an answer the same sentence would follow for each.
    if (!(await answers(db))) return;
    await add('the connections', () => lookAtConnections(db));
    await add('the clocks', () => lookAtClock(db, clock));
    await add('the migrations', () => lookAtMigrations(url));
    await add('the indexes', () => lookAtIndexes(db));
    await add('the file store', async () => lookAtStore(db, await openFileStore(config)));
    if (!(await hasTables(db))) return;
    await add('the kind of installation', () => lookAtInstallation(db, config));
    await add('the master key', () => lookAtKeys(db, config));
    if (has_backups) await add('the trials of a restore', () => lookAtTrials(db, clock.now()));
  };
  await add('the database', async () => (await withDatabase(lookInside), []));
  return found;
}

function readSettings(env: Environment): Finding | { config: Config; backup: BackupSettings | null } {
  try {
    const config = readConfig(env);
    assertBackupSettings(env);
    return { config, backup: readBackupSettings(env) };
  } catch (error) {
    if (error instanceof ConfigError) return wrong(error.message);
    throw error;
  }
}

async function answers(db: Database): Promise<boolean> {
  return hasTables(db).then(
    () => true,
    () => false,
  );
}
