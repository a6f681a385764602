import pg from 'pg';
import { grantToApplication } from './application-role.ts';
import { applyMigration } from './apply-migration.ts';
import type { MigrationNews } from './apply-migration.ts';
import { MIGRATIONS } from './migration-files.ts';
import { findMissing, provideTable } from './missing-migrations.ts';
import { underLock } from './under-lock.ts';
import { lockOf } from './advisory-lock.ts';

const MIGRATION_LOCK = lockOf('migrations');

/** Addresses of one database. */
export interface MigrateOptions {
  /** As the application's role. */
  url: string;
  /** As the role that owns the tables; null when the application's role owns them, or has nothing to migrate. */
  owner_url: string | null;
  /** Where the files lie; those of this version unless told. */
  files?: URL;
  tell?: Tell;
}

type Tell = (news: MigrationNews) => void;

/**
 * Migrates a database to the newest version: plain SQL files in the order of their names, forward only, while the
 * product runs. A file changed after it ran is refused, and so is a database of another product or of a newer version.
 * Several processes may start at once. An owner then gives the application's role its privileges.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const { url, owner_url, files = MIGRATIONS, tell = () => undefined } = options;
  const role = owner_url && (await roleOf(url));
  return underLock(owner_url ?? url, MIGRATION_LOCK, async (client) => {
    const applied = await applyMissing(client, files, tell);
    if (role) await grantToApplication(client, role);
    return { applied };
  });
}

async function applyMissing(client: pg.Client, files: URL, tell: Tell): Promise<string[]> {
  const missing = await findMissing(client, files);
  if (missing.length > 0) await provideTable(client);
  for (const migration of missing) await applyMigration(client, migration, tell);
  return missing.map(({ name }) => name);
}

async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]!.role;
  } finally {
    await client.end();
  }
}
