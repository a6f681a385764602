import { expect, it } from 'vitest';
import { outcomeOf, warningOf } from './document-outcome.ts';

const by = (side: 'business' | 'executor', status = 'valid') => ({ card: { side }, verdict: { status } });

it.each([
  ['none', []],
  ['business', [by('business')]],
  ['executor', [by('executor')]],
  ['both', [by('executor'), by('business')]],
  ['executor', [by('executor'), by('executor')]],
  ['bad', [by('executor'), by('business', 'invalid')]],
  ['bad', [by('executor', 'indeterminate'), by('business', 'invalid')]],
  ['unsure', [by('executor', 'indeterminate'), by('business')]],
] as const)('%s', (outcome, signatures) => expect(outcomeOf(signatures)).toBe(outcome));

it('needs nobody else under an income certificate', () => {
  expect(outcomeOf([by('business')], ['business'])).toBe('alone');
  expect(outcomeOf([by('business', 'invalid')], ['business'])).toBe('bad');
  expect(outcomeOf([], ['business'])).toBe('none');
});

it.each([
  [true, 'signed', null],
  [true, 'annulment_requested', null],
  [true, 'annulled', 'void'],
  [true, 'returned', 'void'],
  [false, 'signed', 'old'],
  [false, 'annulled', 'old'],
] as const)('current: %s, %s', (is_current, code, warning) => {
  expect(warningOf({ is_current, status: { code, name: '' } })).toBe(warning);
});
