/**
 * Where backups go. Everything is sealed before it comes here, except manifests, which hold no secrets. A name is a
 * path of our making, such as `base/20261126T010000000Z/part-000001.age`.
 */
export interface BackupTarget {
  /** For people: the folder or the bucket. */
  place: string;
  /** Checks that backups can be kept here; throws `TargetAway` with a sentence if not. */
  check(): Promise<void>;
  /** Stores the bytes durably and whole; what had the name is replaced. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes, or null when there are none. */
  get(name: string): Promise<Buffer | null>;
  /** Returns every name that begins with the prefix (a folder, ending in `/`), sorted. */
  list(prefix: string): Promise<string[]>;
  /** Removes a name; a missing one is no error. */
  delete(name: string): Promise<void>;
}

/** The place of backups is unavailable, full or not ours. */
export class TargetAway extends Error {
  override name = 'TargetAway';
}

const NAME = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*(\.[a-z0-9]+)?$/;

/** @throws for a name that we did not make, so that none escapes the place */
export function assertBackupName(name: string): void {
  if (!NAME.test(name)) throw new Error('a backup name of another shape');
}
