import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useCall } from '../../platform/query.ts';
import { searchText } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';

export type Statistics = Answer<'statistics.get'>;
export type MonthRow = Statistics['months'][number];

export const SPANS = [3, 6, 12, 24, 36] as const;
const USUAL_SPAN = 12;

/** The period as the address has it: the last month and how many. */
export function readPeriod(raw: RawSearch): { span: number; until: string | undefined } {
  const span = SPANS.find((one) => String(one) === searchText(raw, 'months')) ?? USUAL_SPAN;
  const until = searchText(raw, 'until');
  return { span, until: until && /^20\d\d-(0[1-9]|1[0-2])$/.test(until) ? until : undefined };
}

export function monthBefore(month: string, by: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

export function useThisMonth(): string {
  return useState(() => almatyDate(new Date()).slice(0, 7))[0];
}

/** Who looks: the guard of the page has read the person already. */
export function useSide(): 'business' | 'executor' | undefined {
  return useMe()?.role ?? undefined;
}

export function useStatistics(period: { from: string; to: string }) {
  return useCall(
    'statistics.get',
    { query: period },
    { placeholderData: keepPreviousData, staleTime: 30_000 },
  );
}
