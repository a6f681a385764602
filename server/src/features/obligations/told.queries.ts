import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';

/** What is known of the payments of a company for the months of a span, by day: told by it, or shown by a statement. */
export function listTold(db: Handle, company_id: number, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('obligation_payments as p')
    .leftJoin('users as u', 'u.id', 'p.told_by')
    .leftJoin('companies as x', 'x.id', 'p.executor_company_id')
    .select(['p.id', 'p.month', 'p.paid_on', 'p.amount_tiyn', 'p.told_at', 'u.full_name as told_by'])
    .select(['p.operation_id', 'p.executor_company_id', 'x.name as person'])
    .select(sql<ObligationKind>`p.kind`.as('kind'))
    .where('p.company_id', '=', company_id)
    .where('p.month', '>=', from)
    .where('p.month', '<=', to)
    .where('p.untold_at', 'is', null)
    .orderBy('p.paid_on')
    .orderBy('p.id')
    .execute();
}
export type ToldRow = Awaited<ReturnType<typeof listTold>>[number];

/** Months of a year for which anything is known of payments of customers of an executor. */
export function listToldMonths(db: Handle, executor_company_id: number, year: number) {
  return db
    .selectFrom('obligation_payments as p')
    .innerJoin('executors as e', 'e.company_id', 'p.company_id')
    .select(['p.company_id', 'p.month'])
    .distinct()
    .where('e.executor_company_id', '=', executor_company_id)
    .where('p.month', '>=', `${year}-01`)
    .where('p.month', '<=', `${year}-12`)
    .where('p.untold_at', 'is', null)
    .orderBy('p.month')
    .orderBy('p.company_id')
    .execute();
}

interface Telling {
  company_id: number;
  month: string;
  kind: ObligationKind;
  paid_on: string;
  amount_tiyn: bigint;
  told_by: number;
  told_at: Date;
}

export async function addTold(tx: Tx, row: Telling): Promise<void> {
  await tx
    .insertInto('obligation_payments')
    .values({ ...row, stated_on: row.paid_on })
    .execute();
}

interface Shown extends Pick<Telling, 'company_id' | 'month' | 'kind' | 'paid_on' | 'amount_tiyn'> {
  operation_id: number;
  executor_company_id: number | null;
}

/** What a statement alone says. */
export async function addShown(tx: Tx, row: Shown): Promise<void> {
  await tx.insertInto('obligation_payments').values(row).execute();
}

/** A statement shows what was told: from now on its day counts. */
export async function showTold(
  tx: Tx,
  id: number,
  { operation_id, paid_on }: Pick<Shown, 'operation_id' | 'paid_on'>,
): Promise<void> {
  await tx.updateTable('obligation_payments').set({ operation_id, paid_on }).where('id', '=', id).execute();
}

/** What an operation was matched to, if to an obligation. */
export function findShown(db: Handle, company_id: number, operation_id: number) {
  return db
    .selectFrom('obligation_payments')
    .select(['id', 'month', 'amount_tiyn', 'stated_on', 'executor_company_id'])
    .select(sql<ObligationKind>`kind`.as('kind'))
    .where((eb) => eb.and({ company_id, operation_id }))
    .where('untold_at', 'is', null)
    .executeTakeFirst();
}

/** What had been told before a statement showed it is the company's word again, on the day that it told. */
export async function hideTold(tx: Tx, id: number, stated_on: string): Promise<void> {
  await tx
    .updateTable('obligation_payments')
    .set({ operation_id: null, paid_on: stated_on })
    .where('id', '=', id)
    .execute();
}

export async function takeBack(tx: Tx, id: number, user_id: number): Promise<void> {
  await tx
    .updateTable('obligation_payments')
    .set({ untold_by: user_id, untold_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Those who tell for the same company, and its statements, wait for one another until the transaction ends. */
export async function holdTold(tx: Tx, company_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('obligations', ${company_id}))`.execute(tx);
}
