import { OWED_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import type { DocumentStatus } from '@kelisim/shared/features/documents/document-status.ts';
import type {
  ReconciliationState,
  ReconciliationStatus,
} from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import { sql, type Insertable, type RawBuilder, type UpdateObject } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isDue } from '../../platform/jobs/each-job.ts';
import { owedByExecutor } from '../bookkeeping/public.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';

export interface SummaryRow {
  id: number;
  company_id: number;
  company_name: string;
  company_bin: string;
  executor_company_id: number;
  executor_name: string;
  executor_bin: string;
  date_from: string;
  date_to: string;
  status: ReconciliationStatus;
  state: ReconciliationState;
  answer_until: string | null;
  sent_at: Date;
  sent_by: number;
  answered_at: Date | null;
  differences: number;
  opening_tiyn: bigint;
  their_opening_tiyn: bigint | null;
  closing_tiyn: bigint;
  remark: string | null;
  reminders: number;
  document_id: number | null;
  document_number: number | null;
  document_status: DocumentStatus | null;
}

/** The state that is shown, by the document where there is one and by the day of `today`. */
const shownState = (today: string) => sql`
    case
      when d.status = 'refused' then 'refused'
      when d.status like 'signed\\_by\\_%' then 'signed_by_one'
      when d.status = 'signed' then 'signed'
      when d.status = 'sent' then 'agreed'
      when r.status = 'sent' and r.answer_until < ${today} then 'not_answered'
      else r.status
    end`;

const summaries = (today: string, where: RawBuilder<unknown>) => sql<SummaryRow>`
  select r.*, c.name as company_name, c.bin as company_bin, x.name as executor_name, x.bin as executor_bin,
    d.number::integer as document_number, d.status as document_status,
    ${shownState(today)} as state,
    l.differences + (r.their_opening_tiyn is not null)::integer as differences,
    (r.opening_tiyn + l.balance)::bigint as closing_tiyn
  from reconciliations r
  join companies c on c.id = r.company_id join companies x on x.id = r.executor_company_id
  left join documents d on d.company_id = r.company_id and d.id = r.document_id
  left join lateral (
    select count(*) filter (where their_amount_tiyn is not null)::integer as differences,
      coalesce(sum(case when kind in (${sql.join(OWED_KINDS)}) then amount_tiyn else -amount_tiyn end), 0) as balance
    from reconciliation_lines l where l.company_id = r.company_id and l.reconciliation_id = r.id
  ) l on true
  where ${where}`;

type Viewer = Pick<CompanyActor, 'role' | 'company_id'>;

/** Each side sees its own; what was withdrawn is seen by nobody. */
const seenBy = (actor: Viewer) =>
  sql`r.status <> 'withdrawn' and ${sql.ref(actor.role === 'business' ? 'r.company_id' : 'r.executor_company_id')} = ${actor.company_id}`;

/** What the next step of is this side's: to answer, to decide about differences, to sign. */
const waitsFor = ({ role }: CompanyActor) =>
  role === 'business'
    ? sql`((r.status = 'differences' and r.document_id is null) or d.status in ('sent', 'signed_by_executor', 'refused'))`
    : sql`(r.status = 'sent' or d.status in ('sent', 'signed_by_business'))`;

export async function countWaiting(db: Handle, actor: CompanyActor): Promise<number> {
  const { rows } = await sql<{ count: number }>`${ONE_PLAN}
    select count(*) as count from reconciliations r
    left join documents d on d.company_id = r.company_id and d.id = r.document_id
    where ${seenBy(actor)} and ${waitsFor(actor)}`.execute(db);
  return rows[0]!.count;
}

export async function findSummary(
  db: Handle,
  actor: Viewer,
  id: number,
  today: string,
): Promise<SummaryRow | undefined> {
  const { rows } = await summaries(today, sql`${seenBy(actor)} and r.id = ${id}`).execute(db);
  return rows[0];
}

