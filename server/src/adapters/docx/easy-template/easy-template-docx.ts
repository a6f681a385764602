import { createWorkerPool, WorkerFailed } from '../../../platform/worker-pool.ts';
import type { Docx } from '../docx.ts';
import type { DocxTasks } from './docx-worker.ts';

/** Of one file; a template of fifty pages takes a tenth of a second. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;

/** Checks with yauzl and fills with easy-template-x; the process starts with the first job. */
export function createEasyTemplateDocx(): Docx {
  const script = new URL('./docx-worker.ts', import.meta.url);
  const pool = createWorkerPool<DocxTasks>({
    script,
    size: 1,
    timeout_ms: TIMEOUT_MS,
    memory_mb: MEMORY_MB,
    apart: true,
  });
  return {
    async check(docx) {
      try {
        return await pool.run('check', docx);
      } catch (error) {
        // Out of time or memory over somebody's file: the file is to blame, not the product.
        if (error instanceof WorkerFailed && error.reason !== 'closed')
          return { status: 'refused', code: 'docx_too_large' };
        throw error;
      }
    },
    readFields: (docx) => pool.run('readFields', docx),
    fill: (docx, values) => pool.run('fill', { docx, values }),
    close: () => pool.close(),
  };
}
