import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import * as pdfLib from '@cantoo/pdf-lib';
import { pdfLibAttachments, type AttachedFile } from '@kelisim/eds/ddc/attachments.ts';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { describe, expect, test } from 'vitest';
import { packPdf } from './pack-pdf.ts';
import { readPackedFiles } from './read-packed-files.ts';
import { readPaperFonts } from './paper-fonts.ts';

/** Letters of two alphabets, brackets and line ends in what is no stream, more objects than go into one stream. */
const TEMPLATE = `
#set document(title: "Акт (№ 1) \\\\ >> endobj\\n2 0 obj", keywords: ("a)b(c", ">>stream"), author: "Әліби")
#set text(font: "Noto Sans", lang: "kk")
= Акт
#for n in range(180) [ + *Жол* #n — қызмет #link("https://kelisim.example/a>>b")[сілтеме] ]
#rect(fill: gradient.linear(red, blue))
`;
const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: readPaperFonts() }] });
const drawn = Uint8Array.from(
  compiler.pdf(compiler.compile({ mainFileContent: TEMPLATE }).result!, { pdfStandard: 'a-3b' }),
);
const files: AttachedFile[] = [
  {
    name: 'я (1).pdf',
    bytes: Buffer.from('one'),
    mime: 'application/pdf',
    description: 'Түпнұсқа',
    relationship: 'Source',
  },
  {
    name: 'a.cms',
    bytes: Buffer.from('two'),
    mime: 'application/pkcs7-signature',
    description: 'ЭЦП',
    relationship: 'Supplement',
  },
  { name: 'b', bytes: new Uint8Array(), mime: 'text/plain', description: '' },
];

async function contextOf(pdf: Uint8Array) {
  return (await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: true })).context;
}

describe('a packed PDF', () => {
  test('has every object that was drawn, and its font in fewer bytes', async () => {
    const [before, after] = [await contextOf(drawn), await contextOf(packPdf(drawn))];
    const objects = before.enumerateIndirectObjects();
    expect(objects.length).toBeGreaterThan(1_000);
    const fonts = new Set(
      objects.map(([, object]) =>
        object instanceof PDFDict ? object.get(PDFName.of('FontFile2')) : undefined,
      ),
    );
    for (const [ref, object] of objects) {
      const packed = after.lookup(ref);
      if (!(object instanceof PDFRawStream)) expect(String(packed)).toBe(String(object));
      else if (!(packed instanceof PDFRawStream)) expect.fail(`${String(ref)} is no stream any more`);
      else if (fonts.has(ref)) expect(packed.contents.length).toBeLessThan(object.contents.length);
      else expect(said(packed)).toEqual(said(object));
    }
    expect(packPdf(drawn).length).toBeLessThan(drawn.length / 2);
    expect(String(after.trailerInfo.Root)).toBe(String(before.trailerInfo.Root));
    expect(String(after.trailerInfo.Info)).toBe(String(before.trailerInfo.Info));
    expect(String(after.trailerInfo.ID)).toBe(String(before.trailerInfo.ID));
  });

  test('carries files in their order, each of which says what it is to the whole', async () => {
    const pdf = packPdf(drawn, files);
    const inside = files.map(({ name, bytes }) => ({ name, bytes: new Uint8Array(bytes) }));
    expect(await pdfLibAttachments(pdfLib).read(pdf)).toEqual(inside);
    expect(readPackedFiles(pdf)).toEqual(inside);
    const { catalog } = await PDFDocument.load(pdf);
    const belong = catalog.lookup(PDFName.of('AF'), PDFArray);
    const says = files.map((_, place) => {
      const file = belong.lookup(place, PDFDict);
      const stream = file.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F')) as PDFRawStream;
      return [
        String(file.get(PDFName.of('AFRelationship'))),
        (file.get(PDFName.of('Desc')) as pdfLib.PDFHexString).decodeText(),
        (stream.dict.get(PDFName.of('Subtype')) as PDFName).decodeText(),
      ];
    });
    expect(says).toEqual([
      ['/Source', 'Түпнұсқа', 'application/pdf'],
      ['/Supplement', 'ЭЦП', 'application/pkcs7-signature'],
      ['/Unspecified', '', 'text/plain'],
    ]);
  });

  test('gives out no files when a byte that leads to them is another', () => {
    const pdf = packPdf(drawn, files);
    const inside = readPackedFiles(pdf);
    let led = 0;
    // The table of objects and its place stand at the end, behind what it leads to.
    for (let at = pdf.length - 900; at < pdf.length; at += 1) {
      const spoilt = Uint8Array.from(pdf);
      spoilt[at] = (spoilt[at] ?? 0) ^ 0x11;
      const read = readPackedFiles(spoilt);
      if (read === null) led += 1;
      else expect(read).toEqual(inside);
    }
    expect(led).toBeGreaterThan(300);
    for (const none of [packPdf(drawn), drawn, Buffer.from('%PDF-1.7'), new Uint8Array()])
      expect(readPackedFiles(none)).toBeNull();
  });

  test('comes from Typst alone, and takes files once', async () => {
    const foreign = await (await PDFDocument.create()).save();
    expect(() => packPdf(foreign)).toThrow();
    expect(() => packPdf(packPdf(drawn))).toThrow();
    const attached = compiler.compile({
      mainFileContent: `#pdf.attach("a.txt", bytes("a"), relationship: "data", mime-type: "text/plain", description: "a")\n${TEMPLATE}`,
    });
    const carrying = Uint8Array.from(compiler.pdf(attached.result!, { pdfStandard: 'a-3b' }));
    expect(() => packPdf(carrying, files)).toThrow('no place');
  });
});

/** What a stream says: its dictionary beside how it is packed, and its bytes. */
function said(stream: PDFRawStream): [string[], string] {
  const packing = ['/Length', '/Filter'];
  const entries = stream.dict.entries().filter(([key]) => !packing.includes(String(key)));
  const is_packed = stream.dict.has(PDFName.of('Filter'));
  const bytes = is_packed ? decodePDFRawStream(stream).decode() : stream.contents;
  return [entries.map(String).sort(), Buffer.from(bytes).toString('latin1')];
}
