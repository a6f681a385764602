import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  degrees,
  type PDFArray,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_PDF_PAGES, PDF_REFUSALS, PdfRefused } from '../pdf.ts';
import { makeSampleAct } from './sample-act.ts';
import { createTypstPdf } from './typst-pdf.ts';

const VECTORS = fileURLToPath(new URL('../../../../../../shared/vectors/pdf/', import.meta.url));
const pdf = createTypstPdf({ workers: 1 });
const stamp = (bytes: Uint8Array, public_id = 'idAAAAAAAAAAAAAAAAAAAA') =>
  pdf.stampDocument({
    pdf: bytes,
    public_id,
    check_url: `https://kelisim.example/verify/${public_id}`,
    frozen_at: new Date('2026-11-20T06:30:00Z'),
  });

afterAll(() => pdf.close());

/** A contract of some pages, changed by a test before it is written. */
async function makeContract(
  change: (document: PDFDocument) => unknown = () => {},
  pages = 1,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let index = 0; index < pages; index += 1) {
    document.addPage([595, 842]).drawText(`Contract, page ${index + 1}`, { x: 90, y: 700, size: 12, font });
  }
  await change(document);
  return document.save({ addDefaultPage: false });
}

function addObject(document: PDFDocument, value: object): void {
  document.context.register(document.context.obj(value as never));
}

