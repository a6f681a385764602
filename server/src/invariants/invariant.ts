import type { FileStore } from '../adapters/file-store/file-store.ts';
import type { NcaTrust } from '../adapters/nca/nca.ts';
import type { Database } from '../platform/db/database.ts';

/** What an invariant may look at: a database at rest or in use, its files, and whom signatures are checked against. */
export interface World {
  db: Database;
  store: FileStore;
  nca: NcaTrust;
  now: Date;
  /** Signatures up to this id were verified before and are looked at no more; all of them without it. */
  verified_until?: number;
}

export interface Finding {
  /** How many things were looked at, so that «nothing found» can be told from «nothing there». */
  checked: number;
  /** A sentence for each violation, with the ids somebody needs to look further. */
  faults: string[];
}

/** Something that must be true of every database of the product at every moment, whatever was clicked or killed. */
export interface Invariant {
  /** As in the list of invariants of the reliability rules; never given to another one. */
  id: string;
  title: string;
  check(world: World): Promise<Finding>;
}
