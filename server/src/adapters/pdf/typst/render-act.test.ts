import * as fc from 'fast-check';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import type { ActDocument } from '../pdf.ts';
import { ru } from './captions/ru.ts';
import { kz } from './captions/kz.ts';
import { readPages } from './read-pages.ts';
import { makeSampleAct } from './sample-act.ts';
import { createTypstPdf } from './typst-pdf.ts';

const pdf = createTypstPdf({ workers: 1 });
const created_at = new Date('2026-11-20T06:30:00Z');
const render = (changes: Partial<ActDocument>) => pdf.renderAct(makeSampleAct(changes), created_at);
const packed = (text: string) => text.replace(/[\s\u200b]+/g, '');
const [service] = makeSampleAct().services as [ActDocument['services'][number]];

afterAll(() => pdf.close());

describe('the paper of an act', () => {
  it('is the same whatever was drawn before: nothing of another paper is remembered in it', async () => {
    const others = ['5/2026', '6/2026'].map((number) => ({
      number,
      check_url: `https://kelisim.example/verify/${number}`,
      services: Array.from({ length: 40 }, () => ({ ...service, name: `Услуга акта ${number}` })),
    }));
    const fresh = createTypstPdf({ workers: 1 });
    try {
      const alone = await fresh.renderAct(makeSampleAct(), created_at);
      for (const other of others) await render(other);
      expect(Buffer.from(await render({})).equals(alone)).toBe(true);
    } finally {
      await fresh.close();
    }
  });

  it.each([
    ['ru', ru, 'ru', 'Сто восемьдесят семь тысяч пятьсот тенге 00 тиын', 'в том числе НДС 16 %'],
    ['kz', kz, 'kk', 'Жүз сексен жеті мың бес жүз теңге 00 тиын', 'оның ішінде ҚҚС 16 %'],
  ] as const)(
    'says in %s all that form Р-1 says, on one page',
    async (language, captions, tag, words, vat) => {
      const bytes = await render({
        language,
        additional_info: 'Қызметтер қашықтан көрсетілді: 15 000 ₸, ӘәҒғҚқҢңӨөҰұҮүҺһІі',
        vat: { rate_percent: 16, amount_tiyn: 2_586_207n },
      });
      const [page, ...others] = await readPages(bytes);
      expect(others).toEqual([]);
      const { ours, contract_value: _, ...form } = captions;
      const expected = JSON.parse(JSON.stringify(form), (_key, value: unknown) =>
        typeof value === 'string' ? packed(value) : value,
      ) as object;
      for (const caption of leaves(expected)) expect(page).toContain(caption);
      for (const value of [
        words,
        vat,
        '25 862,07',
        '15 000,00',
        '187 500,00',
        '19.11.2026',
        '12,5',
        '180140012344',
        '900215300125',
        'Әбдірахманова Г. Қ.',
        '₸, ӘәҒғҚқҢңӨөҰұҮүҺһІі',
        ours.by_eds,
        'https://kelisim.example/verify/q3mV8yT0cXr5Kd2LwZ7NbA',
      ]) {
        expect(page).toContain(packed(value));
      }
      const { catalog } = await PDFDocument.load(bytes);
      expect(catalog.lookup(PDFName.of('Lang'))?.toString()).toBe(`(${tag})`);
      expect(catalog.lookup(PDFName.of('StructTreeRoot'))).toBeInstanceOf(PDFDict);
      const metadata = Buffer.from(bytes).toString('latin1');
      expect(metadata).toMatch(/pdfaid:part>3<\/pdfaid:part><pdfaid:conformance>B</);
    },
  );

  it('takes few bytes: objects packed together, all streams but the metadata, a QR code of one path', async () => {
    const bytes = await render({});
    expect(bytes.length).toBeLessThan(32_000);
    const unpacked =
      Buffer.from(bytes)
        .toString('latin1')
        .match(/^\d+ 0 obj\n<<[^>]*?>>\nstream$/gm) ?? [];
    expect(unpacked.filter((head) => !head.includes('/Filter'))).toEqual([
      expect.stringContaining('/Type /Metadata'),
    ]);
  });

  it('goes over pages with its header and its own link on each', async () => {
    const services = Array.from({ length: 90 }, (_, index) => ({ ...service, name: `Услуга ${index + 1}` }));
    const pages = await readPages(await render({ services, total_tiyn: 1_687_500_000n }));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('verify/q3mV8yT0cXr5Kd2LwZ7NbA');
      expect(page).toContain(`стр.${index + 1}из${pages.length}`);
    }
    for (const page of pages.slice(0, 2)) expect(page).toContain(packed(ru.columns.name));
    expect(pages.join('')).toMatch(/Услуга90.*Итого1125.*16875000,00/);
    expect(pages.at(-1)).toMatch(/Всегонасумму:.*Сдал\(Исполнитель\)/);
  });

  it('gives the same bytes for the same act, in any thread, and others for another id', async () => {
    const other = createTypstPdf({ workers: 1 });
    const [first, again, elsewhere, different] = await Promise.all([
      render({}),
      render({}),
      other.renderAct(makeSampleAct(), created_at),
      render({ public_id: 'another0000000000000id' }),
    ]);
    await other.close();
    expect(Buffer.compare(first, again)).toBe(0);
    expect(Buffer.compare(first, elsewhere)).toBe(0);
    expect(Buffer.compare(first, different)).not.toBe(0);
  });

  it('shows minus sums of a correcting act and sums at the limit', async () => {
    const [page] = await readPages(
      await render({
        services: [
          { ...service, quantity: '-1.125', amount_tiyn: -18_750_000n, rate_tiyn: 999_999_999_999_999n },
        ],
        total_tiyn: -18_750_000n,
      }),
    );
    for (const text of ['−187500,00', '9999999999999,99', 'Минусстовосемьдесят', '−1,125']) {
      expect(page).toContain(text);
    }
  });

  it('draws names as letters, whatever they hold', async () => {
    const [page] = await readPages(
      await render({
        services: [
          {
            ...service,
            name: '#strong[не код] $x$ {id} </script> \u202eабв 😀✔中 \u0000\u0007',
            unit: 'ы'.repeat(60),
          },
        ],
      }),
    );
    expect(page).toContain('#strong[некод]$x${id}</script>[U+202E]абв😀✔[U+4E2D][U+0000]');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (text) => {
        const party = {
          ...makeSampleAct().customer,
          name: text,
          director_name: text,
          director_position: text,
        };
        const bytes = await render({
          number: text,
          customer: party,
          additional_info: text,
          services: [{ ...service, name: text, description: text, unit: text }],
        });
        expect(bytes.length).toBeGreaterThan(10_000);
      }),
      { numRuns: 60 },
    );
  });
});

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
}
