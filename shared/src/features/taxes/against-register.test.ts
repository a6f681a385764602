import { expect, test } from 'vitest';
import { holdsOn, objectionOf, type RegisterAnswer } from './against-register.ts';

const DAY = '2026-11-24';
const answer = (since: string | null, until: string | null): RegisterAnswer => ({
  registration: { since, until },
  is_liquidating: false,
  vat: null,
});
const never: RegisterAnswer = { registration: null, is_liquidating: false, vat: null };

test('the first and the last day of a span belong to it', () => {
  const span = { since: '2026-01-01', until: '2026-11-24' };
  expect(['2025-12-31', '2026-01-01', DAY, '2026-11-25'].map((day) => holdsOn(span, day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(holdsOn({ since: null, until: null }, DAY)).toBe(true);
  expect(holdsOn(null, DAY)).toBe(false);
});

test('a sole trader is one until the last day, and an individual from the next', () => {
  expect(objectionOf('ip', answer('2022-02-10', null), DAY)).toBeNull();
  expect(objectionOf('ip', answer('2022-02-10', DAY), DAY)).toBeNull();
  expect(objectionOf('ip', answer('2022-02-10', '2026-11-23'), DAY)).toBe('ended');
  expect(objectionOf('ip', answer('2026-11-25', null), DAY)).toBe('not_registered');
  expect(objectionOf('ip', never, DAY)).toBe('not_registered');
});

test('the self-employed are no sole traders on that day', () => {
  expect(objectionOf('self_employed', answer('2022-02-10', null), DAY)).toBe('is_trader');
  expect(objectionOf('self_employed', answer('2022-02-10', '2026-11-23'), DAY)).toBeNull();
  expect(objectionOf('self_employed', never, DAY)).toBeNull();
});

test.each(['individual', 'too', null] as const)('of %s it objects to nothing', (standing) => {
  for (const said of [never, answer('2022-02-10', null), answer('2022-02-10', '2026-01-01')])
    expect(objectionOf(standing, said, DAY)).toBeNull();
});

test.each(['ip', 'self_employed'] as const)('without an answer %s is not doubted', (standing) => {
  expect(objectionOf(standing, null, DAY)).toBeNull();
});
