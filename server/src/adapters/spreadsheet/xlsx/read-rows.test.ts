import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadError } from '../spreadsheet.ts';
import { readNumber } from './cell-values.ts';
import { oleFile } from '../../../../test/word-files.ts';
import { makeXlsx, makeZip, relations, sheet, xlsxParts } from './make-xlsx.ts';
import { createXlsxSpreadsheet } from './xlsx-spreadsheet.ts';

const spreadsheet = createXlsxSpreadsheet();
const read = (bytes: Uint8Array, options = {}) =>
  spreadsheet.readRows(bytes, { max_rows: 10_000, max_columns: 20, ...options });
const HEADER =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Сумма *</t></is></c></row>';

async function readCells(cells: string, changes = {}) {
  const result = await read(await makeXlsx(`${HEADER}<row r="2">${cells}</row>`, changes));
  return result.status === 'ok' ? result.rows[0]?.cells : result;
}

afterAll(() => spreadsheet.close());

describe('cells', () => {
  it.each([
    ['<c r="A2" t="s"><v>1</v></c>', { kind: 'text', value: 'Алатау' }],
    ['<c r="A2" t="s"><v>2</v></c>', { kind: 'text', value: 'a\rb & қ <' }],
    ['<c r="A2" t="inlineStr"><is><t xml:space="preserve"> x</t></is></c>', { kind: 'text', value: ' x' }],
    ['<c r="A2"><v>12.5</v></c>', { kind: 'number', value: '12.5' }],
    ['<c r="A2"><v>1.1000000000000001</v></c>', { kind: 'number', value: '1.1' }],
    ['<c r="A2"><v>0.30000000000000004</v></c>', { kind: 'number', value: '0.3' }],
    ['<c r="A2"><v>1.25E6</v></c>', { kind: 'number', value: '1250000' }],
    ['<c r="A2"><v>-1.5e-7</v></c>', { kind: 'number', value: '-0.00000015' }],
    ['<c r="A2"><v>180140012344</v></c>', { kind: 'number', value: '180140012344' }],
    ['<c r="A2"><v>12345678901234567890</v></c>', { kind: 'number', value: '12345678901234567890' }],
    ['<c r="A2" s="1"><v>46346</v></c>', { kind: 'date', value: '2026-11-20' }],
    ['<c r="A2" s="2"><v>46346.75</v></c>', { kind: 'date', value: '2026-11-20' }],
    ['<c r="A2" s="1"><v>59</v></c>', { kind: 'date', value: '1900-02-28' }],
    ['<c r="A2" s="1"><v>61</v></c>', { kind: 'date', value: '1900-03-01' }],
    ['<c r="A2" s="3"><v>0.5</v></c>', { kind: 'number', value: '0.5' }],
    ['<c r="A2" t="d"><v>2026-11-20T00:00:00</v></c>', { kind: 'date', value: '2026-11-20' }],
    ['<c r="A2" t="b"><v>1</v></c>', { kind: 'bool', value: true }],
    ['<c r="A2" t="e"><v>#REF!</v></c>', { kind: 'error' }],
    ['<c r="A2"><v>0x10</v></c>', { kind: 'error' }],
    ['<c r="A2"><v>1E400</v></c>', { kind: 'error' }],
    ['<c r="A2" t="s"><v>99</v></c>', { kind: 'error' }],
    ['<c r="A2"><f>1+1</f><v>2</v></c>', { kind: 'formula' }],
    ['<c r="A2" t="str"><f>HYPERLINK("http://x")</f><v>x</v></c>', { kind: 'formula' }],
    ['<c r="A2"><f t="shared" si="0"/><v>2</v></c>', { kind: 'formula' }],
  ])('%s', async (xml, cell) => {
    expect(await readCells(xml)).toEqual([cell, { kind: 'empty' }]);
  });

  it('does not take the results of an array formula for values', async () => {
    const cells = '<c r="A2"><f t="array" ref="A2:B3">X1:Y2</f><v>1</v></c><c r="B2"><v>2</v></c>';
    expect(await readCells(cells)).toEqual([{ kind: 'formula' }, { kind: 'formula' }]);
  });

  it('counts dates as old Macs did, when the book says so', async () => {
    const book = String(xlsxParts('')['xl/workbook.xml']).replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    );
    const cells = await readCells('<c r="A2" s="1"><v>44884</v></c>', { 'xl/workbook.xml': book });
    expect(cells).toEqual([{ kind: 'date', value: '2026-11-20' }, { kind: 'empty' }]);
  });

  it('says every number that a table can hold as it is seen there', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
        const text = readNumber(String(value));
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        const exact = /^-?\d{16,}$/.test(String(value));
        expect(Number(text)).toBe(exact ? value : Number(value.toPrecision(15)) + 0);
      }),
    );
    fc.assert(fc.property(fc.bigInt(), (value) => readNumber(String(value)) === String(value)));
  });
});

