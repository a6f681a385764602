/**
 * The characters a TrueType font can draw with the width of each, in ems, read from its `cmap` (formats 4 and 12),
 * `hhea`, `hmtx` and `head` tables (OpenType 1.9). PDF/A forbids a missing glyph, and a name may hold anything that a
 * person can type.
 */
export function readAdvances(font: Uint8Array): Map<number, number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const units_per_em = view.getUint16(findTable(view, 'head') + 18);
  const metrics = view.getUint16(findTable(view, 'hhea') + 34);
  const hmtx = findTable(view, 'hmtx');
  const widthOf = (glyph: number) => view.getUint16(hmtx + Math.min(glyph, metrics - 1) * 4) / units_per_em;
  const advances = new Map<number, number>();
  const add = (code: number, glyph: number) => void (glyph !== 0 && advances.set(code, widthOf(glyph)));
  const cmap = findTable(view, 'cmap');
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const subtable = cmap + view.getUint32(cmap + 4 + index * 8 + 4);
    const format = view.getUint16(subtable);
    if (format === 4) readSegments(view, subtable, add);
    if (format === 12) readGroups(view, subtable, add);
  }
  return advances;
}

function findTable(view: DataView, tag: string): number {
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = 12 + index * 16;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(record + offset)));
    if (name === tag) return view.getUint32(record + 8);
  }
  throw new Error(`The font has no ${tag} table`);
}

type Add = (code: number, glyph: number) => void;

function readSegments(view: DataView, subtable: number, add: Add): void {
  const doubled = view.getUint16(subtable + 6);
  const [ends, starts] = [subtable + 14, subtable + 16 + doubled];
  const [deltas, ranges] = [starts + doubled, starts + doubled * 2];
  for (let offset = 0; offset < doubled; offset += 2) {
    const range = view.getUint16(ranges + offset);
    const start = view.getUint16(starts + offset);
    for (let code = start; code <= view.getUint16(ends + offset) && code !== 0xffff; code += 1) {
      const glyph = range === 0 ? code : view.getUint16(ranges + offset + range + (code - start) * 2);
      if (glyph !== 0) add(code, (glyph + view.getUint16(deltas + offset)) & 0xffff);
    }
  }
}

function readGroups(view: DataView, subtable: number, add: Add): void {
  for (let index = 0; index < view.getUint32(subtable + 12); index += 1) {
    const group = subtable + 16 + index * 12;
    const [first, last, glyph] = [0, 4, 8].map((at) => view.getUint32(group + at)) as [
      number,
      number,
      number,
    ];
    for (let code = first; code <= last; code += 1) add(code, glyph + code - first);
  }
}
