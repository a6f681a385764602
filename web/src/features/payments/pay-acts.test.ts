import { expect, it } from 'vitest';
import { bankWord, isFinal } from './pay-acts.ts';

it('says nothing for the bank before the bank has said it', () => {
  expect((['created', 'sending', 'unknown', undefined] as const).map(bankWord)).toEqual(
    Array(4).fill('created'),
  );
  expect(isFinal(bankWord('unknown'))).toBe(false);
  expect((['accepted', 'settled', 'rejected', 'cancelled'] as const).map(bankWord)).toEqual([
    'accepted',
    'settled',
    'rejected',
    'rejected',
  ]);
});
