import { createHash } from 'node:crypto';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import { KeyTaken, type FileStore } from '../../adapters/file-store/file-store.ts';
import type { Database } from '../db/database.ts';
import { backupNameOf } from './copy-files.ts';
import { BackupRefused } from './manifest.ts';
import { fetchSealed } from './fetch-sealed.ts';

const PAGE = 500;
const AT_ONCE = 4;

/**
 * Brings back the files that the restored rows name, and nothing else.
 * @throws {BackupRefused} naming the first file that is missing or is another one
 */
export async function restoreFiles(
  db: Database,
  store: FileStore,
  target: BackupTarget,
  identities: readonly string[],
): Promise<{ count: number; bytes: number }> {
  const done = { count: 0, bytes: 0 };
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('files')
      .select(['id', 'storage_key', 'sha256'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return done;
    after = last.id;
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await Promise.all(
        rows.slice(at, at + AT_ONCE).map(async ({ storage_key, sha256 }) => {
          const name = backupNameOf(storage_key);
          const bytes = await fetchSealed(target, name, identities);
          if (!createHash('sha256').update(bytes).digest().equals(sha256))
            throw new BackupRefused(`${name} is another file than the database names.`);
          await store.put(storage_key, bytes).catch((error: unknown) => {
            if (!(error instanceof KeyTaken)) throw error;
          });
          done.count++;
          done.bytes += bytes.length;
        }),
      );
  }
}
