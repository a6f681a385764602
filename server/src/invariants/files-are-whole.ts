import { createHash } from 'node:crypto';
import { FileMissing } from '../adapters/file-store/file-store.ts';
import type { Invariant } from './invariant.ts';

export const filesAreWhole: Invariant = {
  id: 'I3',
  title: 'every file is in the store with its size and SHA-256',
  async check({ db, store }) {
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
    return { checked: rows.length, faults };
  },
};