export async function listSummaries(
  db: Handle,
  actor: CompanyActor,
  {
    state,
    waiting,
    page,
    limit,
  }: {
    state?: ReconciliationState | undefined;
    waiting?: boolean | undefined;
    page: number;
    limit: number;
  },
  today: string,
): Promise<{ rows: SummaryRow[]; total: number }> {
  const seen = waiting ? sql`${seenBy(actor)} and ${waitsFor(actor)}` : seenBy(actor);
  const all = sql`(${summaries(today, seen)}) s where ${state ?? null}::text is null or state = ${state ?? null}`;
  const { rows } = await sql<SummaryRow>`
    select * from ${all} order by sent_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`select count(*) as total from ${all}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

export interface PartyRow {
  id: number;
  name: string;
  bin: string;
  state: ReconciliationState;
  closing_tiyn: bigint;
  reconciliation_id: number | null;
}

/**
 * Executors with acts, payments or a balance in a period, or with a reconciliation of it: those of a state on a page, and
 * how many there are of each state.
 */
export async function listParties(
  db: Handle,
  company_id: number,
  period: { date_from: string; date_to: string },
  today: string,
  {
    state = null,
    page,
  }: { state?: ReconciliationState | null | undefined; page?: { page: number; limit: number } } = {},
): Promise<{ rows: PartyRow[]; states: Partial<Record<ReconciliationState, number>> }> {
  const owed = await owedByExecutor(db, company_id, period);
  const { rows } = await sql<PartyRow & { states: Partial<Record<ReconciliationState, number>> | null }>`
    with parties as materialized (
      select x.id, x.name, x.bin, x.sort_key, coalesce(${shownState(today)}, 'to_send') as state,
        coalesce(l.closing, 0)::bigint as closing_tiyn, r.id as reconciliation_id
      from executors e join companies x on x.id = e.executor_company_id
      left join ${owed} l on l.executor_company_id = e.executor_company_id
      left join reconciliations r on r.company_id = e.company_id and r.executor_company_id = e.executor_company_id
        and r.status <> 'withdrawn' and r.date_from = ${period.date_from} and r.date_to = ${period.date_to}
      left join documents d on d.company_id = r.company_id and d.id = r.document_id
      where e.company_id = ${company_id} and (l.is_moved or l.opening <> 0 or r.id is not null)
    )
    select s.states, p.* from (
      select json_object_agg(state, n) as states from (select state, count(*) as n from parties group by 1) t) s
    left join (
      select id, name, bin, state, closing_tiyn, reconciliation_id, sort_key from parties
      where ${state}::text is null or state = ${state}
      order by sort_key, id
      limit ${page?.limit ?? null} offset ${page ? (page.page - 1) * page.limit : 0}) p on true
    order by p.sort_key, p.id`.execute(db);
  return { rows: rows.filter(({ id }) => id !== null), states: rows[0]!.states ?? {} };
}

/** Of a company by their numbers. */
export async function listSummariesOf(
  db: Handle,
  company_id: number,
  ids: readonly number[],
  today: string,
): Promise<Map<number, SummaryRow>> {
  const { rows } = await summaries(
    today,
    sql`r.company_id = ${company_id} and r.id = any(${[...ids]}::bigint[])`,
  ).execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** For a change; the rows of a period are sent once, whoever asks at the same time. */
export function lockReconciliation(tx: Tx, actor: CompanyActor, id: number) {
  return tx
    .selectFrom('reconciliations')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'withdrawn')
    .where(actor.role === 'business' ? 'company_id' : 'executor_company_id', '=', actor.company_id)
    .forUpdate()
    .executeTakeFirst();
}
export type LockedReconciliation = NonNullable<Awaited<ReturnType<typeof lockReconciliation>>>;

/** Null when one of this period lives already. */
export async function addReconciliation(
  tx: Tx,
  row: Insertable<Tables['reconciliations']>,
): Promise<number | null> {
  const added = await tx
    .insertInto('reconciliations')
    .values(row)
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'executor_company_id', 'date_from', 'date_to'])
        .where('status', '<>', 'withdrawn')
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

export type NewLine = Insertable<Tables['reconciliation_lines']>;

export async function addLines(tx: Tx, lines: readonly NewLine[]): Promise<void> {
  for (let start = 0; start < lines.length; start += 1000)
    await tx
      .insertInto('reconciliation_lines')
      .values(lines.slice(start, start + 1000))
      .execute();
}

