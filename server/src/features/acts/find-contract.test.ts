import { expect, test } from 'vitest';
import { contractFinder } from './find-contract.ts';

const BIN = '841001300082';
const contract = (id: number, number: string, title: string) => ({
  id,
  number,
  title,
  bin: BIN,
  name: 'ИП Әбдіқадыров Б. Ғ.',
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  contractor_company_id: 7,
  executor_status: 'active' as const,
});
const { find } = contractFinder({
  contracts: [
    contract(1, '7', 'Услуги склада'),
    contract(2, 'ДУ-12/а', 'Перевозка'),
    contract(3, '70', 'Договор 7'),
  ],
});
const found = (title: string) => {
  const one = find(BIN, title, '2026-11-01', '2026-11-30');
  return typeof one === 'string' ? one : one.id;
};

test.each([
  ['7', 1],
  ['№ 7', 1],
  ['договор № 7', 1],
  ['Договор №7 от 16.02.2026', 1],
  ['дог. 7 от 16.02.2026 г.', 1],
  ['№ 7 шарт', 1],
  ['№ 7 келісімшарт', 1],
  ['Келісімшарт № 7', 1],
  ['Договор N 7', 1],
  ['Договора ду-12/А от 01.02.2026', 2],
  ['Перевозка', 2],
  // A title that is written so goes before a number.
  ['Договор 7', 3],
  ['Договор № 70', 3],
  ['Договор услуг 7', 'no_contract'],
  ['договор № 8', 'no_contract'],
  ['договор', 'no_contract'],
])('a table that says «%s» means the contract %s', (title, meant) => {
  expect(found(title)).toBe(meant);
});
