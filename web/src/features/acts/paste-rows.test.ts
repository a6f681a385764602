import { describe, expect, it } from 'vitest';
import { newDraft, newService } from './act-draft.ts';
import { checkAct } from './check-act.ts';
import { splitTable } from '../../platform/split-table.ts';
import { isBelowNothing, isTable, pasteCount, pastedCells, pasteRows } from './paste-rows.ts';

const choices = {
  categories: [
    { id: 1, code: 'delivery', name: 'Курьерские услуги' },
    { id: 3, code: 'cleaning', name: 'Уборка помещений' },
  ],
  units: [
    { id: 2, code: 'hour', name: 'час' },
    { id: 6, code: 'order', name: 'заказ' },
  ],
};

describe('splitTable', () => {
  it.each([
    [
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '\tb\n\td',
      [
        ['', 'b'],
        ['', 'd'],
      ],
    ],
    ['"Мытьё\nокон"\t2', [['Мытьё\nокон', '2']]],
    ['"Кафе ""Ара"""\t1\n', [['Кафе "Ара"', '1']]],
    ['5" труба\t1', [['5" труба', '1']]],
    ['one', [['one']]],
  ])('%j', (text, rows) => {
    expect(splitTable(text)).toEqual(rows);
  });

  it('knows a table from a single cell with its closing line break', () => {
    expect(isTable('Доставка\n')).toBe(false);
    expect(isTable('Доставка\t1')).toBe(true);
  });
});

describe('pasteRows', () => {
  it('counts what an act has no room for, and no heading', () => {
    const table = [['Услуга', 'Количество'], ...Array.from({ length: 210 }, () => ['Доставка', '1'])];
    const at = { row: 5, field: 'description' } as const;
    expect(pasteCount(at, table)).toEqual({ pasted: 195, left_out: 15 });
    expect(pasteRows(Array(6).fill(newService()), at, table, choices, 'ru')).toHaveLength(200);
  });

  const empty = () => [{ ...newService(), category_id: '1', unit_id: '6' }];

  it('fills the lines from the cell on and adds those that are missing', () => {
    const table = splitTable('Доставка\t15\tзаказ\t1 200,50\nУборка\t1,5\tчас\t7000');
    const lines = pasteRows(empty(), { row: 0, field: 'description' }, table, choices, 'ru');
    expect(lines.map(({ key: _key, ...line }) => line)).toEqual([
      {
        category_id: '1',
        description: 'Доставка',
        quantity: '15',
        unit_id: '6',
        rate: '1200.50',
        service_date: '',
      },
      {
        category_id: '1',
        description: 'Уборка',
        quantity: '1.5',
        unit_id: '2',
        rate: '7000',
        service_date: '',
      },
    ]);
  });

  it('leaves out the heading of the table', () => {
    const table = splitTable(
      'Категория\tУслуга\tКоличество\tЕдиница\tЦена\nУборка помещений\tОкна\t2\tчас\t500',
    );
    const lines = pasteRows(empty(), { row: 0, field: 'category_id' }, table, choices, 'ru');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ category_id: '3', description: 'Окна', rate: '500' });
  });

  it('leaves a cell to be chosen when its name is not known, and never rounds', () => {
    const table = [['Охрана', 'Ночь', '0,3339', 'смена', '10,999']];
    const [line] = pasteRows(empty(), { row: 0, field: 'category_id' }, table, choices, 'ru');
    expect(line).toMatchObject({ category_id: '', unit_id: '', quantity: '0.333', rate: '10.99' });
  });

  it('keeps what is below nothing below nothing, however a spreadsheet writes it', () => {
    const rates = ['-5 000', '−5\u00A0000,50', '–5000', ' -   5 000,00 ₸ ', '(5 000,25)', '5-000'];
    const table = rates.map((rate) => ['Возврат', '-1', 'час', rate]);
    const lines = pasteRows(empty(), { row: 0, field: 'description' }, table, choices, 'ru');
    expect(lines.map((line) => line.rate)).toEqual([
      '-5000',
      '-5000.50',
      '-5000',
      '-5000.00',
      '-5000.25',
      '5000',
    ]);
    expect(lines[0]!.quantity).toBe('-1');
    // A correction may take back by its price, and never by a quantity; an act for work by neither.
    const draft = { ...newDraft(), services: [{ ...lines[0]!, quantity: '1' }, lines[1]!] };
    const faults = (corrects: boolean) =>
      Object.keys(checkAct(draft, null, corrects)).filter((field) => /rate|quantity/.test(field));
    expect(faults(true)).toEqual(['services.1.quantity']);
    expect(faults(false)).toEqual(['services.0.rate', 'services.1.quantity', 'services.1.rate']);
  });

  it('knows one cell below nothing, and the cells that a table has come into', () => {
    expect(isBelowNothing('rate', ' -5 000\n')).toBe(true);
    expect(isBelowNothing('rate', '(12)')).toBe(true);
    expect(isBelowNothing('rate', '5 000')).toBe(false);
    expect(isBelowNothing('rate', '–')).toBe(false);
    expect(isBelowNothing('description', '-5')).toBe(false);
    const table = [
      ['Цена', 'Сумма'],
      ['-5', '5'],
    ];
    expect(pastedCells({ row: 3, field: 'rate' }, table)).toEqual(['services.3.rate']);
  });

  it('does not write beyond the last cell nor beyond two hundred lines', () => {
    const table = Array.from({ length: 250 }, (_row, at) => [String(at + 1), 'лишнее']);
    const lines = pasteRows(empty(), { row: 0, field: 'rate' }, table, choices, 'ru');
    expect(lines).toHaveLength(200);
    expect(lines[199]!.rate).toBe('200');
    expect(lines[0]!.description).toBe('');
  });
});
