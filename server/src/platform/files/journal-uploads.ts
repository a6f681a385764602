import { sql, type QueryCreator } from 'kysely';
import type { FileStore } from '../../adapters/file-store/file-store.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { workTogether } from '../work-together.ts';
import type { StoreClaim } from './store-claim.ts';

/**
 * The store as the product uses it: each upload is recorded before its bytes are written, so what a rolled-back
 * change leaves behind is found without listing the store. Nothing is written to or removed from a store that
 * another database owns. `journal` has its own connections, because the caller often holds one of the others.
 */
export function journalUploads(store: FileStore, journal: Database, claim: StoreClaim): FileStore {
  const record = workTogether(async (keys: readonly string[]) => {
    await sql`insert into file_uploads (storage_key, epoch)
      select key, epoch from file_store_claim, unnest(${[...keys]}::text[]) key`.execute(journal);
  });
  return {
    ...store,
    async put(key, bytes) {
      await claim.mustBeOurs();
      await record(key);
      await store.put(key, bytes);
    },
    async delete(key) {
      await claim.mustBeOurs();
      await store.delete(key);
    },
  };
}

/** In the statement that adds the rows of files: from now on the bytes belong to them. None for what was given up. */
export function endUploads(db: QueryCreator<Tables>, storage_keys: readonly string[]) {
  return db
    .deleteFrom('file_uploads')
    .where('storage_key', '=', sql<string>`any(${[...storage_keys]}::text[])`)
    .where('quarantined_at', 'is', null)
    .returning('storage_key');
}

export const givenUp = () => new Error('an upload was given up before its file was kept');
