import { createWorkerPool, WorkerFailed } from '../../../platform/worker-pool.ts';
import type { Spreadsheet } from '../spreadsheet.ts';
import type { SpreadsheetTasks } from './spreadsheet-worker.ts';

/** Of one table; 10,000 rows take less than a second. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 160;

/** Reads XLSX with yauzl and a strict reader of our own, writes it with hucre; threads start with the first job. */
export function createXlsxSpreadsheet({ workers = 1 }: { workers?: number } = {}): Spreadsheet {
  const options = { timeout_ms: TIMEOUT_MS, memory_mb: MEMORY_MB, size: workers };
  const script = new URL('./spreadsheet-worker.ts', import.meta.url);
  const pool = createWorkerPool<SpreadsheetTasks>({ ...options, script });
  return {
    async readRows(xlsx, readOptions) {
      try {
        return await pool.run('readRows', { xlsx, options: readOptions });
      } catch (error) {
        // Out of time or memory over somebody's file: the file is to blame, not the product.
        if (error instanceof WorkerFailed && error.reason !== 'closed')
          return { status: 'error', code: 'table_too_large' };
        throw error;
      }
    },
    writeSheet: (book) => pool.run('writeBook', book),
    close: () => pool.close(),
  };
}
