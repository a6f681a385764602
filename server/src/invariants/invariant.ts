import type { FileStore } from '../adapters/file-store/file-store.ts';
import type { NcaTrust } from '../adapters/nca/nca.ts';
import type { Database } from '../platform/db/database.ts';

/** How much of the tables that never stop growing is looked at, files and signatures; all of it when nothing is said. */
export interface Scope {
  /** So many rows of each, from ranges chosen at random. */
  sample?: number;
  /** The nth of so many processes that share the ranges, from 1. */
  part?: { nth: number; of: number };
  /** Up to which id an invariant (`I3`), or a part of it (`I3 1/2`), was found whole earlier, and where it is told of each range. */
  progress?: { of(name: string): number; note(name: string, until: number): void };
}

/** What an invariant may look at: a database at rest or in use, its files, and whom signatures are checked against. */
export interface World {
  db: Database;
  store: FileStore;
  nca: NcaTrust;
  now: Date;
  scope?: Scope;
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
