import type { TestApp } from './make-app.ts';

/** Rows of a spreadsheet by their headings, of its first sheet unless another is named. */
export async function readSheet(
  app: TestApp,
  bytes: Buffer,
  sheet?: string,
): Promise<Record<string, string>[]> {
  const limits = { max_rows: 100, max_columns: 40 };
  const read = await app.parts.spreadsheet.readRows(bytes, { ...limits, ...(sheet && { sheet }) });
  if (read.status !== 'ok') throw new Error(read.code);
  return read.rows.map(({ cells }) =>
    Object.fromEntries(
      cells.map((cell, index) => [read.header[index]!, 'value' in cell ? String(cell.value) : '']),
    ),
  );
}