describe('rows', () => {
  it('come with the numbers a person sees, empty ones left out, header and cells without what is too far right', async () => {
    const rows = `<row r="3">${'<c t="s"><v>0</v></c>'.repeat(2)}<c r="Z3" t="s"><v>0</v></c></row><row r="4"/><row r="9"><c r="B9"><v>7</v></c></row><row><c><v>8</v></c></row>`;
    expect(await read(await makeXlsx(rows), { max_columns: 3 })).toEqual({
      status: 'ok',
      header: ['Имя', 'Имя'],
      rows: [
        { row: 9, cells: [{ kind: 'empty' }, { kind: 'number', value: '7' }] },
        { row: 10, cells: [{ kind: 'number', value: '8' }, { kind: 'empty' }] },
      ],
      hidden_rows: [],
    });
  });

  it('are counted', async () => {
    const body = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `<row r="${index + 2}"><c r="A${index + 2}"><v>${index}</v></c></row>`,
      );
    const most = await read(await makeXlsx(HEADER + body(10_000).join('')));
    expect(most.status === 'ok' && most.rows.length).toBe(10_000);
    expect(await read(await makeXlsx(HEADER + body(10_001).join('')))).toEqual({
      status: 'error',
      code: 'too_many_rows',
    });
  });

  it('are read from the sheet of a name, or from the first that is shown', async () => {
    const parts = xlsxParts(HEADER);
    const changes = {
      'xl/workbook.xml': String(parts['xl/workbook.xml']).replace(
        '<sheet ',
        '<sheet name="Lists" state="hidden" sheetId="2" r:id="rId9"/><sheet ',
      ),
      'xl/_rels/workbook.xml.rels': relations([
        ['rId1', 'worksheet', '/xl/worksheets/sheet1.xml'],
        ['rId9', 'worksheet', 'worksheets/../lists.xml'],
      ]),
      'xl/lists.xml': sheet('<row><c t="inlineStr"><is><t>Список</t></is></c></row>'),
      'xl/worksheets/sheet1.xml': sheet('<row><c t="inlineStr"><is><t>Акты</t></is></c></row>'),
    };
    const file = await makeXlsx(HEADER, changes);
    expect(await read(file)).toMatchObject({ header: ['Акты'] });
    expect(await read(file, { sheet: 'Lists' })).toMatchObject({ header: ['Список'] });
    expect(await read(file, { sheet: 'Other' })).toEqual({ status: 'error', code: 'broken' });
    expect(await read(await makeXlsx(''))).toEqual({ status: 'ok', header: [], rows: [], hidden_rows: [] });
  });

  it('are not hidden by a chart or an empty sheet before them', async () => {
    const file = await makeXlsx('', {
      ...books(['Chart', 'chartsheet'], ['Empty', 'worksheet'], ['Acts', 'worksheet']),
      'xl/Chart.xml': '<chartsheet/>',
      'xl/Empty.xml': sheet(''),
      'xl/Acts.xml': sheet('<row><c t="inlineStr"><is><t>Акты</t></is></c></row>'),
    });
    expect(await read(file)).toMatchObject({ header: ['Акты'] });
  });
});

