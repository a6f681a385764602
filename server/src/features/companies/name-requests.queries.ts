import { sql } from 'kysely';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';

export interface Names {
  name: string;
  name_kz: string | null;
}

export function getNames(db: Handle, company_id: number): Promise<Names> {
  return getCompany(db, company_id, ['name', 'name_kz']);
}

export async function setNames(tx: Tx, company_id: number, names: Names): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ ...names, updated_at: sql`now()` })
    .where('id', '=', company_id)
    .execute();
}

export function findNameRequest(db: Handle, company_id: number) {
  return db
    .selectFrom('company_name_requests')
    .select(['id', 'name', 'name_kz', 'asked_at'])
    .where((eb) => eb.and({ company_id, state: 'waiting' }))
    .executeTakeFirst();
}

export async function addNameRequest(
  tx: Tx,
  request: Names & { company_id: number; asked_by: number },
): Promise<void> {
  await tx.insertInto('company_name_requests').values(request).execute();
}

export async function endNameRequest(
  tx: Tx,
  id: number,
  end: { state: 'approved' | 'refused' | 'cancelled'; decided_by: number; reason?: string },
): Promise<void> {
  await tx
    .updateTable('company_name_requests')
    .set({ ...end, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** `is_own`: this person works at the company. */
export function lockNameRequest(tx: Tx, id: number, user_id: number) {
  return tx
    .selectFrom('company_name_requests as r')
    .select(['r.id', 'r.company_id', 'r.name', 'r.name_kz', 'r.state', 'r.decided_by'])
    .select(
      sql<boolean>`exists (select from memberships m
        where m.company_id = r.company_id and m.user_id = ${user_id} and m.ended_at is null)`.as('is_own'),
    )
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst();
}

/** Requests that wait, longest first, each with the companies whose name looks the same. */
export async function listNameRequests(db: Handle, page: Page) {
  const waiting = db
    .selectFrom('company_name_requests as r')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .innerJoin('users as u', 'u.id', 'r.asked_by')
    .select(['r.id', 'r.name', 'r.name_kz', 'r.asked_at', 'u.full_name as asked_by'])
    .select(['c.id as company_id', 'c.name as now', 'c.name_kz as now_kz', 'c.bin', 'c.role'])
    .select(
      sql<{ id: number; name: string; bin: string }[]>`coalesce((
        select json_agg(json_build_object('id', o.id, 'name', o.name, 'bin', o.bin) order by o.id)
        from companies o
        where name_likeness(o.name) = name_likeness(r.name) and o.bin <> c.bin and o.status <> 'deleted'), '[]')`.as(
        'alike',
      ),
    )
    .where('r.state', '=', 'waiting');
  return pageOfFound(db, waiting, waiting.orderBy('r.id'), page);
}
