import {
  decodePDFRawStream,
  degrees,
  type PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { countMarks, SAMPLE_WORDS } from '../../../../test/sample-marks.ts';
import type { Pdf } from '../pdf.ts';
import { readPages } from './read-pages.ts';
import { makeSampleAct } from './sample-act.ts';
import { createTypstPdf } from './typst-pdf.ts';

const stand = createTypstPdf({ workers: 1, is_sample: true });
const production = createTypstPdf({ workers: 1 });
afterAll(() => Promise.all([stand.close(), production.close()]));

const created_at = new Date('2026-11-20T06:30:00Z');
const [service] = makeSampleAct().services;
const services = Array.from({ length: 60 }, () => service!);

const FILE = { name: 'акт.txt', bytes: Buffer.from('акт'), mime: 'text/plain', description: 'Акт' };
const papers: [string, (by: Pdf) => Promise<Uint8Array>, number][] = [
  ['an act', (by) => by.renderAct(makeSampleAct({ services, total_tiyn: 1n }), created_at), 3],
  ['a sheet of facts', (by) => by.renderFacts(SHEET, created_at), 2],
  ['a card that carries files', (by) => by.renderFacts(SHEET, created_at, [FILE]), 3],
  ['a ledger', (by) => by.renderLedger([LEDGER, { ...LEDGER, is_wide: true }], created_at), 2],
];

test.each(papers)(
  'each page of %s says that it is a sample, and says all else as in production',
  async (_name, draw, part) => {
    const [sample, real] = await Promise.all([draw(stand), draw(production)]);
    const pages = await readPages(sample);
    expect(pages.length).toBeGreaterThan(0);
    expect(await countMarks(sample)).toEqual(pages.map(() => 1));
    expect(pages.map((page) => page.replace(SAMPLE_WORDS, ''))).toEqual(await readPages(real));
    expect(Buffer.from(sample).toString('latin1')).toContain(`<pdfaid:part>${part}</pdfaid:part>`);
    const nameOf = async (pdf: Uint8Array) => (await production.files.read(pdf))?.map(({ name }) => name);
    expect(await nameOf(sample)).toEqual(await nameOf(real));
  },
);

test('each page of an upload says it upright over its middle, however the page is turned, and production adds nothing', async () => {
  const upload = await PDFDocument.create();
  const turns = [0, 90, 180, 270];
  for (const turn of turns) upload.addPage([600, 800]).setRotation(degrees(turn));
  const pdf = await upload.save();
  const stamped = async (by: Pdf) => {
    const how = {
      pdf,
      public_id: 'id',
      check_url: 'https://kelisim.example/verify/id',
      frozen_at: created_at,
    };
    return (await PDFDocument.load(await by.stampDocument(how))).getPages();
  };
  const pages = await stamped(stand);
  for (const [i, page] of pages.entries()) {
    const [a, b, c, d, e, f] = matrixOf(page);
    const half = 200 * (72 / 25.4) * 0.5;
    expect([a * half + c * half + e, b * half + d * half + f].map(Math.round)).toEqual([300, 400]);
    expect(Math.round((Math.atan2(b, a) * 180) / Math.PI + 360) % 360, `turned by ${turns[i]}`).toBe(
      turns[i],
    );
    expect(Math.hypot(a, b) * half * 2).toBeCloseTo(600, 1);
  }
  for (const page of await stamped(production)) expect(names(page)).not.toMatch(/KelisimSample/);
  // One that is kept as it came says it, too, and in production it stays as it came.
  expect(await countMarks(await stand.markSample(pdf))).toEqual(turns.map(() => 1));
  expect(await production.markSample(pdf)).toBe(pdf);
});

const names = (page: PDFPage) => {
  const things = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
  return String(things?.keys());
};

function matrixOf(page: PDFPage): [number, number, number, number, number, number] {
  const contents = page.node.Contents() as PDFArray;
  const streams = contents.asArray().map((_, at) => contents.lookup(at, PDFRawStream));
  const text = streams
    .map((one) => Buffer.from(decodePDFRawStream(one).decode()).toString('latin1'))
    .join('\n');
  const found = /([-\d. ]+) cm\s+\/KelisimSample/.exec(text)?.[1]?.trim().split(/\s+/).map(Number);
  if (found?.length !== 6) throw new Error(`no watermark in ${names(page)}`);
  return found as ReturnType<typeof matrixOf>;
}

const SHEET = {
  language: 'ru' as const,
  public_id: 'q3mV8yT0cXr5Kd2LwZ7NbA',
  check_url: 'https://kelisim.example/verify/q3mV8yT0cXr5Kd2LwZ7NbA',
  check: 'Проверка',
  identity: 'Kelisim',
  page: 'стр. {page} из {pages}',
  kind: 'Карточка',
  title: 'Акт № 17',
  lead: 'Подписан',
  sections: [
    {
      heading: 'Подпись',
      verdict: 'Верна',
      tone: 'good' as const,
      rows: [['Кто', 'Директор']] as [string, string][],
    },
  ],
  notes: [],
};
const LEDGER = {
  language: 'kz' as const,
  title: 'Салыстыру актісі',
  made: { place: 'Алматы', day: '20.11.2026' },
  lead: ['Біз'],
  columns: [
    { title: 'Күні', width: '24mm' },
    { title: 'Сома', width: '1fr', is_sum: true },
  ],
  rows: [{ cells: ['20.11.2026', '100,00'], is_strong: false }],
  verdict: ['Қалдық жоқ'],
  signers: [{ of: 'Тапсырыс беруші', name: 'Ахметов' }],
  signature: 'қолы',
  page: '{page}/{pages}',
};
