import { expect, test } from 'vitest';
import { ConversionFailed } from '../../adapters/docx-to-pdf/docx-to-pdf.ts';
import { turnIntoPdf } from './turn-into-pdf.ts';

const PAGES = new Uint8Array([1, 2, 3]);
type Outcome = ConversionFailed['reason'] | 'pages';

/** What comes of a file whose conversions end in this order, and how many were tried. */
async function turn(...outcomes: Outcome[]) {
  let tried = 0;
  const docx_to_pdf = {
    async convert() {
      const outcome = outcomes[tried++]!;
      if (outcome !== 'pages') throw new ConversionFailed(outcome);
      return PAGES;
    },
    close: async () => undefined,
  };
  const pdf = { checkPdf: async () => ({ status: 'ok' as const, pages: 1 }) };
  const came = await turnIntoPdf({ docx_to_pdf, pdf: pdf as never }, new Uint8Array(), 1).then(
    (pages) => (pages === PAGES ? 'pages' : 'other pages'),
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
  return { came, tried };
}

test('a converter that was brought down is asked once more, and no file is blamed for it', async () => {
  expect(await turn('pages')).toEqual({ came: 'pages', tried: 1 });
  expect(await turn('crash', 'pages')).toEqual({ came: 'pages', tried: 2 });
  expect(await turn('crash', 'crash', 'pages')).toEqual({ came: 'convert.unavailable', tried: 2 });
});

test.each(['broken', 'timeout', 'memory'] as const)(
  'a file that is too much (%s) is not tried again',
  async (reason) => {
    expect(await turn(reason, 'pages')).toEqual({ came: 'file.docx_unconvertible', tried: 1 });
    // Nor when that shows only after a crash.
    expect(await turn('crash', reason)).toEqual({ came: 'file.docx_unconvertible', tried: 2 });
  },
);

test('a converter that is being closed blames nobody, so that a run waits and is taken up again', async () => {
  for (const outcomes of [['closed'], ['crash', 'closed']] as const)
    expect((await turn(...outcomes)).came).toMatch(/closed$/);
});
