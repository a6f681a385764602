import { readingsOf, wordsOfReadings } from '@kelisim/shared/kernel/keyboard-layouts.ts';

/** What a text may ask for, all of it at once: «500» is a number, a sum, a part of a БИН and a word. */
export interface Sought {
  /** Number of an act or a contract; with the year where it was typed. */
  numbers: { number: number; year: number | null }[];
  /** Beginning of a БИН or ИИН. */
  bin: string | null;
  /** A sum from and to, both inclusive: without tiyn typed any tiyn will do. */
  sum: { from_tiyn: bigint; to_tiyn: bigint } | null;
  /** Words as Latin keys, for each layout that may have been meant. */
  readings: string[][];
}

const MOST_WORDS = 6;
/** Fewer digits say nothing of whose number it is. */
const LEAST_BIN = 3;

export function readSought(text: string): Sought {
  const readings = readingsOf(text);
  const numbers = readings.flatMap((reading) => {
    const match = /^(?:№|#)?\s*(\d{1,9})(?:\s*\/\s*(\d{4}))?$/.exec(reading);
    if (!match) return [];
    const number = Number(match[1]);
    const year = match[2] ? Number(match[2]) : null;
    return number > 0 && number <= 2_147_483_647 ? [{ number, year }] : [];
  });
  const digits = readings
    .map((reading) => reading.replace(/[\s-]/g, ''))
    .find((reading) => /^\d{1,12}$/.test(reading));
  const distinct = numbers.filter(
    (one, at) => numbers.findIndex((same) => same.number === one.number && same.year === one.year) === at,
  );
  // With the sign of a number nothing else is meant: «№ 5» is no sum and no word of a title.
  if (/^\s*[№#]/.test(text) && distinct.length > 0)
    return { numbers: distinct, bin: null, sum: null, readings: [] };
  return {
    numbers: distinct,
    bin: digits && digits.length >= LEAST_BIN ? digits : null,
    sum: readSum(text),
    readings: wordsOfReadings(text).map((words) => words.slice(0, MOST_WORDS)),
  };
}

/** «4 812 300», «1500,5 ₸», «1500.50». */
function readSum(text: string): Sought['sum'] {
  const match = /^(\d{1,13})(?:[.,](\d{1,2}))?(?:₸|тг|тенге|теңге)?\.?$/i.exec(
    text.replace(/[\s\u00a0\u202f']/g, ''),
  );
  if (!match) return null;
  const from_tiyn = BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0') || '0');
  return from_tiyn === 0n ? null : { from_tiyn, to_tiyn: match[2] ? from_tiyn : from_tiyn + 99n };
}