/** Object streams that unpack to `size` bytes each. */
function makeBomb(size: number, count = 1): Uint8Array {
  const packed = deflateSync(Buffer.alloc(size, 0x20));
  const streams = Array.from({ length: count }, (_, at) => [
    Buffer.from(
      `${at + 1} 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n'),
    ...streams.flat(),
    Buffer.from(`trailer\n<</Root ${count + 1} 0 R>>\nstartxref\n0\n%%EOF\n`),
  ]);
}

type Matrix = [number, number, number, number, number, number];

/** The matrix under which the stamp is drawn. */
function stampMatrix(page: PDFPage): Matrix {
  const contents = page.node.Contents() as PDFArray;
  const streams = contents.asArray().map((_, index) => contents.lookup(index, PDFRawStream));
  const drawn = streams.map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'));
  const match = /\/Artifact BMC\s+q\s+(.+?) cm/.exec(drawn.join('\n'));
  return match![1]!.split(' ').map(Number) as Matrix;
}

describe('an uploaded contract', () => {
  it('is accepted with its number of pages', async () => {
    expect(await pdf.checkPdf(await makeContract(undefined, 3))).toEqual({
      status: 'ok',
      pages: 3,
      signed: false,
    });
    const act = await pdf.renderAct(makeSampleAct(), new Date(0));
    expect(await pdf.checkPdf(act)).toEqual({ status: 'ok', pages: 1, signed: false });
  });

  const contract = () => makeContract();
  const withZip = async () =>
    Buffer.concat([
      await contract(),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(16),
      Buffer.from([2, 0]),
      Buffer.from('hi'),
    ]);
  it.each<[string, () => Promise<Uint8Array> | Uint8Array, (typeof PDF_REFUSALS)[number]]>([
    ['nothing', () => new Uint8Array(), 'not_pdf'],
    [
      'a page of HTML with a PDF behind',
      async () => Buffer.concat([Buffer.from('<script>'), await contract()]),
      'not_pdf',
    ],
    ['a PDF that is an archive as well', withZip, 'not_pdf'],
    ['half a PDF', async () => (await contract()).subarray(0, 300), 'pdf_broken'],
    ['a PDF without pages', () => makeContract((document) => document.removePage(0)), 'pdf_broken'],
    [
      'pages that are their own parents',
      () =>
        makeContract((document) => {
          const pages = document.catalog.Pages();
          pages.set(PDFName.of('Kids'), document.context.obj([document.catalog.get(PDFName.of('Pages'))!]));
        }),
      'pdf_broken',
    ],
    [
      'a password',
      () => makeContract((document) => document.encrypt({ userPassword: 'secret', ownerPassword: 'other' })),
      'pdf_encrypted',
    ],
    [
      'a password for changes only',
      () => makeContract((document) => document.encrypt({ ownerPassword: 'other' })),
      'pdf_encrypted',
    ],
    ['a page too many', () => makeContract(undefined, MAX_PDF_PAGES + 1), 'pdf_too_many_pages'],
    [
      'a script at opening',
      () => makeContract((document) => document.addJavaScript('main', 'app.alert(1)')),
      'pdf_active_content',
    ],
    [
      'a script under another name',
      () => makeContract((document) => addObject(document, { A: { S: 'JavaScript' } })),
      'pdf_active_content',
    ],
    [
      'a web page at opening',
      () =>
        makeContract((document) =>
          document.catalog.set(
            PDFName.of('OpenAction'),
            document.context.obj({ S: 'URI', URI: PDFString.of('https://evil.example') }),
          ),
        ),
      'pdf_active_content',
    ],
    [
      'something to do when a page is opened',
      () =>
        makeContract((document) =>
          document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: { S: 'GoTo' } })),
        ),
      'pdf_active_content',
    ],
    [
      'a page to be printed by a name',
      () => makeContract((document) => addObject(document, { A: { S: 'Named', N: 'Print' } })),
      'pdf_active_content',
    ],
    [
      'a program to start',
      () => makeContract((document) => addObject(document, { S: 'Launch', Win: {} })),
      'pdf_active_content',
    ],
    [
      'a jump to a file elsewhere',
      () => makeContract((document) => addObject(document, { Next: [{ S: 'GoToR' }] })),
      'pdf_active_content',
    ],
    [
      'a file inside',
      () => makeContract((document) => document.attach(new Uint8Array([1, 2, 3]), 'a.exe', {})),
      'pdf_active_content',
    ],
    [
      'a form with a program of its own',
      () =>
        makeContract((document) =>
          document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ XFA: PDFHexString.of('00') })),
        ),
      'pdf_active_content',
    ],
    [
      'a film',
      () => makeContract((document) => addObject(document, { Type: 'Annot', Subtype: 'RichMedia' })),
      'pdf_active_content',
    ],
  ])('is refused when it is %s', async (_name, make, code) => {
    const bytes = await make();
    expect(await pdf.checkPdf(bytes)).toEqual({ status: 'refused', code });
    await expect(stamp(bytes)).rejects.toEqual(new PdfRefused(code));
  });

  it('is found out when a name is written in hexadecimal', async () => {
    const bytes = Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/#4aavaScript/#4aS(app.alert)>>>>endobj\n' +
        '2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\n' +
        'trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF',
    );
    expect(await pdf.checkPdf(bytes)).toEqual({ status: 'refused', code: 'pdf_active_content' });
  });

  it.each([
    ['one stream', () => makeBomb(400_000_000)],
    ['many streams', () => makeBomb(31_000_000, 40)],
    ['arrays in arrays', () => Buffer.from(`%PDF-1.5\n1 0 obj\n${'['.repeat(200_000)}`)],
  ])('cannot fill the memory by %s, and the next one is served', async (_, make) => {
    const bomb = make();
    expect(await pdf.checkPdf(bomb)).toEqual({ status: 'refused', code: 'pdf_broken' });
    expect((await pdf.checkPdf(await contract())).status).toBe('ok');
  });

  it.skipIf(!existsSync(VECTORS))(
    'is accepted, mended or refused, however odd (../shared/vectors/pdf)',
    async () => {
      const files = readdirSync(VECTORS).filter((name) => name.endsWith('.pdf'));
      expect(files.length).toBeGreaterThan(40);
      const seen = new Set<string>();
      for (const name of files) {
        const bytes = readFileSync(`${VECTORS}${name}`);
        const check = await pdf.checkPdf(bytes);
        seen.add(check.status === 'ok' ? 'ok' : check.code);
        if (check.status === 'refused') {
          expect(PDF_REFUSALS, name).toContain(check.code);
          continue;
        }
        expect(await pdf.checkPdf(await stamp(bytes)), name).toEqual({ ...check, signed: false });
      }
      expect([...seen].sort()).toEqual(['not_pdf', 'ok', 'pdf_broken', 'pdf_encrypted']);
    },
  );
});

describe('the stamp', () => {
  it('gives every document bytes of its own, and the same document the same', async () => {
    const bytes = await makeContract(undefined, 2);
    const [first, again, other] = await Promise.all([
      stamp(bytes),
      stamp(bytes),
      stamp(bytes, 'idBBBBBBBBBBBBBBBBBBBB'),
    ]);
    expect(Buffer.compare(first, again)).toBe(0);
    expect(Buffer.compare(first, other)).not.toBe(0);
    const ids = await Promise.all(
      [first, other].map(async (file) => (await PDFDocument.load(file)).context.trailerInfo.ID?.toString()),
    );
    expect(ids[0]).toMatch(/^\[ <[0-9a-f]{32}> <[0-9a-f]{32}> \]$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('leaves the pages as they are and nothing behind the end of the file', async () => {
    const junk = Buffer.from('\n<html><script>alert(1)</script>');
    const stamped = await stamp(Buffer.concat([await makeContract(undefined, 2), junk]));
    expect(Buffer.from(stamped).includes('<script>')).toBe(false);
    const pages = (await PDFDocument.load(stamped)).getPages();
    for (const [index, page] of pages.entries()) {
      const words = page.extractContents().map((asset) => (asset.kind === 'text' ? asset.getText() : ''));
      expect(words.join('')).toContain(`Contract, page ${index + 1}`);
      expect(page.getSize()).toEqual({ width: 595, height: 842 });
    }
  });

  it.each([0, 90, 180, 270, -90])(
    'stands at the lower left as a person sees a page turned by %i°',
    async (turn) => {
      const stamped = await stamp(
        await makeContract((document) => document.getPage(0).setRotation(degrees(turn))),
      );
      const page = (await PDFDocument.load(stamped)).getPage(0);
      const [a, b, c, d, e, f] = stampMatrix(page);
      // The first step of the writing and the corner it starts from, turned into what is seen.
      const seen = (x: number, y: number) =>
        ({ 0: [x, y], 90: [y, 595 - x], 180: [595 - x, 842 - y], 270: [842 - y, x] })[
          ((turn + 360) % 360) as 0
        ];
      const [left, bottom] = seen(e, f) as [number, number];
      const [right, top] = seen(e + a * 100, f + b * 100) as [number, number];
      expect([
        Math.round(left) < 60,
        Math.round(bottom),
        Math.round(right - left),
        Math.round(top - bottom),
      ]).toEqual([true, 8, 0, 100]);
      expect([c + b, d - a]).toEqual([0, 0]);
    },
  );
});
