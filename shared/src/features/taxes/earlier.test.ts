import { expect, test } from 'vitest';
import {
  EARLIER_COLUMNS,
  EARLIER_KINDS,
  earlierAskedOf,
  isOfMonth,
  isPeriodOf,
  mayBeOfEntity,
  OWN_EARLIER_KINDS,
} from './earlier.ts';

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

test('the executor tells of all that came from outside, and of an entity the turnover alone is told', () => {
  expect(OWN_EARLIER_KINDS).toEqual(['self_employed', 'turnover']);
  expect(EARLIER_KINDS.filter(mayBeOfEntity)).toEqual(['turnover']);
});

test('what is asked first is of how somebody works; a person does not tell of the year at a customer', () => {
  const standings = ['individual', 'self_employed', 'ip', 'too', null] as const;
  const asked = (is_own: boolean) => standings.map((standing) => earlierAskedOf(standing, is_own));
  expect(asked(false)).toEqual(['taxed', 'self_employed', 'turnover', 'turnover', null]);
  expect(asked(true)).toEqual([null, 'self_employed', 'turnover', 'turnover', null]);
});
