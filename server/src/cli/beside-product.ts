import { join } from 'node:path';
import { readConfig } from '../platform/config.ts';
import { openDatabase, type Database } from '../platform/db/database.ts';
import { findEmbeddedPostgres } from '../platform/db/embedded/find-embedded-postgres.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { makeLog } from '../platform/log.ts';

/**
 * The database of the product for a command at the terminal. Beside a running product its own server is used; otherwise
 * it is started for the moment.
 * @param migrates false for what only looks: a database that was restored is then left as it is
 */
export async function besideProduct(
  work: (db: Database, url: string) => Promise<void>,
  migrates = true,
): Promise<void> {
  const config = readConfig(process.env.DATABASE_URL ? process.env : { SANDBOX: 'on', ...process.env });
  const folder = join(config.data_dir, 'postgres');
  const running = config.database_url ?? (await findEmbeddedPostgres(folder));
  const embedded = running ? null : await startEmbeddedPostgres({ dataDir: folder });
  const url = running ?? embedded!.url;
  const owner_url = embedded ? embedded.owner_url : config.database_owner_url;
  if (migrates) await migrate({ url, owner_url });
  const db = openDatabase({ url, log: makeLog('silent'), max: 1 });
  try {
    await work(db, url);
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}
