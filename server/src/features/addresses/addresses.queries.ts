import { sql } from 'kysely';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';

export interface NewPlace {
  kato: string | null;
  /** 1 a region or a city of the republic, 2 a district or a city, 3 a rural okrug, 4 a settlement. */
  level: number;
  label_ru: string;
  label_kz: string;
  /** Its own names, folded. */
  own_key: string;
  /** With the names of everything it lies in, folded. */
  search_key: string;
}

const BATCH = 2_000;

/** Readers go on with the list that was there; other writers wait. */
export async function lockPlaces(tx: Tx): Promise<void> {
  await sql`lock table places in exclusive mode`.execute(tx);
}

/** Puts a whole list in place of the one before. */
export async function replacePlaces(tx: Tx, places: readonly NewPlace[]): Promise<void> {
  await tx.deleteFrom('places').execute();
  for (let at = 0; at < places.length; at += BATCH)
    await tx
      .insertInto('places')
      .values(places.slice(at, at + BATCH))
      .execute();
}

export async function hasPlaces(db: Handle): Promise<boolean> {
  return (await db.selectFrom('places').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether the address begins with a whole place already: the rest is a street, which we do not know. */
export function beginsWithPlace(db: Handle, address: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('places')
      .select('id')
      .where((eb) =>
        eb.or(
          (['label_ru', 'label_kz'] as const).map(
            (label) => sql<boolean>`starts_with(lower(${address}), lower(${eb.ref(label)}) || ',')`,
          ),
        ),
      )
      .limit(1),
  );
}

/**
 * The places in which every word of a reading is found, by trigrams; any of the readings will do. A place whose own name is
 * meant stands before those that lie in it.
 */
export async function listPlaces(
  db: Handle,
  readings: readonly (readonly string[])[],
  { locale, limit }: { locale: Locale; limit: number },
): Promise<{ kato: string | null; label: string }[]> {
  const whole = readings.map((words) => words.join(' '));
  const likeness = whole.map((text) => sql<number>`word_similarity(${text}, search_key)`);
  const own = whole.map((text) => sql<number>`similarity(${text}, own_key)`);
  return db
    .selectFrom('places')
    .select(['kato', `label_${locale} as label`])
    .where((eb) =>
      eb.or(readings.map((words) => eb.and(words.map((word) => sql<boolean>`${word}::text <% search_key`)))),
    )
    .orderBy(sql`greatest(${sql.join(likeness)})`, 'desc')
    .orderBy(sql`greatest(${sql.join(own)})`, 'desc')
    .orderBy('level')
    .orderBy('id')
    .limit(limit)
    .execute();
}
