import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readSecrets } from './cluster.ts';
import { findServedPort } from './folder-lock.ts';
import { databaseUrls } from './product-database.ts';

/**
 * Address (role `kelisim`) of the embedded server that another process of ours keeps on `dataDir` at this moment, for
 * commands run beside the product; null when none does: then the command may start it itself.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  return (await findEmbeddedServer(dataDir))?.url ?? null;
}

/** The same with the superuser's address, for backups. */
export async function findEmbeddedServer(
  dataDir: string,
): Promise<{ url: string; superuser_url: string; folder: string } | null> {
  const folder = findFolder(dataDir);
  const port = folder && (await findServedPort(folder));
  return port ? { ...databaseUrls(readSecrets(folder), port), folder } : null;
}

function findFolder(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, 'moved-to'), 'utf8').trim();
  } catch {
    // the usual case: the data lie where they were asked for
  }
  try {
    return realpathSync(dataDir);
  } catch {
    return null;
  }
}
