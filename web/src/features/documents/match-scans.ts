interface Row {
  row: number;
  number: string;
  scan: string;
  contractor: { bin: string } | null;
}

/**
 * The scan of each row by the name of its file: the one that the row names, else the one called by the number of the
 * contract, else the only one with the ИИН or БИН of an executor who stands in one row. A file serves one row.
 */
export function matchScans<F extends { name: string }>(
  rows: readonly Row[],
  files: readonly F[],
): Map<number, F> {
  const found = new Map<number, F>();
  const free = new Set(files);
  const take = (row: Row, fits: (stem: string, name: string) => boolean) => {
    if (found.has(row.row)) return;
    const fitting = [...free].filter(({ name }) => fits(plain(stemOf(name)), name.toLowerCase()));
    if (fitting.length !== 1) return;
    found.set(row.row, fitting[0]!);
    free.delete(fitting[0]!);
  };
  for (const row of rows)
    if (row.scan)
      take(row, (stem, name) => name === row.scan.toLowerCase() || stem === plain(stemOf(row.scan)));
  for (const row of rows) if (!row.scan && row.number) take(row, (stem) => stem === plain(row.number));
  for (const row of rows) {
    const bin = row.contractor?.bin;
    if (!row.scan && bin && rows.filter((one) => one.contractor?.bin === bin).length === 1)
      take(row, (stem) => stem.includes(bin));
  }
  return found;
}

const stemOf = (name: string) => name.replace(/\.(pdf|jpe?g)$/i, '');

/** Names of files cannot hold all signs of a number: «45/26» is saved as «45-26» or «45_26». */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^(?:договор|шарт|скан|№|\s)+/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
