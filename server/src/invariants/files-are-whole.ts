import { createHash } from 'node:crypto';
import { FileMissing } from '../adapters/file-store/file-store.ts';
import type { Invariant } from './invariant.ts';

const DAY_MS = 86_400_000;

/** Objects without a row are what a rolled back change leaves; within a day they are swept away. */
export const filesAreWhole: Invariant = {
  id: 'I3',
  title: 'every file is in the store with its size and SHA-256, and every older object has its row',
  async check({ db, store, now }) {
    const rows = await db
      .selectFrom('files')
      .select(['id', 'storage_key', 'size_bytes', 'sha256'])
      .orderBy('id')
      .execute();
    const faults: string[] = [];
    for (const row of rows) {
      const bytes = await store.get(row.storage_key).catch((error: unknown) => {
        if (error instanceof FileMissing) return null;
        throw error;
      });
      if (!bytes) faults.push(`file ${row.id} is not in the store (${row.storage_key})`);
      else if (bytes.length !== row.size_bytes)
        faults.push(`file ${row.id} has ${bytes.length} bytes and should have ${row.size_bytes}`);
      else if (!createHash('sha256').update(bytes).digest().equals(row.sha256))
        faults.push(`file ${row.id} has other bytes than were stored`);
    }
    const known = new Set(rows.map((row) => row.storage_key));
    for await (const { key, written_at } of store.list()) {
      if (!known.has(key) && now.getTime() - written_at.getTime() > DAY_MS)
        faults.push(`object ${key} has no row and is older than a day`);
    }
    return { checked: rows.length, faults };
  },
};
