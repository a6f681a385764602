import { sql, type Selectable } from 'kysely';
import type { StatementFault } from '../../adapters/bank-files/bank-files.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { listedOrders, mayBeDebited } from './listed-orders.queries.ts';

/** Why an operation of a statement was not taken. */
export interface StatementRefusal {
  code: StatementFault['code'] | 'future';
  line: number;
  value: string;
}

export interface NewStatement {
  company_id: number;
  name: string;
  sha256: Buffer;
  iban: string | null;
  date_from: string | null;
  date_to: string | null;
  opening_tiyn: bigint | null;
  closing_tiyn: bigint | null;
  /** Operations that were not taken, as JSON of `StatementRefusal[]`. */
  refused: string;
  /** The connected bank that was asked; null: a file. */
  bank: string | null;
  /** By which a table was read; null: a 1C file or a connected bank. */
  mapping_id: number | null;
  /** Null: asked by the clock. */
  uploaded_by: number | null;
  api_key_id: number | null;
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
    .where((eb) => eb.and({ company_id, sha256 }))
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
  currency: string;
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

/** Of these fingerprints, in hex, those that a statement has told of, with that statement. */
export async function listKnownOperations(
  db: Handle,
  company_id: number,
  fingerprints: readonly Buffer[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ mark: string; statement_id: number }>`
    select encode(fingerprint, 'hex') as mark, statement_id from bank_operations
    where company_id = ${company_id} and fingerprint = any(${fingerprints}::bytea[])`.execute(db);
  return new Map(rows.map(({ mark, statement_id }) => [mark, statement_id]));
}

/** What statements of other forms have told of an account on these days and with these sums. */
export async function listToldOtherwise(
  db: Handle,
  company_id: number,
  account: string,
  form: { bank: string | null; mapping_id: number | null },
  rows: readonly Pick<NewOperation, 'day' | 'amount_tiyn'>[],
) {
  if (rows.length === 0) return [];
  return db
    .selectFrom('bank_operations as p')
    .innerJoin('bank_statements as s', (join) =>
      join.onRef('s.company_id', '=', 'p.company_id').onRef('s.id', '=', 'p.statement_id'),
    )
    .select(['p.direction', 'p.number', 'p.day', 'p.amount_tiyn', 'p.currency', 'p.purpose'])
    .select(['p.counterparty_iban', 'p.counterparty_bin', 'p.fingerprint'])
    .where((eb) => eb.and({ 'p.company_id': company_id, 's.iban': account }))
    .where(
      sql<boolean>`(s.bank, s.mapping_id) is distinct from (${form.bank}::text, ${form.mapping_id}::bigint)`,
    )
    .where(
      sql<boolean>`(p.day, p.amount_tiyn) in (select * from unnest(${rows.map(({ day }) => day)}::date[],
        ${rows.map(({ amount_tiyn }) => String(amount_tiyn))}::bigint[]))`,
    )
    .orderBy('p.id')
    .execute();
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

const OPERATION_COLUMNS = `company_id bigint, statement_id bigint, line integer, fingerprint bytea, direction text,
  number text, day date, amount_tiyn bigint, currency text, counterparty_name text, counterparty_bin text,
  counterparty_iban text, knp text, purpose text`;

const OPERATION_NAMES = OPERATION_COLUMNS.replaceAll(/ (bigint|integer|bytea|text|date)\b/g, '');

/** Those that no earlier statement has told of. One parameter a thousand rows: a statement may have 50,000. */
export async function addOperations(tx: Tx, operations: readonly NewOperation[]): Promise<void> {
  for (let at = 0; at < operations.length; at += 1_000) {
    const said = operations.slice(at, at + 1_000).map(({ fingerprint, amount_tiyn, ...operation }) => {
      return {
        ...operation,
        amount_tiyn: String(amount_tiyn),
        fingerprint: `\\x${fingerprint.toString('hex')}`,
      };
    });
    await sql`
      insert into bank_operations (${sql.raw(OPERATION_NAMES)}, state)
      select o.*, 'unmatched' from jsonb_to_recordset(${JSON.stringify(said)}) as o(${sql.raw(OPERATION_COLUMNS)})
      on conflict (company_id, fingerprint) do nothing`.execute(tx);
  }
}

/** Debits that wait and that nobody has taken back, each with the account that its statement is about. */
export function listOpenDebits(tx: Tx, company_id: number) {
  return tx
    .selectFrom('bank_operations as p')
    .innerJoin('bank_statements as s', (join) =>
      join.onRef('s.company_id', '=', 'p.company_id').onRef('s.id', '=', 'p.statement_id'),
    )
    .select([
      'p.id',
      'p.number',
      'p.day',
      'p.amount_tiyn',
      'p.counterparty_iban',
      'p.counterparty_bin',
      'p.knp',
      'p.purpose',
      's.iban as account',
      sql<boolean>`exists (select from banks b where b.bin = p.counterparty_bin)`.as('is_to_bank'),
    ])
    .where('p.company_id', '=', company_id)
    .where('p.state', '=', 'unmatched')
    .where('p.direction', '=', 'out')
    .where('p.currency', '=', 'KZT')
    .where('p.left_to_person', '=', false)
    .orderBy('p.day')
    .orderBy('p.id')
    .forUpdate('p')
    .execute();
}

export type OpenDebit = Awaited<ReturnType<typeof listOpenDebits>>[number];

/**
 * Orders that the bank may have carried out, locked: open ones, and those that are settled and that no statement has shown
 * yet, if they or their file are over one of these sums; each with the kind of its file.
 */
export async function lockMatchableOrders(tx: Tx, company_id: number, { sums }: { sums: readonly bigint[] }) {
  const locked = await lockOrdersOf(tx, company_id, sums);
  const settled = locked.flatMap(({ id, status }) => (status === 'settled' ? [id] : []));
  if (settled.length === 0) return locked;
  // While an order was waited for, a user may have matched what was stated of it; the lock reads its own row again only.
  const stated = await tx
    .selectFrom('settlements as m')
    .innerJoin('payment_orders as o', (join) =>
      join.onRef('o.company_id', '=', 'm.company_id').onRef('o.id', '=', 'm.order_id'),
    )
    .select('o.id')
    .where((eb) => eb.and({ 'o.company_id': company_id, 'o.id': sql<number>`any(${settled}::bigint[])` }))
    .where(isStatedWhole)
    .execute();
  const open = new Set(stated.map(({ id }) => id));
  return locked.filter(({ id, status }) => status !== 'settled' || open.has(id));
}

/** Of a settlement `m` of the order `o`: the whole order was stated and no statement has shown it yet. */
const isStatedWhole = sql<boolean>`m.amount_tiyn = o.amount_tiyn and m.operation_id is null and m.undone_at is null`;

function lockOrdersOf(tx: Tx, company_id: number, sums: readonly bigint[]) {
  return listedOrders(tx, company_id)
    .select(
      // Only of files that a bank may take as one sum: counted for each order of others, a month is its square.
      sql<number>`case when f.format in ('mt102', 'xlsx') then coalesce(d.orders, (select count(*)
        from payment_orders x where x.company_id = o.company_id and x.payment_file_id = o.payment_file_id
        and (f.format <> 'mt102' or (x.payee_bic = o.payee_bic and x.knp = o.knp)))) else 0 end`.as(
        'list_orders',
      ),
    )
    .where(mayBeDebited(isStatedWhole))
    .where((eb) =>
      eb.or([
        eb('o.amount_tiyn', '=', sql<bigint>`any(${sums.map(String)}::bigint[])`),
        eb('f.format', 'in', ['mt102', 'xlsx']),
      ]),
    )
    .orderBy('o.id')
    .forUpdate('o')
    .execute();
}

export type OperationRow = Selectable<Tables['bank_operations']>;

export function lockOperation(tx: Tx, company_id: number, operation_id: number) {
  return tx
    .selectFrom('bank_operations')
    .selectAll()
    .where((eb) => eb.and({ company_id, id: operation_id }))
    .forUpdate()
    .executeTakeFirst();
}

export async function settleOperation(
  tx: Tx,
  company_id: number,
  operation_id: number,
  change: {
    state: OperationRow['state'];
    kind?: OperationRow['kind'];
    rule_id?: number | null;
    note?: string | null;
    left_to_person?: boolean;
  },
  user_id: number | null,
): Promise<void> {
  await tx
    .updateTable('bank_operations')
    .set({
      kind: null,
      rule_id: null,
      note: null,
      ...change,
      settled_by: user_id,
      settled_at: sql<Date>`now()`,
    })
    .where((eb) => eb.and({ company_id, id: operation_id }))
    .execute();
}

/** The same of debits that are matched without a person. */
export async function setMatched(
  tx: Tx,
  company_id: number,
  operation_ids: readonly number[],
): Promise<void> {
  await tx
    .updateTable('bank_operations')
    .set({
      state: 'matched',
      kind: null,
      rule_id: null,
      note: null,
      settled_by: null,
      settled_at: sql<Date>`now()`,
    })
    .where((eb) => eb.and({ company_id, id: sql<number>`any(${[...operation_ids]}::bigint[])` }))
    .execute();
}

/** An account of the company, also one that it has closed since or paid from before. */
export async function isOwnAccount(tx: Tx, company_id: number, iban: string): Promise<boolean> {
  const own = await tx
    .selectFrom('bank_requisites')
    .select('id')
    .where((eb) => eb.and({ company_id, iban }))
    .executeTakeFirst();
  if (own) return true;
  return hasRow(
    tx
      .selectFrom('payment_orders')
      .select('id')
      .where((eb) => eb.and({ company_id, payer_iban: iban }))
      .limit(1),
  );
}
