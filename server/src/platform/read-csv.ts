import type { Cell, ReadOptions, ReadResult, ReadRow } from '../adapters/spreadsheet/spreadsheet.ts';
import { decodeOfficeText } from './text-encoding.ts';

const SEPARATORS = [';', ',', '\t'] as const;
const TOP_LINES = 30;
const TOP_CHARS = 20_000;

/**
 * A table as text, in UTF-8, UTF-16 or Windows-1251, with `;`, `,` or a tab between cells: whichever stands
 * most often in a line near the top. Quoted as RFC 4180 says, quotes inside a cell that does not begin with one are letters. Never throws.
 */
export function readCsv(
  bytes: Uint8Array,
  { max_rows, max_columns }: Omit<ReadOptions, 'sheet'>,
): ReadResult {
  const text = decodeOfficeText(bytes).text.replace(/^\ufeff/, '');
  if (text.includes('\0')) return { status: 'error', code: 'not_xlsx' };
  // Excel writes this line itself where its own separator is another one.
  const said = /^sep=(.)\r?\n/i.exec(text);
  const lines = readLines(said ? text.slice(said[0].length) : text, said ? said[1]! : separatorOf(text));
  const { value: first, done } = lines.next();
  if (done) return { status: 'ok', header: [], rows: [], hidden_rows: [] };
  const rows: ReadRow[] = [];
  for (const { line, cells } of lines) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length === max_rows) return { status: 'error', code: 'too_many_rows' };
    rows.push({
      row: line + (said ? 1 : 0),
      cells: cells
        .slice(0, max_columns)
        .map((cell): Cell =>
          cell.trim() === '' ? { kind: 'empty' } : { kind: 'text', value: asTyped(cell) },
        ),
    });
  }
  return {
    status: 'ok',
    header: first.cells.slice(0, max_columns).map((title: string) => title.trim()),
    rows,
    // Text hides nothing.
    hidden_rows: [],
  };
}

/** Also with the full-width and small signs, which some table programs read as the plain ones (NFKC), and behind blanks. */
export function looksLikeFormula(text: string): boolean {
  return /^[\s']*[=+\-@\u2212]/u.test(text.normalize('NFKC')) || /^'*[\t\r]/.test(text);
}

/** The apostrophe keeps a table program from taking the cell for a formula; it is no part of what was typed. */
function asTyped(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula(cell) ? cell.slice(1) : cell;
}

/** Of all signs the one that some line near the top has most of: above the heading there may be a title with a comma. */
function separatorOf(text: string): string {
  const top = text
    .slice(0, TOP_CHARS)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n?|\n/)
    .slice(0, TOP_LINES);
  const most = (mark: string) => Math.max(...top.map((line) => line.split(mark).length));
  return SEPARATORS.toSorted((a, b) => most(b) - most(a))[0]!;
}

/** Row by row; `line` is the number of the row as a table program counts them, whatever lies inside its cells. */
function* readLines(text: string, separator: string): Generator<{ line: number; cells: string[] }> {
  let cells: string[] = [];
  let at = 0;
  for (let line = 1; at < text.length;) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"' || end < 0) break;
        cell += '"';
        at += 1;
      }
    }
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    cells.push(cell + text.slice(at, end));
    at = end;
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      cells.push('');
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    yield { line, cells };
    cells = [];
    line += 1;
  }
}
