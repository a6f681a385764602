import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { looksLikeFormula } from './read-csv.ts';

/**
 * A table as text for Excel in our offices: UTF-8 with its mark, `;` between cells, CRLF. A cell that a table program
 * would take for a formula gets an apostrophe, which the import takes off again.
 */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  const lines = rows.map((row) => row.map(cell).join(';'));
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
}

function cell(value: string | number | null): string {
  const plain = value === null ? '' : showHidden(String(value));
  const text = looksLikeFormula(plain) && !isNumber(plain) ? `'${plain}` : plain;
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const isNumber = (text: string) => /^-?\d+(?:[.,]\d+)?$/.test(text);
