import { randomUUID } from 'node:crypto';
import { StoreAway, type FileStore } from '../adapters/file-store/file-store.ts';
import type { Database } from '../platform/db/database.ts';
import { describeStore, FAULT_SENTENCES } from '../platform/files/store-claim.ts';
import { ok, wrong, type Finding } from './finding.ts';

/** Whether the files are those of this database and, if so, whether one more can be stored, read back and removed. */
export async function lookAtStore(db: Database, store: FileStore): Promise<Finding[]> {
  await store.check();
  const { database, fault } = await describeStore(db, store);
  if (fault)
    return [
      wrong(
        `${FAULT_SENTENCES[fault]} Correct DATABASE_URL, FILES, DATA_DIR or S3_BUCKET; "npm run store" shows both sides.`,
      ),
    ];
  if (!database) return [ok('The file store answers; the first start binds it to this database.')];
  const key = `do/doctor-${randomUUID()}`;
  try {
    await store.put(key, new TextEncoder().encode('kelisim'));
    await store.delete(key);
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
    return [
      wrong(
        `${error.message}: a file could not be stored. See the free space and the rights of the place that DATA_DIR or S3_BUCKET names.`,
      ),
    ];
  }
  return [ok('The file store belongs to this database, and a file can be stored and read back.')];
}
