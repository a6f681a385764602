import { DAYS_OF_GRACE } from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

export function findAccount(db: Handle, company_id: number) {
  return db.selectFrom('tariff_accounts').selectAll().where('company_id', '=', company_id).executeTakeFirst();
}

export async function ensureAccount(tx: Tx, company_id: number): Promise<void> {
  await tx
    .insertInto('tariff_accounts')
    .values({ company_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function setAccount(
  tx: Tx,
  company_id: number,
  set: { blocked_since?: string | null; sandbox_day?: string },
): Promise<void> {
  await tx.updateTable('tariff_accounts').set(set).where('company_id', '=', company_id).execute();
}

/** A living company. */
export function findBusiness(db: Handle, company_id: number) {
  return businessQuery(db, company_id).where('status', '<>', 'deleted').executeTakeFirst();
}

/** Also one that is closed: what it owes is still looked at. */
export function findAnyBusiness(db: Handle, company_id: number) {
  return businessQuery(db, company_id).executeTakeFirst();
}

function businessQuery(db: Handle, company_id: number) {
  return db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where((eb) => eb.and({ id: company_id, role: 'business' }));
}

/** Living companies whose tariff has something to do by a day: a change, a period that begins, or a bill that is too late. */
export async function listDueCompanies(
  db: Handle,
  { today, is_sandbox, after }: { today: string; is_sandbox: boolean; after: number },
): Promise<number[]> {
  const day = sql`case when ${is_sandbox}::boolean then greatest(${today}::date, a.sandbox_day) else ${today}::date end`;
  const { rows } = await sql<{ company_id: number }>`
    select a.company_id from tariff_accounts a join companies b on b.id = a.company_id
    where a.company_id > ${after} and b.status <> 'deleted' and ${isDue('tariff.settle', sql.ref('a.company_id'))} and (
      exists (select 1 from tariff_changes c where c.company_id = a.company_id
        and not c.is_applied and c.cancelled_at is null and c.scheduled_for <= ${day})
      or exists (select 1 from tariff_plans p where p.company_id = a.company_id and p.end_date is null
        and p.start_date <= ${day}
        and not exists (select 1 from tariff_entries e where e.company_id = a.company_id and e.plan_id = p.id
          and e.kind = 'period' and e.cancelled_at is null and e.covered_until >= ${day}))
      or (a.blocked_since is null and exists (select 1 from tariff_entries e where e.company_id = a.company_id
        and e.paid_at is null and e.cancelled_at is null and e.payment_due_date + ${DAYS_OF_GRACE}::integer < ${day})))
    order by a.company_id limit 100`.execute(db);
  return rows.map((row) => row.company_id);
}

/** What a plan and its periods are called, of `k` and `t`. */
const TERMS = [
  'k.code as plan_type',
  'k.name_ru as plan_type_ru',
  'k.name_kz as plan_type_kz',
  't.name_ru as period_ru',
  't.name_kz as period_kz',
] as const;

function planQuery(db: Handle) {
  return db
    .selectFrom('tariff_plans as p')
    .innerJoin('tariff_plan_types as k', 'k.id', 'p.plan_type_id')
    .innerJoin('tariff_periods as t', 't.id', 'p.period_id')
    .selectAll('p')
    .select(TERMS);
}
export type PlanRow = Awaited<ReturnType<ReturnType<typeof planQuery>['executeTakeFirstOrThrow']>>;

/** Newest first. */
export function listPlans(db: Handle, company_ids: readonly number[]): Promise<PlanRow[]> {
  if (company_ids.length === 0) return Promise.resolve([]);
  return planQuery(db).where('p.company_id', 'in', company_ids).orderBy('p.id', 'desc').execute();
}

export function findOpenPlan(db: Handle, company_id: number) {
  return planQuery(db)
    .where('p.company_id', '=', company_id)
    .where('p.end_date', 'is', null)
    .executeTakeFirst();
}

export async function listOpenCommissions(db: Handle, company_ids: readonly number[]) {
  if (company_ids.length === 0) return [];
  return db
    .selectFrom('tariff_plans')
    .select(['company_id', 'commission_bp'])
    .where('company_id', 'in', company_ids)
    .where('end_date', 'is', null)
    .execute();
}

export async function addPlan(tx: Tx, plan: Insertable<Tables['tariff_plans']>): Promise<number> {
  return idOf(tx.insertInto('tariff_plans').values(plan).returning('id'));
}

export async function closePlan(tx: Tx, company_id: number, end_date: string): Promise<void> {
  await tx
    .updateTable('tariff_plans')
    .set({ end_date })
    .where('company_id', '=', company_id)
    .where('end_date', 'is', null)
    .execute();
}

export function listEntries(db: Handle, company_id: number) {
  return db
    .selectFrom('tariff_entries')
    .selectAll()
    .where('company_id', '=', company_id)
    .orderBy('period_start')
    .orderBy('id')
    .execute();
}
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export function listUnpaid(db: Handle, company_ids: readonly number[]) {
  if (company_ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('tariff_entries')
    .selectAll()
    .where('company_id', 'in', company_ids)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('payment_due_date')
    .orderBy('id')
    .execute();
}

/** What was billed under a plan and not called off, the last period first and what came in the middle of it after it. */
export async function listOpenEntries(tx: Handle, company_id: number, plan_id: number): Promise<EntryRow[]> {
  const live = tx
    .selectFrom('tariff_entries')
    .selectAll()
    .where((eb) => eb.and({ company_id, plan_id }))
    .where('cancelled_at', 'is', null);
  const period = await live
    .where('kind', '=', 'period')
    .orderBy('period_start', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!period) return [];
  const more = await live
    .where('kind', '=', 'limit')
    .where('period_start', '>=', period.period_start)
    .orderBy('id')
    .execute();
  return [period, ...more];
}

export function findEntry(db: Handle, entry_id: number) {
  return db.selectFrom('tariff_entries').selectAll().where('id', '=', entry_id).executeTakeFirst();
}

export function listEntriesById(db: Handle, ids: readonly number[]) {
  return db.selectFrom('tariff_entries').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

export async function addEntry(tx: Tx, entry: Insertable<Tables['tariff_entries']>): Promise<number> {
  return idOf(tx.insertInto('tariff_entries').values(entry).returning('id'));
}

export async function setEntry(
  tx: Tx,
  entry: { company_id: number; id: number },
  set: {
    covered_until?: string;
    credit_tiyn?: bigint;
    closing_credit_tiyn?: bigint;
    paid_at?: Date | null;
    paid_by?: number | null;
    cancelled_at?: Date;
  },
): Promise<void> {
  await tx
    .updateTable('tariff_entries')
    .set(set)
    .where((eb) => eb.and({ company_id: entry.company_id, id: entry.id }))
    .execute();
}

/** What each bill of a company has given back when it ended. */
export async function listCredits(db: Handle, company_id: number): Promise<Map<number, bigint>> {
  const rows = await db
    .selectFrom('tariff_credits')
    .select(['entry_id', 'amount_tiyn'])
    .where('company_id', '=', company_id)
    .execute();
  return new Map(rows.map(({ entry_id, amount_tiyn }) => [entry_id, amount_tiyn]));
}

export async function addCredit(tx: Tx, credit: Insertable<Tables['tariff_credits']>): Promise<void> {
  await tx.insertInto('tariff_credits').values(credit).execute();
}

/** What was given back and is not on a bill yet. */
export async function sumCredit(db: Handle, company_id: number): Promise<bigint> {
  const { rows } = await sql<{ left_tiyn: bigint }>`select
    coalesce((select sum(amount_tiyn) from tariff_credits where company_id = ${company_id}), 0) -
    coalesce((select sum(credit_tiyn) from tariff_entries
      where company_id = ${company_id} and cancelled_at is null), 0) as left_tiyn`.execute(db);
  return rows[0]!.left_tiyn;
}

function changeQuery(db: Handle) {
  return db
    .selectFrom('tariff_changes as c')
    .leftJoin('tariff_plan_types as k', 'k.id', 'c.plan_type_id')
    .leftJoin('tariff_periods as t', 't.id', 'c.period_id')
    .selectAll('c')
    .select([...TERMS, 't.months']);
}
export type ChangeRow = Awaited<ReturnType<ReturnType<typeof changeQuery>['executeTakeFirstOrThrow']>>;

/** Newest first. */
export function listChanges(db: Handle, company_id: number): Promise<ChangeRow[]> {
  return changeQuery(db).where('c.company_id', '=', company_id).orderBy('c.id', 'desc').execute();
}

/** Those that wait, in the order they are made. */
export function listWaiting(db: Handle, company_id: number): Promise<ChangeRow[]> {
  return changeQuery(db)
    .where((eb) => eb.and({ 'c.company_id': company_id, 'c.is_applied': false }))
    .where('c.cancelled_at', 'is', null)
    .orderBy('c.scheduled_for')
    .orderBy('c.id')
    .execute();
}

export function findChange(db: Handle, change_id: number) {
  return changeQuery(db).where('c.id', '=', change_id).executeTakeFirst();
}

export async function addChange(tx: Tx, change: Insertable<Tables['tariff_changes']>): Promise<void> {
  await tx.insertInto('tariff_changes').values(change).execute();
}

export async function setChange(
  tx: Tx,
  change: { company_id: number; id: number },
  set: {
    is_applied?: boolean;
    applied_at?: Date;
    old_limit?: number | null;
    new_limit?: number | null;
    asked_limit?: number | null;
    change_type?: Selectable<Tables['tariff_changes']>['change_type'];
    cancelled_at?: Date;
    cancelled_by?: number;
  },
): Promise<void> {
  await tx
    .updateTable('tariff_changes')
    .set(set)
    .where((eb) => eb.and({ company_id: change.company_id, id: change.id }))
    .execute();
}

export function listPlanTypes(db: Handle) {
  return db.selectFrom('tariff_plan_types').selectAll().orderBy('id').execute();
}

export function findPeriod(db: Handle, period_id: number) {
  return db.selectFrom('tariff_periods').selectAll().where('id', '=', period_id).executeTakeFirst();
}

export function addPeriod(
  db: Handle,
  period: { name_ru: string; name_kz: string; months: number; created_by: number },
) {
  return db.insertInto('tariff_periods').values(period).returningAll().executeTakeFirstOrThrow();
}

export async function listPeriods(db: Handle, { limit, offset }: { limit: number; offset: number }) {
  const [items, { total }] = await Promise.all([
    db.selectFrom('tariff_periods').selectAll().orderBy('months').limit(limit).offset(offset).execute(),
    db
      .selectFrom('tariff_periods')
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { items, total };
}

/** Who issues the bills of today. */
export function findSeller(db: Handle) {
  return db.selectFrom('tariff_sellers').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}
export type SellerRow = NonNullable<Awaited<ReturnType<typeof findSeller>>>;

/** Who has issued a bill; of one that came before anybody was said the first one. */
export function findSellerOf(db: Handle, { seller_id }: EntryRow): Promise<SellerRow | undefined> {
  return db
    .selectFrom('tariff_sellers')
    .selectAll()
    .$if(seller_id !== null, (query) => query.where('id', '=', seller_id))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Accounts that bills were ever to be paid to. */
export async function listSellerAccounts(db: Handle): Promise<Set<string>> {
  const rows = await db.selectFrom('tariff_sellers').select('iban').distinct().execute();
  return new Set(rows.map(({ iban }) => iban));
}

export async function addSeller(db: Handle, seller: Insertable<Tables['tariff_sellers']>): Promise<void> {
  await db.insertInto('tariff_sellers').values(seller).execute();
}

/** What a bill says of both sides when it is issued. */
export async function readSides(tx: Tx, company_id: number) {
  const buyer = await tx
    .selectFrom('companies')
    .select([
      'name as buyer_name',
      'name_kz as buyer_name_kz',
      'bin as buyer_bin',
      'address as buyer_address',
    ])
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow();
  return { ...buyer, seller_id: (await findSeller(tx))?.id ?? null };
}
