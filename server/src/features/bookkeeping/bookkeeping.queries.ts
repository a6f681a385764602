import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';

/* Closed periods */

export async function findClosedUntil(db: Handle, company_id: number): Promise<string | null> {
  const row = await getCompany(db, company_id, ['closed_until']);
  return row.closed_until;
}

/**
 * Alone until the transaction ends: acts and money of the company, and what is told of its executors, share this lock (see the
 * migrations). Closings share the lock of nobody, which the desk takes alone for what it says of taxes: last, so that one that
 * still waits for its own company keeps neither the desk nor, behind it, the closings of others waiting.
 */
export async function holdPeriod(tx: Tx, company_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(closed_period_lock(${company_id}))`.execute(tx);
  await sql`select pg_advisory_xact_lock_shared(closed_period_lock(0))`.execute(tx);
}

export async function setClosedUntil(
  tx: Tx,
  by: { company_id: number; user_id: number },
  closed_until: string | null,
  note: string | null,
): Promise<void> {
  await tx.updateTable('companies').set({ closed_until }).where('id', '=', by.company_id).execute();
  await tx
    .insertInto('period_closings')
    .values({ company_id: by.company_id, user_id: by.user_id, closed_until, note })
    .execute();
}

export function listClosings(db: Handle, company_id: number) {
  return db
    .selectFrom('period_closings as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.closed_until', 'c.note', 'c.created_at', 'u.full_name as by'])
    .where('c.company_id', '=', company_id)
    .orderBy('c.id', 'desc')
    .limit(50)
    .execute();
}

/** How many acts of each state there are until a day, of those after another. */
export async function countActsUntil(
  db: Handle,
  company_id: number,
  after: string | null,
  until: string,
): Promise<{ status: ActStatus; count: number }[]> {
  const rows = await db
    .selectFrom('acts')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .where('act_date', '<=', until)
    .$if(after !== null, (query) => query.where('act_date', '>', after))
    .groupBy('status')
    .execute();
  return rows as { status: ActStatus; count: number }[];
}

/* Reconciliation */

/** Both sides, if they have worked with each other at all. */
export async function findSides(db: Handle, company_id: number, executor_company_id: number) {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .innerJoin('companies as x', 'x.id', 'e.executor_company_id')
    .select([
      'c.id as company_id',
      'c.name as company_name',
      'c.name_kz as company_name_kz',
      'c.bin as company_bin',
      'c.ceo_name as company_ceo',
      'c.address as company_address',
      'x.id as executor_id',
      'x.name as executor_name',
      'x.name_kz as executor_name_kz',
      'x.bin as executor_bin',
      'x.ceo_name as executor_ceo',
      'c.document_language',
    ])
    .where((eb) => eb.and({ 'e.company_id': company_id, 'e.executor_company_id': executor_company_id }))
    .executeTakeFirst();
}

/* Withholding */

/** Whether a company withholds of individuals, and since when; null: it has not chosen. */
export function findWithholding(db: Handle, company_id: number) {
  return getCompany(db, company_id, ['withholding', 'withholding_since']);
}

/** Answers false when it is so already. */
export async function setWithholding(
  tx: Tx,
  company_id: number,
  withholding: 'on' | 'off',
  since: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('companies')
    .set({ withholding, withholding_since: withholding === 'on' ? since : null })
    .where('id', '=', company_id)
    .where('withholding', 'is distinct from', withholding)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
