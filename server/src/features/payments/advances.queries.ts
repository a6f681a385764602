import { sql, type Insertable } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { hasRow } from '../../platform/db/has-row.ts';

export async function addAdvance(tx: Tx, advance: Insertable<Tables['advances']>): Promise<void> {
  await tx.insertInto('advances').values(advance).execute();
}

/** Whose advance the remainder of an operation is. */
export function findAdvanceOf(db: Handle, company_id: number, operation_id: number) {
  return db
    .selectFrom('advances')
    .select('executor_company_id')
    .where((eb) => eb.and({ company_id, operation_id }))
    .where('undone_at', 'is', null)
    .executeTakeFirst();
}

/** Advances of an executor that are not set off yet, oldest first, locked. */
export function lockOpenAdvances(
  tx: Tx,
  of: { company_id: number; executor_company_id: number; operation_id?: number },
) {
  const { company_id, executor_company_id, operation_id } = of;
  return tx
    .selectFrom('advances')
    .select(['id', sql<bigint>`amount_tiyn - used_tiyn`.as('open_tiyn')])
    .where((eb) => eb.and({ company_id, executor_company_id }))
    .$if(operation_id !== undefined, (query) => query.where('operation_id', '=', operation_id ?? null))
    .where('undone_at', 'is', null)
    .where(sql<boolean>`used_tiyn < amount_tiyn`)
    .orderBy('day')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Sums of the advances of these executors that are not set off yet. */
export async function sumOpenAdvances(
  db: Handle,
  company_id: number,
  executor_ids: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  if (executor_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('advances')
    .select(['executor_company_id', sql<bigint>`sum(amount_tiyn - used_tiyn)::bigint`.as('open_tiyn')])
    .where('company_id', '=', company_id)
    .where('executor_company_id', 'in', [...executor_ids])
    .where('undone_at', 'is', null)
    .where(sql<boolean>`used_tiyn < amount_tiyn`)
    .groupBy('executor_company_id')
    .execute();
  return new Map(rows.map(({ executor_company_id, open_tiyn }) => [executor_company_id, open_tiyn]));
}

export interface NewUse {
  company_id: number;
  advance_id: number;
  /** Of what: an act, or a debt of before. */
  act_id?: number;
  opening_id?: number;
  amount_tiyn: bigint;
  day: string;
  made_by: number | null;
}

export async function addUse(tx: Tx, use: NewUse): Promise<void> {
  await tx.insertInto('advance_uses').values(use).execute();
  await tx
    .updateTable('advances')
    .set({ used_tiyn: sql`used_tiyn + ${use.amount_tiyn}` })
    .where((eb) => eb.and({ company_id: use.company_id, id: use.advance_id }))
    .execute();
}

/** Undoes the advances of an operation with all that was set off from them; answers the acts that this concerns. */
export async function undoAdvances(
  tx: Tx,
  company_id: number,
  operation_id: number,
  user_id: number,
): Promise<number[]> {
  const undone = { undone_at: sql<Date>`now()`, undone_by: user_id };
  const advances = await tx
    .updateTable('advances')
    .set({ ...undone, used_tiyn: 0n })
    .where((eb) => eb.and({ company_id, operation_id }))
    .where('undone_at', 'is', null)
    .returning('id')
    .execute();
  if (advances.length === 0) return [];
  const uses = await tx
    .updateTable('advance_uses')
    .set(undone)
    .where('company_id', '=', company_id)
    .where(
      'advance_id',
      'in',
      advances.map(({ id }) => id),
    )
    .where('undone_at', 'is', null)
    .returning('act_id')
    .execute();
  return [...new Set(uses.flatMap(({ act_id }) => act_id ?? []))].toSorted((a, b) => a - b);
}

/** Acts against which advances of an operation were set off. */
export async function listActsOfAdvances(
  tx: Tx,
  company_id: number,
  operation_id: number,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('advances as v')
    .innerJoin('advance_uses as u', (join) =>
      join.onRef('u.company_id', '=', 'v.company_id').onRef('u.advance_id', '=', 'v.id'),
    )
    .select('u.act_id')
    .distinct()
    .where((eb) => eb.and({ 'v.company_id': company_id, 'v.operation_id': operation_id }))
    .where('v.undone_at', 'is', null)
    .where('u.undone_at', 'is', null)
    .orderBy('u.act_id')
    .execute();
  return rows.flatMap(({ act_id }) => act_id ?? []);
}

/** Whether somebody works, or has worked, for the company. */
export function isExecutorOf(db: Handle, company_id: number, executor_company_id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('executors')
      .select('executor_company_id')
      .where((eb) => eb.and({ company_id, executor_company_id })),
  );
}
