import { expect, test } from 'vitest';
import { checkByRanges } from './by-ranges.ts';
import type { Scope } from './invariant.ts';

/** Ids 1 to 2,600, of which every thousandth is broken; answers what was looked at, with the ranges that were read. */
async function check(scope: Scope, { stop_at = Infinity, last = 2_600 } = {}) {
  const seen: number[] = [];
  const ranges: [number, number][] = [];
  const found = await checkByRanges('I0', scope, {
    last: () => Promise.resolve(last),
    async read(after, until) {
      ranges.push([after, until]);
      if (ranges.length > stop_at) throw new Error('stopped');
      return Array.from({ length: Math.min(until, last) - after }, (_, at) => after + at + 1);
    },
    async check(id) {
      seen.push(id);
      return id % 1_000 === 0 ? [`row ${id} is broken`] : [];
    },
  });
  return { ...found, seen, ranges };
}

const ids = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, at) => from + at);

test('every row is looked at once, and never more than a range is held', async () => {
  const { checked, faults, seen, ranges } = await check({});
  expect(seen.toSorted((a, b) => a - b)).toEqual(ids(1, 2_600));
  expect(checked).toBe(2_600);
  expect(faults).toEqual(['row 1000 is broken', 'row 2000 is broken']);
  expect(ranges.every(([after, until]) => until - after <= 500)).toBe(true);
  expect((await check({}, { last: 0 })).checked).toBe(0);
});

test('processes share the ranges', async () => {
  const parts = await Promise.all([1, 2, 3].map((nth) => check({ part: { nth, of: 3 } })));
  expect(parts.flatMap(({ seen }) => seen).toSorted((a, b) => a - b)).toEqual(ids(1, 2_600));
  expect(parts.every(({ checked }) => checked >= 500)).toBe(true);
});

test('a sample is as large as it is wanted, and at most everything', async () => {
  const { checked, seen } = await check({ sample: 650 });
  expect(checked).toBe(650);
  expect(new Set(seen).size).toBe(650);
  expect(seen.every((id) => id >= 1 && id <= 2_600)).toBe(true);
  const others = await Promise.all(Array.from({ length: 5 }, () => check({ sample: 3 })));
  expect(new Set(others.map((one) => one.seen.join())).size).toBeGreaterThan(1);
  expect((await check({ sample: 10_000 })).checked).toBe(2_600);
});

/** What a file of progress keeps. */
function makeProgress(marks: Record<string, number> = {}) {
  return {
    marks,
    of: (name: string) => marks[name] ?? 0,
    note: (name: string, until: number) => void (marks[name] = until),
  };
}

test('a check that was stopped goes on after the last whole range', async () => {
  const progress = makeProgress();
  await expect(check({ progress }, { stop_at: 1 })).rejects.toThrow('stopped');
  expect(progress.marks).toEqual({ I0: 500 });
  const { seen } = await check({ progress });
  expect(seen.toSorted((a, b) => a - b)).toEqual(ids(501, 2_600));
  progress.marks.I0 = 2_345;
  expect((await check({ progress })).seen.toSorted((a, b) => a - b)).toEqual(ids(2_346, 2_600));
});

test('what was broken before the stop is found again', async () => {
  const progress = makeProgress();
  await expect(check({ progress }, { stop_at: 4 })).rejects.toThrow('stopped');
  expect(progress.marks).toEqual({ I0: 500 });
  expect((await check({ progress })).faults).toEqual(['row 1000 is broken', 'row 2000 is broken']);
});

test('parts do not share their marks', async () => {
  const progress = makeProgress();
  const [first, second] = [1, 2].map((nth) => ({ part: { nth, of: 2 }, progress }));
  await expect(check(second!, { stop_at: 1 })).rejects.toThrow('stopped');
  await check({ part: { nth: 1, of: 3 }, progress });
  const both = [await check(first!), await check(second!)];
  expect(both.flatMap(({ seen }) => seen).toSorted((a, b) => a - b)).toEqual(ids(1, 2_600));
});
