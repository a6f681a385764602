import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';

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

/** Also with the full-width and small signs, which some table programs read as the plain ones (NFKC), and behind blanks. */
export function looksLikeFormula(text: string): boolean {
  return /^[\s']*[=+\-@\u2212]/u.test(text.normalize('NFKC')) || /^'*[\t\r]/.test(text);
}

const isNumber = (text: string) => /^-?\d+(?:[.,]\d+)?$/.test(text);
