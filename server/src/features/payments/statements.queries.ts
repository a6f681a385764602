import { sql, type Selectable } from 'kysely';
import { countRows } from '../../platform/db/count-rows.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export interface NewStatement {
  company_id: number;
  name: string;
  sha256: Buffer;
  iban: string | null;
  date_from: string | null;
  date_to: string | null;
  opening_tiyn: bigint | null;
  closing_tiyn: bigint | null;
  /** The connected bank that was asked; null: a file. */
  bank: string | null;
  /** Null: asked by the clock. */
  uploaded_by: number | null;
}

/** Null when the same file was read before. */
export async function addStatement(tx: Tx, statement: NewStatement): Promise<number | null> {
  const row = await tx
    .insertInto('bank_statements')
    .values(statement)
    .onConflict((oc) => oc.columns(['company_id', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export function findStatementByHash(db: Handle, company_id: number, sha256: Buffer) {
  return db
    .selectFrom('bank_statements')
    .select('id')
    .where('company_id', '=', company_id)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
}

export interface NewOperation {
  company_id: number;
  statement_id: number;
  line: number;
  fingerprint: Buffer;
  direction: 'out' | 'in';
  number: string;
  day: string;
  amount_tiyn: bigint;
  counterparty_name: string;
  counterparty_bin: string | null;
  counterparty_iban: string | null;
  knp: string | null;
  purpose: string;
}

/** One at a time reads what the banks of a company say. */
export async function lockStatements(tx: Tx, company_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statements ${company_id}`}, 0))`.execute(tx);
}

/** Fingerprints in hex of those that an earlier statement has told of. */
export async function listKnownOperations(
  db: Handle,
  company_id: number,
  operations: readonly { fingerprint: Buffer }[],
): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < operations.length; at += 1_000) {
    const asked = operations.slice(at, at + 1_000).map(({ fingerprint }) => fingerprint);
    const rows = await db
      .selectFrom('bank_operations')
      .select('fingerprint')
      .where('company_id', '=', company_id)
      .where('fingerprint', 'in', asked)
      .execute();
    for (const { fingerprint } of rows) known.add(fingerprint.toString('hex'));
  }
  return known;
}

/** Accounts that the company has now. */
export async function listOwnIbans(db: Handle, company_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bank_requisites')
    .select('iban')
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ iban }) => iban);
}

/** What these statements brought. */
export async function sumStatements(db: Handle, company_id: number, statement_ids: readonly number[]) {
  if (statement_ids.length === 0) return { operations: 0, matched: 0, unmatched: 0 };
  return db
    .selectFrom('bank_operations')
    .select([
      sql<number>`count(*)`.as('operations'),
      sql<number>`count(*) filter (where state = 'matched')`.as('matched'),
      sql<number>`count(*) filter (where state = 'unmatched')`.as('unmatched'),
    ])
    .where('company_id', '=', company_id)
    .where('statement_id', 'in', [...statement_ids])
    .executeTakeFirstOrThrow();
}

/** Those that no earlier statement has told of. */
export async function addOperations(tx: Tx, operations: readonly NewOperation[]) {
  const added: { id: number; line: number }[] = [];
  for (let at = 0; at < operations.length; at += 500) {
    const rows = await tx
      .insertInto('bank_operations')
      .values(operations.slice(at, at + 500).map((operation) => ({ ...operation, state: 'unmatched' })))
      .onConflict((oc) => oc.columns(['company_id', 'fingerprint']).doNothing())
      .returning(['id', 'line'])
      .execute();
    added.push(...rows);
  }
  return added;
}

/** Open orders to these accounts, locked; the ones the bank may have carried out. */
export function lockOpenOrders(tx: Tx, company_id: number, payee_ibans: readonly string[]) {
  return tx
    .selectFrom('payment_orders as o')
    .selectAll()
    .where('o.company_id', '=', company_id)
    .where('o.kind', '=', 'payment')
    .where('o.status', 'in', ['sending', 'unknown', 'accepted'])
    .where('o.payee_iban', 'in', [...payee_ibans])
    .orderBy('o.id')
    .forUpdate()
    .execute();
}

