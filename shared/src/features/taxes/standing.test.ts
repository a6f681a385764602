import { expect, test } from 'vitest';
import { isExempt } from './reckon-self-employed.ts';
import {
  CITIZENSHIPS,
  costsOf,
  DISABILITIES,
  PENSIONS,
  PLAIN_PERSON,
  STANDINGS,
  TAX_REGIMES,
  taxedPersonOn,
  type PersonFlags,
} from './standing.ts';

const on = (flags: Partial<PersonFlags>, day = '2026-06-30') => {
  const { no_opv, no_vosms, no_so, disability, nonresident } = taxedPersonOn(
    { ...PLAIN_PERSON, ...flags },
    day,
  );
  const lifted = [no_opv && 'opv', no_vosms && 'vosms', no_so && 'so'].filter(Boolean).join(' ');
  return [lifted, disability, nonresident];
};

test.each<[string, Partial<PersonFlags>, string, '1_2' | '3' | null, boolean]>([
  ['a citizen', {}, '', null, false],
  ['a pensioner by age', { pension: 'age' }, 'opv vosms so', null, false],
  ['a pensioner by service', { pension: 'service' }, 'opv vosms', null, false],
  ['disabled for ever', { disability: '1_2_for_ever' }, 'opv vosms', '1_2', false],
  ['disabled for ever, with ОПВ', { disability: '1_2_for_ever', asks_for_opv: true }, 'vosms', '1_2', false],
  ['disabled for a term', { disability: '1_2', disability_until: '2026-06-30' }, 'vosms', '1_2', false],
  ['disabled of the third group', { disability: '3' }, 'vosms', '3', false],
  ['a student', { is_student: true }, 'vosms', null, false],
  ['a mother of many', { has_many_children: true }, 'vosms', null, false],
  ['of the union, not a resident', { citizenship: 'eaeu', is_tax_resident: false }, '', null, true],
  ['a foreigner', { citizenship: 'other', is_tax_resident: false }, 'opv vosms so', null, true],
  ['a foreigner who may stay', { citizenship: 'other', has_residence_permit: true }, '', null, false],
])('%s', (_who, flags, lifted, disability, nonresident) => {
  expect(on(flags)).toEqual([lifted, disability, nonresident]);
});

test('a certificate counts until its last day', () => {
  const flags = { disability: '1_2', disability_until: '2026-06-30' } as const;
  expect(on(flags, '2026-07-01')).toEqual(['', null, false]);
});

test('contributions are lifted of those without tax residence by their citizenship alone', () => {
  expect(on({ citizenship: 'other', has_residence_permit: true, is_tax_resident: false })).toEqual([
    '',
    null,
    true,
  ]);
  expect(on({ citizenship: 'other' })).toEqual(['opv vosms so', null, false]);
});

test('the self-employed owe nothing as pensioners or students', () => {
  const plain = { pension: null, is_student: false };
  expect(isExempt(plain)).toBe(false);
  expect([isExempt({ ...plain, pension: 'age' }), isExempt({ ...plain, pension: 'service' })]).toEqual([
    true,
    true,
  ]);
  expect(isExempt({ ...plain, is_student: true })).toBe(true);
});

test('what a supplier is paid is deducted under the general regime; of people there is no such question', () => {
  const costs = STANDINGS.map((standing) =>
    [...TAX_REGIMES, null].map((regime) => costsOf(standing, regime)),
  );
  const of_suppliers = ['deducted', 'not_deducted', 'unknown', 'unknown'];
  const of_people = [null, null, null, null];
  expect(costs).toEqual([of_people, of_people, of_suppliers, of_suppliers]);
  expect(costsOf(null, 'general')).toBeNull();
});

test('what may be told of a person', () => {
  expect(PENSIONS).toEqual(['age', 'service']);
  expect(DISABILITIES).toEqual(['1_2_for_ever', '1_2', '3']);
  expect(CITIZENSHIPS).toEqual(['kz', 'eaeu', 'other']);
});
