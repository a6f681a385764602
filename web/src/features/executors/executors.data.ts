import type { ExecutorItem } from '@kelisim/shared/features/executors/executors.contract.ts';
import { executorTable, type ExecutorStatus } from '@kelisim/shared/features/executors/executor-status.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import type { Answer, Input } from '../../platform/api.ts';
import { newRandomKey } from '../../platform/http.ts';
import { invalidate, useCall, useAction } from '../../platform/query.ts';
import { useMe } from '../../platform/use-who.ts';
import { undoRun } from '../jobs/public.ts';
import type { Tone } from '../../ui/status-dot.tsx';

export type { ExecutorItem };
export type ExecutorsQuery = NonNullable<Input<'executors.list'>['query']>;

export const EXECUTOR_TONES: Record<ExecutorStatus, Tone> = {
  invited: 'attention',
  active: 'good',
  stopped: 'quiet',
  removed: 'bad',
};

const STALE = ['executors.', 'invitations.', 'home.', 'jobs.list'];

export function useExecutors(query: ExecutorsQuery) {
  return useCall('executors.list', { query }, { placeholderData: keepPreviousData });
}

export function useExecutorLimit() {
  return useCall('executors.limit');
}

export function useExecutor(executor_id: number) {
  return useCall('executors.profile', { params: { executor_id } });
}

export function useExecutorHistory(executor_id: number) {
  return useCall('executors.history', { params: { executor_id } });
}

export function useColleagues(enabled: boolean) {
  return useCall('executors.colleagues', undefined, { enabled, staleTime: 60_000 });
}

export function useContractsOf(contractor_company_id: number) {
  return useCall('documents.list', { query: { contractor_company_id, limit: 5, sort_by: 'end_date' } });
}

export function useActsOf(contractor_company_id: number) {
  return useCall('acts.list', { query: { contractor_company_id, limit: 5 } });
}

export function useMayManage(): boolean {
  const me = useMe();
  return me?.role_id === 1 || (me?.rights.includes('manage_executors') ?? false);
}

export type ExecutorDeed = 'stop' | 'resume' | 'assign' | 'remove';
export type ManyDeed = Exclude<ExecutorDeed, 'remove'>;

export function mayHappen(status: ExecutorStatus, deed: ExecutorDeed): boolean {
  return executorTable.next(status, deed, 'business') !== null;
}

export const useRemoveExecutor = () => useAction('executors.remove', { stale: STALE, meta: { quiet: true } });

/** A deed over one or many, answered with a row for each. Under the same key it is the same deed. */
export async function changeMany(
  deed: ManyDeed,
  ids: number[],
  user_id: number | null,
  idempotency_key: string,
): Promise<Answer<'executors.stop_many'>> {
  const options = { idempotency_key };
  const calls = {
    stop: () => api.call('executors.stop_many', { body: { ids } }, options),
    resume: () => api.call('executors.resume_many', { body: { ids } }, options),
    assign: () => api.call('executors.assign', { body: { ids, user_id } }, options),
  };
  const answer = await calls[deed]();
  await invalidate(STALE);
  return answer;
}

/** Takes back what a stop or a resume of many has done. */
export async function undoChange(run_id: number): Promise<void> {
  await undoRun(run_id);
  await invalidate(STALE);
}

/** Gives each executor back to whom they were with. */
export async function assignAsBefore(
  executors: readonly Pick<ExecutorItem, 'executor_company_id' | 'responsible'>[],
): Promise<void> {
  const byUser = new Map<number | null, number[]>();
  for (const { executor_company_id, responsible } of executors) {
    const user_id = responsible?.user_id ?? null;
    byUser.set(user_id, [...(byUser.get(user_id) ?? []), executor_company_id]);
  }
  for (const [user_id, ids] of byUser) await changeMany('assign', ids, user_id, newRandomKey());
}
