import type { TestApp } from './make-app.ts';

/** Rows of a spreadsheet by their headings. */
export async function readSheet(app: TestApp, bytes: Buffer): Promise<Record<string, string>[]> {
  const read = await app.parts.spreadsheet.readRows(bytes, { max_rows: 100, max_columns: 40 });
  if (read.status !== 'ok') throw new Error(read.code);
  return read.rows.map(({ cells }) =>
    Object.fromEntries(
      cells.map((cell, index) => [read.header[index]!, 'value' in cell ? String(cell.value) : '']),
    ),
  );
}
