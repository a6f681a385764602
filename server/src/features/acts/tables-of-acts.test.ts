import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeDraftAct, TODAY } from '../../../test/papers.ts';
import { encodeWindows1251 } from '../../platform/text-encoding.ts';
import { ACT_COLUMNS, type ActColumn } from './act-columns.ts';
import { readCsv } from '../../platform/read-csv.ts';

const { app, deal, director } = await makeDealApp();
afterAll(() => app.close());

const limits = { max_rows: 10, max_columns: 5 };
const read = (text: string | Buffer, how = limits) => {
  const result = readCsv(Buffer.from(text), how);
  if (result.status === 'error') return result.code;
  return [
    result.header,
    ...result.rows.map((row) => row.cells.map((cell) => ('value' in cell ? cell.value : null))),
  ];
};

describe('a table as text', () => {
  test.each([
    [
      'a;b\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,"2, 3"\r\n',
      [
        ['a', 'b'],
        ['1', '2, 3'],
      ],
    ],
    [
      'a\tb\r1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'sep=|\r\na|b\r\n1|2;3',
      [
        ['a', 'b'],
        ['1', '2;3'],
      ],
    ],
    [
      '\ufeffa;b\n"two\nlines";"he said ""yes"""',
      [
        ['a', 'b'],
        ['two\nlines', 'he said "yes"'],
      ],
    ],
    [
      'a;b\n\n;;\n1;2;',
      [
        ['a', 'b'],
        ['1', '2', null],
      ],
    ],
    [
      'a;b\n1 "not quoted";2',
      [
        ['a', 'b'],
        ['1 "not quoted"', '2'],
      ],
    ],
    [
      "a;b\n'=1+1;''plain",
      [
        ['a', 'b'],
        ['=1+1', "''plain"],
      ],
    ],
    ['a;b\n"never closed;2', [['a', 'b'], ['never closed;2']]],
    ['', [[]]],
  ])('%j', (text, rows) => expect(read(text)).toEqual(rows));

  test('in the encodings of offices', () => {
    expect(read(encodeWindows1251('Акт;Сумма\nПеревозка;1 500,50').bytes)).toEqual([
      ['Акт', 'Сумма'],
      ['Перевозка', '1 500,50'],
    ]);
    expect(read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ә;б\nв;г', 'utf16le')]))).toEqual([
      ['ә', 'б'],
      ['в', 'г'],
    ]);
    expect(read('a\n1\n2', { max_rows: 1, max_columns: 5 })).toBe('too_many_rows');
    expect(read('a\0b')).toBe('not_xlsx');
  });
});

type Cells = Partial<Record<ActColumn, string>>;
const row = (change: Cells = {}): Cells => ({
  contractor: deal.executor.bin,
  contract: `Договор – ${deal.executor.name}`,
  title: 'Доставка за ноябрь',
  date: formatDate(TODAY),
  start_date: formatDate(addDays(TODAY, -10)),
  end_date: TODAY,
  category: 'Курьерские услуги',
  description: 'Доставка; срочно',
  quantity: '3',
  unit: 'услуга',
  rate: '1 500,50',
  ...change,
});
const csvOf = (rows: Cells[], separator: string) =>
  [
    ACT_COLUMNS.map((column) => column.ru),
    ...rows.map((cells) => ACT_COLUMNS.map(({ key }) => cells[key] ?? '')),
  ]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
    .join('\r\n');

const importing = (
  bytes: Buffer,
  body: { dry_run: 'true' | 'false'; mended?: string; again?: string },
  name = 'акты.csv',
) => app.ok('acts.process', director, { body, files: { file: { name, bytes } } });

