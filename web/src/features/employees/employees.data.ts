import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { ROLE_DIRECTOR } from '@kelisim/shared/kernel/rights.ts';
import { useCall } from '../../platform/query.ts';

const STALE = ['employees.', 'employee_invitations.'];

export const EMPLOYEES_ON_A_PAGE = 50;

export function useEmployees(page: number, enabled: boolean) {
  return useCall(
    'employees.list',
    { query: { page, limit: EMPLOYEES_ON_A_PAGE } },
    { placeholderData: keepPreviousData, enabled },
  );
}

export function useInvitations(enabled: boolean) {
  return useCall('employee_invitations.list', undefined, { enabled });
}

/** The answers that are old after any deed of this page. */
export const staleEmployees = STALE;

/** The director gives rights; a deputy only takes them back. */
export function placeOf(me: Me | undefined, deputies: readonly number[]) {
  const is_director = me?.role_id === ROLE_DIRECTOR;
  return { is_director, may_change: is_director || (me !== undefined && deputies.includes(me.id)) };
}
