import type { PersonFlags, Standing, TaxRegime } from '@kelisim/shared/features/taxes/standing.ts';
import { sql, type Insertable } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { idOf } from '../../platform/db/id-of.ts';

export interface StandingOfDay extends PersonFlags {
  executor_company_id: number;
  name: string;
  /** Null: an individual of whom nobody has said how they work. */
  standing: Standing | null;
  tax_regime: TaxRegime | null;
  activity: string | null;
}

/** What executors are on a day, `YYYY-MM-DD`. Who registered as a sole trader or a legal entity is that until told otherwise. */
export async function listStandings(
  db: Handle,
  executor_ids: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, StandingOfDay>> {
  const { rows } = await sql<StandingOfDay>`
    select c.id as executor_company_id, c.name,
      coalesce(s.standing, case c.type when 'individual' then null when 'ip' then 'ip' else 'too' end) as standing,
      s.tax_regime, s.activity, s.pension, s.disability, s.disability_until,
      coalesce(s.asks_for_opv, false) as asks_for_opv, coalesce(s.is_student, false) as is_student,
      coalesce(s.has_many_children, false) as has_many_children, coalesce(s.citizenship, 'kz') as citizenship,
      coalesce(s.has_residence_permit, false) as has_residence_permit,
      coalesce(s.is_tax_resident, true) as is_tax_resident
    from companies c
    left join lateral standing_on(c.id, ${day}) s on true
    where c.id = any(${[...executor_ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.executor_company_id, row]));
}

/** Those of these who have the base deduction at this customer on a day, each with the first day of the application. */
export async function listDeductions(
  db: Handle,
  company_id: number,
  executor_ids: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('deduction_applications')
    .select(['executor_company_id', 'valid_from'])
    .where('company_id', '=', company_id)
    .where('executor_company_id', '=', sql<number>`any(${[...executor_ids]}::bigint[])`)
    .where('valid_from', '<=', day)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', day)]))
    .execute();
  return new Map(rows.map((row) => [row.executor_company_id, row.valid_from]));
}

/** Months (`<executor> YYYY-MM`) at whose end these were no tax residents. */
export async function listNonresidentMonths(
  db: Handle,
  executor_ids: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<ReadonlySet<string>> {
  if (executor_ids.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select t.id || ' ' || to_char(m, 'YYYY-MM') as key
    from (
      select distinct executor_company_id as id from tax_standings
      where executor_company_id = any(${[...executor_ids]}::bigint[]) and not is_tax_resident) t
    cross join generate_series(${`${from}-01`}::date, ${`${to}-01`}::date, interval '1 month') m
    cross join lateral standing_on(t.id, (m + interval '1 month - 1 day')::date) s
    where not s.is_tax_resident`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The executor that an actor may speak of: themselves, or one of the company's. */
export async function findExecutorFor(db: Handle, actor: CompanyActor, executor_id: number) {
  const row = await db
    .selectFrom('companies as c')
    .select(['c.id', 'c.name', sql<boolean>`c.type not in ('individual', 'ip')`.as('is_entity')])
    .where('c.id', '=', executor_id)
    .executeTakeFirst();
  const may =
    actor.role === 'executor'
      ? executor_id === actor.company_id
      : await isExecutorOf(db, actor.company_id, executor_id);
  return may ? row : undefined;
}

export function isExecutorOf(db: Handle, company_id: number, executor_id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('executors')
      .select('company_id')
      .where((eb) => eb.and({ company_id, executor_company_id: executor_id })),
  );
}

/** Companies that the executor works for now, by name. */
export function listCustomers(db: Handle, executor_id: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['c.id', 'c.name'])
    .where('e.executor_company_id', '=', executor_id)
    .where('e.status', '<>', 'removed')
    .orderBy('c.sort_key')
    .orderBy('c.id')
    .execute();
}

export async function getCompanyName(db: Handle, company_id: number): Promise<string> {
  const { name } = await getCompany(db, company_id, ['name']);
  return name;
}

/**
 * Waits for the closings of an executor's customers, or of the one it is told to, as the trigger of what is told does; taken
 * before the executor is held, or the payments of all other customers would wait for this closing too.
 */