export function listLines(db: Handle, { company_id, id }: { company_id: number; id: number }) {
  return db
    .selectFrom('reconciliation_lines')
    .selectAll()
    .where((eb) => eb.and({ company_id, reconciliation_id: id }))
    .orderBy('position')
    .execute();
}
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

/** Takes an earlier answer away: the executor's own lines, and what was said of the company's. */
export async function clearAnswer(tx: Tx, { company_id, id }: LockedReconciliation): Promise<void> {
  await tx
    .deleteFrom('reconciliation_lines')
    .where((eb) => eb.and({ company_id, reconciliation_id: id }))
    .where('amount_tiyn', 'is', null)
    .execute();
  await tx
    .updateTable('reconciliation_lines')
    .set({ their_amount_tiyn: null, remark: null })
    .where((eb) => eb.and({ company_id, reconciliation_id: id }))
    .execute();
}

/** False when there is no such line of the company. */
export async function setLineAnswer(
  tx: Tx,
  { company_id, id }: LockedReconciliation,
  position: number,
  answer: { their_amount_tiyn: bigint | null; remark: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reconciliation_lines')
    .set(answer)
    .where((eb) => eb.and({ company_id, reconciliation_id: id, position }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The contract of each act, as it is on paper. */
export async function listContractsOfActs(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
): Promise<Map<number, { number: string; date: string }>> {
  const { rows } = await sql<{ id: number; number: string; date: string }>`
    select a.id, d.number, d.date
    from acts a join documents d on d.company_id = a.company_id and d.id = a.contract_id
    where a.company_id = ${company_id} and a.id = any(${[...act_ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...contract }) => [id, contract]));
}

/** Reminds count where nobody has answered and the last word to them is as old as the company has set. */
export async function listToRemind(
  db: Handle,
  usual: { is_on: boolean; every_days: number; most: number },
  now: Date,
  limit: number,
): Promise<{ id: number; company_id: number }[]> {
  const { rows } = await sql<{ id: number; company_id: number }>`
    select r.id, r.company_id from reconciliations r
    left join lateral (select is_on, every_days, most from reminder_settings s
      where s.company_id = r.company_id order by s.id desc limit 1) s on true
    where r.status = 'sent' and coalesce(s.is_on, ${usual.is_on}) and r.reminders < coalesce(s.most, ${usual.most})
      and greatest(r.sent_at, r.reminded_at) <= ${now}::timestamptz
        - make_interval(days => coalesce(s.every_days, ${usual.every_days}))
      and not exists (select 1 from companies c
        where c.id in (r.company_id, r.executor_company_id) and c.status = 'deleted')
      and ${isDue('reconciliations.remind', sql.ref('r.id'))}
    order by r.sent_at limit ${limit}`.execute(db);
  return rows;
}

export async function setReconciliation(
  tx: Tx,
  { company_id, id }: { company_id: number; id: number },
  change: UpdateObject<Tables, 'reconciliations'>,
): Promise<void> {
  await tx
    .updateTable('reconciliations')
    .set(change)
    .where((eb) => eb.and({ company_id, id }))
    .execute();
}

/** The state of its paper, which stays as it is until the end of the transaction. */
export function getPaper(tx: Tx, company_id: number, document_id: number) {
  return tx
    .selectFrom('documents')
    .select('status')
    .where((eb) => eb.and({ company_id, id: document_id }))
    .forShare()
    .executeTakeFirstOrThrow();
}

/** Undefined when its executor was told of it today already, or has answered. */
export function markReminded(tx: Tx, company_id: number, id: number, now: Date) {
  return tx
    .updateTable('reconciliations')
    .set((eb) => ({ reminded_at: now, reminders: eb('reminders', '+', 1) }))
    .where((eb) => eb.and({ company_id, id, status: 'sent' }))
    .where(
      sql<boolean>`(greatest(sent_at, reminded_at) at time zone 'Asia/Almaty')::date < ${almatyDate(now)}`,
    )
    .returning(['id', 'company_id', 'executor_company_id', 'date_from', 'date_to'])
    .executeTakeFirst();
}
