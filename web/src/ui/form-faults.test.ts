import { expect, it } from 'vitest';
import limits from 'virtual:form-limits/acts.create';
import { faultsOf, patternOf } from './form-faults.ts';

it('checks the fields a form has against the contract, each line of a list by its own name', () => {
  const line = { category_id: '3', description: 'Перевод', quantity: '1', unit_id: '1', rate: '10' };
  expect(
    faultsOf({ title: 'x', services: [line, { ...line, rate: '0', description: ' ' }] }, limits),
  ).toEqual({
    'services.1.rate': 'field.money',
    'services.1.description': 'field.required',
  });
  expect(faultsOf({ knp: ' 841 ', start_date: ' ' }, limits)).toEqual({ start_date: 'field.required' });
  expect(faultsOf({ title: 'x'.repeat(201), services: [] }, limits)).toEqual({
    title: 'field.too_long',
    services: 'field.services',
  });
});

it('lets the form say more, and less', () => {
  const own = { title: null, knp: undefined, end_date: 'Раньше начала' };
  expect(faultsOf({ title: '', knp: '84', end_date: '2026-01-01' }, limits, own)).toEqual({
    knp: 'field.knp',
    end_date: 'Раньше начала',
  });
});

it('knows a field of a list by the pattern of its path', () => {
  expect(patternOf('services.12.rate')).toBe('services.*.rate');
  expect(patternOf('rights.0')).toBe('rights.*');
  expect(patternOf('title')).toBe('title');
});
