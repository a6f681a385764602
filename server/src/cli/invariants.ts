/**
 * `npm run invariants`: is everything true that must be true? Reads the database of DATABASE_URL, or without settings
 * the one of the sandbox, whether it runs or not; changes nothing. A line for each rule; ends with 1 when one is broken.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStore } from '../adapters/file-store/open-file-store.ts';
import { folderNca } from '../adapters/nca/folder/folder-nca.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { findEmbeddedPostgres } from '../platform/db/embedded/find-embedded-postgres.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts';
import { makeLog } from '../platform/log.ts';

const config = readSettings();
const embedded = join(config.data_dir, 'postgres');
if (!config.database_url && !existsSync(embedded)) {
  console.error(`There is nothing to check in ${config.data_dir} yet. "npm start" makes the sandbox.`);
  process.exit(2);
}
const running = config.database_url ?? (await findEmbeddedPostgres(embedded));
const started = running ? null : await startEmbeddedPostgres({ dataDir: embedded });
const db = openDatabase({ url: running ?? started!.url, log: makeLog('error') });
try {
  const world = {
    db,
    store: await openFileStore(config),
    nca: await folderNca(config.trust_dir ?? join(config.data_dir, 'sandbox-nca')),
    now: new Date(),
  };
  const broken = await checkInvariants(world, (line) => console.log(line));
  process.exitCode = broken > 0 ? 1 : 0;
} finally {
  await db.destroy();
  await started?.stop();
}

function readSettings() {
  try {
    const sandbox = process.env.DATABASE_URL ? {} : { SANDBOX: 'on' };
    return readConfig({ ...sandbox, ...process.env });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
}
