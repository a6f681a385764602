/**
 * The characters a TrueType font can draw, read from its `cmap` table (OpenType 1.9, formats 4 and 12).
 * PDF/A forbids a missing glyph, and a name may hold anything that a person can type.
 */
export function readCoverage(font: Uint8Array): Set<number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = findTable(view, 'cmap');
  const covered = new Set<number>();
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const subtable = cmap + view.getUint32(cmap + 4 + index * 8 + 4);
    const format = view.getUint16(subtable);
    if (format === 4) readSegments(view, subtable, covered);
    if (format === 12) readGroups(view, subtable, covered);
  }
  return covered;
}

function findTable(view: DataView, tag: string): number {
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = 12 + index * 16;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(record + offset)));
    if (name === tag) return view.getUint32(record + 8);
  }
  throw new Error(`The font has no ${tag} table`);
}

function readSegments(view: DataView, subtable: number, covered: Set<number>): void {
  const doubled = view.getUint16(subtable + 6);
  const [ends, starts] = [subtable + 14, subtable + 16 + doubled];
  const [deltas, ranges] = [starts + doubled, starts + doubled * 2];
  for (let offset = 0; offset < doubled; offset += 2) {
    const range = view.getUint16(ranges + offset);
    const start = view.getUint16(starts + offset);
    for (let code = start; code <= view.getUint16(ends + offset) && code !== 0xffff; code += 1) {
      const glyph = range === 0 ? code : view.getUint16(ranges + offset + range + (code - start) * 2);
      if (glyph !== 0 && ((glyph + view.getUint16(deltas + offset)) & 0xffff) !== 0) covered.add(code);
    }
  }
}

function readGroups(view: DataView, subtable: number, covered: Set<number>): void {
  for (let index = 0; index < view.getUint32(subtable + 12); index += 1) {
    const group = subtable + 16 + index * 12;
    for (let code = view.getUint32(group); code <= view.getUint32(group + 4); code += 1) covered.add(code);
  }
}
