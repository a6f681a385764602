import { describe, expect, test } from 'vitest';
import type { Cell, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { ACT_COLUMNS, type ActColumn } from './act-columns.ts';
import { mapColumns } from './find-header.ts';
import { readActRows } from './read-act-rows.ts';

const CONTRACTS = 2_000;
const bin = (i: number) => String(900_101_000_000 + i);
const references = {
  contracts: Array.from({ length: CONTRACTS }, (_, i) => ({
    id: i + 1,
    title: `Договор ${i}`,
    number: `45-${i}/26`,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    contractor_company_id: i + 1,
    bin: bin(i),
    name: `ИП ${i}`,
    executor_status: 'active' as const,
  })),
  categories: [{ id: 1, code: 'delivery', name_ru: 'Доставка', name_kz: 'Жеткізу' }],
  units: [{ id: 1, code: 'hour', name_ru: 'час', name_kz: 'сағат' }],
  closed_until: null as string | null,
};

function rowOf(i: number, change: Partial<Record<ActColumn, Cell>> = {}): ReadRow {
  const text = (value: string): Cell => ({ kind: 'text', value });
  const cells: Partial<Record<ActColumn, Cell>> = {
    contractor: text(bin(i % CONTRACTS)),
    contract: text(`договор ${i % CONTRACTS}`),
    title: text('Акт'),
    date: { kind: 'date', value: '2026-11-20' },
    start_date: text('01.11.2026'),
    end_date: text('2026-11-20'),
    category: text('жеткізу'),
    description: text('Услуга'),
    quantity: { kind: 'number', value: '2' },
    unit: text('HOUR'),
    rate: text('1 000,50'),
    ...change,
  };
  return { row: i + 2, cells: ACT_COLUMNS.map(({ key }) => cells[key] ?? { kind: 'empty' }) };
}

const at = mapColumns(ACT_COLUMNS.map((column) => column.ru));

describe('the columns of a table', () => {
  test('are found by their headings in either language, in any order, with a star or without', () => {
    const kz = ACT_COLUMNS.map((column) => ` ${column.kz.toUpperCase()}*`).toReversed();
    const mapped = mapColumns(['чужой', ...kz]);
    expect(mapped.get('act')).toBe(ACT_COLUMNS.length);
    expect(mapped.get('additional_info')).toBe(1);
  });
});

describe('ten thousand rows against two thousand contracts', () => {
  const rows = (change: (i: number) => Partial<Record<ActColumn, Cell>>) =>
    Array.from({ length: 10_000 }, (_, i) => rowOf(i, change(i)));
  const all = { isAgain: () => true, is_quantity_one: false };
  const read = (table: ReadRow[]) => readActRows(table, at, references, all);

  test('that are right', () => {
    const { acts, errors } = read(rows(() => ({})));
    expect([acts.length, errors.length]).toEqual([10_000, 0]);
    expect(acts[1234]!.input.contract_id).toBe(1235);
  });

  test('that are all wrong, in every cell', () => {
    const formula = Object.fromEntries(ACT_COLUMNS.map(({ key }) => [key, { kind: 'formula' }]));
    const { acts, errors } = read(rows(() => formula as never));
    expect([acts.length, errors.length]).toEqual([0, 10_000 * ACT_COLUMNS.length]);
  });

  test('of one act are too many lines', () => {
    const { acts, errors } = read(
      rows(() => ({
        act: { kind: 'text', value: '1' },
        contractor: { kind: 'text', value: bin(0) },
        contract: { kind: 'text', value: 'Договор 0' },
      })),
    );
    expect([acts.length, errors.map((error) => error.code)]).toEqual([0, ['field.services_many']]);
  });
});

test('of contracts of one name with one executor the one is meant whose dates hold the act', () => {
  const now = references.contracts[0]!;
  const before = { ...now, id: 7001, start_date: '2025-01-01', end_date: '2025-12-31' };
  const later = { ...now, id: 7002, start_date: '2026-06-01', end_date: '2027-05-31' };
  const read = (contracts: typeof references.contracts, change = {}) => {
    const { acts, errors } = readActRows([rowOf(0, change)], at, { ...references, contracts });
    return acts[0]?.input.contract_id ?? errors[0]!.code;
  };
  expect(read([before, now])).toBe(1);
  expect(read([now, before])).toBe(1);
  const lastYear = {
    start_date: { kind: 'text', value: '01.11.2025' },
    end_date: { kind: 'text', value: '30.11.2025' },
  };
  expect(read([now, before], lastYear)).toBe(7001);
  // Of two that hold it the later one; none that holds it is a fault of the dates, not of the name.
  expect([read([now, later]), read([later, now])]).toEqual([7002, 7002]);
  expect(read([now, later], lastYear)).toBe('act.outside_contract');
});

test.each(['45-0/26', '№45-0/26', '№ 45-0/26'])('a contract is named by its number: %s', (value) => {
  const { acts } = readActRows([rowOf(0, { contract: { kind: 'text', value } })], at, references);
  expect(acts[0]?.input.contract_id).toBe(1);
});

test('of who is stopped the row says that, and nothing is made', () => {
  const contracts = [{ ...references.contracts[0]!, executor_status: 'stopped' as const }];
  const { acts, errors } = readActRows([rowOf(0)], at, { ...references, contracts });
  expect([acts, errors.map(({ column, code }) => [column, code])]).toEqual([
    [],
    [['contractor', 'act.executor_stopped']],
  ]);
});
