import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { AttachedFile } from '@kelisim/eds/ddc/attachments.ts';
import kz from '@kelisim/shared/texts/kz/sandbox.ts';
import ru from '@kelisim/shared/texts/ru/sandbox.ts';
import type { ActDocument, FactSheet, LedgerPaper } from '../pdf.ts';
import { toActPaper } from './act-paper.ts';
import { drawQr } from './draw-qr.ts';
import { withDrawableText } from './drawable-text.ts';
import { packPdf } from './pack-pdf.ts';
import { readPaperFonts, readPaperLetters } from './paper-fonts.ts';

/** What none of so many papers has used is forgotten; what all share (captions, frames, fonts) is laid out once. */
const REMEMBERED_PAPERS = 8;
const WORKSPACE = fileURLToPath(new URL('.', import.meta.url));

/** Fonts and templates stay loaded; one compiler per thread. */
export function createTypstCompiler() {
  const fonts = readPaperFonts();
  const letters = readPaperLetters(fonts);
  const compiler = NodeCompiler.create({
    workspace: WORKSPACE,
    fontArgs: [{ fontBlobs: fonts }],
  });

  /**
   * Templates read their inputs as files of a folder `in`: with other `sys.inputs` nothing that was laid out before
   * would count. Without the eviction each document would stay in memory.
   */
  function compile(
    template: string,
    inputs: Record<string, string>,
    standard: string | undefined,
  ): Uint8Array {
    const files = Object.entries(inputs).map(([name, text]) => ({ path: `${WORKSPACE}in/${name}`, text }));
    try {
      for (const { path, text } of files) compiler.mapShadow(path, Buffer.from(text));
      const { result } = compiler.compile({ mainFileContent: template });
      if (!result) throw new Error(`Typst could not lay out ${template.slice(0, 60)}`);
      // Copied, for native memory cannot be handed to another thread.
      return new Uint8Array(
        compiler.pdf(result, { ...(standard && { pdfStandard: standard }), pdfTags: !!standard }),
      );
    } finally {
      for (const { path } of files) compiler.unmapShadow(path);
      compiler.evictCache(REMEMBERED_PAPERS);
    }
  }

  // Before the template: what it sets of its page itself leaves the background alone.
  const archived = (
    template: string,
    inputs: Record<string, string>,
    is_sample: boolean,
    standard: 'a-2b' | 'a-3b' = 'a-2b',
    files?: readonly AttachedFile[],
  ) =>
    packPdf(
      is_sample
        ? compile(WATERMARK + template, { ...inputs, watermark: SAMPLE }, standard)
        : compile(template, inputs, standard),
      files,
    );

  return {
    renderAct(act: ActDocument, created_at: Date, is_sample: boolean): Uint8Array {
      const paper = toActPaper(act, letters);
      const inputs = {
        paper: JSON.stringify(paper),
        created: JSON.stringify(utcFields(created_at)),
        qr: drawQr(act.check_url),
        json: act.json,
      };
      return archived(ACT, inputs, is_sample, 'a-3b');
    },
    renderFacts(
      entered: FactSheet,
      created_at: Date,
      { files, is_sample }: { files: readonly AttachedFile[]; is_sample: boolean },
    ): Uint8Array {
      const { public_id, check_url } = entered;
      const sheet = {
        ...withDrawableText(entered, letters),
        public_id,
        language: entered.language === 'kz' ? 'kk' : 'ru',
      };
      const inputs = {
        sheet: JSON.stringify(sheet),
        created: JSON.stringify(utcFields(created_at)),
        qr: drawQr(check_url),
      };
      return archived(FACTS, inputs, is_sample, files.length > 0 ? 'a-3b' : 'a-2b', files);
    },
    renderLedger(papers: readonly LedgerPaper[], created_at: Date, is_sample: boolean): Uint8Array {
      const drawable = papers.map((entered) => ({
        ...withDrawableText(entered, letters),
        is_wide: entered.is_wide ?? false,
        groups: entered.groups ?? [],
        columns: entered.columns.map((column) => ({ is_sum: false, ...column })),
        language: entered.language === 'kz' ? 'kk' : 'ru',
      }));
      const inputs = { papers: JSON.stringify(drawable), created: JSON.stringify(utcFields(created_at)) };
      return archived(LEDGER, inputs, is_sample);
    },
    /** A day alone, in the type of form Р-1; its lower edge is the base of the line. */
    renderDay(day: string): Uint8Array {
      return compile(DAY, { day }, undefined);
    },
    /** One small page that is laid over the margin of others. */
    renderStamp(public_id: string, check_url: string): Uint8Array {
      return compile(STAMP, { id: public_id, url: check_url, qr: drawQr(check_url) }, undefined);
    },
    /** One square page, to be laid over pages that others have made. */
    renderWatermark(): Uint8Array {
      return compile(WATERMARK + OVERLAY, { watermark: SAMPLE }, undefined);
    },
  };
}

/** In both languages: a paper goes on to people of either. */
const SAMPLE = [ru.watermark, kz.watermark].join('\n');
/** Over scans, whose pages are pictures, it stands stronger than under what is drawn. */
const OVERLAY =
  '#set page(width: 200mm, height: 200mm, margin: 0pt, fill: none, background: none)\n#watermark(24%)';
const WATERMARK = readFileSync(new URL('./watermark.typ', import.meta.url), 'utf8');
const ACT = readFileSync(new URL('./act.typ', import.meta.url), 'utf8');
const FACTS = readFileSync(new URL('./facts.typ', import.meta.url), 'utf8');
const LEDGER = readFileSync(new URL('./ledger.typ', import.meta.url), 'utf8');
const DAY = readFileSync(new URL('./day.typ', import.meta.url), 'utf8');
const STAMP = readFileSync(new URL('./stamp.typ', import.meta.url), 'utf8');

function utcFields(moment: Date) {
  return {
    year: moment.getUTCFullYear(),
    month: moment.getUTCMonth() + 1,
    day: moment.getUTCDate(),
    hour: moment.getUTCHours(),
    minute: moment.getUTCMinutes(),
    second: moment.getUTCSeconds(),
  };
}
