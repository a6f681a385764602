import type { Database } from '../../platform/db/database.ts';
import { hasPlaces, lockPlaces, replacePlaces, type NewPlace } from './addresses.queries.ts';

/** Keeps a first list, for as long as nobody has brought the official one in. Several processes may start at once. */
export async function keepPlaces(db: Database, places: readonly NewPlace[]): Promise<void> {
  if (await hasPlaces(db)) return;
  await db.transaction().execute(async (tx) => {
    await lockPlaces(tx);
    if (!(await hasPlaces(tx))) await replacePlaces(tx, places);
  });
}
