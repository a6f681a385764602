/**
 * Where the bytes of files lie. Objects are written once under a key of ours and never changed.
 * Every driver passes the same contract test.
 */
export interface FileStore {
  /**
   * Stores the bytes durably: when it resolves, they have been written, synced and read back equal.
   * Throws when the place is full or broken; then nothing is left under the key.
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
