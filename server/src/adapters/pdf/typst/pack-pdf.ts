import { deflateSync, inflateSync } from 'node:zlib';
import type { AttachedFile } from '@kelisim/eds/ddc/attachments.ts';
import { pruneFont } from './prune-font.ts';

/** A paper of one page has some 150 objects; together they are packed best. */
const OBJECTS_PER_STREAM = 1_000;
/** For the last percent of their size a stronger one takes half as long again. */
const OBJECTS_LEVEL = 5;
const HEAD = Buffer.from('%PDF-1.7\n%\x80\x80\x80\x80\n', 'latin1');
const ANOTHER_WAY = 'A PDF is not written as Typst writes it';
const STREAM = '\nstream\n';
const END = Buffer.from('\nendstream\nendobj\n');
const FLATE = '/Filter /FlateDecode';

interface PdfObject {
  /** A stream's dictionary, without its length; anything else whole. */
  text: string;
  stream: Buffer | null;
}

/**
 * The same PDF in fewer bytes, and with `files` inside in their order. Typst writes each object as text of its own, most
 * of it the tags of a paper; PDF/A-2 lets them be packed together (ISO 32000-1, 7.5.7). The metadata stay as text, by
 * which archives recognise PDF/A. Read as Typst writes: a library that reads any PDF takes five times as long.
 * @throws Error for a PDF that is written in another way, or that holds files already and would get more
 */
export function packPdf(pdf: Uint8Array, files: readonly AttachedFile[] = []): Uint8Array {
  const { objects, trailer } = readObjects(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  const fonts = new Set(objects.map(fontOf));
  const packed = objects.map((object, index) => packStream(object, fonts.has(index + 1)));
  if (files.length > 0) addFiles(packed, files, Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1]));
  return writeObjects(packed, trailer);
}

/** Objects in the order of their numbers, which begin with 1 and have no gap. */
function readObjects(pdf: Buffer): { objects: PdfObject[]; trailer: string } {
  const whole = pdf.toString('latin1');
  const table_at = Number(/startxref\n(\d+)\n%%EOF$/.exec(whole.slice(-40))?.[1]);
  const [table = '', trailer = ''] = whole.slice(table_at).split('trailer\n');
  const places = table.split(' 00000 n\r\n').map((line) => Number(line.slice(-10)));
  // Behind the last object.
  places[places.length - 1] = table_at;
  if (places.length !== Number(/\/Size (\d+)/.exec(trailer)?.[1])) throw new Error(ANOTHER_WAY);
  const objects = places.slice(0, -1).map((place, index) => {
    const object = whole.slice(place, places[index + 1]);
    const head = `${index + 1} 0 obj\n`;
    if (!object.startsWith(head)) throw new Error(ANOTHER_WAY);
    const stream_at = object.indexOf(STREAM);
    if (stream_at < 0)
      return { text: oneLine(object.slice(head.length, object.lastIndexOf('\nendobj'))), stream: null };
    const text = object.slice(head.length, stream_at);
    const length = /\n {2}\/Length (\d+)/.exec(text);
    if (!length) throw new Error(ANOTHER_WAY);
    const from = place + stream_at + STREAM.length;
    return {
      text: oneLine(text.replace(length[0], '')),
      stream: pdf.subarray(from, from + Number(length[1])),
    };
  });
  return { objects, trailer: oneLine(trailer.slice(trailer.indexOf('<<') + 2, trailer.indexOf('>>'))) };
}

/** Which object is the font of one that describes it. */
function fontOf({ text }: PdfObject): number | null {
  return text.startsWith('<< /Type /FontDescriptor') ? Number(/\/FontFile2 (\d+) 0 R/.exec(text)?.[1]) : null;
}

/** No string of Typst's has a line end in it: it writes them as escapes or in hexadecimal. */
function oneLine(text: string): string {
  return text.replace(/\n */g, ' ');
}

function packStream({ text, stream }: PdfObject, is_font: boolean): PdfObject {
  const is_packed = text.includes(FLATE);
  if (stream && is_font && is_packed) return { text, stream: deflateSync(pruneFont(inflateSync(stream))) };
  if (!stream || is_packed || text.includes('/Type /Metadata')) return { text, stream };
  return { text: within(text, FLATE), stream: deflateSync(stream) };
}

