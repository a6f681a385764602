/**
 * Where the bytes of files lie. Objects are written once under a key of ours and never changed.
 * Every driver passes the same contract test.
 */
export interface FileStore {
  /** Finds out at the start whether files can be kept there; throws `StoreAway` with a sentence when not. */
  check(): Promise<void>;
  /**
   * Stores the bytes durably: when it resolves, they have been written, synced and read back equal.
   * Throws `KeyTaken` when something lies under the key, and `StoreAway` when the place is full or broken; the object
   * may have been written all the same.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a key; throws `FileMissing` when there are none. */
  get(key: string): Promise<Uint8Array>;
  /** Removes a key; a missing one is no error. */
  delete(key: string): Promise<void>;
  /** The one note about the place itself, or null. It lies beside the files and says whose they are. */
  readLabel(): Promise<string | null>;
  /** Replaces the note durably. */
  writeLabel(text: string): Promise<void>;
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

/** Where the note lies; no key of a file looks like it. */
export const LABEL = 'kelisim-store.json';

const KEY = /^[a-z0-9]{2}\/[a-z0-9-]{1,100}$/;

/** @throws for a key that is none of ours, so that none leads out of the place */
export function assertFileKey(key: string): void {
  if (!KEY.test(key)) throw new Error('a file key of another shape');
}
