import { createHash } from 'node:crypto';
import { FileMissing } from '../adapters/file-store/file-store.ts';
import { checkByRanges } from './by-ranges.ts';
import type { Invariant } from './invariant.ts';

export const filesAreWhole: Invariant = {
  id: 'I3',
  title: 'every file is in the store with its size and SHA-256',
  check: ({ db, store, scope = {} }) =>
    checkByRanges('I3', scope, {
      async last() {
        const row = await db
          .selectFrom('files')
          .select(({ fn }) => fn.max<number | null>('id').as('id'))
          .executeTakeFirst();
        return row?.id ?? 0;
      },
      read: (after, until) =>
        db
          .selectFrom('files')
          .select(['id', 'storage_key', 'size_bytes', 'sha256'])
          .where('id', '>', after)
          .where('id', '<=', until)
          .execute(),
      async check(row) {
        const bytes = await store.get(row.storage_key).catch((error: unknown) => {
          if (error instanceof FileMissing) return null;
          throw error;
        });
        if (!bytes) return [`file ${row.id} is not in the store (${row.storage_key})`];
        if (bytes.length !== row.size_bytes)
          return [`file ${row.id} has ${bytes.length} bytes and should have ${row.size_bytes}`];
        return createHash('sha256').update(bytes).digest().equals(row.sha256)
          ? []
          : [`file ${row.id} has other bytes than were stored`];
      },
    }),
};
