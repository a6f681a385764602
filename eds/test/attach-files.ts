import { PDFDocument, PDFDict, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import type { AttachedFile } from '../src/ddc/attachments.ts';

/** The PDF with these files and no others, in this order. */
export async function attachFiles(pdf: Uint8Array, files: readonly AttachedFile[]): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const { catalog, context } = document;
  const entries = files.map(({ name, bytes, mime, description, relationship = 'Unspecified' }, place) => {
    const stream = context.register(
      context.flateStream(bytes, { Type: 'EmbeddedFile', Subtype: mime, Params: { Size: bytes.length } }),
    );
    const text = PDFHexString.fromText(name);
    const file = context.register(
      context.obj({
        Type: 'Filespec',
        F: text,
        UF: text,
        EF: { F: stream, UF: stream },
        Desc: PDFHexString.fromText(description),
        AFRelationship: relationship,
      }),
    );
    return [PDFHexString.fromText(String(place).padStart(4, '0')), file];
  });
  const tree = context.register(context.obj({ Names: entries.flat() }));
  const present = catalog.lookup(PDFName.of('Names'));
  if (present instanceof PDFDict) present.set(PDFName.of('EmbeddedFiles'), tree);
  else catalog.set(PDFName.of('Names'), context.obj({ EmbeddedFiles: tree }));
  return document.save();
}
