import { createWorkerPool, WorkerFailed } from '../../../platform/worker-pool.ts';
import { type Pdf, type PdfRefusal, PdfRefused } from '../pdf.ts';
import { readPackedFiles } from './read-packed-files.ts';
import type { PdfTasks } from './pdf-worker.ts';
import type { UploadTasks } from './upload-worker.ts';

/** Of one document. A contract of 300 scanned pages takes about a second. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 512;

/**
 * Draws with Typst in threads; reads and stamps with pdf-lib in processes, since an upload may unpack to more than the
 * server should ever grow by.
 * @param options.workers of each at most, which start with the first job
 * @param options.is_sample whether every paper says across its pages that it is of a test stand
 */
export function createTypstPdf({ workers = 2, is_sample = false } = {}): Pdf {
  const limits = { size: workers, timeout_ms: TIMEOUT_MS, memory_mb: MEMORY_MB };
  const drawing = createWorkerPool<PdfTasks>({
    ...limits,
    script: new URL('./pdf-worker.ts', import.meta.url),
  });
  const uploads = createWorkerPool<UploadTasks>({
    ...limits,
    script: new URL('./upload-worker.ts', import.meta.url),
    apart: true,
  });
  return {
    renderAct: (act, created_at) => drawing.run('renderAct', { act, created_at, is_sample }),

    renderFacts: (sheet, created_at, files = []) =>
      drawing.run('renderFacts', { sheet, created_at, files, is_sample }),

    renderLedger: (papers, created_at) =>
      drawing.run('renderLedger', { papers: [papers].flat(), created_at, is_sample }),

    async drawPhotograph(jpeg, created_at) {
      const page = await uploads.run('drawPhotograph', { jpeg, created_at });
      if (typeof page === 'string') throw new PdfRefused(page);
      return page;
    },

    files: {
      async read(pdf) {
        try {
          return await uploads.run('readFiles', pdf);
        } catch (error) {
          if (isFaultOfFile(error)) return null;
          throw error;
        }
      },
    },

    ownFiles: { read: async (pdf) => readPackedFiles(pdf) },

    async checkPdf(pdf) {
      try {
        return await uploads.run('checkPdf', pdf);
      } catch (error) {
        if (isFaultOfFile(error)) return { status: 'refused', code: 'pdf_broken' };
        throw error;
      }
    },

    async stampDocument({ pdf, public_id, check_url, is_drawn = false, frozen_at }) {
      const stamp = await drawing.run('renderStamp', { public_id, check_url });
      const watermark = is_sample && !is_drawn ? await drawing.run('renderWatermark', null) : null;
      return taken(uploads.run('stampUpload', { pdf, stamp, watermark, public_id, frozen_at }));
    },

    async markSample(pdf) {
      if (!is_sample) return pdf;
      return taken(uploads.run('markSample', { pdf, watermark: await drawing.run('renderWatermark', null) }));
    },

    async printSigned({ pdf, accepted_on, sheet }) {
      const day = accepted_on === null ? null : await drawing.run('renderDay', accepted_on);
      return uploads.run('printSigned', { pdf, day, sheet });
    },

    async close() {
      await Promise.all([drawing.close(), uploads.close()]);
    },
  };
}

async function taken(work: Promise<Uint8Array | PdfRefusal>): Promise<Uint8Array> {
  const made = await work.catch((error: unknown): PdfRefusal => {
    if (isFaultOfFile(error)) return 'pdf_broken';
    throw error;
  });
  if (typeof made === 'string') throw new PdfRefused(made);
  return made;
}

/** A thread that ran out of time or memory over an upload: the upload is to blame, not the product. */
function isFaultOfFile(error: unknown): boolean {
  return error instanceof WorkerFailed && error.reason !== 'closed';
}
