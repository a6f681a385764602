import type { StopReason } from '@kelisim/shared/features/acts/act-schedules.contract.ts';
import type { ActPeriod } from '@kelisim/shared/features/acts/act-periods.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { getCompany } from '../../platform/db/get-company.ts';

interface OfAct {
  company_id: number;
  act_id: number;
}

/** How an act repeats, as its page shows it. */
export function findSchedule(db: Handle, { company_id, act_id }: OfAct) {
  return db
    .selectFrom('act_schedules as s')
    .leftJoin('users as u', 'u.id', 's.stopped_by')
    .select(['s.period', 's.next_date', 's.stopped_at', 's.stop_reason', 'u.full_name as stopped_by'])
    .select((eb) =>
      eb
        .selectFrom('acts as a')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('a.company_id', '=', 's.company_id')
        .whereRef('a.repeats_act_id', '=', 's.act_id')
        .where('a.deleted_at', 'is', null)
        .as('made'),
    )
    .where((eb) => eb.and({ 's.company_id': company_id, 's.act_id': act_id }))
    .modifyEnd(ONE_PLAN)
    .executeTakeFirst();
}

/** The caller holds the lock of the act. */
export function lockSchedule(tx: Tx, { company_id, act_id }: OfAct) {
  return tx
    .selectFrom('act_schedules')
    .selectAll()
    .where((eb) => eb.and({ company_id, act_id }))
    .forUpdate()
    .executeTakeFirst();
}

export interface Plan {
  next_step: number;
  next_date: string;
}

export async function startSchedule(tx: Tx, act: OfAct, period: ActPeriod, plan: Plan): Promise<void> {
  const columns = { period, ...plan, stopped_at: null, stop_reason: null, stopped_by: null };
  await tx
    .insertInto('act_schedules')
    .values({ ...act, ...columns })
    .onConflict((oc) =>
      oc.columns(['company_id', 'act_id']).doUpdateSet({ ...columns, updated_at: sql`now()` }),
    )
    .execute();
  await markAct(tx, act, true);
}

export async function planNext(tx: Tx, act: OfAct, plan: Plan): Promise<void> {
  await tx
    .updateTable('act_schedules')
    .set({ ...plan, updated_at: sql`now()` })
    .where((eb) => eb.and({ company_id: act.company_id, act_id: act.act_id }))
    .execute();
}

/** False when the act did not repeat. */
export async function stopSchedule(
  tx: Tx,
  act: OfAct,
  stop_reason: StopReason,
  stopped_by: number | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('act_schedules')
    .set({ stopped_at: sql`now()`, stop_reason, stopped_by, updated_at: sql`now()` })
    .where((eb) => eb.and({ company_id: act.company_id, act_id: act.act_id }))
    .where('stopped_at', 'is', null)
    .returning('act_id')
    .executeTakeFirst();
  if (row) await markAct(tx, act, false);
  return row !== undefined;
}

/** The mark of the lists. */
async function markAct(tx: Tx, { company_id, act_id }: OfAct, auto_generate: boolean): Promise<void> {
  await tx
    .updateTable('acts')
    .set({ auto_generate })
    .where((eb) => eb.and({ company_id, id: act_id }))
    .execute();
}

/** Those of living companies whose next slot has come, the oldest first; seen without a lock, so each is looked at again under one. */
export function listDueSchedules(db: Handle, today: string, page: { limit: number; offset: number }) {
  return db
    .selectFrom('act_schedules as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .select(['s.company_id', 's.act_id'])
    .where('s.stopped_at', 'is', null)
    .where('s.next_date', '<=', today)
    .where('c.status', '<>', 'deleted')
    .orderBy('s.next_date')
    .orderBy('s.act_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export function hasSlot(tx: Tx, { company_id, act_id }: OfAct, slot_date: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('acts')
      .select('id')
      .where((eb) => eb.and({ company_id, repeats_act_id: act_id, slot_date })),
  );
}

/** Whether the company wants its recurring acts sent at once. */
export async function areAutoActsSent(db: Handle, company_id: number): Promise<boolean> {
  const company = await getCompany(db, company_id, ['auto_acts_sent']);
  return company.auto_acts_sent;
}

export async function setAutoActsSent(
  db: Handle,
  company_id: number,
  auto_acts_sent: boolean,
): Promise<void> {
  await db
    .updateTable('companies')
    .set({ auto_acts_sent, updated_at: sql`now()` })
    .where('id', '=', company_id)
    .execute();
}
