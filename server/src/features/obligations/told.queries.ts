import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';

/** What a company has said it transferred for a month, by day. */
export function listTold(db: Handle, company_id: number, month: string) {
  return db
    .selectFrom('obligation_payments as p')
    .innerJoin('users as u', 'u.id', 'p.told_by')
    .select(['p.id', 'p.paid_on', 'p.amount_tiyn', 'p.told_at', 'u.full_name as told_by'])
    .select(sql<ObligationKind>`p.kind`.as('kind'))
    .where('p.company_id', '=', company_id)
    .where('p.month', '=', month)
    .where('p.untold_at', 'is', null)
    .orderBy('p.paid_on')
    .execute();
}

/** Months of a year for which customers of an executor have said anything. */
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
  await tx.insertInto('obligation_payments').values(row).execute();
}

export async function takeBack(tx: Tx, id: number, user_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('obligation_payments')
    .set({ untold_by: user_id, untold_at: now })
    .where('id', '=', id)
    .execute();
}

/** Those who tell for the same company wait for one another until the transaction ends. */
export async function holdTold(tx: Tx, company_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('obligations', ${company_id}))`.execute(tx);
}
