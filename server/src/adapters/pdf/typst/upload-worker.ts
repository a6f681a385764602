import * as pdfLib from '@cantoo/pdf-lib';
import { pdfLibAttachments, type PdfAttachment } from '@kelisim/eds/ddc/attachments.ts';
import { serveTasks } from '../../../platform/serve-tasks.ts';
import type { PdfCheck, PdfRefusal } from '../pdf.ts';
import { drawPhotograph } from './draw-photograph.ts';
import { limitInflation } from './limit-inflation.ts';
import { printSigned } from './print-signed.ts';
import { isSigned, layAcross, stampUpload } from './stamp-upload.ts';
import { openUpload } from './upload.ts';

/** Runs in a process of its own: everything that reads what strangers send. */
const inflation = limitInflation();
const attachments = pdfLibAttachments(pdfLib);

const tasks = {
  drawPhotograph: ({
    jpeg,
    created_at,
  }: {
    jpeg: Uint8Array;
    created_at: Date;
  }): Promise<Uint8Array | PdfRefusal> => drawPhotograph(jpeg, created_at).catch(() => 'pdf_broken'),

  readFiles(pdf: Uint8Array): Promise<PdfAttachment[] | null> {
    inflation.begin();
    return attachments.read(pdf);
  },

  async checkPdf(pdf: Uint8Array): Promise<PdfCheck> {
    inflation.begin();
    const upload = await openUpload(pdf);
    if (upload.status === 'refused') return upload;
    return { status: 'ok', pages: upload.pages, signed: isSigned(upload.document) };
  },

  async markSample({
    pdf,
    watermark,
  }: {
    pdf: Uint8Array;
    watermark: Uint8Array;
  }): Promise<Uint8Array | PdfRefusal> {
    inflation.begin();
    const upload = await openUpload(pdf);
    if (upload.status === 'refused') return upload.code;
    await layAcross(upload.document, watermark);
    return upload.document.save({ updateFieldAppearances: false });
  },

  printSigned({ pdf, day, sheet }: { pdf: Uint8Array; day: Uint8Array | null; sheet: Uint8Array }) {
    inflation.begin();
    return printSigned(pdf, day, sheet);
  },

  async stampUpload({
    pdf,
    stamp,
    watermark,
    public_id,
    frozen_at,
  }: {
    pdf: Uint8Array;
    stamp: Uint8Array;
    watermark: Uint8Array | null;
    public_id: string;
    frozen_at: Date;
  }): Promise<Uint8Array | PdfRefusal> {
    inflation.begin();
    const upload = await openUpload(pdf);
    if (upload.status === 'refused') return upload.code;
    return stampUpload(upload.document, { stamp, watermark, public_id, frozen_at });
  },
};
export type UploadTasks = typeof tasks;

serveTasks(tasks);
