import { IN_SIGNING, pendingSignStatuses } from '@kelisim/shared/features/acts/act-status.ts';
import type { PendingKind } from '@kelisim/shared/features/executors/executor-status.ts';
import { TAKES_A_PLACE, type ExecutorStatus } from '@kelisim/shared/features/executors/executor-status.ts';
import { sql, type Insertable, type SqlBool, type UpdateObject } from 'kysely';
import { countRows } from '../../platform/db/count-rows.ts';
import { rowsOfPage, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { areMeant, type MeantExecutors } from './meant-executors.queries.ts';
import { balancesOfExecutors, isToPay } from '../statistics/public.ts';

/** Executors to choose from with the contracts that acts may still be made under. */
export async function listExecutorNames(db: Handle, company_id: number, today: string) {
  const executors = await db
    .selectFrom('executors as e')
    .innerJoin('companies as x', 'x.id', 'e.executor_company_id')
    .select(['e.executor_company_id', 'x.name as company_name', 'x.bin', 'e.status'])
    .where('e.company_id', '=', company_id)
    .where('e.status', '<>', 'removed')
    .orderBy('x.sort_key')
    .execute();
  const contracts = await db
    .selectFrom('documents')
    .select(['id', 'title', 'start_date', 'end_date', 'contractor_company_id'])
    .where((eb) => eb.and({ company_id, status: 'signed', is_contract: true }))
    .where('type', '<>', 'nda')
    .where('end_date', '>=', today)
    .orderBy('end_date', 'desc')
    .execute();
  const byExecutor = Map.groupBy(contracts, (row) => row.contractor_company_id);
  return executors.map((executor) => ({
    ...executor,
    status: executor.status,
    contracts: (byExecutor.get(executor.executor_company_id) ?? []).map(
      ({ contractor_company_id: _, ...row }) => row,
    ),
  }));
}

/** With the contract that counts: signed and lasting longest, else the one that waits to be signed, else an ended one. */
function view(db: Handle) {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as x', 'x.id', 'e.executor_company_id')
    .leftJoin('users as r', 'r.id', 'e.responsible_user_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('memberships as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select(['u.full_name', 'u.phone', 'u.email', 'u.iin'])
          .whereRef('m.company_id', '=', 'e.executor_company_id')
          .where('m.ended_at', 'is', null)
          .orderBy('m.user_id')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('documents as d')
          .select(['d.id', 'd.status', 'd.end_date'])
          .whereRef('d.company_id', '=', 'e.company_id')
          .whereRef('d.contractor_company_id', '=', 'e.executor_company_id')
          .where('d.is_contract', '=', true)
          .where('d.type', '<>', 'nda')
          .where('d.status', 'not in', ['draft', 'deleted', 'refused', 'terminated'])
          .orderBy(
            sql`case d.status when 'signed' then 0 when 'signed_by_hand' then 1 when 'expired' then 3 else 2 end`,
          )
          .orderBy('d.end_date', 'desc')
          .orderBy('d.id', 'desc')
          .limit(1)
          .as('d'),
      (join) => join.onTrue(),
    )
    .select([
      'e.company_id',
      'e.executor_company_id',
      'e.status',
      'e.responsible_user_id',
      'e.created_at',
      'x.name as company_name',
      'x.display_name',
      'x.bin',
      'x.type',
      'x.address',
      'x.ceo_name',
      'x.phone as company_phone',
      'x.email as company_email',
      'r.full_name as responsible_name',
      'p.full_name',
      'p.phone',
      'p.email',
      'p.iin',
      'd.id as contract_id',
      'd.status as contract_status',
      'd.end_date as contract_end_date',
    ]);
}
export type ExecutorRow = Awaited<ReturnType<ReturnType<typeof view>['executeTakeFirstOrThrow']>>;

export interface ExecutorFilter extends MeantExecutors {
  employee_id?: number | undefined;
  status?: ExecutorStatus[] | undefined;
  pending?: PendingKind | undefined;
  search?: string | undefined;
}
export type ExecutorSort = 'company_name' | 'status' | 'contract_valid_until' | 'date' | 'to_pay';

const ORDER = {
  company_name: sql`x.sort_key`,
  // In the order of a life, not of the alphabet.
  status: sql`array_position(array['invited', 'active', 'stopped', 'removed'], e.status)`,
  contract_valid_until: sql`case when d.status in ('signed', 'signed_by_hand', 'expired') then d.end_date end`,
  date: sql`e.created_at`,
  to_pay: sql`coalesce(b.to_pay_tiyn, 0)`,
} as const;

export async function listExecutors(
  db: Handle,
  company_id: number,
  filter: ExecutorFilter,
  order: { by: ExecutorSort; order: 'asc' | 'desc' },
  page: Page,
) {
  const like = filter.search?.trim() && `%${filter.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const found = view(db)
    .where('e.company_id', '=', company_id)
    .where(areMeant(filter))
    // Money and signatures are owed also by and to those who have been removed.
    .$if(filter.status === undefined && filter.pending === undefined, (query) =>
      query.where('e.status', '<>', 'removed'),
    )
    .$if(filter.pending !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('acts as a')
            .select('a.id')
            .whereRef('a.company_id', '=', 'e.company_id')
            .whereRef('a.contractor_company_id', '=', 'e.executor_company_id')
            .where('a.deleted_at', 'is', null)
            .where(
              filter.pending === 'payment'
                ? isToPay('a')
                : sql<SqlBool>`a.status in (${sql.join(pendingSignStatuses('executor'))})`,
            ),
        ),
      ),
    )
    .$if(filter.status !== undefined, (query) => query.where('e.status', 'in', filter.status!))
    .$if(filter.employee_id !== undefined, (query) =>
      query.where('e.responsible_user_id', '=', filter.employee_id!),
    )
    .$if(Boolean(like), (query) =>
      query.where((eb) =>
        eb.or([
          eb('x.name', 'ilike', like!),
          eb('p.full_name', 'ilike', like!),
          eb('x.bin', 'like', like!),
          eb('p.phone', 'like', like!),
        ]),
      ),
    );
  const sums = () => balancesOfExecutors({ company_id }).as('b');
  const rows = await rowsOfPage(
    found
      // Else the sums are read of those alone who are on the page.
      .$if(order.by === 'to_pay', (query) =>
        query.leftJoin(sums, 'b.executor_company_id', 'e.executor_company_id'),
      )
      .orderBy(ORDER[order.by], (ob) => (order.order === 'asc' ? ob.asc() : ob.desc()).nullsLast())
      .orderBy('e.executor_company_id'),
    page,
  );
  return { rows, ...(await countRows(db, found)) };
}

export function findExecutor(
  db: Handle,
  company_id: number,
  executor_company_id: number,
): Promise<ExecutorRow | undefined> {
  return view(db)
    .where((eb) => eb.and({ 'e.company_id': company_id, 'e.executor_company_id': executor_company_id }))
    .executeTakeFirst();
}

export async function countByStatus(db: Handle, company_id: number): Promise<Record<ExecutorStatus, number>> {
  const rows = await db
    .selectFrom('executors')
    .select(['status', sql<number>`count(*)`.as('n')])
    .where('company_id', '=', company_id)
    .groupBy('status')
    .execute();
  const counts = { invited: 0, active: 0, stopped: 0, removed: 0 };
  for (const { status, n } of rows) counts[status as ExecutorStatus] = n;
  return counts;
}

export function findAccount(db: Handle, company_id: number) {
  return db
    .selectFrom('bank_requisites as r')
    .innerJoin('banks as b', 'b.id', 'r.bank_id')
    .select(['r.iban', 'b.bic', 'b.name_ru', 'b.name_kz'])
    .where((eb) => eb.and({ 'r.company_id': company_id, 'r.is_main': true }))
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** What the company has with an executor: contracts, and acts with their totals by state. */
export async function sumPapers(db: Handle, company_id: number, executor_company_id: number) {
  const { contracts } = await db
    .selectFrom('documents')
    .select(sql<number>`count(*)`.as('contracts'))
    .where((eb) => eb.and({ company_id, contractor_company_id: executor_company_id }))
    .where('status', '<>', 'deleted')
    .where('is_contract', '=', true)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ count: number; in_signing_tiyn: bigint }>`
    select coalesce(sum(count), 0)::bigint as count,
      coalesce(sum(amount_tiyn) filter (where measure in (${sql.join(IN_SIGNING)})), 0)::bigint as in_signing_tiyn
    from act_totals_now where company_id = ${company_id} and side = 'pair' and other_company_id = ${executor_company_id}
      and measure <> 'time_to_sign'`.execute(db);
  const acts = { count: Number(rows[0]!.count), in_signing_tiyn: rows[0]!.in_signing_tiyn };
  return { contracts, acts };
}

export function listExecutorHistory(db: Handle, company_id: number, executor_company_id: number) {
  return db
    .selectFrom('executor_history as h')
    .leftJoin('users as u', 'u.id', 'h.actor_user_id')
    .leftJoin('users as r', 'r.id', 'h.responsible_user_id')
    .select(['h.id', 'h.action', 'h.actor_side', 'h.from_status', 'h.to_status', 'h.created_at'])
    .select(['u.full_name', 'r.full_name as responsible_name'])
    .where((eb) => eb.and({ 'h.company_id': company_id, 'h.executor_company_id': executor_company_id }))
    .orderBy('h.seq', 'desc')
    .execute();
}

export function lockExecutor(tx: Tx, company_id: number, executor_company_id: number) {
  return tx
    .selectFrom('executors')
    .selectAll()
    .where((eb) => eb.and({ company_id, executor_company_id }))
    .forUpdate()
    .executeTakeFirst();
}
export type LockedExecutor = NonNullable<Awaited<ReturnType<typeof lockExecutor>>>;

/** Returns the states of the executors, locked until the transaction ends: a concurrent stop comes before or after it. */
export async function holdStatuses(tx: Tx, company_id: number, executor_ids: readonly number[]) {
  const rows = await tx
    .selectFrom('executors as e')
    .innerJoin('companies as c', 'c.id', 'e.executor_company_id')
    .select(['e.executor_company_id', 'e.status'])
    .where('e.company_id', '=', company_id)
    .where('e.executor_company_id', '=', sql<number>`any(${[...executor_ids]}::bigint[])`)
    .where('c.status', '<>', 'deleted')
    .orderBy('e.executor_company_id')
    .forShare('e')
    .execute();
  return new Map(rows.map((row) => [row.executor_company_id, row.status]));
}

/** Returns false if the executor was already there. */
export function addExecutor(
  tx: Tx,
  executor: { company_id: number; executor_company_id: number; status: ExecutorStatus },
): Promise<boolean> {
  return hasRow(
    tx
      .insertInto('executors')
      .values(executor)
      .onConflict((oc) => oc.columns(['company_id', 'executor_company_id']).doNothing())
      .returning('company_id'),
  );
}

export async function setExecutor(
  tx: Tx,
  of: { company_id: number; executor_company_id: number },
  change: UpdateObject<Tables, 'executors'>,
): Promise<void> {
  await tx
    .updateTable('executors')
    .set(change)
    .where((eb) => eb.and({ company_id: of.company_id, executor_company_id: of.executor_company_id }))
    .execute();
}

export async function addExecutorHistory(
  tx: Tx,
  row: Omit<Insertable<Tables['executor_history']>, 'seq'>,
): Promise<void> {
  await tx
    .insertInto('executor_history')
    .values({
      ...row,
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from executor_history
        where company_id = ${row.company_id} and executor_company_id = ${row.executor_company_id})`,
    })
    .execute();
}