export async function waitForClosings(tx: Tx, executor_id: number, company_id?: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(closed_period_lock(company_id)) from executors
    where executor_company_id = ${executor_id}
      and ${company_id === undefined ? sql`true` : sql`company_id = ${company_id}`}`.execute(tx);
}

/** Those who speak of these executors or pay them, whoever they are, wait for one another until the transaction ends. */
export async function holdExecutors(tx: Tx, executor_ids: readonly number[]): Promise<void> {
  await tx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', sql<number>`any(${[...executor_ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export const holdExecutor = (tx: Tx, executor_id: number): Promise<void> => holdExecutors(tx, [executor_id]);

export interface NewStanding extends PersonFlags {
  executor_company_id: number;
  valid_from: string;
  standing: Standing;
  tax_regime: TaxRegime | null;
  activity: string | null;
  note: string;
}

/** What was said last of just that day. */
export function findLastStanding(tx: Tx, executor_id: number, valid_from: string) {
  return tx
    .selectFrom('tax_standings')
    .selectAll()
    .$narrowType<NewStanding>()
    .where((eb) => eb.and({ executor_company_id: executor_id, valid_from }))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function addStanding(
  tx: Tx,
  row: NewStanding & { file_id: number | null },
  actor: CompanyActor,
): Promise<number> {
  return idOf(
    tx
      .insertInto('tax_standings')
      .values({ ...row, told_by_company_id: actor.company_id, told_by: actor.user_id })
      .returning('id'),
  );
}

export function listTold(db: Handle, executor_id: number) {
  return db
    .selectFrom('tax_standings as t')
    .leftJoin('users as u', 'u.id', 't.told_by')
    .leftJoin('companies as c', 'c.id', 't.told_by_company_id')
    .leftJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 't.told_by_company_id').onRef('f.id', '=', 't.file_id'),
    )
    .selectAll('t')
    .select(['u.full_name', 'c.name as company_name', 'f.name as file_name'])
    .$narrowType<NewStanding>()
    .where('t.executor_company_id', '=', executor_id)
    .orderBy('t.valid_from', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
}

/** Applications that hold on a day or later; of all days when none is said, the last one first. */
export function listOpenDeductions(tx: Tx, executor_id: number, day: string | null) {
  return tx
    .selectFrom('deduction_applications')
    .selectAll()
    .where('executor_company_id', '=', executor_id)
    .$if(day !== null, (query) =>
      query.where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', day)])),
    )
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function addDeduction(
  tx: Tx,
  row: Insertable<Tables['deduction_applications']>,
): Promise<number> {
  return idOf(tx.insertInto('deduction_applications').values(row).returning('id'));
}

export async function endDeduction(tx: Tx, id: number, valid_until: string): Promise<void> {
  await tx.updateTable('deduction_applications').set({ valid_until }).where('id', '=', id).execute();
}

/** To a company its own, to the executor all. */
export function listApplications(db: Handle, actor: CompanyActor, executor_id: number) {
  return db
    .selectFrom('deduction_applications as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .leftJoin('users as u', 'u.id', 'a.told_by')
    .leftJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'),
    )
    .selectAll('a')
    .select(['c.name as company_name', 'u.full_name', 'f.name as file_name'])
    .where('a.executor_company_id', '=', executor_id)
    .$if(actor.role === 'business', (query) => query.where('a.company_id', '=', actor.company_id))
    .orderBy('a.valid_from', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
}

/** A paper that the actor handed in, or that was handed in about them or about their executor by the other side. */
export async function findPaper(db: Handle, { company_id }: CompanyActor, file_id: number) {
  const { rows } = await sql<{ name: string; media_type: string; storage_key: string; sha256: Buffer }>`
    select f.name, f.media_type, f.storage_key, f.sha256 from files f where f.id = ${file_id} and (
      exists (select from tax_standings t where t.told_by_company_id = f.company_id and t.file_id = f.id
        and (t.executor_company_id = ${company_id} or t.told_by_company_id = ${company_id}
          or (t.told_by_company_id = t.executor_company_id and exists (select from executors e
            where e.company_id = ${company_id} and e.executor_company_id = t.executor_company_id))))
      or exists (select from deduction_applications a where a.company_id = f.company_id and a.file_id = f.id
        and ${company_id}::bigint in (a.company_id, a.executor_company_id)))`.execute(db);
  return rows[0];
}
