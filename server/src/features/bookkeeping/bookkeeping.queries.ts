import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import type { LEDGER_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import type { WithholdingRates } from '@kelisim/shared/features/bookkeeping/withholding.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { isToPay } from '../statistics/public.ts';

/* Closed periods */

export async function findClosedUntil(db: Handle, company_id: number): Promise<string | null> {
  const row = await db
    .selectFrom('companies')
    .select('closed_until')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow();
  return row.closed_until;
}

/** Alone until the transaction ends: whoever changes an act of the company shares this lock (see the migration). */
export async function holdPeriod(tx: Tx, company_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(closed_period_lock(${company_id}))`.execute(tx);
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

export interface LedgerRow {
  date: string;
  kind: (typeof LEDGER_KINDS)[number];
  act_id: number;
  number: string;
  order_number: number | null;
  /** What the company came to owe (acts) or what it paid. */
  amount_tiyn: bigint;
}

/** Acts that both have signed, by their date, and money that has come, by the day it came (Almaty). */
const ledger = (company_id: number, executor_company_id: number) => sql`
  select a.act_date as date, case when a.corrects_act_id is null then 'act' else 'correction' end as kind,
    a.id as act_id, a.number || '/' || a.year as number, null::integer as order_number, a.amount_tiyn
  from acts a
  where a.company_id = ${company_id} and a.contractor_company_id = ${executor_company_id}
    and a.deleted_at is null and a.status in (${sql.join(BOTH_SIGNED)})
  union all
  select (o.settled_at at time zone 'Asia/Almaty')::date, o.kind, o.act_id, a.number || '/' || a.year, o.number,
    case o.kind when 'refund' then -o.amount_tiyn else o.amount_tiyn end
  from payment_orders o join acts a on a.company_id = o.company_id and a.id = o.act_id
  where o.company_id = ${company_id} and a.contractor_company_id = ${executor_company_id} and o.status = 'settled'`;

/** Those of a period in their order; of one day acts come before money. */
export async function listLedger(
  db: Handle,
  company_id: number,
  executor_company_id: number,
  period: { date_from: string; date_to: string },
  limit: number,
): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select date, kind, act_id, number, order_number, amount_tiyn
    from (${ledger(company_id, executor_company_id)}) l
    where date between ${period.date_from} and ${period.date_to}
    order by date, kind in ('payment', 'refund'), act_id, order_number limit ${limit}`.execute(db);
  return rows;
}

/** What the company owed on the evening before a day. */
export async function sumOwedBefore(
  db: Handle,
  company_id: number,
  executor_company_id: number,
  day: string,
): Promise<bigint> {
  const { rows } = await sql<{ owed_tiyn: bigint }>`
    select coalesce(sum(case when kind in ('payment', 'refund') then -amount_tiyn else amount_tiyn end), 0)::bigint as owed_tiyn
    from (${ledger(company_id, executor_company_id)}) l where date < ${day}`.execute(db);
  return rows[0]!.owed_tiyn;
}

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
      'x.id as executor_id',
      'x.name as executor_name',
      'x.name_kz as executor_name_kz',
      'x.bin as executor_bin',
      'x.ceo_name as executor_ceo',
      'c.document_language',
    ])
    .where('e.company_id', '=', company_id)
    .where('e.executor_company_id', '=', executor_company_id)
    .executeTakeFirst();
}

/* Withholding */

export async function listRates(db: Handle): Promise<WithholdingRates[]> {
  const rows = await db.selectFrom('withholding_rates').selectAll().execute();
  return rows.map((row) => ({
    ...row,
    opv_percent: Number(row.opv_percent),
    vosms_percent: Number(row.vosms_percent),
    so_percent: Number(row.so_percent),
    ipn_percent: Number(row.ipn_percent),
    ipn_high_percent: Number(row.ipn_high_percent),
    deduction_mrp: Number(row.deduction_mrp),
  }));
}

export async function reckonsWithholding(db: Handle, company_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select('reckons_withholding')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow();
  return row.reckons_withholding;
}

export async function setReckonsWithholding(db: Handle, company_id: number, is_on: boolean): Promise<void> {
  await db
    .updateTable('companies')
    .set({ reckons_withholding: is_on })
    .where('id', '=', company_id)
    .execute();
}

/** False when no such individual works for the company. */
export async function setDeduction(
  db: Handle,
  company_id: number,
  executor_company_id: number,
  has_deduction: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('executors')
    .set({ has_deduction })
    .where('company_id', '=', company_id)
    .where('executor_company_id', '=', executor_company_id)
    .where('executor_company_id', 'in', (eb) =>
      eb.selectFrom('companies').select('id').where('type', '=', 'individual'),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function listIndividuals(db: Handle, company_id: number) {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as p', 'p.id', 'e.executor_company_id')
    .select(['p.id', 'p.name', 'p.bin', 'e.has_deduction'])
    .where('e.company_id', '=', company_id)
    .where('e.status', '<>', 'removed')
    .where('p.type', '=', 'individual')
    .orderBy('p.sort_key')
    .limit(2000)
    .execute();
}

export interface Earned {
  executor_company_id: number;
  name: string;
  bin: string;
  has_deduction: boolean;
  /** `YYYY-MM` */
  month: string;
  acts: number;
  gross_tiyn: bigint;
}

/** What individuals were paid by a company in each month, what is on its way included. */
export async function listEarned(
  db: Handle,
  company_id: number,
  from_month: string,
  to_month: string,
  executor_ids?: readonly number[],
): Promise<Earned[]> {
  const of = executor_ids ? sql`and a.contractor_company_id = any(${[...executor_ids]}::bigint[])` : sql``;
  const { rows } = await sql<Earned>`
    select e.executor_company_id, p.name, p.bin, e.has_deduction,
      to_char(coalesce(o.settled_at, o.created_at) at time zone 'Asia/Almaty', 'YYYY-MM') as month,
      count(*) as acts,
      sum(case o.kind when 'refund' then -o.amount_tiyn else o.amount_tiyn end)::bigint as gross_tiyn
    from payment_orders o join acts a on a.company_id = o.company_id and a.id = o.act_id
    join executors e on e.company_id = o.company_id and e.executor_company_id = a.contractor_company_id
    join companies p on p.id = e.executor_company_id
    where o.company_id = ${company_id} and o.status not in ('rejected', 'cancelled') and p.type = 'individual' ${of}
      and to_char(coalesce(o.settled_at, o.created_at) at time zone 'Asia/Almaty', 'YYYY-MM') between ${from_month} and ${to_month}
    group by 1, 2, 3, 4, 5, p.sort_key order by p.sort_key, 1, 5`.execute(db);
  return rows;
}

/** Signed acts among these that can be paid, summed by individual. */
export async function listPayable(db: Handle, company_id: number, act_ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    name: string;
    bin: string;
    has_deduction: boolean;
    acts: number;
    gross_tiyn: bigint;
  }>`
    select p.id, p.name, p.bin, e.has_deduction, count(*) as acts, sum(a.amount_tiyn)::bigint as gross_tiyn
    from acts a join executors e on e.company_id = a.company_id and e.executor_company_id = a.contractor_company_id
    join companies p on p.id = e.executor_company_id
    where a.company_id = ${company_id} and a.id = any(${[...act_ids]}::bigint[]) and ${isToPay('a')}
      and p.type = 'individual'
    group by p.id, e.has_deduction order by p.sort_key`.execute(db);
  return rows;
}
