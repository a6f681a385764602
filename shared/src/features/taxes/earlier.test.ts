import { expect, test } from 'vitest';
import { EARLIER_COLUMNS, EARLIER_KINDS, isOfMonth, isPeriodOf } from './earlier.ts';

test('the table has a column of each kind, between whose it is and where it is from', () => {
  const kinds = ['taxed', 'deduction', 'social_deduction', 'self_employed', 'turnover'];
  expect(EARLIER_KINDS).toEqual(kinds);
  expect(EARLIER_COLUMNS).toEqual(['bin', 'period', ...kinds, 'source', 'source_on']);
});

test('the self-employed are told of by the month, all others by the year', () => {
  expect(EARLIER_KINDS.filter(isOfMonth)).toEqual(['self_employed']);
  const periods = ['2026', '2026-10', '2026-13', '1999', '20266'];
  const allowed = (kind: (typeof EARLIER_KINDS)[number]) => periods.filter((one) => isPeriodOf(kind, one));
  expect(EARLIER_KINDS.map(allowed)).toEqual([['2026'], ['2026'], ['2026'], ['2026-10'], ['2026']]);
});
