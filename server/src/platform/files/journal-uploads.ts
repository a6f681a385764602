import { sql } from 'kysely';
import type { FileStore } from '../../adapters/file-store/file-store.ts';
import type { Database, Handle } from '../db/database.ts';
import type { StoreClaim } from './store-claim.ts';

/**
 * The store as the product uses it: each upload is recorded before its bytes are written, so what a rolled-back
 * change leaves behind is found without listing the store. Nothing is written to or removed from a store that
 * another database owns. `journal` has its own connections, because the caller often holds one of the others.
 */
export function journalUploads(store: FileStore, journal: Database, claim: StoreClaim): FileStore {
  return {
    ...store,
    async put(key, bytes) {
      await claim.mustBeOurs();
      await sql`insert into file_uploads (storage_key, epoch) select ${key}, epoch from file_store_claim`.execute(
        journal,
      );
      await store.put(key, bytes);
    },
    async delete(key) {
      await claim.mustBeOurs();
      await store.delete(key);
    },
  };
}

/** In the transaction that adds the row of the file: from now on the bytes belong to it. */
export async function endUpload(db: Handle, storage_key: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('file_uploads')
    .where('storage_key', '=', storage_key)
    .where('quarantined_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new Error('an upload was given up before its file was kept');
}
