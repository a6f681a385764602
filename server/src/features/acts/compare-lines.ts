import type { ActChanges, ActLine } from '@kelisim/shared/features/acts/act-changes.contract.ts';

/** By which two lines are the same line: all of it, then its name, then all but its name. */
const SAME = [isEqual, sameName, sameSum];

/**
 * The lines that differ, in the order of the newer version, then what was removed. A line that only stands elsewhere has
 * not changed; one that got another name, quantity or price is that line still.
 */
export function compareLines(before: readonly ActLine[], after: readonly ActLine[]): ActChanges['lines'] {
  const left = [...before];
  const pairs = after.map((line): { before: ActLine | null; after: ActLine } => ({
    before: null,
    after: line,
  }));
  for (const same of SAME)
    for (const pair of pairs) {
      if (pair.before) continue;
      const at = left.findIndex((line) => same(line, pair.after));
      pair.before = left[at] ?? null;
      if (pair.before) left.splice(at, 1);
    }
  return [
    ...pairs.filter((pair) => !pair.before || !isEqual(pair.before, pair.after)),
    ...left.map((line) => ({ before: line, after: null })),
  ];
}

function isEqual(one: ActLine, other: ActLine): boolean {
  return sameName(one, other) && sameSum(one, other) && one.service_date === other.service_date;
}

function sameName(one: ActLine, other: ActLine): boolean {
  return one.name === other.name;
}

function sameSum(one: ActLine, other: ActLine): boolean {
  return one.quantity === other.quantity && one.rate === other.rate && one.unit === other.unit;
}
