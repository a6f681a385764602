import { addDays, almatyDate, isDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useCall } from '../../platform/query.ts';
import { searchText, searchWhole } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';

export type Reconciliation = Answer<'bookkeeping.reconciliation'>;

export function useToday(): string {
  return useState(() => almatyDate(new Date()))[0];
}

/** With whom and which days, as the address says it; days are those of this quarter unless it says others. */
export function readReconciliation(raw: RawSearch) {
  const day = (key: string) => {
    const value = searchText(raw, key);
    return value && isDate(value) ? value : undefined;
  };
  return {
    company_id: searchWhole(raw, 'company_id', 0) || undefined,
    date_from: day('date_from'),
    date_to: day('date_to'),
  };
}

export function quarterOf(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
}

export const endOfLastMonth = (today: string) => addDays(`${today.slice(0, 7)}-01`, -1);

/** The other sides: executors of a company, customers of an executor, read off their contracts. */
export function usePartners(side: 'business' | 'executor' | undefined) {
  const executors = useCall('executors.names', undefined, {
    enabled: side === 'business',
    staleTime: 60_000,
  });
  const customers = useCall(
    'documents.list',
    { query: { limit: 100 } },
    {
      enabled: side === 'executor',
      staleTime: 60_000,
      select: ({ items }) => [...new Map(items.map(({ company }) => [company.id, company])).values()],
    },
  );
  const { error, refetch } = side === 'executor' ? customers : executors;
  const data =
    side === 'executor'
      ? customers.data
      : executors.data?.map(({ executor_company_id: id, company_name: name, bin }) => ({ id, name, bin }));
  return { data, error, refetch };
}

export const useReconciliation = (
  query: { company_id: number; date_from: string; date_to: string } | undefined,
) =>
  useCall(
    'bookkeeping.reconciliation',
    { query: query! },
    { enabled: query !== undefined, staleTime: 30_000 },
  );

export const usePeriod = () => useCall('bookkeeping.period');

export const usePeriodCheck = (closed_until: string) =>
  useCall('bookkeeping.check_period', { query: { closed_until } }, { enabled: isDate(closed_until) });

export const useWithholding = () => useCall('bookkeeping.withholding_settings');
