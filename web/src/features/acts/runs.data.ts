import type { RunRow } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../platform/api.ts';
import { makeStale, useCall } from '../../platform/query.ts';

export type BulkKind = 'send' | 'annul' | 'delete';

const kinds = { send: 'acts.send', annul: 'acts.annul', delete: 'acts.delete' } as const;
const POLL_MS = 700;

/** The bulk deed behind a kind of run, when it is one that can be tried again from here. */
export function bulkKindOf(run_kind: string): BulkKind | null {
  return (Object.keys(kinds) as BulkKind[]).find((kind) => kinds[kind] === run_kind) ?? null;
}

/**
 * Starts a bulk deed and gives the id of its run. The call itself answers only when the work is done or twenty
 * seconds are over, so the run is looked for beside it: progress is to be seen from the first second.
 */
export async function startBulk(
  kind: BulkKind,
  act_ids: number[],
  reason: string,
  idempotency_key: string,
): Promise<number> {
  const options = { idempotency_key };
  const calls = {
    send: () => api.call('acts.send', { body: { act_ids } }, options),
    annul: () => api.call('acts.annul_many', { body: { act_ids, reason } }, options),
    delete: () => api.call('acts.delete_many', { body: { act_ids } }, options),
  };
  return await startRun(kinds[kind], act_ids.length, calls[kind]);
}

/** The same for copies, which have dates of their own. */
export async function startCopy(
  act_ids: number[],
  dates: { date: string; start_date: string; end_date: string },
  idempotency_key: string,
): Promise<number> {
  const body = { act_ids, ...dates };
  return await startRun('acts.copy', act_ids.length, () =>
    api.call('acts.copy', { body }, { idempotency_key }),
  );
}

async function startRun(
  run_kind: string,
  total: number,
  call: () => Promise<{ run_id: number }>,
): Promise<number> {
  let over = false;
  const answered = call()
    .then((answer) => answer.run_id)
    .finally(() => {
      over = true;
    });
  return await Promise.race([answered, findRunning(run_kind, total, () => over)]);
}

async function findRunning(kind: string, total: number, isOver: () => boolean): Promise<number> {
  for (;;) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    if (isOver()) return await new Promise<never>(() => undefined);
    const { items } = await api.call('jobs.list', { query: { limit: 5 } }).catch(() => ({ items: [] }));
    const run = items.find((one) => one.kind === kind && one.total === total && one.state === 'running');
    if (run) return run.id;
  }
}

/** How far a run has come; asked again every second while it goes on. */
export function useRun(run_id: number) {
  const run = useCall(
    'jobs.get',
    { params: { run_id } },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false) },
  );
  const ended = run.data && run.data.state !== 'running';
  useEffect(() => {
    if (ended) void makeStale(['acts.', 'home.', 'jobs.rows']);
  }, [ended]);
  return run;
}

export const ROWS_A_PAGE = 50;

export function useRunRows(run_id: number, page: number, only_failed: boolean, running: boolean) {
  return useCall(
    'jobs.rows',
    { params: { run_id }, query: { page, limit: ROWS_A_PAGE, only_failed } },
    { placeholderData: keepPreviousData, refetchInterval: running ? POLL_MS * 2 : false },
  );
}

/** Ids of the acts that went well, or of those that failed. */
export async function readSubjects(run_id: number, status: 'ok' | 'failed'): Promise<number[]> {
  const rows: RunRow[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, limit: 100, only_failed: status === 'failed' };
    const answer = await api.call('jobs.rows', { params: { run_id }, query });
    rows.push(...answer.items);
    if (page >= answer.pages) break;
  }
  return rows.flatMap((row) => (row.status === status && row.subject_id !== null ? [row.subject_id] : []));
}
