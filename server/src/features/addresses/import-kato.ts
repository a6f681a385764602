import type { Spreadsheet } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockPlaces, replacePlaces } from './addresses.queries.ts';
import { readKato } from './read-kato.ts';

const MOST_PLACES = 60_000;
const MOST_COLUMNS = 20;

/**
 * Puts the official list in place of what was there, whole or not at all, and notes it in the same transaction. Returns how
 * many places it has.
 */
export async function importKato(
  { db, spreadsheet }: { db: Database; spreadsheet: Spreadsheet },
  xlsx: Uint8Array,
  note: (tx: Tx, places: number) => Promise<void> = async () => undefined,
): Promise<number> {
  const places = readKato(
    await spreadsheet.readRows(xlsx, { max_rows: MOST_PLACES, max_columns: MOST_COLUMNS }),
  );
  await db.transaction().execute(async (tx) => {
    await lockPlaces(tx);
    await replacePlaces(tx, places);
    await note(tx, places.length);
  });
  return places.length;
}
