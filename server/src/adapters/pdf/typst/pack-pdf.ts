import { deflateSync, inflateSync } from 'node:zlib';
import {
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStreamWriter,
} from '@cantoo/pdf-lib';
import { pruneFont } from './prune-font.ts';

const [FILTER, FLATE, LENGTH] = [PDFName.of('Filter'), PDFName.of('FlateDecode'), PDFName.of('Length')];
const [TYPE, METADATA, TRUE_TYPE] = [PDFName.of('Type'), PDFName.of('Metadata'), PDFName.of('FontFile2')];
/** A paper of one page has some 150 objects; together they are packed best. */
const OBJECTS_PER_STREAM = 1_000;

/**
 * The same PDF in fewer bytes. Typst writes each object as text of its own, most of it the tags of a paper; PDF/A-2 lets
 * them be packed together (ISO 32000-1, 7.5.7). The metadata stay as text, by which archives recognise PDF/A.
 */
export async function packPdf(pdf: Uint8Array): Promise<Uint8Array> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const objects = context.enumerateIndirectObjects();
  const fonts = new Set<PDFObject | undefined>(
    objects.map(([, object]) => (object instanceof PDFDict ? object.get(TRUE_TYPE) : undefined)),
  );
  for (const [ref, object] of objects) {
    if (!(object instanceof PDFRawStream)) continue;
    const { dict } = object;
    const is_font = fonts.has(ref) && dict.get(FILTER) === FLATE;
    if (!is_font && (dict.has(FILTER) || dict.get(TYPE) === METADATA)) continue;
    const contents = deflateSync(is_font ? pruneFont(inflateSync(object.contents)) : object.contents);
    dict.set(FILTER, FLATE);
    dict.set(LENGTH, context.obj(contents.length));
    context.assign(ref, PDFRawStream.of(dict, contents));
  }
  return PDFStreamWriter.forContext(context, Infinity, true, OBJECTS_PER_STREAM).serializeToBuffer();
}