describe('acts out of a CSV', () => {
  test('lines are of the kind that is written, whatever sign a deduction has', async () => {
    const act = { act: 'В', title: 'Со штрафом' };
    const rows = [
      row({ ...act, quantity: '1', rate: '1000' }),
      row({ ...act, quantity: '1', rate: '70', kind: 'Премия' }),
      row({ ...act, quantity: '1', rate: '-200,20', kind: 'Штраф', description: 'Опоздание' }),
      row({ ...act, quantity: '1', rate: '30', kind: 'Шығыстарды өтеу' }),
    ];
    const answer = await importing(Buffer.from(csvOf(rows, ';')), { dry_run: 'true' });
    expect(answer).toMatchObject({ rows: 4, acts: 1, amount: '899.80', errors: [] });

    const spoilt = row({ ...act, rate: '(50)', description: 'Порча' });
    const unsaid = [...rows.map((cells) => ({ ...cells, kind: '' })), spoilt];
    const bytes = Buffer.from(csvOf(unsaid, ';'));
    const asked = (await importing(bytes, { dry_run: 'true' })).errors;
    expect(asked.map((error) => [error.rows, error.key, error.code])).toEqual([
      [[4, 6], 'kind', 'row.minus_unclear'],
    ]);
    const mended = JSON.stringify([{ rows: [4, 6], key: 'kind', value: 'Азайту' }]);
    expect(await importing(bytes, { dry_run: 'true', mended })).toMatchObject({
      amount: '749.80',
      errors: [],
    });

    const wrong = [row({ kind: 'Подарок' }), row({ kind: 'удержание', title: 'Одно уменьшение' })];
    const { errors } = await importing(Buffer.from(csvOf(wrong, ';')), { dry_run: 'true' });
    expect(errors.map((error) => [error.row, error.key, error.code])).toEqual([
      [2, 'kind', 'row.kind_unknown'],
      [3, 'rate', 'act.deductions_too_large'],
    ]);
  });

  test.each([';', ',', '\t'])('separated by %j, as UTF-8 and as Windows-1251', async (separator) => {
    const text = csvOf([row()], separator);
    for (const bytes of [Buffer.from(text), encodeWindows1251(text).bytes]) {
      const answer = await importing(bytes, { dry_run: 'true' });
      expect(answer).toMatchObject({ rows: 1, acts: 1, amount: '4501.50', errors: [] });
    }
  });

  test('a wrong cell is mended on the page, and the file stays as it is', async () => {
    const bytes = Buffer.from(csvOf([row(), row({ quantity: 'три', unit: 'штучка' })], ';'));
    const { errors } = await importing(bytes, { dry_run: 'true' });
    expect(errors.map((error) => [error.row, error.key, error.value])).toEqual([
      [3, 'unit', 'штучка'],
      [3, 'quantity', 'три'],
    ]);
    const mended = JSON.stringify([
      { rows: [3], key: 'quantity', value: '2' },
      { rows: [3], key: 'unit', value: 'услуга' },
    ]);
    const half = await importing(bytes, {
      dry_run: 'true',
      mended: JSON.stringify([{ rows: [3], key: 'unit', value: 'услуга' }]),
    });
    expect(half.errors.map((error) => error.key)).toEqual(['quantity']);
    const made = await importing(bytes, { dry_run: 'false', mended });
    expect(made).toMatchObject({ created: 2, failed: 0, amount: '7502.50' });
  });

  test('what is wrong in many rows alike is one thing to mend, in every row of its act too', async () => {
    const lines = [
      row({ act: '1', contract: 'Договор' }),
      row({ act: '1', contract: 'Договор' }),
      row({ contract: 'Договор', unit: 'штучка' }),
      row({ unit: 'штучка', rate: 'x' }),
      row({ rate: 'x' }),
    ];
    const bytes = Buffer.from(csvOf(lines, ';'));
    const { errors, failed } = await importing(bytes, { dry_run: 'true' });
    expect(failed).toBe(4);
    expect(errors.map((error) => [error.key, error.rows])).toEqual([
      ['contract', [2, 3, 4]],
      ['unit', [4, 5]],
      ['rate', [5]],
      ['rate', [6]],
    ]);
    const [title] = errors[0]!.choices;
    const mended = JSON.stringify([
      { rows: [2, 3, 4], key: 'contract', value: title },
      { rows: [4, 5], key: 'unit', value: 'услуга' },
      { rows: [5, 6], key: 'rate', value: '10' },
    ]);
    const again = '"all"';
    expect(await importing(bytes, { dry_run: 'true', mended, again })).toMatchObject({ acts: 4, errors: [] });
  });

  test('what is no list of mended cells is refused', async () => {
    const bytes = Buffer.from(csvOf([row()], ';'));
    for (const mended of ['no', '{}', '[{"rows":[0],"key":"unit","value":""}]'])
      expect(
        await app.refused('acts.process', director, {
          body: { dry_run: 'true', mended },
          files: { file: { name: 'a.csv', bytes } },
        }),
      ).toMatchObject({ status: 400, field: 'mended' });
  });
});