/** Files that belong to the whole document, as PDF/A-3 wants each to belong to something (ISO 19005-3, 6.8). */
function addFiles(objects: PdfObject[], files: readonly AttachedFile[], root: number): void {
  const catalog = objects[root - 1];
  if (!catalog || catalog.text.includes('/Names')) throw new Error('Files have no place in this PDF');
  const entries = files.map(({ name, bytes, mime, description, relationship = 'Unspecified' }) => {
    const size = `/Params << /Size ${bytes.length} >>`;
    const type = `/Type /EmbeddedFile /Subtype /${mime.replace('/', '#2F')}`;
    const stream = objects.push({ text: `<< ${type} ${size} ${FLATE} >>`, stream: deflateSync(bytes) });
    const inside = `/F ${stream} 0 R /UF ${stream} 0 R`;
    const says = `/F ${hex(name)} /UF ${hex(name)} /Desc ${hex(description)} /AFRelationship /${relationship}`;
    return objects.push({ text: `<< /Type /Filespec ${says} /EF << ${inside} >> >>`, stream: null });
  });
  // A tree of names is sorted by its keys, and its order is the order of the files: so the place is the key.
  const names = entries.map((number, place) => `(${String(place).padStart(4, '0')}) ${number} 0 R`);
  const belong = `/AF [${entries.map((number) => `${number} 0 R`).join(' ')}]`;
  catalog.text = within(
    catalog.text,
    `${belong} /Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >>`,
  );
}

function writeObjects(objects: readonly PdfObject[], trailer: string): Uint8Array {
  const pieces: Buffer[] = [HEAD];
  let end = HEAD.length;
  const plain = objects.flatMap(({ text, stream }, index) => (stream ? [] : { number: index + 1, text }));
  const size = objects.length + Math.ceil(plain.length / OBJECTS_PER_STREAM) + 2;
  // Of each object: its kind (0 is free, 1 stands alone, 2 is in a stream), where, and its place there.
  const table = Buffer.alloc(size * 7);
  const enter = (number: number, kind: number, at: number, place: number) => {
    table.writeUInt8(kind, number * 7);
    table.writeUInt32BE(at, number * 7 + 1);
    table.writeUInt16BE(place, number * 7 + 5);
  };
  enter(0, 0, 0, 0xffff);
  const write = (number: number, text: string, stream: Buffer) => {
    enter(number, 1, end, 0);
    const says = within(text, `/Length ${stream.length}`);
    const head = Buffer.from(`${number} 0 obj\n${says}${STREAM}`, 'latin1');
    pieces.push(head, stream, END);
    end += head.length + stream.length + END.length;
  };
  objects.forEach(({ text, stream }, index) => {
    if (stream) write(index + 1, text, stream);
  });
  let last = objects.length;
  for (let from = 0; from < plain.length; from += OBJECTS_PER_STREAM) {
    const some = plain.slice(from, from + OBJECTS_PER_STREAM);
    last += 1;
    let [places, texts] = ['', ''];
    some.forEach(({ number, text }, place) => {
      enter(number, 2, last, place);
      places += `${number} ${texts.length} `;
      texts += `${text}\n`;
    });
    const body = deflateSync(Buffer.from(places + texts, 'latin1'), { level: OBJECTS_LEVEL });
    write(last, `<< /Type /ObjStm /N ${some.length} /First ${places.length} ${FLATE} >>`, body);
  }
  const starts = end;
  // The table has a line for itself too, and is packed before it is written.
  enter(size - 1, 1, starts, 0);
  const says = trailer.replace(/\/Size \d+/, `/Size ${size}`);
  write(size - 1, `<< /Type /XRef /W [1 4 2] ${says} ${FLATE} >>`, deflateSync(table));
  return Buffer.concat([...pieces, Buffer.from(`startxref\n${starts}\n%%EOF\n`)]);
}

/** A dictionary with one entry more. */
function within(dictionary: string, entry: string): string {
  return `${dictionary.slice(0, dictionary.lastIndexOf('>>'))}${entry} >>`;
}

/** A string of any letters (ISO 32000-1, 7.9.2.2). */
function hex(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}
