import { expect, it } from 'vitest';
import { toggled, toggledAll } from './selection.ts';

const shown = [1, 2, 3, 4, 5];
const sorted = (set: Set<string | number>) => [...set].sort();

it('takes one in and out', () => {
  expect(sorted(toggled(new Set(), shown, 3, null))).toEqual([3]);
  expect(sorted(toggled(new Set([3, 9]), shown, 3, null))).toEqual([9]);
});

it('takes a range in with shift, either way', () => {
  expect(sorted(toggled(new Set([2]), shown, 4, 2))).toEqual([2, 3, 4]);
  expect(sorted(toggled(new Set([4]), shown, 2, 4))).toEqual([2, 3, 4]);
});

it('takes a range out when the row itself goes out', () => {
  expect(sorted(toggled(new Set([2, 3, 4, 5]), shown, 4, 2))).toEqual([5]);
});

it('falls back to one row when the last one is no longer shown', () => {
  expect(sorted(toggled(new Set([9]), shown, 2, 9))).toEqual([2, 9]);
});

it('takes all shown, keeping other pages', () => {
  expect(sorted(toggledAll(new Set([2, 9]), shown))).toEqual([1, 2, 3, 4, 5, 9]);
  expect(sorted(toggledAll(new Set([1, 2, 3, 4, 5, 9]), shown))).toEqual([9]);
});
