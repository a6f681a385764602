import { expect, test } from 'vitest';
import { DEFAULT_PURPOSE, fillPurpose, findOddField, MAX_PURPOSE } from './payment-purpose.ts';

const values = {
  contract_number: '45-ГПХ/2026',
  contract_date: '30.01.2026',
  act_number: '125/2026',
  act_date: '31.10.2026',
  vat: 'без НДС',
  service: 'Курьерские услуги',
};

test('names contract, act and VAT without a wish of the company', () => {
  expect(findOddField(DEFAULT_PURPOSE)).toBeNull();
  expect(fillPurpose(DEFAULT_PURPOSE, values).text).toBe(
    'Оплата по договору № 45-ГПХ/2026 от 30.01.2026, акт выполненных работ № 125/2026 от 31.10.2026, без НДС',
  );
});

test.each([
  ['{service} {vat}', null],
  ['{iban}', '{iban}'],
  ['{act number}', '{act number}'],
  ['{}', '{}'],
  ['{vat', '{'],
  ['vat}', '}'],
])('finds what is no field in %s', (template, odd) => expect(findOddField(template)).toBe(odd));

test('shortens the service before anything else, and no bank gets more than it takes', () => {
  expect(MAX_PURPOSE).toBe(210);
  const whole = 'Ә'.repeat(MAX_PURPOSE);
  const full = { ...values, service: whole };
  expect(fillPurpose('{service}', full)).toEqual({ text: whole, length: MAX_PURPOSE });
  expect(fillPurpose('{service}.', full).text).toBe(`${whole.slice(1)}.`);
  const long = { ...values, service: 'Ә'.repeat(300) };
  const made = fillPurpose('{service}; акт № {act_number}', long);
  expect(made.length).toBe(300 + '; акт № 125/2026'.length);
  expect([...made.text]).toHaveLength(MAX_PURPOSE);
  expect(made.text.endsWith('Ә; акт № 125/2026')).toBe(true);
  expect([...fillPurpose(`${'а'.repeat(205)} {contract_number}`, values).text]).toHaveLength(MAX_PURPOSE);
});
