import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { idOf } from '../../platform/db/id-of.ts';

interface OpeningParty {
  executor_company_id: number;
  name: string;
  bin: string;
  contract_id: number | null;
  contract_title: string | null;
  contract_number: string | null;
}

/** Executors with each of their contracts; one without any has one row. */
export async function listOpeningParties(db: Handle, company_id: number): Promise<OpeningParty[]> {
  const { rows } = await sql<OpeningParty>`
    select e.executor_company_id, x.name, x.bin, d.id as contract_id, d.title as contract_title,
      d.number as contract_number
    from executors e join companies x on x.id = e.executor_company_id
    left join documents d on d.company_id = e.company_id and d.contractor_company_id = e.executor_company_id
      and d.is_contract and d.type not in ('nda', 'addendum')
      and d.status not in ('draft', 'sent', 'deleted', 'refused')
    where e.company_id = ${company_id} order by x.sort_key, x.id, d.id`.execute(db);
  return rows;
}

/** Executors and contracts (0: none) whose opening balance is there already. */
export async function listOpened(db: Handle, company_id: number): Promise<Set<string>> {
  const { rows } = await sql<{ executor_company_id: number; contract_id: number }>`
    select o.executor_company_id, coalesce(o.contract_id, 0) as contract_id
    from opening_balances o join opening_batches b on b.company_id = o.company_id and b.id = o.batch_id
    where o.company_id = ${company_id} and b.undone_at is null`.execute(db);
  return new Set(rows.map((row) => openedKey(row.executor_company_id, row.contract_id)));
}

export const openedKey = (executor_company_id: number, contract_id: number | null) =>
  `${executor_company_id} ${contract_id ?? 0}`;

interface BatchRow {
  id: number;
  day: string;
  file_name: string;
  rows: number;
  owed_tiyn: bigint;
  advance_tiyn: bigint;
  made_by: string;
  made_at: Date;
  undone_by: string | null;
  undone_at: Date | null;
  undone_why: string | null;
  is_used: boolean;
}

export async function listBatches(db: Handle, company_id: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select b.id, b.day, b.file_name, count(o.id) as rows, sum(o.owed_tiyn)::bigint as owed_tiyn,
      sum(o.advance_tiyn)::bigint as advance_tiyn, m.full_name as made_by, b.made_at, u.full_name as undone_by,
      b.undone_at, b.undone_why, ${isUsed} as is_used
    from opening_batches b join opening_balances o on o.company_id = b.company_id and o.batch_id = b.id
    join users m on m.id = b.made_by left join users u on u.id = b.undone_by
    where b.company_id = ${company_id} group by b.company_id, b.id, m.full_name, u.full_name order by b.id desc limit 100`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, rows: Number(row.rows) }));
}

/** Something of it was set off: a debt by an advance, or an advance by an act. */
const isUsed = sql<boolean>`exists (
  select from opening_balances i
  left join advances v on v.company_id = i.company_id and v.opening_id = i.id and v.undone_at is null
  where i.company_id = b.company_id and i.batch_id = b.id and (v.used_tiyn > 0 or exists (
    select from advance_uses s where s.company_id = i.company_id and s.opening_id = i.id and s.undone_at is null)))`;

export async function lockBatch(tx: Tx, company_id: number, batch_id: number) {
  const { rows } = await sql<{ day: string; undone_at: Date | null; is_used: boolean }>`
    select b.day, b.undone_at, ${isUsed} as is_used from opening_batches b
    where b.company_id = ${company_id} and b.id = ${batch_id} for update`.execute(tx);
  return rows[0];
}

export interface NewOpening {
  executor_company_id: number;
  contract_id: number | null;
  owed_tiyn: bigint;
  advance_tiyn: bigint;
}

export async function addBatch(
  tx: Tx,
  batch: { company_id: number; day: string; file_name: string; made_by: number },
  openings: readonly NewOpening[],
): Promise<void> {
  const { company_id, day, made_by } = batch;
  const id = await idOf(tx.insertInto('opening_batches').values(batch).returning('id'));
  for (let start = 0; start < openings.length; start += 1000)
    await tx
      .insertInto('opening_balances')
      .values(openings.slice(start, start + 1000).map((row) => ({ ...row, company_id, batch_id: id })))
      .execute();
  await sql`
    insert into advances (company_id, executor_company_id, opening_id, amount_tiyn, day, made_by)
    select company_id, executor_company_id, id, advance_tiyn, ${day}::date, ${made_by}::bigint from opening_balances
    where company_id = ${company_id} and batch_id = ${id} and advance_tiyn > 0`.execute(tx);
}

export async function setBatchUndone(
  tx: Tx,
  company_id: number,
  batch_id: number,
  user_id: number,
  reason: string,
): Promise<void> {
  await sql`
    update advances set undone_at = now(), undone_by = ${user_id}
    where company_id = ${company_id} and undone_at is null and opening_id in
      (select id from opening_balances where company_id = ${company_id} and batch_id = ${batch_id})`.execute(
    tx,
  );
  await tx
    .updateTable('opening_batches')
    .set({ undone_at: sql`now()`, undone_by: user_id, undone_why: reason })
    .where((eb) => eb.and({ company_id, id: batch_id }))
    .execute();
}

/** Debts of before that are open, oldest first; their executor is locked, since their rows never change. */
export async function lockOpeningDebts(
  tx: Tx,
  company_id: number,
  executor_company_id: number,
): Promise<{ id: number; open_tiyn: bigint }[]> {
  await sql`select from executors where company_id = ${company_id}
    and executor_company_id = ${executor_company_id} for no key update`.execute(tx);
  const { rows } = await sql<{ id: number; open_tiyn: bigint }>`
    select id, owed_tiyn - covered_tiyn as open_tiyn from opening_debts
    where company_id = ${company_id} and executor_company_id = ${executor_company_id} and covered_tiyn < owed_tiyn
    order by day, id`.execute(tx);
  return rows;
}

export async function findOpenFrom(db: Handle, company_id: number): Promise<string | null> {
  const { closed_until } = await getCompany(db, company_id, ['closed_until']);
  return closed_until;
}

/** Closing, and another table of the same rows, come before or after. */
export async function lockBooks(tx: Tx, company_id: number): Promise<void> {
  await tx.selectFrom('companies').select('id').where('id', '=', company_id).forUpdate().execute();
}
