import { wordsOfReadings } from '@kelisim/shared/kernel/keyboard-layouts.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Handle } from '../../platform/db/database.ts';
import { beginsWithPlace, listPlaces } from './addresses.queries.ts';

export interface SuggestedAddress {
  /** What to put into the field: the place, and after it what was typed of street and house. */
  address: string;
  /** Code of the place in the classifier, when the official list was brought in. */
  kato: string | null;
}

const MOST = 8;
const LEAST_LETTERS = 2;
const MOST_WORDS = 6;

/**
 * What an address may begin with. The longest beginning of the text whose words are all like those of a place is taken for
 * it, the rest for street and house. Kazakh and Russian names are known, in the letters of either keyboard, or in those of
 * one left in Latin.
 */
export async function suggestAddresses(
  db: Handle,
  { address, locale }: { address: string; locale: Locale },
): Promise<SuggestedAddress[]> {
  const words = address.trim().split(/\s+/);
  if (await beginsWithPlace(db, address.trim())) return [];
  for (let count = Math.min(words.length, MOST_WORDS); count > 0; count -= 1) {
    if (readingsOf(words[count - 1]!).length === 0) continue;
    const readings = readingsOf(words.slice(0, count).join(' '));
    const places = await listPlaces(db, readings, { locale, limit: MOST });
    const rest = words.slice(count).join(' ');
    if (places.length > 0)
      return places.map(({ kato, label }) => ({ kato, address: rest ? `${label}, ${rest}` : label }));
  }
  return [];
}

/** The words that say something («г.» does not), as they are and as another layout would have them. */
function readingsOf(text: string): string[][] {
  return wordsOfReadings(text)
    .map((words) => words.filter((word) => word.length >= LEAST_LETTERS))
    .filter((words) => words.length > 0);
}
