import type { UserRow } from '@kelisim/shared/features/users/users.contract.ts';
import type { PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import type { getUser, SeenUser } from './users.queries.ts';

export function toProfile(row: Awaited<ReturnType<typeof getUser>>, role_id: number | null) {
  return { ...toPerson(row), role_id };
}

export function toUserRow({ allow, role_id, companies, ...row }: SeenUser): UserRow {
  const user_permission =
    allow && role_id !== null ? { user_id: row.id, role_id, allow: allow as PlatformRight[] } : null;
  return { ...toPerson(row), role_id: companies[0]?.role_id ?? null, companies, user_permission };
}

function toPerson(row: Awaited<ReturnType<typeof getUser>>) {
  return {
    ...row,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
  };
}