/** The parts of a workbook whose sheets are of these kinds, `xl/<name>.xml` each. */
function books(...sheets: [name: string, kind: 'worksheet' | 'chartsheet'][]): Record<string, string> {
  const entries = sheets.map(([name], n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n}"/>`);
  const main = String(xlsxParts('')['xl/workbook.xml']);
  return {
    'xl/workbook.xml': main.replace(/<sheets>.*<\/sheets>/, `<sheets>${entries.join('')}</sheets>`),
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map(([name, kind], n) => [`rId${n}`, kind, `${name}.xml`]),
    ),
  };
}

describe('a file that is not what it should be', () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const spaces = (bytes: number) => sheet(' '.repeat(bytes));
  const withPart = (path: string) => () => makeXlsx(HEADER, { [path]: 'x' });
  const withRelation = (kind: string) => () =>
    makeXlsx(HEADER, {
      'xl/worksheets/_rels/sheet1.xml.rels': relations([['rId1', kind, 'file://evil/x', 'External']]),
    });
  /** The directory says one kilobyte where sixty megabytes come out. */
  async function lyingZip(): Promise<Buffer> {
    const bytes = await makeXlsx('', { 'xl/worksheets/sheet1.xml': spaces(60_000_000) });
    const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml');
    bytes.writeUInt32LE(1_000_000, name - 46 + 24);
    return bytes;
  }
  /** Writes names that no honest writer of archives lets through. */
  async function withName(name: string): Promise<Buffer> {
    const stand = 'p'.repeat(name.length);
    const bytes = await makeXlsx(HEADER, { [stand]: 'x' });
    return Buffer.from(bytes.toString('latin1').replaceAll(stand, name), 'latin1');
  }
  const oneMegabyteEach = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`xl/media/${index}`, ' '.repeat(1_000_000)]),
    );

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, ReadError]>([
    ['nothing', () => new Uint8Array(), 'not_xlsx'],
    ['a text', () => Buffer.from('Имя;Сумма\n'), 'not_xlsx'],
    ['another old file', () => Buffer.concat([ole, Buffer.alloc(2_000)]), 'not_xlsx'],
    ['an old workbook', () => oleFile('Workbook'), 'xls'],
    ['a workbook under a password', () => oleFile('EncryptedPackage'), 'office_encrypted'],
    [
      'a binary workbook',
      () =>
        makeXlsx('', {
          '[Content_Types].xml':
            '<Types><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
        }),
      'xlsb',
    ],
    [
      'a table of OpenDocument',
      () => makeZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
      'ods',
    ],
    ['a book of charts', () => makeXlsx('', books(['Chart', 'chartsheet'])), 'table_empty'],
    ['another archive', () => makeZip({ 'a.txt': 'x' }), 'not_xlsx'],
    [
      'a text document',
      () => makeZip({ ...xlsxParts(''), 'xl/workbook.xml': '<w:document xmlns:w="x"/>' }),
      'not_xlsx',
    ],
    ['cut off', async () => (await makeXlsx(HEADER)).subarray(0, 1_500), 'broken'],
    [
      'damaged',
      async () => {
        const bytes = await makeXlsx(HEADER);
        return bytes.fill(0x55, 200, 260);
      },
      'broken',
    ],
    [
      'without its sheet',
      () => makeXlsx('', { 'xl/_rels/workbook.xml.rels': relations([['rId1', 'worksheet', 'none.xml']]) }),
      'broken',
    ],
    [
      'unclosed',
      () => makeXlsx('', { 'xl/worksheets/sheet1.xml': sheet('<row>').replace('</worksheet>', '') }),
      'broken',
    ],
    ['crossed', () => makeXlsx('<row><c></row></c>'), 'broken'],
    [
      'in another encoding',
      () => makeXlsx('', { 'xl/worksheets/sheet1.xml': Buffer.from(sheet(''), 'utf16le') }),
      'broken',
    ],
    ['with rows out of order', () => makeXlsx('<row r="2"/><row r="1"/>'), 'broken'],
    ['with two cells in one place', () => makeXlsx('<row><c r="A1"/><c r="A1"/></row>'), 'broken'],
    ['with a column beyond the last', () => makeXlsx('<row><c r="ZZZ1"/></row>'), 'broken'],
    ['with an unknown entity', () => makeXlsx('<row><c><v>&x;</v></c></row>'), 'broken'],
    [
      'with a document type',
      () =>
        makeXlsx('', {
          'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet/>',
        }),
      'unsafe',
    ],
    [
      'with multiplying entities',
      () =>
        makeXlsx('', {
          'xl/sharedStrings.xml':
            '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>',
        }),
      'unsafe',
    ],
    ['with macros', withPart('xl/vbaProject.bin'), 'table_macros'],
    ['with links to other tables', withPart('xl/externalLinks/externalLink1.xml'), 'table_outside'],
    ['with a file inside', withPart('xl/embeddings/oleObject1.bin'), 'unsafe'],
    ['with a connection', withPart('xl/connections.xml'), 'table_outside'],
    ['with a picture from elsewhere', withRelation('image'), 'table_outside'],
    [
      'of a macro type',
      () =>
        makeXlsx('', {
          '[Content_Types].xml':
            '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        }),
      'table_macros',
    ],
    ['with a name that climbs', () => withName('../evil.xml'), 'unsafe'],
    ['with an absolute name', () => withName('/etc/evil.xml'), 'unsafe'],
    ['with a name in DOS manner', () => withName('x\\..\\evil.xml'), 'unsafe'],
    ['with two parts of one name', () => withName('xl/styles.xml'), 'unsafe'],
    ['a bomb by size', () => makeXlsx('', oneMegabyteEach(60)), 'table_too_large'],
    [
      'a bomb by ratio',
      () => makeXlsx('', { 'xl/worksheets/sheet1.xml': spaces(40_000_000) }),
      'table_too_large',
    ],
    ['a bomb with a lying directory', lyingZip, 'table_too_large'],
    [
      'too many parts',
      () =>
        makeZip({
          ...xlsxParts(''),
          ...Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`x/${n}`, ''])),
        }),
      'table_too_large',
    ],
    [
      'with an endless text',
      () => makeXlsx(`<row><c t="str"><v>${'x'.repeat(40_000)}</v></c></row>`),
      'table_too_large',
    ],
    [
      'a million texts',
      () => makeXlsx(HEADER, { 'xl/sharedStrings.xml': `<sst>${numberedTexts(1_000_000)}</sst>` }),
      'table_too_large',
    ],
    [
      'with one text in a hundred thousand cells',
      () =>
        makeXlsx(
          `<row r="1"><c><v>1</v></c></row>${'<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(5_000)}`,
          { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>` },
        ),
      'table_too_large',
    ],
  ])('%s is refused', async (_name, make, code) => {
    const bytes = await make();
    expect(await read(bytes)).toEqual({ status: 'error', code });
  });

  it('may hold links that only a click follows', async () => {
    expect(await read(await withRelation('hyperlink')())).toMatchObject({ status: 'ok' });
  });

  it('never makes the reader fail, wherever it is damaged', async () => {
    const whole = await makeXlsx(
      `${HEADER}<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>1.5</v></c></row>`,
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(whole);
        damaged[at]! ^= change;
        expect(['ok', 'error']).toContain((await read(damaged)).status);
      }),
      { numRuns: 300 },
    );
  });
});

function numberedTexts(count: number): string {
  return Array.from({ length: count }, (_, index) => `<si><t>${index}</t></si>`).join('');
}
