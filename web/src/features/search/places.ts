import { wordsOfReadings } from '@kelisim/shared/kernel/keyboard-layouts.ts';
import { latinKey } from '@kelisim/shared/kernel/latin-key.ts';

/** Somewhere to go: a section of the menu or a deed. */
export interface Place {
  href: string;
  label: string;
  /** Other words for it. */
  also?: string;
  /** Done here; its address is then no more than a name. */
  run?: () => void;
}

/** Places whose words begin as the typed ones do, in whatever layout; all of them while nothing is typed. */
export function findPlaces(places: readonly Place[], text: string): Place[] {
  const readings = wordsOfReadings(text);
  if (readings.length === 0) return text.trim() === '' ? [...places] : [];
  const score = ({ label, also = '' }: Place): number => {
    const own = ` ${latinKey(label)}`;
    const all = `${own} ${latinKey(also)}`;
    if (readings.some((words) => own.startsWith(` ${words.join(' ')}`))) return 3;
    if (readings.some((words) => words.every((word) => own.includes(` ${word}`)))) return 2;
    return readings.some((words) => words.every((word) => all.includes(` ${word}`))) ? 1 : 0;
  };
  return places
    .map((place) => ({ place, found: score(place) }))
    .filter(({ found }) => found > 0)
    .sort((one, two) => two.found - one.found)
    .map(({ place }) => place);
}
