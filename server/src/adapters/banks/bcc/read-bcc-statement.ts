import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { BankUnusable, type AccountOperation, type AccountStatement } from '../banks.ts';

type Fields = ReadonlyMap<string, unknown>;

/**
 * Pages of a statement of BCC (`info`, `inBalance`, `outBalance`, `transactions`). Its reference names `valueDate`,
 * `amount`, `partyIdn`, `purpose` and leaves the rest to its portal, where two versions spell alike names in two ways:
 * so names are read without case and underscores, each by those under which banks here write it. What is needed and is
 * not told, above all which way the money went, is `wrong_fields` and never guessed.
 */
export function readBccStatement(iban: string, pages: readonly unknown[]): AccountStatement {
  const heads = pages.map(fieldsOf);
  const rows = heads.flatMap((head) => listOf(head)!.map(fieldsOf));
  // Where the sign says the direction, it does so for all of them.
  const isSigned = rows.some((row) => (moneyOf(row, NAMES.amount) ?? 0n) < 0n);
  return {
    iban,
    opening_tiyn: balanceOf(heads[0], NAMES.opening),
    closing_tiyn: balanceOf(heads.at(-1), NAMES.closing),
    operations: rows.map((row) => operationOf(row, isSigned)),
  };
}

/** How many operations a page holds. Throws `BankUnusable` when it is none. */
export function countOperations(page: unknown): number {
  const list = listOf(fieldsOf(page));
  if (!list) throw new BankUnusable('wrong_fields');
  return list.length;
}

const NAMES = {
  opening: ['inbalance', 'openingbalance'],
  closing: ['outbalance', 'closingbalance'],
  balance: ['amount', 'balance', 'value', 'sum'],
  amount: ['amount', 'sum'],
  debit: ['debit', 'debitamount', 'amountdebit', 'debet'],
  credit: ['credit', 'creditamount', 'amountcredit', 'kredit'],
  direction: ['direction', 'debitcredit', 'dc', 'dtkt', 'operationtype', 'transactiontype', 'type'],
  date: ['valuedate', 'operationdate', 'date'],
  number: ['documentnumber', 'docnumber', 'docnum', 'number', 'transactionid', 'id'],
  name: ['partyname', 'counterpartyname'],
  bin: ['partyidn', 'partybin', 'counterpartyidn'],
  iban: ['partyiban', 'partyaccount', 'counterpartyiban', 'counterpartyaccount'],
  knp: ['knp', 'purposecode', 'paymentcode'],
  purpose: ['purpose', 'description', 'details'],
} as const;

const OUT = /^(d|dt|debit|debet|out|outcome|expense|дт|дебет|расход)$/iu;
const IN = /^(c|cr|k|kt|credit|kredit|in|income|кт|кредит|приход)$/iu;

function operationOf(row: Fields, isSigned: boolean): AccountOperation {
  const { direction, amount_tiyn } = movedBy(row, isSigned);
  const date = textOf(row, NAMES.date).slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new BankUnusable('wrong_fields');
  const idn = textOf(row, NAMES.bin).replace(/\D/g, '');
  const iban = textOf(row, NAMES.iban).replace(/\s/g, '').toUpperCase();
  const knp = textOf(row, NAMES.knp);
  return {
    direction,
    number: textOf(row, NAMES.number),
    date,
    amount_tiyn,
    other: {
      name: textOf(row, NAMES.name),
      // As a number it has lost the noughts it begins with.
      bin: idn === '' || idn.length > 12 ? null : idn.padStart(12, '0'),
      iban: /^KZ[0-9A-Z]{18}$/.test(iban) ? iban : null,
    },
    knp: /^\d{3}$/.test(knp) ? knp : null,
    purpose: textOf(row, NAMES.purpose),
  };
}

function movedBy(row: Fields, isSigned: boolean): Pick<AccountOperation, 'direction' | 'amount_tiyn'> {
  const debit = moneyOf(row, NAMES.debit) ?? 0n;
  const credit = moneyOf(row, NAMES.credit) ?? 0n;
  if (debit > 0n !== credit > 0n)
    return debit > 0n ? { direction: 'out', amount_tiyn: debit } : { direction: 'in', amount_tiyn: credit };
  const amount = moneyOf(row, NAMES.amount);
  if (amount === null || amount === 0n) throw new BankUnusable('wrong_fields');
  const amount_tiyn = amount < 0n ? -amount : amount;
  const words = NAMES.direction.map((name) => String(row.get(name) ?? '').trim());
  if (words.some((word) => OUT.test(word))) return { direction: 'out', amount_tiyn };
  if (words.some((word) => IN.test(word))) return { direction: 'in', amount_tiyn };
  if (!isSigned) throw new BankUnusable('wrong_fields');
  return { direction: amount < 0n ? 'out' : 'in', amount_tiyn };
}

function fieldsOf(json: unknown): Fields {
  if (typeof json !== 'object' || json === null) throw new BankUnusable('wrong_fields');
  return new Map(
    Object.entries(json).map(([name, value]) => [name.replaceAll('_', '').toLowerCase(), value]),
  );
}

function listOf(page: Fields): unknown[] | null {
  const list = page.get('transactions');
  return Array.isArray(list) ? list : null;
}

function firstOf(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

function textOf(fields: Fields, names: readonly string[]): string {
  const value = firstOf(fields, names);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Tiyn; the sign is kept. Null where there is no such field; throws for one that is no sum. */
function moneyOf(fields: Fields, names: readonly string[]): bigint | null {
  const text = textOf(fields, names).replace(/\s/g, '').replace(',', '.');
  if (text === '') return null;
  const tiyn = parseMoney(text.replace(/^[-−]/, ''));
  if (tiyn === null) throw new BankUnusable('wrong_fields');
  return /^[-−]/.test(text) ? -tiyn : tiyn;
}

function balanceOf(head: Fields | undefined, names: readonly string[]): bigint | null {
  const value = head && firstOf(head, names);
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? moneyOf(fieldsOf(value), NAMES.balance) : moneyOf(head!, names);
}
