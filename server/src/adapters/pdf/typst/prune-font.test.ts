import { expect, it } from 'vitest';
import { readAdvances } from './font-coverage.ts';
import { readPaperFonts } from './paper-fonts.ts';
import { pruneFont } from './prune-font.ts';

it('keeps all of a font but its names, and the sum over it right', () => {
  for (const font of readPaperFonts()) {
    const pruned = Buffer.from(pruneFont(font));
    const before = tablesOf(font);
    const names = before.filter(([tag]) => tag === 'name' || tag === 'post');
    expect(names).toHaveLength(2);
    expect(tablesOf(pruned)).toEqual(before.filter(([tag]) => tag !== 'name' && tag !== 'post'));
    expect(readAdvances(pruned)).toEqual(readAdvances(font));
    expect(sumOf(pruned)).toBe(0xb1b0afba);
  }
});

/** Of each table its tag, the sum that its record names, and the bytes; of `head` without the sum over the font. */
function tablesOf(font: Buffer): [tag: string, sum: number, bytes: string][] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const record = font.subarray(12 + index * 16, 28 + index * 16);
    const tag = record.toString('latin1', 0, 4);
    const bytes = Buffer.from(font.subarray(record.readUInt32BE(8)).subarray(0, record.readUInt32BE(12)));
    if (tag === 'head') bytes.writeUInt32BE(0, 8);
    return [tag, record.readUInt32BE(4), bytes.toString('base64')];
  });
}

function sumOf(font: Buffer): number {
  let sum = 0;
  for (let at = 0; at < font.length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
  return sum;
}
