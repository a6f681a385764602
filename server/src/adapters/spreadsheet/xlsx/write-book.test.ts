import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import * as fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import type { WriteSheet } from '../spreadsheet.ts';
import { createXlsxSpreadsheet } from './xlsx-spreadsheet.ts';

const spreadsheet = createXlsxSpreadsheet();
const read = (bytes: Uint8Array) => spreadsheet.readRows(bytes, { max_rows: 20_000, max_columns: 20 });
const NOT_IN_XML = /[\ufffe\uffff]/g;
const SHEET: WriteSheet = {
  name: 'Акты',
  freeze_header: true,
  columns: [
    { header: 'Контрагент', width: 30, kind: 'text', required: true, list: ['ТОО «Алатау»', '=1+1'] },
    { header: 'Количество', width: 12, kind: 'number' },
    { header: 'Сумма', width: 18, kind: 'money' },
    { header: 'Дата', width: 12, kind: 'date' },
  ],
  rows: [],
};
const write = (changes: Partial<WriteSheet>) =>
  spreadsheet.writeSheet({ sheets: [{ ...SHEET, ...changes }] });

afterAll(() => spreadsheet.close());

describe('a table that is taken away', () => {
  it('reads back as it was written', async () => {
    const bytes = await write({
      rows: [
        ['ТОО «Алатау Құрылыс»', '1.125', '9999999999999.99', '2026-11-20'],
        ['строка\nвторая', 3, '-0.10', '1900-03-01'],
        [null, null, '0.00', null],
      ],
      rows_to_fill: 5,
    });
    expect(await read(bytes)).toEqual({
      status: 'ok',
      hidden_rows: [],
      header: ['Контрагент', 'Количество', 'Сумма', 'Дата'],
      rows: [
        {
          row: 2,
          cells: [
            text('ТОО «Алатау Құрылыс»'),
            number('1.125'),
            number('9999999999999.99'),
            date('2026-11-20'),
          ],
        },
        { row: 3, cells: [text('строка\nвторая'), number('3'), number('-0.1'), date('1900-03-01')] },
        { row: 4, cells: [empty, empty, number('0'), empty] },
      ],
    });
  });

  it('holds no formula, whatever people are called', async () => {
    const names = [
      '=HYPERLINK("http://x")',
      '+7 701',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\u0000=1',
      '＝1',
      ';=1',
      '_x003D_1',
    ];
    const bytes = await write({ rows: names.map((name) => [name, null, null, null]) });
    const { sheets } = await readXlsx(bytes);
    const cells = sheets.flatMap((sheet) => [...(sheet.cells?.values() ?? [])]);
    expect(cells.some((cell) => cell.formula !== undefined || cell.type === 'formula')).toBe(false);
    const result = await read(bytes);
    const kinds = result.status === 'ok' ? result.rows.map(({ cells: [cell] }) => cell) : [];
    expect(kinds).toEqual(names.map((name) => text(showHidden(name))));
  });

  it('keeps any text a person can type', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 30 }),
        async (texts) => {
          const result = await read(await write({ rows: texts.map((value) => [value, 1, null, null]) }));
          const seen = result.status === 'ok' ? result.rows.map(({ cells: [cell] }) => cell) : [];
          const kept = texts.map((value) => showHidden(value).replace(NOT_IN_XML, ''));
          expect(seen).toEqual(kept.map((value) => (value.trim() === '' ? empty : text(value))));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('offers lists from a hidden sheet and keeps the header in sight', async () => {
    const { sheets } = await readXlsx(await write({}));
    expect(sheets.map(({ name, hidden }) => [name, hidden ?? false])).toEqual([
      ['Акты', false],
      ['lists', true],
    ]);
    expect(sheets[0]!.dataValidations).toMatchObject([
      { type: 'list', range: 'A2:A10001', formula1: "'lists'!$A$1:$A$2", allowBlank: true },
    ]);
    expect(sheets[0]!.freezePane).toMatchObject({ rows: 1 });
    expect(sheets[1]!.rows).toEqual([['ТОО «Алатау»'], ['=1+1']]);
  });

  it('is written ten thousand rows long', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => [
      `Исполнитель ${index}`,
      '1.5',
      '1000.00',
      '2026-11-20',
    ]);
    const result = await read(await write({ rows }));
    expect(result.status === 'ok' && result.rows.length).toBe(10_000);
  });

  it('refuses names and values that would break it', async () => {
    await expect(write({ name: 'a/b' })).rejects.toThrow(/name of a sheet/);
    await expect(write({ rows: [['x', 'много', null, null]] })).rejects.toThrow(/no number/);
    await expect(write({ rows: [['x', null, null, '20.11.2026']] })).rejects.toThrow(/no date/);
  });
});

const text = (value: string) => ({ kind: 'text', value });
const number = (value: string) => ({ kind: 'number', value });
const date = (value: string) => ({ kind: 'date', value });
const empty = { kind: 'empty' };
