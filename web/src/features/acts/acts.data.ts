import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { callQuery, useCall } from '../../platform/query.ts';
import type { ActsQuery } from './acts-list-state.ts';

/** What a change of an act makes old. */
export const STALE_AFTER_ACT = ['acts.list', 'acts.get', 'acts.changes', 'acts.history', 'home.'] as const;

/** Changes are told by the live stream; this is for a browser that cannot hear it. */
const FRESH_MS = 30_000;
const PAYING_MS = 2_000;

export function useActs(query: ActsQuery) {
  return useCall('acts.list', { query }, { placeholderData: keepPreviousData });
}

/** How many acts each view has, for its tab; none before all are known. */
export function useActCounts(queries: readonly ActsQuery[]): readonly number[] {
  const asked = queries.map((query) => callQuery('acts.list', { query: { ...query, limit: 1 } }));
  const { data = [] } = useQuery({
    // Not under the name of the call alone, whose answers are lists; what makes those old makes this old too.
    queryKey: ['acts.list.counts', queries],
    queryFn: ({ signal }) => Promise.all(asked.map(async ({ queryFn }) => (await queryFn({ signal })).total)),
    staleTime: 30_000,
  });
  return data;
}

/** One act; read again quietly, more often while its money is on the way. */
export function useAct(act_id: number) {
  return useCall(
    'acts.get',
    { params: { act_id } },
    {
      refetchInterval: ({ state }) =>
        state.error ? false : state.data?.status.code === 'paying' ? PAYING_MS : FRESH_MS,
    },
  );
}

/** Who did what; read again when the act has changed. */
export function useActHistory(act_id: number, updated_at: string) {
  const { queryKey, queryFn } = callQuery('acts.history', { params: { act_id } });
  return useQuery({ queryKey: [...queryKey, updated_at], queryFn, placeholderData: keepPreviousData });
}

/** What was said about the act; read again when somebody else has said something. */
export function useActComments({ id: act_id, comments_unread }: Pick<ActListItem, 'id' | 'comments_unread'>) {
  const { queryKey, queryFn } = callQuery('act_comments.list', { params: { act_id } });
  return useQuery({ queryKey: [...queryKey, comments_unread], queryFn, placeholderData: keepPreviousData });
}

/** The PDF: frozen bytes never change, a draft is drawn for each version. */
export function useActFile(act: Pick<ActListItem, 'id' | 'version' | 'document_id' | 'status'>) {
  return useQuery({
    queryKey: ['act_pdf', act.id, act.version, act.document_id, act.status.code === 'returned'],
    queryFn: ({ signal }) =>
      api.call('acts.file', { params: { act_id: act.id } }, { signal }) as Promise<File>,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function useExecutorNames(enabled = true) {
  return useCall('executors.names', undefined, { enabled, staleTime: 60_000 });
}

/** Customers of an executor, read off their contracts. */
export function useCustomers(enabled: boolean) {
  return useCall(
    'documents.list',
    { query: { limit: 100 } },
    {
      enabled,
      staleTime: 60_000,
      select: ({ items }) => [...new Map(items.map(({ company }) => [company.id, company])).values()],
    },
  );
}

const LONG_MS = 10 * 60_000;
export const useCategories = () => useCall('acts.categories', undefined, { staleTime: LONG_MS });
export const useUnits = () => useCall('acts.units', undefined, { staleTime: LONG_MS });
export const useActPeriods = () => useCall('act_schedules.periods', undefined, { staleTime: LONG_MS });
