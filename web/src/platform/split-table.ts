/** What a spreadsheet puts on the clipboard: tabs and lines, a cell with a line break in quotes. */
export function splitTable(text: string): string[][] {
  const rows: string[][] = [];
  // Every cell begins with what stands before it, so a line break is put before the first one.
  const cell = /(\t|\r\n|\n|\r)(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))/gy;
  for (const [, before, quoted, plain] of `\n${text.replace(/[\r\n]+$/, '')}`.matchAll(cell)) {
    if (before !== '\t') rows.push([]);
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
  }
  return rows;
}
