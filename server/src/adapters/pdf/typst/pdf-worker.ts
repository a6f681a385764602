import { setImmediate } from 'node:timers/promises';
import type { AttachedFile } from '@kelisim/eds/ddc/attachments.ts';
import { serveTasks } from '../../../platform/serve-tasks.ts';
import type { ActDocument, FactSheet, LedgerPaper } from '../pdf.ts';
import { createTypstCompiler } from './typst-compiler.ts';

/** Runs in a worker thread: everything that is drawn. */
const typst = createTypstCompiler();

/** The compiler's native memory is only given back on a turn of the event loop. */
async function drawn(pdf: Uint8Array): Promise<Uint8Array> {
  await setImmediate();
  return pdf;
}

interface Made {
  created_at: Date;
  is_sample: boolean;
}

const tasks = {
  renderAct: ({ act, created_at, is_sample }: Made & { act: ActDocument }) =>
    drawn(typst.renderAct(act, created_at, is_sample)),

  renderFacts: ({ sheet, created_at, ...how }: Made & { sheet: FactSheet; files: readonly AttachedFile[] }) =>
    drawn(typst.renderFacts(sheet, created_at, how)),

  renderLedger: ({ papers, created_at, is_sample }: Made & { papers: LedgerPaper[] }) =>
    drawn(typst.renderLedger(papers, created_at, is_sample)),

  renderDay: (day: string) => drawn(typst.renderDay(day)),

  renderStamp: ({ public_id, check_url }: { public_id: string; check_url: string }) =>
    drawn(typst.renderStamp(public_id, check_url)),

  renderWatermark: (_: null) => drawn(typst.renderWatermark()),
};
export type PdfTasks = typeof tasks;

serveTasks(tasks);
