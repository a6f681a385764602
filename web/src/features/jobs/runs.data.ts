import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Run, RunRow } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { api } from '../../platform/api.ts';
import { newRandomKey } from '../../platform/http.ts';
import { invalidate, useCall } from '../../platform/query.ts';

export const RUN_POLL_MS = 700;
export const ROWS_ON_A_PAGE = 50;

/** Everything that a run may have changed. */
const STALE_AFTER_RUN = [
  'acts.',
  'documents.',
  'executors.',
  'home.',
  'invitations.',
  'jobs.',
  'payments.',
  'reconciliations.',
  'templates.',
];
export const staleAfterRun = () => invalidate(STALE_AFTER_RUN);

/** Options of a call that starts a run: it answers the number of the run at once. */
export const asRun = (idempotency_key: string) => ({ idempotency_key, respond_async: true });

/** How far a run has come; read again while it goes on. */
export function useRun(run_id: number) {
  const run = useCall(
    'jobs.get',
    { params: { run_id } },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? RUN_POLL_MS : false) },
  );
  const ended = run.data !== undefined && run.data.state !== 'running';
  useEffect(() => {
    if (ended) void invalidate(STALE_AFTER_RUN.map((name) => (name === 'jobs.' ? 'jobs.rows' : name)));
  }, [ended]);
  return run;
}

/** What each row came to, a page at a time. */
export function useRunRows(
  run_id: number,
  page: number,
  only_failed: boolean,
  { running, enabled = true }: { running: boolean; enabled?: boolean },
) {
  return useCall(
    'jobs.rows',
    { params: { run_id }, query: { page, limit: ROWS_ON_A_PAGE, only_failed } },
    {
      enabled,
      placeholderData: keepPreviousData,
      refetchInterval: running ? RUN_POLL_MS * 2 : false,
    },
  );
}

export type FollowedRow = Pick<RunRow, 'subject_id' | 'label' | 'status' | 'code' | 'message'>;

/** Waits for the end of a run and reads the result of each row. */
export async function followRun(run_id: number, onProgress?: (run: Run) => void): Promise<FollowedRow[]> {
  const params = { run_id };
  for (;;) {
    const run = await api.call('jobs.get', { params });
    onProgress?.(run);
    if (run.state !== 'running') break;
    await new Promise((done) => setTimeout(done, RUN_POLL_MS));
  }
  const items: FollowedRow[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const rows = await api.call('jobs.rows', { params, query: { page, limit: 100 } });
    pages = rows.pages;
    items.push(...rows.items);
  }
  return items;
}

/** Has rows of a run that is over done in it; pressed twice it is the same. */
export async function goOnWith(run_id: number, rows: 'failed' | 'stopped'): Promise<void> {
  await api.call('jobs.go_on', { params: { run_id }, body: { rows } });
  await invalidate(['jobs.']);
}

/** Takes back what a run that is over has done. @returns the number of the run that does it */
export async function undoRun(run_id: number): Promise<number> {
  const answer = await api.call('jobs.undo', { params: { run_id } }, asRun(newRandomKey()));
  await invalidate(['jobs.list']);
  return answer.run_id;
}

export async function stopRun(run_id: number): Promise<void> {
  await api.call('jobs.stop', { params: { run_id } });
  await staleAfterRun();
}
