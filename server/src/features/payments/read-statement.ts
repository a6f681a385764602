import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { createHash } from 'node:crypto';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { StatementMapping } from '@kelisim/shared/features/payments/statement-tables.contract.ts';
import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import type { StatementFault, StatementOperation } from '../../adapters/bank-files/bank-files.ts';
import type { AccountStatement, StatementPeriod } from '../../adapters/banks/banks.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { matchAlone } from './match-alone.ts';
import { readStatementTable, takeTable, type Reader } from './take-table.ts';
import { dropToldOtherwise } from './told-otherwise.ts';
import { makeMarks, type MarkedOperation } from './operation-mark.ts';
import {
  addOperations,
  addStatement,
  findStatementByHash,
  listKnownOperations,
  listToldOtherwise,
  lockStatements,
  type NewOperation,
  type StatementRefusal,
  isOwnAccount,
} from './statements.queries.ts';

/**
 * Reads a statement and settles what it names beyond doubt; everything else is left to a person. Where
 * earlier statements have told of all its operations, the last of those is answered.
 */
export async function readStatement(
  parts: Parts,
  tx: Tx,
  actor: Reader,
  upload: Upload,
  mapping?: StatementMapping,
): Promise<{ statement_id: number; added: number; already_read: number }> {
  const { company_id } = actor;
  const bytes = await upload.read();
  const result = parts.bank_files.readStatement(bytes);
  // Two that read the same operations at once would both find them new.
  await lockStatements(tx, company_id);
  const { statement, mapping_id } =
    result.status === 'ok'
      ? { ...result, mapping_id: null }
      : await readOther(parts, tx, actor, bytes, result.fault, mapping);
  const { operations, refused, ...head } = statement;
  if (head.iban !== null && !(await isOwnAccount(tx, company_id, head.iban)))
    throw new Problem('statement.foreign', { field: 'file', values: { iban: head.iban } });
  const { told, faults } = refuseFuture(operations, refused, almatyDate(parts.clock.now()));
  if (told.length === 0)
    throw faults[0] ? faultOf(faults[0]) : new Problem('statement.empty', { field: 'file' });
  const form = { bank: null, mapping_id };
  const rows = toRows(
    company_id,
    head.iban,
    told.map(({ payer, payee, ...operation }) => ({
      ...operation,
      other: operation.direction === 'out' ? payee : payer,
    })),
  );
  const { news, known_in } = await findNews(tx, company_id, head.iban, form, rows);
  const counts = { added: news.length, already_read: rows.length - news.length };
  if (news.length === 0 && faults.length === 0 && known_in !== null)
    return { statement_id: known_in, ...counts };
  const statement_id =
    (await addStatement(tx, {
      ...head,
      company_id,
      name: upload.name,
      sha256: upload.sha256,
      refused: JSON.stringify(faults.slice(0, MOST_REFUSED)),
      ...form,
      uploaded_by: actor.user_id,
      api_key_id: actor.key?.id ?? null,
    })) ?? (await findStatementByHash(tx, company_id, upload.sha256)).id;
  await takeOperations(tx, company_id, statement_id, news);
  return { statement_id, ...counts };
}

/** What is no 1C file may be a table. */
async function readOther(
  parts: Parts,
  tx: Tx,
  actor: Reader,
  bytes: Uint8Array,
  fault: StatementFault,
  mapping: StatementMapping | undefined,
) {
  const table = fault.code === 'not_statement' ? await readStatementTable(parts, bytes) : null;
  if (table === null) throw faultOf(fault);
  return takeTable(tx, actor, table, mapping);
}

/** More than anybody reads; a file with more is not a statement of this kind. */
const MOST_REFUSED = 1_000;

function faultOf({ code, line, value }: StatementRefusal): Problem {
  return new Problem(`statement.${code}`, { field: 'file', values: { line, value } });
}

/** What a bank has not carried out yet is no operation; the same file can be read again when its day has come. */
function refuseFuture(operations: readonly StatementOperation[], refused: StatementFault[], today: string) {
  const faults: StatementRefusal[] = [
    ...refused,
    ...operations
      .filter(({ date }) => date > today)
      .map(({ line, date }) => ({ code: 'future' as const, line, value: formatDate(date) })),
  ];
  return {
    told: operations.filter(({ date }) => date <= today),
    faults: faults
      .map((fault) => ({ ...fault, value: kept(fault.value, 100) }))
      .toSorted((a, b) => a.line - b.line),
  };
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
  await lockStatements(tx, company_id);
  const rows = toRows(
    company_id,
    iban,
    operations.map((operation, at) => ({ ...operation, currency: 'KZT', line: at + 1 })),
  );
  const form = { bank, mapping_id: null };
  const { news } = await findNews(tx, company_id, iban, form, rows);
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
    refused: '[]',
    ...form,
    uploaded_by: by.user_id,
    api_key_id: null,
  });
  if (statement_id !== null) await takeOperations(tx, company_id, statement_id, news);
  return statement_id;
}

/** Those that no statement has told of, and the last statement that told of the others. */
async function findNews(
  tx: Tx,
  company_id: number,
  account: string | null,
  form: { bank: string | null; mapping_id: number | null },
  rows: readonly { row: ToldRow; old_mark: Buffer }[],
): Promise<{ news: ToldRow[]; known_in: number | null }> {
  const marks = rows.flatMap(({ row, old_mark }) => [row.fingerprint, old_mark]);
  const known = await listKnownOperations(tx, company_id, marks);
  const isKnown = (mark: Buffer) => known.has(mark.toString('hex'));
  const unknown = rows.flatMap(({ row, old_mark }) =>
    isKnown(row.fingerprint) || isKnown(old_mark) ? [] : [row],
  );
  const others = account ? await listToldOtherwise(tx, company_id, account, form, unknown) : [];
  return {
    // One that has been met by its mark stands for that row already, and for no second one that is alike.
    news: dropToldOtherwise(
      unknown,
      others.filter(({ fingerprint }) => !isKnown(fingerprint)),
    ),
    known_in: [...known.values()].reduce<number | null>((last, id) => Math.max(last ?? id, id), null),
  };
}

async function takeOperations(
  tx: Tx,
  company_id: number,
  statement_id: number,
  operations: readonly ToldRow[],
): Promise<void> {
  await addOperations(
    tx,
    operations.map((row) => ({ ...row, statement_id })),
  );
  await matchAlone(tx, company_id);
}

/** As much of a text as is stored; half of a sign that is cut through goes with what nobody sees. */
const kept = (text: string, length: number) => dropHidden(text.slice(0, length));

type ToldRow = Omit<NewOperation, 'statement_id'>;

function toRows(
  company_id: number,
  account: string | null,
  operations: readonly (MarkedOperation & { line: number })[],
): { row: ToldRow; old_mark: Buffer }[] {
  const { mark, oldMark } = makeMarks(account);
  return operations.map((operation) => {
    const { other } = operation;
    return {
      row: {
        company_id,
        line: operation.line,
        fingerprint: mark(operation),
        direction: operation.direction,
        number: kept(operation.number, 100),
        day: operation.date,
        amount_tiyn: operation.amount_tiyn,
        currency: operation.currency,
        counterparty_name: kept(other.name, 300),
        counterparty_bin: other.bin,
        counterparty_iban: other.iban && kept(other.iban, 50),
        knp: operation.knp,
        purpose: kept(operation.purpose, 1_000),
      },
      old_mark: oldMark(operation),
    };
  });
}
