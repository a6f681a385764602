import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { createHash } from 'node:crypto';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import type { AccountOperation, AccountStatement, StatementPeriod } from '../../adapters/banks/banks.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { encodeWindows1251 } from '../../platform/text-encoding.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { moveOrder, theBank, type OrderRow } from './move-order.ts';
import {
  addOperations,
  addStatement,
  findStatementByHash,
  listKnownOperations,
  lockOpenOrders,
  lockStatements,
  settleOperation,
  type NewOperation,
} from './statements.queries.ts';

/** Reads a statement and settles what it names beyond doubt; everything else is left to a person. */
export async function readStatement(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  upload: Upload,
): Promise<number> {
  const result = parts.bank_files.readStatement(await upload.read());
  if (result.status === 'fault') {
    const { code, line, value } = result.fault;
    throw new Problem(`statement.${code}`, { field: 'file', values: { line, value } });
  }
  const { operations, ...head } = result.statement;
  const { company_id } = actor;
  if (head.iban !== null && !(await isOwnAccount(tx, company_id, head.iban)))
    throw new Problem('statement.foreign', { field: 'file', values: { iban: head.iban } });
  const statement_id = await addStatement(tx, {
    company_id,
    name: upload.name,
    sha256: upload.sha256,
    ...head,
    bank: null,
    uploaded_by: actor.user_id,
  });
  if (statement_id === null) return (await findStatementByHash(tx, company_id, upload.sha256)).id;
  const told = operations.map(({ payer, payee, ...operation }) => ({
    ...operation,
    other: operation.direction === 'out' ? payee : payer,
  }));
  await takeOperations(tx, company_id, statement_id, head.iban, toRows(company_id, head.iban, told));
  return statement_id;
}

/**
 * The same of what a connected bank says. Asked again and again, it says the same again and again: a statement is kept
 * where it tells of something new. Answers its id, or null.
 */
export async function takeStatement(
  tx: Tx,
  by: { company_id: number; user_id: number | null },
  bank: BankKind,
  { from, to }: StatementPeriod,
  { iban, operations, ...head }: AccountStatement,
): Promise<number | null> {
  const { company_id } = by;
  // Two that ask at once would both find it new.
  await lockStatements(tx, company_id);
  const rows = toRows(
    company_id,
    iban,
    operations.map((operation, at) => ({ ...operation, line: at + 1 })),
  );
  const known = await listKnownOperations(tx, company_id, rows);
  const news = rows.filter(({ fingerprint }) => !known.has(fingerprint.toString('hex')));
  if (news.length === 0) return null;
  const said = JSON.stringify([
    bank,
    iban,
    from,
    to,
    news.map(({ fingerprint }) => fingerprint.toString('hex')),
  ]);
  const statement_id = await addStatement(tx, {
    ...head,
    company_id,
    name: bank,
    sha256: createHash('sha256').update(said).digest(),
    iban,
    date_from: from,
    date_to: to,
    bank,
    uploaded_by: by.user_id,
  });
  if (statement_id !== null) await takeOperations(tx, company_id, statement_id, iban, news);
  return statement_id;
}

async function takeOperations(
  tx: Tx,
  company_id: number,
  statement_id: number,
  account: string | null,
  operations: readonly ToldRow[],
): Promise<void> {
  const rows = operations.map((row) => ({ ...row, statement_id }));
  const added = await addOperations(tx, rows);
  const byLine = new Map(added.map(({ id, line }) => [line, id]));
  const fresh = rows.flatMap((row) => {
    const id = byLine.get(row.line);
    return id === undefined ? [] : [{ id, ...row }];
  });
  await matchOperations(tx, company_id, fresh, account);
}

/** An account of the company, also one that it has closed since or paid from before. */
async function isOwnAccount(tx: Tx, company_id: number, iban: string): Promise<boolean> {
  const own = await tx
    .selectFrom('bank_requisites')
    .select('id')
    .where('company_id', '=', company_id)
    .where('iban', '=', iban)
    .executeTakeFirst();
  if (own) return true;
  const paid = await tx
    .selectFrom('payment_orders')
    .select('id')
    .where('company_id', '=', company_id)
    .where('payer_iban', '=', iban)
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

type ToldRow = Omit<NewOperation, 'statement_id'>;

function toRows(
  company_id: number,
  account: string | null,
  operations: readonly (AccountOperation & { line: number })[],
): ToldRow[] {
  // Two operations may be alike in everything the bank says of them: then they are told apart by their order.
  const seen = new Map<string, number>();
  return operations.map((operation) => {
    const { other } = operation;
    const said = JSON.stringify([
      account,
      operation.direction,
      operation.number,
      operation.date,
      String(operation.amount_tiyn),
      other.iban,
      operation.purpose,
    ]);
    const times = seen.get(said) ?? 0;
    seen.set(said, times + 1);
    return {
      company_id,
      line: operation.line,
      fingerprint: createHash('sha256').update(`${said}${times}`).digest(),
      direction: operation.direction,
      number: dropHidden(operation.number).slice(0, 100),
      day: operation.date,
      amount_tiyn: operation.amount_tiyn,
      counterparty_name: dropHidden(other.name).slice(0, 300),
      counterparty_bin: other.bin,
      counterparty_iban: other.iban,
      knp: operation.knp,
      purpose: dropHidden(operation.purpose).slice(0, 1_000),
    };
  });
}

type Row = NewOperation & { id: number };

/**
 * An operation is an order when the account of the payee, the sum and either the number or the purpose agree, and
 * exactly one open order is like that. Where two are, a person says which.
 */
async function matchOperations(
  tx: Tx,
  company_id: number,
  operations: readonly Row[],
  account: string | null,
): Promise<void> {
  const out = operations.filter((row) => row.direction === 'out' && row.counterparty_iban !== null);
  if (out.length === 0) return;
  const ibans = [...new Set(out.map((row) => row.counterparty_iban!))];
  const open = await lockOpenOrders(tx, company_id, ibans);
  const taken = new Set<number>();
  for (const row of out) {
    const alike = open.filter(
      (order) =>
        !taken.has(order.id) && (account === null || order.payer_iban === account) && isAlike(order, row),
    );
    const [order] = alike;
    if (!order || alike.length > 1) continue;
    taken.add(order.id);
    if (await moveOrder(tx, order, 'settle', theBank))
      await settleOperation(tx, company_id, row.id, { state: 'matched', order_id: order.id }, null);
  }
}

function isAlike(order: OrderRow, row: Row): boolean {
  if (order.payee_iban !== row.counterparty_iban || order.amount_tiyn !== row.amount_tiyn) return false;
  if (order.sent_at && almatyDate(order.sent_at) > row.day) return false;
  const number = row.number.replace(/^\D*0*/, '');
  const sameNumber = order.number !== null && number === String(order.number);
  return (
    sameNumber || plain(order.purpose) === plain(row.purpose) || row.purpose.includes(order.end_to_end_id)
  );
}

/** Words as they come back from a bank: without letters its encoding lacks, blanks and case. */
function plain(purpose: string): string {
  const windows = new TextDecoder('windows-1251').decode(encodeWindows1251(purpose).bytes);
  return windows.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
