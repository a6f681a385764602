import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { makeWordFile } from '../../../../test/word-files.ts';
import type { Docx, DocxRefusal, LeftInText } from '../docx.ts';
import { createEasyTemplateDocx } from './easy-template-docx.ts';

let docx: Docx;
beforeAll(() => {
  docx = createEasyTemplateDocx();
});
afterAll(() => docx.close());

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const external = (type: string, target: string) =>
  `${HEAD}<Relationships><Relationship Id="r1" Type="http://schemas.x/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
const RELS = 'word/_rels/document.xml.rels';
const FOOTER = 'word/footer1.xml';
const run = (...codes: string[]) =>
  `${HEAD}<w:ftr>${codes.map((code) => `<w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>`).join('')}</w:ftr>`;
const judge = async (parts: Record<string, string>) => {
  const check = await docx.check(await makeWordFile(['Шарт'], parts));
  return check.status === 'ok' ? 'ok' : check.code;
};

describe('refused', () => {
  test.each<[string, Record<string, string>, DocxRefusal?]>([
    ['macros', { 'word/vbaProject.bin': 'x' }, 'docx_macros'],
    ['an object inside', { 'word/embeddings/oleObject1.bin': 'x' }, 'docx_object'],
    ['a document inside', { 'word/afchunk1.htm': '<script>' }, 'docx_object'],
    ['a chart', { 'word/embeddings/Microsoft_Excel_Sheet.xlsx': 'x' }, 'docx_chart'],
    ['a pane of an add-in', { 'word/webextensions/taskpanes.xml': '<x/>' }, 'docx_task_pane'],
    ['a control', { 'word/activeX/activeX1.xml': '<x/>' }, 'docx_control'],
    [
      'a macro type',
      {
        '[Content_Types].xml': `${HEAD}<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>`,
      },
      'docx_macros',
    ],
    [
      'a DTD',
      {
        'word/document.xml':
          '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document/>',
      },
    ],
    [
      'an entity in a part nobody reads',
      { 'customXml/item1.xml': '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>' },
    ],
    ['a DTD in UTF-16', { 'word/styles.xml': '\ufeff<!DOCTYPE a><a/>' }],
    ['a picture from elsewhere', { [RELS]: external('image', 'http://127.0.0.1/a.png') }, 'docx_outside'],
    ['a picture from the disk', { [RELS]: external('image', 'file:///etc/passwd') }, 'docx_outside'],
    [
      'a relationship that hides where it leads',
      { [RELS]: external('image', 'h&#116;tp://127.0.0.1/a').replace(' TargetMode="External"', '') },
      'docx_outside',
    ],
    ['a part of another document', { [RELS]: external('subDocument', 'other.docx') }, 'docx_object'],
    [
      'a link that opens a program',
      { [RELS]: external('hyperlink', 'file:///c:/windows/calc.exe') },
      'docx_outside',
    ],
    ['a link that runs', { [RELS]: external('hyperlink', 'javascript:alert(1)') }, 'docx_outside'],
    [
      'an old picture from elsewhere',
      { [FOOTER]: `${HEAD}<w:ftr><v:imagedata src="\\\\host\\a.png"/></w:ftr>` },
      'docx_outside',
    ],
    ['another file taken in', { [FOOTER]: `${HEAD}<w:ftr><w:altChunk r:id="r1"/></w:ftr>` }, 'docx_object'],
    ['a field that takes in a picture', { [FOOTER]: run(' INCLUDEPICTURE "http://x/a.png" ') }, 'docx_field'],
    ['a field cut into runs', { [FOOTER]: run(' INCLUDE', 'TEXT "c:\\a.docx"') }, 'docx_field'],
    ['a field that starts something', { [FOOTER]: run(' DDEAUTO cmd "/c calc" ') }, 'docx_field'],
    ['a field in letters that are none', { [FOOTER]: run(' &#68;DE x') }, 'docx_field'],
    [
      'a simple field',
      { [FOOTER]: `${HEAD}<w:ftr><w:fldSimple w:instr=" DATABASE \\d x "/></w:ftr>` },
      'docx_field',
    ],
    ['a drawing with a script', { 'word/media/a.svg': '<svg><script>alert(1)</script></svg>' }],
    [
      'a drawing from elsewhere',
      { 'word/media/a.svg': '<svg><image href="http://127.0.0.1/a"/></svg>' },
      'docx_outside',
    ],
  ])('%s', async (_, parts, cause = 'docx_active_content') => {
    expect(await judge(parts)).toBe(cause);
  });

  test('what is no Word file', async () => {
    const codes = [];
    for (const bytes of ['%PDF-1.7', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '', 'PK']) {
      const check = await docx.check(Buffer.from(bytes, 'latin1'));
      codes.push(check.status === 'refused' && check.code);
    }
    expect(codes).toEqual(['not_docx', 'not_docx', 'not_docx', 'docx_broken']);
  });

  test('a part in an encoding that hides what it says', async () => {
    expect(await judge({ [FOOTER]: '<?xml version="1.0" encoding="UTF-7"?><w:ftr/>' })).toBe('docx_broken');
  });

  test('a part that stands twice, whatever its capitals', async () => {
    expect(await judge({ 'word/x.xml': '<a/>', 'word/X.xml': '<a/>' })).toBe('docx_active_content');
    expect(await judge({ 'word/X.xml': '<a/>', 'word/x.xml': '<a/>' })).toBe('docx_active_content');
  });

  test('what swells', async () => {
    expect(await judge({ 'word/media/a.bmp': '\0'.repeat(30_000_000) })).toBe('docx_too_large');
    expect(await judge({ 'word/styles.xml': `<a>${'<b/>'.repeat(3_000_000)}</a>` })).toBe('docx_too_large');
    const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, i) => [`word/media/${i}.png`, 'x']));
    expect(await judge(many)).toBe('docx_too_large');
  });

  test('an archive whose directory lies of a size', async () => {
    const bytes = await makeWordFile(['Шарт'], { 'word/media/a.png': 'x'.repeat(50_000) });
    // The size before packing stands 24 bytes behind the signature of a directory entry.
    for (
      let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
      at >= 0;
      at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
    )
      bytes.writeUInt32LE(10, at + 24);
    const check = await docx.check(bytes);
    expect(check.status).toBe('refused');
  });
});

describe('what reviewers left is refused with its place:', () => {
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const by = 'w:id="1" w:author="A" w:date="2026-11-20T00:00:00Z"';
  const body = (markup: string) => ({
    'word/document.xml': `${HEAD}<w:document ${W}><w:body>${markup}</w:body></w:document>`,
  });
  const said = (word: string) => `<w:r><w:t>${word}</w:t></w:r>`;
  const struck = (word: string) => `<w:r><w:delText xml:space="preserve">${word}</w:delText></w:r>`;
  const paragraph = (inside: string) => `<w:p>${said('Цена')}${inside}</w:p>`;

  test.each<[string, Record<string, string>, LeftInText]>([
    [
      'an insertion beside a deletion',
      body(
        paragraph(`<w:ins ${by}>${said('сто &amp; один')}</w:ins><w:del ${by}>${struck('двести')}</w:del>`),
      ),
      { what: 'inserted', where: 'body', text: 'сто & один', count: 2 },
    ],
    [
      'a deletion',
      body(paragraph(`<w:del ${by}>${struck('двести')}</w:del>`)),
      { what: 'deleted', where: 'body', text: 'двести', count: 1 },
    ],
    [
      'a paragraph that was added',
      body(`<w:p><w:pPr><w:rPr><w:ins ${by}/></w:rPr></w:pPr>${said('Цена сто')}</w:p>`),
      { what: 'inserted', where: 'body', text: 'Цена сто', count: 1 },
    ],
    [
      'a text that was moved',
      body(
        paragraph(`<w:moveFrom ${by}>${said('сто')}</w:moveFrom><w:moveTo ${by}>${said('сто')}</w:moveTo>`),
      ),
      { what: 'moved', where: 'body', text: 'сто', count: 2 },
    ],
    [
      'another look, in a header',
      {
        'word/header1.xml': `${HEAD}<x:hdr xmlns:x="y"><x:p><x:r><x:rPr><x:rPrChange ${by}><x:rPr/></x:rPrChange></x:rPr><x:t>Бланк</x:t></x:r></x:p></x:hdr>`,
      },
      { what: 'formatted', where: 'header', text: 'Бланк', count: 1 },
    ],
    [
      'a change of a footer',
      { [FOOTER]: `${HEAD}<w:ftr ${W}>${paragraph(`<w:ins ${by}>${said('2')}</w:ins>`)}</w:ftr>` },
      { what: 'inserted', where: 'footer', text: '2', count: 1 },
    ],
    [
      'a change of a footnote',
      {
        'word/footnotes.xml': `${HEAD}<w:footnotes ${W}>${paragraph(`<w:del ${by}>${struck('кроме')}</w:del>`)}</w:footnotes>`,
      },
      { what: 'deleted', where: 'note', text: 'кроме', count: 1 },
    ],
    [
      'a comment',
      body(paragraph('<w:r><w:commentReference w:id="0"/></w:r>')),
      { what: 'comment', where: 'body', text: 'Цена', count: 1 },
    ],
  ])('%s', async (_, parts, left) => {
    expect(await docx.check(await makeWordFile(['x'], parts))).toEqual({
      status: 'refused',
      code: left.what === 'comment' ? 'docx_comments' : 'docx_changes',
      left,
    });
  });

  // ECMA-376-1, 17.13.5: each of them prints in other colours than it was written in.
  const marks =
    'cellIns cellDel cellMerge tcPrChange tblPrChange tblPrExChange tblGridChange trPrChange pPrChange rPrChange sectPrChange numberingChange moveTo';
  test.each(marks.split(' '))('a mark %s anywhere', async (mark) => {
    const parts = body(`<w:p><w:pPr><w:${mark} ${by}/></w:pPr>${said('Цена')}</w:p>`);
    expect(await judge(parts)).toBe('docx_changes');
  });

  test('but not a document that only records changes, nor words that look like one', async () => {
    const parts = {
      ...body(`<w:p><w:pPr><w:insideH/></w:pPr>${said('&lt;w:ins&gt;')}</w:p>`),
      'word/settings.xml': `${HEAD}<w:settings ${W}><w:trackRevisions/></w:settings>`,
    };
    expect(await judge(parts)).toBe('ok');
  });
});

describe('taken', () => {
  test.each<[string, Record<string, string>]>([
    ['a link', { [RELS]: external('hyperlink', 'https://adilet.zan.kz/rus') }],
    ['a link to a mailbox', { [RELS]: external('hyperlink', 'mailto:a@b.kz') }],
    ['numbers of pages', { [FOOTER]: run(' PAGE ', ' NUMPAGES ', ' HYPERLINK "https://x.kz" ') }],
    [
      'a picture',
      {
        'word/media/a.png': 'x',
        [RELS]: `${HEAD}<Relationships><Relationship Id="r" Type="http://x/image" Target="media/a.png"/></Relationships>`,
      },
    ],
  ])('%s', async (_, parts) => {
    expect(await judge(parts)).toBe('ok');
  });

  test('without the template and the address list it was made from', async () => {
    const file = await makeWordFile(['Шарт'], {
      'word/_rels/settings.xml.rels': external('attachedTemplate', 'file:///C:/Users/a/Normal.dotm'),
      'word/settings.xml': `${HEAD}<w:settings><w:attachedTemplate r:id="r1"/><w:mailMerge><w:query w:val="x"/></w:mailMerge><w:zoom/></w:settings>`,
    });
    const check = await docx.check(file);
    if (check.status !== 'ok') throw new Error(check.code);
    const parts = await partsOf(check.docx);
    expect(parts.get('word/_rels/settings.xml.rels')).not.toContain('Normal.dotm');
    expect(parts.get('word/settings.xml')).toBe(`${HEAD}<w:settings><w:zoom/></w:settings>`);
    expect(parts.get('word/document.xml')).toContain('Шарт');
  });
});

test('the main part has the name that the package says', async () => {
  const renamed = await makeWordFile(['№ {contract_number}'], {}, { main: 'word/document2.xml' });
  expect((await docx.check(renamed)).status).toBe('ok');
  expect(await docx.readFields(renamed)).toEqual({ names: ['contract_number'], odd: [] });
  const filled = await partsOf(await docx.fill(renamed, { contract_number: '7' }));
  expect(filled.get('word/document2.xml')!.replace(/<[^>]*>/g, '')).toBe('№ 7');
});

test('a row of a fixed height grows when it has text', async () => {
  const row = (cell: string) =>
    `<w:tr><w:trPr><w:trHeight w:val="200" w:hRule="exact"/></w:trPr><w:tc><w:p>${cell}</w:p></w:tc></w:tr>`;
  const rows = `${row('')}${row('<w:r><w:t>Сумма</w:t></w:r>')}`;
  const check = await docx.check(
    await makeWordFile(['x'], {
      'word/document.xml': `${HEAD}<w:document><w:body><w:tbl>${rows}</w:tbl></w:body></w:document>`,
    }),
  );
  if (check.status !== 'ok') throw new Error(check.code);
  const text = (await partsOf(check.docx)).get('word/document.xml')!;
  expect([...text.matchAll(/w:hRule="(\w+)"/g)].map(([, rule]) => rule)).toEqual(['exact', 'atLeast']);
});

test('braces that are no field are told with the text around them', async () => {
  const odd = async (text: string, parts = {}) =>
    (await docx.readFields(await makeWordFile([text], parts)))?.odd;
  expect(await odd('в случае { не указано')).toEqual(['в случае { не указано']);
  expect(await odd('указано } далее')).toEqual(['указано } далее']);
  expect(await odd('множество {1, 2}')).toEqual(['{1, 2}']);
  const note = `${HEAD}<w:footnotes><w:footnote><w:p><w:r><w:t>См. {company_name}</w:t></w:r></w:p></w:footnote></w:footnotes>`;
  expect(await odd('x', { 'word/footnotes.xml': note })).toEqual(['{company_name}']);
});

test('fields are found wherever Word has cut them', async () => {
  const cut =
    '<w:p><w:r><w:t>№ {contract</w:t></w:r><w:proofErr/><w:r><w:rPr><w:b/></w:rPr><w:t>_number} от </w:t></w:r><w:r><w:t>{ start_date }</w:t></w:r></w:p>';
  const file = await makeWordFile(['x'], {
    'word/document.xml': `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${cut}</w:body></w:document>`,
  });
  expect(await docx.readFields(file)).toEqual({ names: ['contract_number', 'start_date'], odd: [] });
  const filled = await partsOf(await docx.fill(file, { contract_number: '7', start_date: '01.02.2027' }));
  expect(filled.get('word/document.xml')!.replace(/<[^>]*>/g, '')).toBe('№ 7 от 01.02.2027');
});

test('a value is text and nothing else, on one line, in letters that can be written', async () => {
  const file = await makeWordFile(['[{executor_name}]']);
  const value = '{company_name}\r\n<w:p>&\u0000\u0007\ud800 Ә';
  const filled = await partsOf(await docx.fill(file, { executor_name: value, company_name: 'no' }));
  const text = filled.get('word/document.xml')!.replace(/<[^>]*>/g, '');
  expect(text).toBe('[{company_name} &lt;w:p&gt;&amp;\ufffd Ә]');
});

async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks = await Array.fromAsync((await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>);
    parts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
  }
  return parts;
}
