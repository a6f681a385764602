import { describe, expect, it } from 'vitest';
import { newDraft, newService } from './act-draft.ts';
import { checkAct } from './check-act.ts';
import { splitTable } from '../../platform/split-table.ts';
import { isBelowNothing, isTable, pasteRows, type Choices } from './paste-rows.ts';

const choices: Choices = {
  categories: [
    { id: 1, code: 'delivery', name: 'Курьерские услуги' },
    { id: 3, code: 'cleaning', name: 'Уборка помещений' },
  ],
  units: [
    { id: 2, code: 'hour', name: 'час' },
    { id: 6, code: 'order', name: 'заказ' },
  ],
  kinds: [
    { id: 'work', code: 'work', name: 'Работа' },
    { id: 'deduction', code: 'deduction', name: 'Уменьшение' },
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
  it('takes the kinds of lines from the column before the categories', () => {
    const table = [
      ['Вид строки', 'Категория', 'Услуга', 'Количество', 'Единица', 'Цена'],
      ['Работа', 'Курьерские услуги', 'Доставка', '3', 'заказ', '100'],
      ['Уменьшение', 'Курьерские услуги', 'Опоздание', '1', 'заказ', '50'],
    ];
    const at = { row: 0, field: 'description' } as const;
    const { services, faults } = pasteRows([newService()], at, table, choices);
    expect(faults).toEqual([]);
    expect(services).toMatchObject([
      { kind: 'work', category_id: '1', description: 'Доставка', rate: '100' },
      { kind: 'deduction', category_id: '1', description: 'Опоздание', rate: '50' },
    ]);
  });

  it('counts what an act has no room for, and no heading', () => {
    const table = [['Услуга', 'Количество'], ...Array.from({ length: 210 }, () => ['Доставка', '1'])];
    const at = { row: 5, field: 'description' } as const;
    const { services, faults } = pasteRows(Array(6).fill(newService()), at, table, choices);
    expect(services).toHaveLength(200);
    expect(faults).toHaveLength(15);
    expect(faults[0]).toEqual({ line: 201, text: 'Доставка\t1', why: 'room' });
  });

  const empty = () => [{ ...newService(), category_id: '1', unit_id: '6' }];

  it('fills the lines from the cell on and adds those that are missing', () => {
    const table = splitTable('Доставка\t15\tзаказ\t1 200,50\nУборка\t1,5\tчас\t7000');
    const { services: lines } = pasteRows(empty(), { row: 0, field: 'description' }, table, choices);
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
    const { services: lines } = pasteRows(empty(), { row: 0, field: 'category_id' }, table, choices);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ category_id: '3', description: 'Окна', rate: '500' });
  });

  it('leaves a cell to be chosen when its name is not known, and never rounds', () => {
    const table = [['Охрана', 'Ночь', '0,3339', 'смена', '10,999']];
    const { services, faults } = pasteRows(empty(), { row: 0, field: 'category_id' }, table, choices);
    const [line] = services;
    expect(faults.map(({ field, text, why }) => [field, text, why])).toEqual([
      ['category_id', 'Охрана', 'choice'],
      ['quantity', '0,3339', 'cut'],
      ['unit_id', 'смена', 'choice'],
      ['rate', '10,999', 'cut'],
    ]);
    expect(line).toMatchObject({ category_id: '', unit_id: '', quantity: '0.333', rate: '10.99' });
  });

  it('keeps what is below nothing below nothing, however a spreadsheet writes it', () => {
    const rates = ['-5 000', '−5\u00A0000,50', '–5000', ' -   5 000,00 ₸ ', '(5 000,25)', '5-000'];
    const table = rates.map((rate) => ['Возврат', '-1', 'час', rate]);
    const { services: lines } = pasteRows(empty(), { row: 0, field: 'description' }, table, choices);
    expect(lines.map((line) => line.rate)).toEqual([
      '-5000',
      '-5000.50',
      '-5000',
      '-5000.00',
      '-5000.25',
      '',
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
      ['-5', '-5'],
    ];
    const { cells, faults } = pasteRows(empty(), { row: 0, field: 'rate' }, table, choices);
    expect([cells, faults]).toEqual([['services.0.rate'], []]);
  });

  it('puts a table that has its categories there, also when it is pasted into the service', () => {
    const rows = 'Уборка помещений\tОкна\t2\tчас\t500\t1000\nКурьерские услуги\tПосылка\t1\tзаказ\t700\t700';
    for (const text of [rows, `Категория\tУслуга\tКол-во\tЕд.\tЦена\tСумма\n${rows}`]) {
      const { services, faults } = pasteRows(
        empty(),
        { row: 0, field: 'description' },
        splitTable(text),
        choices,
      );
      expect(services.map((line) => [line.category_id, line.description, line.rate])).toEqual([
        ['3', 'Окна', '500'],
        ['1', 'Посылка', '700'],
      ]);
      expect(faults).toEqual([]);
    }
  });

  it('hands back with its reason whatever did not become a cell as it stands', () => {
    const table = [
      ['Окна', 'две', 'час', '15 000,50 ₸', '1'],
      ['Полы', '12345678901', 'пог. м', '1-2', ''],
    ];
    const { services, faults } = pasteRows(empty(), { row: 0, field: 'description' }, table, choices);
    expect(services.map((line) => [line.quantity, line.unit_id, line.rate])).toEqual([
      ['', '2', '15000.50'],
      ['', '', ''],
    ]);
    expect(faults).toEqual([
      { line: 1, field: 'quantity', text: 'две', why: 'number' },
      { line: 1, text: '1', why: 'column' },
      { line: 2, field: 'quantity', text: '12345678901', why: 'number' },
      { line: 2, field: 'unit_id', text: 'пог. м', why: 'choice' },
      { line: 2, field: 'rate', text: '1-2', why: 'number' },
    ]);
  });

  it('does not write beyond the last cell nor beyond two hundred lines', () => {
    const table = Array.from({ length: 250 }, (_row, at) => [String(at + 1), 'лишнее']);
    const { services: lines } = pasteRows(empty(), { row: 0, field: 'rate' }, table, choices);
    expect(lines).toHaveLength(200);
    expect(lines[199]!.rate).toBe('200');
    expect(lines[0]!.description).toBe('');
  });
});
