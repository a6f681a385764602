import { ZipFile } from 'yazl';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** Puts a zip together part by part, for tests of hostile files. */
export async function makeZip(parts: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The parts of a small workbook around some rows of XML; any part can be replaced. */
export function xlsxParts(rows: string, changes: Record<string, string | Uint8Array> = {}) {
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="[$-419]d\\ mmmm\\ yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}"><si><t>Имя</t></si><si><r><t>Ала</t></r><r><rPr><b/></rPr><t>тау</t></r><rPh><t>нет</t></rPh></si><si><t>a_x000D_b &amp; &#1179; &lt;</t></si></sst>`,
    'xl/worksheets/sheet1.xml': sheet(rows),
    ...changes,
  };
}

export function makeXlsx(rows: string, changes: Record<string, string | Uint8Array> = {}): Promise<Buffer> {
  return makeZip(xlsxParts(rows, changes));
}

export function sheet(rows: string): string {
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
}

/** Relations as `[id, kind, target, mode?]`. */
export function relations(list: [string, string, string, string?][]): string {
  const entries = list.map(
    ([id, kind, target, mode]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}
