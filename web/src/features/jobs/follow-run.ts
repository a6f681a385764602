import type { BulkAnswer, Run } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { api } from '../../platform/api.ts';

const EVERY_MS = 1000;

/** Waits for the end of a work that goes on by itself and reads the result of each row. */
export async function followRun(
  run_id: number,
  onProgress?: (run: Run) => void,
): Promise<BulkAnswer['items']> {
  const params = { run_id };
  for (;;) {
    const run = await api.call('jobs.get', { params });
    onProgress?.(run);
    if (run.state !== 'running') break;
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
  const items: BulkAnswer['items'] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const rows = await api.call('jobs.rows', { params, query: { page, limit: 100 } });
    pages = rows.pages;
    for (const { subject_id, status, code, message } of rows.items)
      items.push({ act_id: subject_id ?? 0, status, code, message });
  }
  return items;
}
