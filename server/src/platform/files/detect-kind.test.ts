import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { makeWordFile, oleFile } from '../../../test/word-files.ts';
import { makeXlsx, makeZip, relations, xlsxParts } from '../../adapters/spreadsheet/xlsx/make-xlsx.ts';
import { detectKind } from './detect-kind.ts';

const folder = await mkdtemp(join(tmpdir(), 'kelisim-kinds-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function kindOf(bytes: Uint8Array, wanted: FileKind[] = ['pdf', 'docx', 'xlsx']) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return detectKind(path, wanted);
}

const typed = (content_type: string) => ({
  '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${content_type}"/></Types>`,
});

describe('an office document is what its package names as the main part', () => {
  test.each<[string, () => Promise<Buffer>, string | null]>([
    ['Word', () => makeWordFile(['x']), 'docx'],
    ['Word of Office 365', () => makeWordFile(['x'], {}, { main: 'word/document2.xml' }), 'docx'],
    ['a workbook', () => makeXlsx(''), 'xlsx'],
    [
      'a workbook whose main part is called otherwise',
      async () =>
        makeZip({
          ...typed('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
          '_rels/.rels': relations([['rId1', 'officeDocument', '/xl/workbook.xml']]),
          'xl/workbook.xml': '<workbook/>',
        }),
      'xlsx',
    ],
    [
      'a binary workbook',
      () => makeXlsx('', typed('application/vnd.ms-excel.sheet.binary.macroEnabled.main')),
      'xlsb',
    ],
    [
      'a presentation',
      () => makeXlsx('', typed('application/vnd.ms-powerpoint.presentation.main+xml')),
      null,
    ],
    [
      'two documents at once',
      async () =>
        makeZip({
          ...xlsxParts(''),
          'word/document.xml': '<w:document/>',
          '_rels/.rels': relations([
            ['rId1', 'officeDocument', 'xl/workbook.xml'],
            ['rId2', 'officeDocument', 'word/document.xml'],
          ]),
        }),
      null,
    ],
    [
      'a main part that is not there',
      () => makeXlsx('', { '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/none.xml']]) }),
      null,
    ],
    ['OpenDocument', () => makeZip({ mimetype: 'application/vnd.oasis.opendocument.text' }), 'odt'],
    ['an archive', () => makeZip({ 'a.txt': 'x' }), null],
  ])('%s', async (_, make, kind) => {
    expect(await kindOf(await make())).toBe(kind);
  });
});

test('what Office wrote before 2007, or under a password, is told apart', async () => {
  const kinds = [];
  for (const stream of ['EncryptedPackage', 'WordDocument', 'Workbook', 'Book', 'Other'])
    kinds.push(await kindOf(oleFile(stream)));
  expect(kinds).toEqual(['locked', 'doc', 'xls', 'xls', null]);
});

test('a PDF begins with its first byte; within the next kilobyte it is one that begins late', async () => {
  const after = (count: number) => kindOf(Buffer.from(`${' '.repeat(count)}%PDF-1.7\n`));
  expect(await after(0)).toBe('pdf');
  expect(await after(1)).toBe('late_pdf');
  expect(await after(1_000)).toBe('late_pdf');
  expect(await after(1_100)).toBe(null);
});
