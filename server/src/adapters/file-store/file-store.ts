/**
 * Stores the bytes of files. Objects are written once under our key and never changed.
 * Every driver passes the same contract test.
 */
export interface FileStore {
  /** Checks at the start that files can be stored; throws `StoreAway` with an explanation if not. */
  check(): Promise<void>;
  /**
   * Stores the bytes durably: when it resolves, they have been written, synced and read back equal.
   * Throws `KeyTaken` if the key is in use, and `StoreAway` if the store is full or broken; the object
   * may have been written nevertheless.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes of a key; throws `FileMissing` if there are none. */
  get(key: string): Promise<Uint8Array>;
  /** Removes a key; a missing one is no error. */
  delete(key: string): Promise<void>;
  /** Returns the store's label, or null. It is kept beside the files and names their database. */
  readLabel(): Promise<string | null>;
  /** Replaces the label durably. */
  writeLabel(text: string): Promise<void>;
}

export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** A programming error: objects are never overwritten. */
export class KeyTaken extends Error {
  override name = 'KeyTaken';
}

/** The store is unavailable; retry later. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}

/** The label's name; no file key looks like it. */
export const LABEL = 'kelisim-store.json';

const KEY = /^[a-z0-9]{2}\/[a-z0-9-]{1,100}$/;

/** @throws for a key that we did not make, so that none escapes the store */
export function assertFileKey(key: string): void {
  if (!KEY.test(key)) throw new Error('a file key of another shape');
}
