import { expect, it } from 'vitest';
import { matchScans } from './match-scans.ts';

const row = (at: number, number: string, scan = '', bin = `00000000000${at}`) => ({
  row: at,
  number,
  scan,
  contractor: { bin },
});
const names = (rows: ReturnType<typeof row>[], ...files: string[]) =>
  [
    ...matchScans(
      rows,
      files.map((name) => ({ name })),
    ),
  ].map(([at, { name }]) => [at, name]);

it('finds the scan a row names, or the one called by its number', () => {
  expect(names([row(2, '1', 'Петров'), row(3, '45-ГПХ/26')], '45-гпх_26.PDF', 'петров.jpg')).toEqual([
    [2, 'петров.jpg'],
    [3, '45-гпх_26.PDF'],
  ]);
  expect(names([row(2, '17')], 'Договор № 17.pdf', '117.pdf')).toEqual([[2, 'Договор № 17.pdf']]);
});

it('falls back on the ИИН where it means one row and one file', () => {
  expect(names([row(2, '5')], 'скан 000000000002 страница.pdf')).toEqual([
    [2, 'скан 000000000002 страница.pdf'],
  ]);
  expect(
    names([row(2, '5', '', '9'.repeat(12)), row(3, '6', '', '9'.repeat(12))], `${'9'.repeat(12)}.pdf`),
  ).toEqual([]);
});

it('gives no file to two rows and guesses between no two files', () => {
  expect(names([row(2, '5'), row(3, '5')], '5.pdf')).toEqual([[2, '5.pdf']]);
  expect(names([row(2, '5')], '5.pdf', '5.jpg')).toEqual([]);
});
