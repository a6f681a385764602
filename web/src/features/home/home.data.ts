import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useCall } from '../../platform/query.ts';
import { useMe } from '../../platform/use-who.ts';

type Home = Answer<'home.analytics'>;
export type BusinessHome = Extract<Home, { role: 'business' }>;
export type ExecutorHome = Extract<Home, { role: 'executor' }>;
export type HomeEvent = Home['events'][number];

/** The figures of the own home; read again when something has changed, and now and then in any case. */
export function useHome<R extends Home['role']>(role: R) {
  return useCall('home.analytics', undefined, {
    refetchInterval: 60_000,
    select: (home) => (home.role === role ? (home as Extract<Home, { role: R }>) : undefined),
  });
}

/** Months behind with their taxes. The whole year is reckoned for it, so it is not asked with every change. */
export function useOverdueTaxes(may_pay: boolean) {
  return useCall('obligations.overdue', undefined, { enabled: may_pay, staleTime: 600_000 }).data;
}

/** What this person may do in the company: a button without a right is not shown. */
export function useRights(): (right: EmployeeRight) => boolean {
  const me = useMe();
  return (right) => me?.rights.includes(right) ?? false;
}

/** Whether the company of this person signs only what its executor has signed. */
export function useExecutorFirst(): boolean {
  const me = useMe();
  return me?.company?.executor_signs_first ?? false;
}

/** The day in Almaty when the page was opened. */
export function useToday(): string {
  return useState(() => almatyDate(new Date()))[0];
}
