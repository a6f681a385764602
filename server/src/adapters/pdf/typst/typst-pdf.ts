import { createWorkerPool, WorkerFailed } from '../../../platform/worker-pool.ts';
import { type Pdf, PdfRefused } from '../pdf.ts';
import type { PdfTasks } from './pdf-worker.ts';

/** Of one document. A contract of 300 scanned pages takes about a second. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 512;

/** Draws with Typst, reads and stamps with pdf-lib; `workers` threads start with the first job. */
export function createTypstPdf({ workers = 2 }: { workers?: number } = {}): Pdf {
  const pool = createWorkerPool<PdfTasks>({
    script: new URL('./pdf-worker.ts', import.meta.url),
    size: workers,
    timeout_ms: TIMEOUT_MS,
    memory_mb: MEMORY_MB,
  });
  return {
    renderAct: (act, created_at) => pool.run('renderAct', { act, created_at }),

    renderFacts: (sheet, created_at, { carries_files = false } = {}) =>
      pool.run('renderFacts', { sheet, created_at, carries_files }),

    files: {
      async read(pdf) {
        try {
          return await pool.run('readFiles', pdf);
        } catch (error) {
          if (isFaultOfFile(error)) return null;
          throw error;
        }
      },
      write: (pdf, files) => pool.run('writeFiles', { pdf, files }),
    },

    async checkPdf(pdf) {
      try {
        return await pool.run('checkPdf', pdf);
      } catch (error) {
        if (isFaultOfFile(error)) return { status: 'refused', code: 'pdf_broken' };
        throw error;
      }
    },

    async stampDocument(stamp) {
      try {
        const stamped = await pool.run('stampDocument', stamp);
        if (typeof stamped !== 'string') return stamped;
        throw new PdfRefused(stamped);
      } catch (error) {
        throw isFaultOfFile(error) ? new PdfRefused('pdf_broken') : error;
      }
    },

    close: () => pool.close(),
  };
}

/** A thread that ran out of time or memory over an upload: the upload is to blame, not the product. */
function isFaultOfFile(error: unknown): boolean {
  return error instanceof WorkerFailed && error.reason !== 'closed';
}
