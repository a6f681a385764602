import { inflateSync } from 'node:zlib';
import type { PdfAttachment } from '@kelisim/eds/ddc/attachments.ts';

/**
 * The files inside a PDF that `packPdf` wrote, from its end as a reader finds them (ISO 32000-1, 7.5.8 and 7.11.4): table
 * of objects, catalog, names, files. A library that reads any PDF takes twenty times as long, most of it for the page.
 * @returns null for one that is written in another way or holds no files
 */
export function readPackedFiles(pdf: Uint8Array): PdfAttachment[] | null {
  try {
    const { objectAt, trailer } = openPacked(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    const catalog = objectAt(found(trailer, /\/Root (\d+) 0 R/)).text;
    const names = /\/EmbeddedFiles << \/Names \[([^\]]*)\]/.exec(catalog)?.[1] ?? '';
    const files = [...names.matchAll(/\(\d+\) (\d+) 0 R/g)].map(([, number]) => {
      const { text } = objectAt(Number(number));
      const name = /\/UF <feff([0-9a-f]*)>/.exec(text)?.[1];
      if (name === undefined) throw new Error('A file has no name');
      const { stream } = objectAt(found(text, /\/EF << \/F (\d+) 0 R/));
      const letters = Buffer.from(name, 'hex').swap16().toString('utf16le');
      return { name: letters, bytes: new Uint8Array(inflateSync(stream())) };
    });
    return files.length > 0 ? files : null;
  } catch {
    return null;
  }
}

interface PackedObject {
  text: string;
  /** As it lies in the file. */
  stream: () => Buffer;
}

function openPacked(pdf: Buffer): { objectAt: (number: number) => PackedObject; trailer: string } {
  const read = (at: number): PackedObject => {
    const from = pdf.indexOf('\nstream\n', at) + '\nstream\n'.length;
    const text = pdf.toString('latin1', at, from);
    return { text, stream: () => pdf.subarray(from, from + found(text, /\/Length (\d+)/)) };
  };
  const table = read(found(pdf.toString('latin1', pdf.length - 40), /startxref\n(\d+)\n%%EOF\n$/));
  const entries = inflateSync(table.stream());
  const alone = (number: number): PackedObject => {
    const object = read(entries.readUInt32BE(number * ENTRY_BYTES + 1));
    if (!object.text.startsWith(`${number} 0 obj\n`)) throw new Error(`Object ${number} is elsewhere`);
    return object;
  };
  const unpacked = new Map<number, string[]>();
  const unpack = (number: number): string[] => {
    const { text, stream } = alone(number);
    const body = inflateSync(stream()).toString('latin1');
    const first = found(text, /\/First (\d+)/);
    // Pairs of an object's number and its place.
    const places = body.slice(0, first).trim().split(' ').map(Number);
    const starts = places.filter((_, index) => index % 2 === 1);
    return starts.map((start, index) =>
      body.slice(first + start, first + (starts[index + 1] ?? body.length)),
    );
  };
  const objectAt = (number: number): PackedObject => {
    const at = number * ENTRY_BYTES;
    if (entries[at] === 1) return alone(number);
    const within = entries.readUInt32BE(at + 1);
    let texts = unpacked.get(within);
    if (!texts) unpacked.set(within, (texts = unpack(within)));
    const text = texts[entries.readUInt16BE(at + 5)];
    if (text === undefined) throw new Error(`Object ${number} is nowhere`);
    return { text, stream: () => Buffer.alloc(0) };
  };
  return { objectAt, trailer: table.text };
}

/** Kind, place and index of an object, as `/W [1 4 2]` says. */
const ENTRY_BYTES = 7;

function found(text: string, pattern: RegExp): number {
  const number = pattern.exec(text)?.[1];
  if (number === undefined) throw new Error(`There is no ${pattern.source}`);
  return Number(number);
}
