import { expect, test } from 'vitest';
import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { mayHurry, ownReason, splitPapers, toneOf } from './esf-look.ts';

test('what waits for a person stands out, whatever its state is', () => {
  expect(toneOf({ status: 'ready', trouble: 'sign_in' })).toBe('attention');
  expect(toneOf({ status: 'ready', trouble: 'other_side' })).toBe('half');
  expect(toneOf({ status: 'registered', trouble: null })).toBe('good');
});

test('one is offered to ask again only where asking again may change something', () => {
  expect(mayHurry({ may_send: true, trouble: 'silent' })).toBe(true);
  expect(mayHurry({ may_send: true, trouble: 'other_side' })).toBe(false);
  expect(mayHurry({ may_send: false, trouble: 'silent' })).toBe(false);
});

test('a reason that a person typed is shown as it is', () => {
  expect(ownReason('act_changed')).toBe('act_changed');
  expect(ownReason('Не та сумма')).toBeNull();
});

test('the newest of each kind stands in sight, the invoice first; what it came after is history', () => {
  const paper = (
    id: number,
    kind: 'invoice' | 'awp',
    status: EsfDocument['status'],
    is_corrected = false,
  ) => ({
    id,
    kind,
    status,
    is_corrected,
  });
  const { now, before } = splitPapers([
    paper(4, 'invoice', 'registered'),
    paper(3, 'invoice', 'registered', true),
    paper(2, 'awp', 'declined'),
    paper(1, 'invoice', 'declined'),
  ]);
  expect(now.map(({ id }) => id)).toEqual([4, 2]);
  expect(before.map(({ id }) => id)).toEqual([3, 1]);
});
