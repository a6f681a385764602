import { isField } from './field-names.ts';

/** A section of the exchange file: its kind, the line it begins on, and its fields by lower-case name. */
export interface Section {
  kind: 'head' | 'account' | 'document';
  title: string;
  line: number;
  fields: Map<string, Field>;
  /** Why the section cannot be trusted; the sections around it can. */
  fault: SectionFault | null;
}
export interface Field {
  value: string;
  line: number;
}

export interface SectionFault {
  code: 'not_statement' | 'no_end' | 'unexpected';
  line: number;
  value: string;
}
export type SectionsResult = { status: 'ok'; sections: Section[] } | { status: 'fault'; fault: SectionFault };

const starts: Record<string, Section['kind']> = {
  секциярасчсчет: 'account',
  секциядокумент: 'document',
};
const ends: Record<string, Section['kind']> = {
  конецрасчсчет: 'account',
  конецдокумента: 'document',
};

/** Fields of free text, in which banks leave the line breaks that somebody typed. */
const FREE_TEXT = /^назначениеплатежа\d?$|^(плательщик|получатель)(\d|наименование)?$/;

/**
 * The sections of a 1CClientBankExchange file, whichever bank wrote it: names are compared without regard to case,
 * values may stand in quotes, blank lines may stand anywhere, and a line that is no field continues a free text
 * above it. A file that was cut off is a fault, since the rest of it is missing. A line that fits nowhere is a fault
 * of its document alone, since its value would be lost.
 */
export function readSections(text: string): SectionsResult {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines[0]?.trim().toLowerCase() !== '1cclientbankexchange')
    return refused('not_statement', 1, lines[0] ?? '');
  const head = openSection('head', '', 1);
  const sections = [head];
  let open: Section | null = null;
  let last: FreeText | null = null;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index]!.trim();
    const number = index + 1;
    if (line === '') continue;
    const at = line.indexOf('=');
    const name = (at < 0 ? line : line.slice(0, at)).trim().toLowerCase();
    if (at < 0 && name === 'конецфайла') {
      closeText(last);
      if (open) open.fault ??= faultOf('no_end', open.line, open.title);
      return { status: 'ok', sections };
    }
    const starting = starts[name];
    const ending = at < 0 ? ends[name] : undefined;
    if (starting || (ending && open?.kind === ending)) {
      // One document inside another: where the first one ends is not said.
      if (open && starting) open.fault ??= faultOf('no_end', open.line, open.title);
      open = starting ? openSection(starting, at < 0 ? '' : unquote(line.slice(at + 1)), number) : null;
      if (open) sections.push(open);
      closeText(last);
      last = null;
    } else if (last && (at < 0 || !isField(line.slice(0, at), open!.fields))) {
      last.lines.push(line);
    } else if (at < 0) {
      if (open?.kind !== 'document') return refused('unexpected', number, line);
      open.fault ??= faultOf('unexpected', number, line);
    } else {
      const { fields } = open ?? head;
      const raw = line.slice(at + 1);
      const field = { value: unquote(raw), line: number };
      // The first of two of one name counts: in the head several accounts or documents may be listed.
      if (!fields.has(name)) fields.set(name, field);
      closeText(last);
      last = open?.kind === 'document' && FREE_TEXT.test(name) ? { field, lines: [raw] } : null;
    }
  }
  return refused('no_end', lines.length, '');
}

/** A field whose text may go on in the lines below it. */
interface FreeText {
  field: Field;
  lines: string[];
}

/** Joins the lines once: joined line by line, a text of a megabyte takes minutes. */
function closeText(text: FreeText | null): void {
  if (text && text.lines.length > 1) text.field.value = unquote(text.lines.join(' '));
}

const openSection = (kind: Section['kind'], title: string, line: number): Section => {
  return { kind, title, line, fields: new Map(), fault: null };
};

function faultOf(code: SectionFault['code'], line: number, value: string): SectionFault {
  return { code, line, value: value.slice(0, 100) };
}

function refused(...fault: Parameters<typeof faultOf>): SectionsResult {
  return { status: 'fault', fault: faultOf(...fault) };
}

function unquote(value: string): string {
  const bare = value.trim();
  return bare.length > 1 && bare.startsWith('"') && bare.endsWith('"')
    ? bare.slice(1, -1).replaceAll('""', '"').trim()
    : bare;
}