export function lockOperation(tx: Tx, company_id: number, operation_id: number) {
  return tx
    .selectFrom('bank_operations')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('id', '=', operation_id)
    .forUpdate()
    .executeTakeFirst();
}

export async function settleOperation(
  tx: Tx,
  company_id: number,
  operation_id: number,
  change: { state: 'matched' | 'unmatched' | 'set_aside'; order_id?: number; note?: string | null },
  user_id: number | null,
): Promise<void> {
  await tx
    .updateTable('bank_operations')
    .set({
      state: change.state,
      order_id: change.order_id ?? null,
      note: change.note ?? null,
      settled_by: user_id,
      settled_at: sql<Date>`now()`,
    })
    .where('company_id', '=', company_id)
    .where('id', '=', operation_id)
    .execute();
}

function shownStatements(db: Handle, company_id: number) {
  const count = (state: string | null) =>
    sql<number>`(select count(*) from bank_operations p where p.company_id = s.company_id and p.statement_id = s.id
      and (${state}::text is null or p.state = ${state}))`;
  return db
    .selectFrom('bank_statements as s')
    .leftJoin('users as u', 'u.id', 's.uploaded_by')
    .selectAll('s')
    .select([
      'u.full_name as uploader_name',
      count(null).as('operations'),
      count('matched').as('matched'),
      count('unmatched').as('unmatched'),
    ])
    .where('s.company_id', '=', company_id);
}
export type ShownStatement = Awaited<ReturnType<ReturnType<typeof shownStatements>['execute']>>[number];

export function findStatement(db: Handle, company_id: number, statement_id: number) {
  return shownStatements(db, company_id).where('s.id', '=', statement_id).executeTakeFirstOrThrow();
}

export async function listStatements(db: Handle, company_id: number, page: { page: number; limit: number }) {
  const rows = await shownStatements(db, company_id)
    .orderBy('s.id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute();
  const { total } = await db
    .selectFrom('bank_statements')
    .select(sql<number>`count(*)`.as('total'))
    .where('company_id', '=', company_id)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

function shownOperations(db: Handle, company_id: number) {
  return db
    .selectFrom('bank_operations as p')
    .leftJoin('payment_orders as o', (join) =>
      join.onRef('o.company_id', '=', 'p.company_id').onRef('o.id', '=', 'p.order_id'),
    )
    .leftJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'o.company_id').onRef('a.id', '=', 'o.act_id'),
    )
    .selectAll('p')
    .select(['o.number as order_number', 'a.number as act_number', 'a.year as act_year'])
    .where('p.company_id', '=', company_id);
}
export type ShownOperation = Awaited<ReturnType<ReturnType<typeof shownOperations>['execute']>>[number];

export function findOperation(db: Handle, company_id: number, operation_id: number) {
  return shownOperations(db, company_id).where('p.id', '=', operation_id).executeTakeFirst();
}

export async function listOperations(
  db: Handle,
  company_id: number,
  filter: {
    statement_id?: number | undefined;
    state?: Selectable<Tables['bank_operations']>['state'] | undefined;
    direction?: 'out' | 'in' | undefined;
  },
  page: { page: number; limit: number },
) {
  let query = shownOperations(db, company_id);
  if (filter.statement_id) query = query.where('p.statement_id', '=', filter.statement_id);
  if (filter.state) query = query.where('p.state', '=', filter.state);
  if (filter.direction) query = query.where('p.direction', '=', filter.direction);
  const rows = await query
    .orderBy('p.day', 'desc')
    .orderBy('p.id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute();
  return { rows, ...(await countRows(db, query.clearSelect().select('p.id'))) };
}

/** Money that went out and that nobody has said anything about yet. */
export async function countUnmatched(db: Handle, company_id: number): Promise<number> {
  const { n } = await db
    .selectFrom('bank_operations')
    .select(sql<number>`count(*)`.as('n'))
    .where('company_id', '=', company_id)
    .where('state', '=', 'unmatched')
    .where('direction', '=', 'out')
    .executeTakeFirstOrThrow();
  return n;
}
