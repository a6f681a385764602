import { StoreAway } from '../adapters/file-store/file-store.ts';
import { isDatabaseAway } from './db/database.ts';

/** Returns what is unavailable, so that the work can be retried later; null for every other failure. */
export function whatIsAway(error: unknown): 'database' | 'files' | null {
  if (isDatabaseAway(error)) return 'database';
  // The place of half-taken uploads may be full as well.
  if (error instanceof StoreAway || (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC')
    return 'files';
  return null;
}
