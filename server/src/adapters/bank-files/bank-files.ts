import type { FileRule } from '@kelisim/shared/features/payments/file-rules.ts';
import type { ChangedCharacter } from '../../platform/text-encoding.ts';

/** Files exchanged with a bank's own program: payment orders out, statements in. Nothing is sent. */
export interface BankFiles {
  /** Writes the orders as one kind of file, with its extension and media type. */
  write(
    code: PaymentFileCode,
    batch: OrderBatch,
  ): Promise<WrittenFile & { extension: string; media_type: string }>;
  /** Returns what the payer's bank would make of the orders; a file with faults is not given out. */
  check(code: PaymentFileCode, batch: OrderBatch): FileCheck;
  /** A list of people to the State Corporation, as MT102. */
  writeContributions(list: ContributionList): WrittenFile;
  /** What such a list needs of a person and does not find; null when there is all. */
  lackOf(person: Pick<Contributor, 'name' | 'iin'>): 'iin' | 'name' | null;
  /** Never throws for what the file holds. */
  readStatement(bytes: Uint8Array): StatementResult;
}

/** One kind of file. */
export interface PaymentFileFormat {
  extension: string;
  media_type: string;
  write(batch: OrderBatch, profile: BankProfile): WrittenFile | Promise<WrittenFile>;
}

/** What the program of a bank takes. */
export interface BankProfile {
  /** No rules of this bank itself are known: those that banks have in common are used. */
  is_general: boolean;
  charset: 'windows-1251';
  line_end: string;
  /** In characters. */
  max: { purpose: number };
  /** Clearing address of the sender in the head of MT forms. */
  mt_sender: string;
  /** Of MT102. `knp`: the only ones that a list may have; null: any. */
  lists: { individuals_only: boolean; knp: readonly string[] | null };
}

export interface FileCheck {
  profile: BankProfile;
  faults: FileFault[];
  /** For a list of people: the sum that the bank takes for all of them at once. Empty where each order is a debit. */
  debits: FileDebit[];
}

/** A rule of the profile that an order breaks. */
export interface FileFault {
  rule: FileRule;
  /** Of the order. */
  number: number;
  value?: string;
  max?: number;
}

export interface FileDebit {
  /** Of the first order in it. */
  number: number;
  bic: string;
  bank_name: string;
  people: number;
  amount_tiyn: bigint;
  /** Numbers of all its orders. */
  orders: number[];
}

export const PAYMENT_FILE_CODES = ['1c', 'mt102', 'mt100', 'xlsx'] as const;
export type PaymentFileCode = (typeof PAYMENT_FILE_CODES)[number];

export interface WrittenFile {
  bytes: Uint8Array;
  /** Characters that the form or its encoding cannot hold; `to` is empty where one was left out. The user is told. */
  changed: ChangedCharacter[];
}

export interface OrderBatch {
  /** Day and time in Almaty, `YYYY-MM-DD HH:mm:ss`. */
  made_at: string;
  payer: FileParty;
  /** The head of the payer, who signs. */
  chief: string;
  /** The payer's accountant; omitted if there is none. */
  bookkeeper: string | null;
  /** The BIC of a payee's bank → its transit account, which MT102 needs. */
  transit: ReadonlyMap<string, string>;
  /** BIC → the three digits in every IBAN of the bank, where they are known. */
  bank_codes: ReadonlyMap<string, string>;
  orders: FileOrder[];
}

export interface FileOrder {
  /** Of the payment order, per company and year, from 1. */
  number: number;
  /** `YYYY-MM-DD` */
  date: string;
  amount_tiyn: bigint;
  payee: FilePayee;
  /** Of the work that is paid, `YYYY-MM`. */
  month: string;
  /** Three digits. */
  knp: string;
  purpose: string;
}

export interface FileParty {
  name: string;
  bin: string;
  /** Two digits: residency and sector. */
  kbe: string;
  iban: string;
  bic: string;
  bank_name: string;
  bank_bin: string | null;
}

export interface FilePayee extends FileParty {
  /** A sole trader (ИП) has an ИИН too, and is none. */
  kind: 'individual' | 'undertaking';
  /** Surname, name and patronymic of an individual, as their certificate has them; null if unknown. */
  full_name: string | null;
}

/** One kind of contribution of a month, for each of its people. */
export interface ContributionList extends Pick<OrderBatch, 'payer' | 'chief' | 'bookkeeper'> {
  number: number;
  /** `YYYY-MM-DD`, the day on which it is made. */
  date: string;
  /** Of the payments, `YYYY-MM`. */
  month: string;
  knp: string;
  /** Which contributions it holds: `C` for pensions, `S` for social ones. */
  letter: string;
  purpose: string;
  payee: Pick<FileParty, 'name' | 'bin' | 'kbe' | 'iban' | 'bic'>;
  people: Contributor[];
}

export interface Contributor {
  /** Surname, name and patronymic. */
  name: string;
  iin: string;
  amount_tiyn: bigint;
}

/** A bank statement of an account. */
export interface Statement {
  iban: string | null;
  /** `YYYY-MM-DD`, where the file says them. */
  date_from: string | null;
  date_to: string | null;
  opening_tiyn: bigint | null;
  closing_tiyn: bigint | null;
  operations: StatementOperation[];
  /** Operations that could not be read; the others are not touched by them. */
  refused: StatementFault[];
}

export interface StatementOperation {
  /** Line in the file, for error messages. */
  line: number;
  direction: 'out' | 'in';
  /** As the bank writes it: `NT-000101`. */
  number: string;
  /** Of the operation, `YYYY-MM-DD`. */
  date: string;
  /** In hundredths of the currency. */
  amount_tiyn: bigint;
  /** Three letters of ISO 4217. Only `KZT` can settle a payment order. */
  currency: string;
  payer: StatementParty;
  payee: StatementParty;
  knp: string | null;
  purpose: string;
}

export interface StatementParty {
  name: string;
  bin: string | null;
  /** An account abroad that is no IBAN stands as it is written. */
  iban: string | null;
}

export type StatementResult =
  | { status: 'ok'; statement: Statement }
  | { status: 'fault'; fault: StatementFault };

/** Why a statement, or one operation of it, cannot be read; `line` is the one to look at. */
export type StatementFault = {
  code:
    | 'not_statement'
    | 'no_end'
    | 'wrong_amount'
    | 'wrong_date'
    | 'wrong_account'
    | 'wrong_currency'
    | 'several_accounts'
    | 'no_amount'
    | 'no_direction'
    | 'unexpected'
    | 'too_many';
  line: number;
  value: string;
};
