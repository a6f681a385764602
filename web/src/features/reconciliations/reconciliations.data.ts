import { RECONCILIATION_STATES } from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import { addDays, almatyDate, isDate } from '@kelisim/shared/kernel/dates.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useCall } from '../../platform/query.ts';
import {
  searchFlag,
  searchOneOf,
  searchText,
  searchWhole,
  type RawSearch,
} from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';
import { readAll } from '../../ui/all-of-filter.ts';
import type { Viewer } from './reconciliation-look.ts';

export function useViewer(): Viewer {
  const me = useMe();
  return useMemo(() => ({ side: me?.role ?? 'business', rights: new Set(me?.rights) }), [me]);
}

export function useToday(): string {
  return useState(() => almatyDate(new Date()))[0];
}

const LIMITS = [20, 50, 100];

/** The list as its address says it. A company looks at one period, of its last whole month unless the address says another. */
export function readActs(raw: RawSearch) {
  const day = (key: string) => {
    const value = searchText(raw, key);
    return value && isDate(value) ? value : undefined;
  };
  const limit = searchWhole(raw, 'limit', 50);
  return {
    waiting: searchFlag(raw, 'waiting') || undefined,
    state: searchOneOf(raw, 'state', RECONCILIATION_STATES),
    date_from: day('date_from'),
    date_to: day('date_to'),
    page: searchWhole(raw, 'page', 1),
    limit: LIMITS.includes(limit) ? limit : 50,
  };
}
export type ActsFilter = ReturnType<typeof readActs>;

export function lastMonth(today: string): { date_from: string; date_to: string } {
  const date_to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { date_from: `${date_to.slice(0, 7)}-01`, date_to };
}

export type PartiesQuery = { date_from: string; date_to: string } & Pick<
  ActsFilter,
  'state' | 'page' | 'limit'
>;

export const useParties = (query: PartiesQuery) =>
  useCall(
    'reconciliations.parties',
    { query },
    { enabled: query.date_from <= query.date_to, placeholderData: keepPreviousData },
  );

export const readAllParties = (query: PartiesQuery) =>
  readAll((at) => api.call('reconciliations.parties', { query: { ...query, ...at } }));

export type SentQuery = Pick<ActsFilter, 'state' | 'waiting' | 'page' | 'limit'>;

export const useSent = (query: SentQuery) =>
  useCall('reconciliations.list', { query }, { placeholderData: keepPreviousData });

export const readAllSent = (query: SentQuery) =>
  readAll((at) => api.call('reconciliations.list', { query: { ...query, ...at } }));

export const useWaitingCount = () =>
  useCall('reconciliations.list', { query: { waiting: true, limit: 1 } }).data?.total;

/** Read again now and then: what the other side does here is told only once there is a document. */
export const useAct = (reconciliation_id: number) =>
  useCall('reconciliations.get', { params: { reconciliation_id } }, { refetchInterval: 30_000 });