describe('what was taken out', () => {
  const odd = '=1+1; "кавычки", \'апостроф\'\nи строка';
  test.each(['xlsx', 'csv'] as const)('as %s is brought in again without change', async (format) => {
    const title = `Туда и обратно ${format}`;
    const service = { category_id: 2, unit_id: 3, service_date: addDays(TODAY, -1) };
    await makeDraftAct(app, deal, {
      title,
      additional_info: odd,
      services: [
        { ...service, description: "'=SUM(A1)", quantity: '0.125', rate: '99999.99' },
        { ...service, description: 'Обычная; строка', quantity: '3', rate: '0.01', service_date: null },
        { ...service, kind: 'deduction', description: 'Опоздание', quantity: '1', rate: '1.00' },
        { ...service, kind: 'expense', taxed: true, description: 'Проезд', quantity: '1', rate: '5.00' },
      ],
    });
    await makeDraftAct(app, deal, { title, knp: null });
    const taken = async () =>
      (await app.raw('acts.export', director, { body: { filter: { search: title }, format } })).bytes;
    const before = await taken();
    const checked = await importing(before, { dry_run: 'true' }, `акты.${format}`);
    expect(checked.errors).toEqual([]);
    expect(checked.repeats.map(({ row }) => row)).toEqual([2, 6]);
    expect(await importing(before, { dry_run: 'false', again: '"all"' }, `акты.${format}`)).toMatchObject({
      created: 5,
      failed: 0,
    });
    const acts = await app.ok('acts.list', director, { query: { search: title, sort_order: 'asc' } });
    expect(acts.total).toBe(4);
    const views = await Promise.all(
      acts.items.map(({ id }) => app.ok('acts.get', director, { params: { act_id: id } })),
    );
    const said = (view: (typeof views)[number]) => ({
      title: view.title,
      contract_id: view.contract_id,
      dates: [view.act_date, view.start_date, view.end_date],
      knp: view.knp,
      additional_info: view.additional_info,
      amount: view.amount,
      services: view.services.map(
        ({ kind, taxed, category, description, quantity, rate, unit, service_date }) => ({
          kind,
          taxed,
          category,
          description,
          quantity,
          rate,
          unit,
          service_date,
        }),
      ),
    });
    expect(said(views[2]!)).toEqual(said(views[0]!));
    expect(said(views[3]!)).toEqual(said(views[1]!));
  });

  test('holds what its reader may see, and names both sides and the state', async () => {
    await makeDraftAct(app, deal, { title: 'Невидимый черновик' });
    const body = { filter: { search: 'Невидимый черновик' }, format: 'csv' as const };
    const own = (await app.raw('acts.export', director, { body })).text;
    expect(own).toContain('Черновик');
    expect(own).toContain(deal.executor.name);
    // 1C finds a contract by its number and date.
    const params = { doc_id: deal.contract_id };
    const contract = await app.ok('documents.get', director, { params });
    expect(own.trim().endsWith(`${contract.number};${contract.date}`)).toBe(true);
    const executor = (await app.raw('acts.export', deal.executor.person, { body })).text;
    expect(executor.trim().split('\n')).toHaveLength(1);
  });
});
