import { setImmediate } from 'node:timers/promises';
import * as pdfLib from '@cantoo/pdf-lib';
import { pdfLibAttachments, type PdfAttachment, type PdfLib } from '@kelisim/eds/ddc/attachments.ts';
import { serveTasks } from '../../../platform/serve-tasks.ts';
import type { ActDocument, DocumentStamp, FactSheet, PdfCheck, PdfFile, PdfRefusal } from '../pdf.ts';
import { limitInflation } from './limit-inflation.ts';
import { isSigned, stampUpload } from './stamp-upload.ts';
import { createTypstCompiler } from './typst-compiler.ts';
import { openUpload } from './upload.ts';

/** Runs in a worker thread: everything that computes for long or reads what strangers send. */
limitInflation();
const typst = createTypstCompiler();
// The package asks for the few parts it needs by shape; the library types them more narrowly.
const attachments = pdfLibAttachments(pdfLib as unknown as PdfLib);

const tasks = {
  async renderAct({ act, created_at }: { act: ActDocument; created_at: Date }): Promise<Uint8Array> {
    const pdf = typst.renderAct(act, created_at);
    // The compiler's native memory is only given back on a turn of the event loop.
    await setImmediate();
    return pdf;
  },

  async renderFacts({
    sheet,
    created_at,
    carries_files,
  }: {
    sheet: FactSheet;
    created_at: Date;
    carries_files: boolean;
  }): Promise<Uint8Array> {
    const pdf = typst.renderFacts(sheet, created_at, carries_files);
    await setImmediate();
    return pdf;
  },

  readFiles: (pdf: Uint8Array): Promise<PdfAttachment[] | null> => attachments.read(pdf),

  writeFiles: ({ pdf, files }: { pdf: Uint8Array; files: readonly PdfFile[] }): Promise<Uint8Array> =>
    attachments.write(pdf, files),

  async checkPdf(pdf: Uint8Array): Promise<PdfCheck> {
    const upload = await openUpload(pdf);
    if (upload.status === 'refused') return upload;
    return { status: 'ok', pages: upload.pages, signed: isSigned(upload.document) };
  },

  async stampDocument({
    pdf,
    public_id,
    check_url,
    frozen_at,
  }: DocumentStamp): Promise<Uint8Array | PdfRefusal> {
    const upload = await openUpload(pdf);
    if (upload.status === 'refused') return upload.code;
    const stamp = typst.renderStamp(public_id, check_url);
    await setImmediate();
    return stampUpload(upload.document, stamp, public_id, frozen_at);
  },
};
export type PdfTasks = typeof tasks;

serveTasks(tasks);
