import { GOES_ON_IN_ITSELF } from '@kelisim/shared/features/jobs/run-kinds.ts';
import type { Run } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import { keepPreviousData } from '@tanstack/react-query';
import type { CallName } from '@kelisim/shared/calls.ts';
import { useEffect, useRef } from 'react';
import { api } from '../../platform/api.ts';
import { invalidate, queryClient, useCall } from '../../platform/query.ts';
import { goOnWith, RUN_POLL_MS, staleAfterRun } from './runs.data.ts';

const OTHERWISE_MS = 60_000;

export const RUNS_ON_A_PAGE = 10;

const anyRuns = (runs: readonly Run[] | undefined) => runs?.some((run) => run.state === 'running') ?? false;

/** Own works, newest first; read again every second while one of them runs. */
export function useRuns(page: number, limit: number) {
  const runs = useCall(
    'jobs.list',
    { query: { page, limit } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (anyRuns(state.data?.items) ? RUN_POLL_MS : OTHERWISE_MS),
    },
  );
  useStaleAfterwards(runs.data?.items);
  return runs;
}

/** A work that has ended has changed acts, contracts and the figures of the home page. */
function useStaleAfterwards(runs: readonly Run[] | undefined): void {
  const running = useRef(new Set<number>());
  useEffect(() => {
    const ended = runs?.some((run) => run.state !== 'running' && running.current.has(run.id));
    running.current = new Set(runs?.filter((run) => run.state === 'running').map((run) => run.id));
    if (ended) void staleAfterRun();
  }, [runs]);
}

/** Looks at the works as soon as any deed of this page has begun one. */
export function useNoticeNewRuns(): void {
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && beganRun(event.action.data))
          void invalidate(['jobs.list']);
      }),
    [],
  );
}

function beganRun(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  return 'run_id' in answer || ('run' in answer && answer.run !== null);
}

/** Kinds whose failed rows may simply be tried again: no signature, no proof and no reason is needed for them. */
const repeatable: Partial<
  Record<RunKind, Extract<CallName, 'acts.send' | 'acts.delete_many' | 'acts.recall_many'>>
> = {
  'acts.send': 'acts.send',
  'acts.recall': 'acts.recall_many',
  'acts.delete': 'acts.delete_many',
};

export function canRepeat(run: Run): boolean {
  return run.state !== 'running' && goesOn(run);
}

const goesOn = (run: Run) => goesOnInItself(run) || repeatable[run.kind] !== undefined;

/** Whether the list of acts has to ask first: a reason, or who it is before money goes. */
export function asksFirst(run: Run): boolean {
  return run.kind.startsWith('acts.') && run.kind !== 'acts.sign' && !goesOn(run);
}

/** Whether what failed or was left is done in the same work, and not by another one over what is left. */
export function goesOnInItself(run: Run): boolean {
  return GOES_ON_IN_ITSELF.includes(run.kind);
}

/** Goes on with what failed in this work, or was left when it was stopped; what went well is left alone. */
export async function repeatRows(run: Run, rows: 'failed' | 'stopped'): Promise<void> {
  if (goesOnInItself(run)) return await goOnWith(run.id, rows);
  const call = repeatable[run.kind];
  if (!call) return;
  const { selection_id } = await api.call('acts.selection', { body: { run: { run_id: run.id, rows } } });
  await api.call(call, { body: { selection_id } }, { respond_async: true });
  await invalidate(['jobs.']);
}
