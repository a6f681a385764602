/** A section of the exchange file: its kind, the line it begins on, and its fields by lower-case name. */
export interface Section {
  kind: 'head' | 'account' | 'document';
  title: string;
  line: number;
  fields: Map<string, Field>;
}
export interface Field {
  value: string;
  line: number;
}

export type SectionsResult =
  | { status: 'ok'; sections: Section[] }
  | {
      status: 'fault';
      fault: { code: 'not_statement' | 'no_end' | 'unexpected'; line: number; value: string };
    };

const starts: Record<string, Section['kind']> = {
  секциярасчсчет: 'account',
  секциядокумент: 'document',
};
const ends: Record<string, Section['kind']> = {
  конецрасчсчет: 'account',
  конецдокумента: 'document',
};

/**
 * The sections of a 1CClientBankExchange file, whichever bank wrote it: names are compared without regard to case,
 * values may stand in quotes, blank lines may stand anywhere. A file that was cut off is a fault, since the rest of
 * it is missing; so is a line that is neither a field nor a mark, since its value would be lost.
 */
export function readSections(text: string): SectionsResult {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines[0]?.trim().toLowerCase() !== '1cclientbankexchange')
    return fault('not_statement', 1, lines[0] ?? '');
  const head: Section = { kind: 'head', title: '', line: 1, fields: new Map() };
  const sections = [head];
  let open: Section | null = null;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index]!.trim();
    const number = index + 1;
    if (line === '') continue;
    const mark = line.toLowerCase();
    if (mark === 'конецфайла')
      return open ? fault('no_end', open.line, open.title) : { status: 'ok', sections };
    const ending = ends[mark];
    if (ending) {
      if (open?.kind !== ending) return fault('unexpected', number, line);
      open = null;
      continue;
    }
    const at = line.indexOf('=');
    const name = (at < 0 ? line : line.slice(0, at)).trim().toLowerCase();
    const starting = starts[name];
    if (starting) {
      if (open) return fault('no_end', open.line, open.title);
      const title = at < 0 ? '' : unquote(line.slice(at + 1));
      open = { kind: starting, title, line: number, fields: new Map() };
      sections.push(open);
    } else if (at < 0) {
      return fault('unexpected', number, line);
    } else {
      const { fields } = open ?? head;
      // The first of two of one name counts: in the head several accounts or documents may be listed.
      if (!fields.has(name)) fields.set(name, { value: unquote(line.slice(at + 1)), line: number });
    }
  }
  return fault('no_end', lines.length, '');
}

function fault(code: 'not_statement' | 'no_end' | 'unexpected', line: number, value: string): SectionsResult {
  return { status: 'fault', fault: { code, line, value: value.slice(0, 100) } };
}

function unquote(value: string): string {
  const bare = value.trim();
  return bare.length > 1 && bare.startsWith('"') && bare.endsWith('"')
    ? bare.slice(1, -1).replaceAll('""', '"').trim()
    : bare;
}
