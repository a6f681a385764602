import { expect, test } from 'vitest';
import { accessOf } from './deeds.ts';

const moves = (...by: ('business' | 'executor' | 'system')[]) =>
  [{ from: ['sent'], by, to: 'same' }] as const;

test('who may make the call of a deed follows from the sides that have a move', () => {
  expect(accessOf({ moves: moves('business'), right: 'sign' })).toEqual({ who: 'business', right: 'sign' });
  expect(accessOf({ moves: moves('business', 'system') })).toEqual({ who: 'business' });
  expect(accessOf({ moves: moves('business', 'executor'), right: 'sign' })).toEqual({
    who: 'user',
    right: 'sign',
  });
  // A right is of employees, and an executor has none.
  expect(accessOf({ moves: moves('executor'), right: 'sign' })).toEqual({ who: 'executor' });
});