/** Directors and employees of the company whose accounts are alive. */
function colleagues(db: Handle, company_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as user_id', 'u.full_name'])
    .where('m.company_id', '=', company_id)
    .where('m.ended_at', 'is', null)
    .where('u.status', '=', 'active');
}

export function listColleagues(db: Handle, company_id: number) {
  return colleagues(db, company_id)
    .orderBy(sql`kz_sort_key(u.full_name) collate "C"`)
    .orderBy('u.id')
    .execute();
}

export async function isColleague(db: Handle, company_id: number, user_id: number): Promise<boolean> {
  return (await colleagues(db, company_id).where('u.id', '=', user_id).executeTakeFirst()) !== undefined;
}

export function isDirectorOf(db: Handle, company_id: number, user_id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('memberships')
      .select('user_id')
      .where((eb) => eb.and({ company_id, user_id, role_id: 1 }))
      .where('ended_at', 'is', null),
  );
}

export function isBusiness(db: Handle, company_id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('companies')
      .select('id')
      .where((eb) => eb.and({ id: company_id, role: 'business' }))
      .where('status', '<>', 'deleted'),
  );
}

/** Names of executors for the rows of a run; what is not the company’s has none. */
export async function labelExecutors(
  db: Handle,
  company_id: number,
  ids: readonly number[],
): Promise<{ subject_id: number; label: string }[]> {
  const rows = await db
    .selectFrom('executors as e')
    .innerJoin('companies as x', 'x.id', 'e.executor_company_id')
    .select(['x.id', 'x.name'])
    .where('e.company_id', '=', company_id)
    .where('x.id', 'in', ids)
    .execute();
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return ids.map((subject_id) => ({ subject_id, label: names.get(subject_id) ?? '' }));
}

/** One at a time per company; new rows that name the company do not wait for it. */
export async function lockPlaces(tx: Tx, company_id: number): Promise<void> {
  await tx.selectFrom('companies').select('id').where('id', '=', company_id).forNoKeyUpdate().execute();
}

export function findLimit(db: Handle, company_id: number, today: string) {
  return db
    .selectFrom('executor_limits')
    .select(['limit_count', 'valid_from', 'valid_until'])
    .where('company_id', '=', company_id)
    .where('valid_from', '<=', today)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', today)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function addLimit(tx: Tx, limit: Insertable<Tables['executor_limits']>): Promise<void> {
  await tx.insertInto('executor_limits').values(limit).execute();
}

/** Places that are taken: executors who work or are about to, and invitations that wait for an answer. */
export async function countPlaces(db: Handle, company_id: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select
    (select count(*) from executors where company_id = ${company_id} and status in (${sql.join(TAKES_A_PLACE)})) +
    (select count(*) from invitations where company_id = ${company_id} and status in ('sent', 'opened')) as taken`.execute(
    db,
  );
  return rows[0]!.taken;
}
