import { sql } from 'kysely';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { getCompany } from '../../platform/db/get-company.ts';

const TODAY = sql<string>`(now() at time zone 'UTC' + interval '5 hours')::date`;

function members(db: Handle, company_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', company_id)
    .where('m.ended_at', 'is', null)
    .where('u.status', '<>', 'deleted');
}

const COLUMNS = [
  'm.user_id',
  'u.full_name',
  'u.email',
  'u.phone',
  'm.role_id',
  'm.rights',
  'm.deputy_from',
  'm.deputy_until',
  'm.created_at as since',
  'u.last_login',
  'm.approves_from',
] as const;

export async function listEmployees(db: Handle, company_id: number, page: Page) {
  const rows = await rowsOfPage(
    employees(db, company_id)
      .orderBy('m.role_id')
      .orderBy(sql`kz_sort_key(u.full_name) collate "C"`)
      .orderBy('m.user_id'),
    page,
  );
  return { rows, total: await totalOf(members(db, company_id)) };
}

const employees = (db: Handle, company_id: number) =>
  members(db, company_id)
    .select(COLUMNS)
    .select(sql<boolean>`coalesce(${TODAY} between m.deputy_from and m.deputy_until, false)`.as('is_deputy'));

export function findEmployee(db: Handle, company_id: number, user_id: number) {
  return employees(db, company_id).where('m.user_id', '=', user_id).executeTakeFirst();
}
export type EmployeeRow = NonNullable<Awaited<ReturnType<typeof findEmployee>>>;

/** The membership of a colleague, locked until the change is made. */
export function lockEmployee(tx: Tx, company_id: number, user_id: number) {
  return members(tx, company_id)
    .select(['m.user_id', 'u.full_name', 'm.role_id', 'm.rights', 'm.deputy_from', 'm.deputy_until'])
    .where('m.user_id', '=', user_id)
    .forUpdate('m')
    .executeTakeFirst();
}

interface MembershipPart {
  rights?: string[];
  deputy_from?: string | null;
  deputy_until?: string | null;
}

export async function setMembership(
  tx: Tx,
  company_id: number,
  user_id: number,
  part: MembershipPart,
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set(part)
    .where((eb) => eb.and({ company_id, user_id }))
    .execute();
}

export async function hasPaymentLimit(tx: Tx, company_id: number): Promise<boolean> {
  const { payment_limit_tiyn } = await getCompany(tx, company_id, ['payment_limit_tiyn']);
  return payment_limit_tiyn !== null;
}

export async function setApprovesFrom(
  tx: Tx,
  company_id: number,
  user_id: number,
  hours: number,
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ approves_from: sql`now() + make_interval(hours => ${hours}::int)` })
    .where((eb) => eb.and({ company_id, user_id }))
    .execute();
}

/** Ends the membership and every session inside the company. */
export async function endMembership(tx: Tx, company_id: number, user_id: number): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ ended_at: sql`now()`, deputy_from: null, deputy_until: null })
    .where((eb) => eb.and({ company_id, user_id }))
    .execute();
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where((eb) => eb.and({ company_id, user_id }))
    .where('ended_at', 'is', null)
    .execute();
}

/** Executors somebody answered for go to the director, or to nobody when the company has none. */
export async function handOverExecutors(tx: Tx, company_id: number, user_id: number): Promise<number[]> {
  const rows = await tx
    .updateTable('executors')
    .set((eb) => ({
      responsible_user_id: eb
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select('m.user_id')
        .where((eb) => eb.and({ 'm.company_id': company_id, 'm.role_id': 1 }))
        .where('m.ended_at', 'is', null)
        .where('u.status', '=', 'active')
        .orderBy('m.user_id')
        .limit(1),
    }))
    .where((eb) => eb.and({ company_id, responsible_user_id: user_id }))
    .returning('executor_company_id')
    .execute();
  return rows.map((row) => row.executor_company_id);
}

/** What belongs to a removal that can be taken back. */
export async function keepHandedOver(
  tx: Tx,
  company_id: number,
  user_id: number,
  handed_over: number[],
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ handed_over: JSON.stringify(handed_over) })
    .where((eb) => eb.and({ company_id, user_id }))
    .execute();
}

/** An employee who was removed so lately, locked; null for everybody else. */
export function lockRemoved(tx: Tx, company_id: number, user_id: number, within_s: number) {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.full_name', 'm.rights', 'm.handed_over'])
    .where((eb) => eb.and({ 'm.company_id': company_id, 'm.user_id': user_id }))
    .where('m.ended_at', '>', sql<Date>`now() - make_interval(secs => ${within_s})`)
    .where('m.handed_over', 'is not', null)
    .where('u.status', '=', 'active')
    .forUpdate('m')
    .executeTakeFirst();
}

/** Restores an employee with their rights, and those executors whom only the head has taken over since. */
export async function resumeMembership(
  tx: Tx,
  company_id: number,
  user_id: number,
  handed_over: number[],
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ ended_at: null, handed_over: null })
    .where((eb) => eb.and({ company_id, user_id }))
    .execute();
  if (handed_over.length === 0) return;
  await tx
    .updateTable('executors as e')
    .set({ responsible_user_id: user_id })
    .where('e.company_id', '=', company_id)
    .where('e.executor_company_id', 'in', handed_over)
    .where((eb) =>
      eb.or([
        eb('e.responsible_user_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('memberships as m')
            .select('m.user_id')
            .whereRef('m.user_id', '=', 'e.responsible_user_id')
            .whereRef('m.company_id', '=', 'e.company_id')
            .where('m.role_id', '=', 1),
        ),
      ]),
    )
    .execute();
}

/** A living membership as an employee, also for somebody who was here before; one that lives stays as it is. */
export async function addEmployee(
  tx: Tx,
  company_id: number,
  user_id: number,
  rights: string[],
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ company_id, user_id, role_id: 2, rights })
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'company_id'])
        .doUpdateSet({ role_id: 2, rights, ended_at: null, handed_over: null, created_at: sql`now()` })
        .where('memberships.ended_at', 'is not', null),
    )
    .execute();
}

export function listCompaniesOf(db: Handle, user_id: number) {
  return db
    .selectFrom('memberships')
    .select('company_id')
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .orderBy('company_id')
    .execute();
}

/** A person of the company gets another place in it: head, or employee without rights. */
export function setPlace(tx: Tx, company_id: number, user_id: number, role_id: 1 | 2): Promise<boolean> {
  return hasRow(
    tx
      .updateTable('memberships')
      .set({ role_id, rights: sql`'{}'`, deputy_from: null, deputy_until: null })
      .where((eb) => eb.and({ company_id, user_id }))
      .where('ended_at', 'is', null)
      .returning('user_id'),
  );
}
