/**
 * Where the bytes of files lie. Objects are written once under a key of ours and never changed.
 * Every driver passes the same contract test.
 */
export interface FileStore {
  /** Finds out at the start whether files can be kept there; throws `StoreAway` with a sentence when not. */
  check(): Promise<void>;
  /**
   * Stores the bytes durably: when it resolves, they have been written, synced and read back equal.
   * Throws `KeyTaken` when something lies under the key, and `StoreAway` when the place is full or broken; then at most
   * an object is left that no row knows, which is swept.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a key; throws `FileMissing` when there are none. */
  get(key: string): Promise<Uint8Array>;
  /** Removes a key; a missing one is no error. */
  delete(key: string): Promise<void>;
  /** All objects, in no order; for the check that every object has a row. */
  list(): AsyncIterable<StoredObject>;
}

export interface StoredObject {
  key: string;
  written_at: Date;
}

export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** A programmer's error: objects are never written over. */
export class KeyTaken extends Error {
  override name = 'KeyTaken';
}

/** The place does not take or give files now; trying again later makes sense. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}

const KEY = /^[a-z0-9]{2}\/[a-z0-9-]{1,100}$/;

export function isFileKey(key: string): boolean {
  return KEY.test(key);
}

/** @throws for a key that is none of ours, so that none leads out of the place */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error('a file key of another shape');
}
