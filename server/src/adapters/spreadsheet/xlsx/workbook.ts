import type { Archive } from './archive.ts';
import { isDateFormat } from './cell-values.ts';
import { TableRefused } from './refused.ts';
import type { XmlEvents } from './xml-reader.ts';

export type Workbook = {
  /** paths of the sheet asked for, or of all that are shown, in their order */
  sheets: string[];
  dates1904: boolean;
  /** by index of the cell's style */
  isDateStyle: boolean[];
  strings: string[];
};

/** All distinct texts of a workbook together; a table of 10,000 rows has some hundred thousand. */
const MAX_TEXT_CHARS = 20_000_000;
const MAX_TEXTS = 500_000;
const MAX_CELL_CHARS = 32_767;
/** Every other relation reads something outside of the file when the table is opened. */
const HARMLESS_LINK = /\/hyperlink$/;

/** What the cells of a sheet refer to (ECMA-376 part 1, 18.2, 18.4, 18.8; relations: part 2, 9.3). */
export async function openWorkbook(archive: Archive, sheetName: string | undefined): Promise<Workbook> {
  await refuseOtherTypes(archive);
  for (const part of archive.parts) {
    if (part.endsWith('.rels')) await readRelations(archive, part);
  }

  const root = await readRelations(archive, '_rels/.rels');
  const path = root.find(({ type }) => type.endsWith('/officeDocument'))?.target;
  if (!path) throw new TableRefused('not_xlsx');
  const book = await readBook(archive, path);
  const relations = await readRelations(archive, relationsOf(path), path);

  const chosen = book.sheets.filter(({ name, hidden }) =>
    sheetName === undefined ? !hidden : name === sheetName,
  );
  // What is shown may be a chart on a sheet of its own.
  const sheets = chosen.flatMap(({ relation }) => {
    const found = relations.find(({ id }) => id === relation);
    return found?.type.endsWith('/worksheet') ? [found.target] : [];
  });
  if (sheets.length === 0) throw new TableRefused(sheetName === undefined ? 'table_empty' : 'broken');
  const styles = relations.find(({ type }) => type.endsWith('/styles'));
  const strings = relations.find(({ type }) => type.endsWith('/sharedStrings'));
  return {
    sheets,
    dates1904: book.dates1904,
    isDateStyle: styles ? await readDateStyles(archive, styles.target) : [],
    strings: strings ? await readStrings(archive, strings.target) : [],
  };
}

type Relation = { id: string; type: string; target: string };

/** Targets come resolved to paths inside the archive. */
async function readRelations(archive: Archive, path: string, source = ''): Promise<Relation[]> {
  const relations: Relation[] = [];
  await archive.readPart(path, {
    ...NOTHING,
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const type = attributes.get('Type') ?? '';
      const external = attributes.get('TargetMode')?.toLowerCase() === 'external';
      if (external && !HARMLESS_LINK.test(type)) throw new TableRefused('table_outside');
      const target = external ? '' : resolvePath(source, attributes.get('Target') ?? '');
      relations.push({ id: attributes.get('Id') ?? '', type, target });
    },
  });
  return relations;
}

function relationsOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return `${path.slice(0, slash + 1)}_rels/${path.slice(slash + 1)}.rels`;
}

function resolvePath(source: string, target: string): string {
  const segments = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

async function refuseOtherTypes(archive: Archive): Promise<void> {
  await archive.readPart('[Content_Types].xml', {
    ...NOTHING,
    open(_name, attributes) {
      const type = attributes.get('ContentType') ?? '';
      if (/sheet\.binary\.macroEnabled\.main/i.test(type)) throw new TableRefused('xlsb');
      if (/macroEnabled|vbaProject/i.test(type)) throw new TableRefused('table_macros');
    },
  });
}

type SheetEntry = { name: string; relation: string; hidden: boolean };

async function readBook(archive: Archive, path: string) {
  const sheets: SheetEntry[] = [];
  let [root, dates1904] = ['', false];
  const found = await archive.readPart(path, {
    ...NOTHING,
    open(name, attributes) {
      root ||= name;
      if (name === 'workbookPr') dates1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '');
      if (name !== 'sheet') return;
      const relation = [...attributes].find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const hidden = (attributes.get('state') ?? 'visible') !== 'visible';
      sheets.push({ name: attributes.get('name') ?? '', relation, hidden });
    },
  });
  if (!found) throw new TableRefused('broken');
  if (root !== 'workbook') throw new TableRefused('not_xlsx');
  return { sheets, dates1904 };
}

async function readDateStyles(archive: Archive, path: string): Promise<boolean[]> {
  const formats = new Map<string, string>();
  const isDateStyle: boolean[] = [];
  let inCells = false;
  await archive.readPart(path, {
    ...NOTHING,
    open(name, attributes) {
      if (name === 'numFmt')
        formats.set(attributes.get('numFmtId') ?? '', attributes.get('formatCode') ?? '');
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells) return;
      const id = attributes.get('numFmtId') ?? '0';
      isDateStyle.push(isDateFormat(Number(id), formats.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return isDateStyle;
}

async function readStrings(archive: Archive, path: string): Promise<string[]> {
  const strings: string[] = [];
  let [total, current, inText, inPhonetic] = [0, '', false, false];
  await archive.readPart(path, {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') inPhonetic = true;
      inText = name === 't' && !inPhonetic;
    },
    text(text) {
      if (!inText) return;
      current += text;
      total += text.length;
      if (total > MAX_TEXT_CHARS || current.length > MAX_CELL_CHARS)
        throw new TableRefused('table_too_large');
    },
    close(name) {
      if (name === 'rPh') inPhonetic = false;
      if (name === 't') inText = false;
      if (name === 'si' && strings.push(current) > MAX_TEXTS) throw new TableRefused('table_too_large');
    },
  });
  return strings;
}

const NOTHING: XmlEvents = { open: () => {}, close: () => {}, text: () => {} };
