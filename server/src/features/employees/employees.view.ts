import type { Employee, EmployeeInvitation } from '@kelisim/shared/features/employees/employees.contract.ts';
import { EMPLOYEE_RIGHTS, ROLE_DIRECTOR, type EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import type { EmployeeRow } from './employees.queries.ts';
import type { InvitationRow } from './invitations.queries.ts';

export function toEmployee(row: EmployeeRow): Employee {
  const { deputy_from: from, deputy_until: until } = row;
  return {
    user_id: row.user_id,
    full_name: row.full_name,
    email: row.email,
    phone: row.phone,
    role_id: row.role_id,
    rights: row.role_id === ROLE_DIRECTOR ? [...EMPLOYEE_RIGHTS] : (row.rights as EmployeeRight[]),
    deputy: from && until ? { from, until, is_now: row.is_deputy } : null,
    approves_from:
      row.approves_from && row.approves_from > new Date() ? row.approves_from.toISOString() : null,
    since: row.since.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
  };
}

export function toInvitation(row: InvitationRow): EmployeeInvitation {
  return {
    id: row.id,
    email: row.email,
    rights: row.rights as EmployeeRight[],
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_expired: row.is_expired,
  };
}
