import type { ChangedCharacter } from '../../platform/text-encoding.ts';

/** Files exchanged with a bank's own program: payment orders out, statements in. Nothing is sent. */
export interface BankFiles {
  /** Writes the orders as one kind of file, with its extension and media type. */
  write(
    code: PaymentFileCode,
    batch: OrderBatch,
  ): Promise<WrittenFile & { extension: string; media_type: string }>;
  /** Never throws for what the file holds. */
  readStatement(bytes: Uint8Array): StatementResult;
}

/** One kind of file. */
export interface PaymentFileFormat {
  extension: string;
  media_type: string;
  write(batch: OrderBatch): WrittenFile | Promise<WrittenFile>;
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
  orders: FileOrder[];
}

export interface FileOrder {
  /** Of the payment order, per company and year, from 1. */
  number: number;
  /** `YYYY-MM-DD` */
  date: string;
  amount_tiyn: bigint;
  payee: FileParty;
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

/** A bank statement of an account. */
export interface Statement {
  iban: string | null;
  /** `YYYY-MM-DD`, where the file says them. */
  date_from: string | null;
  date_to: string | null;
  opening_tiyn: bigint | null;
  closing_tiyn: bigint | null;
  operations: StatementOperation[];
}

export interface StatementOperation {
  /** Line in the file, for error messages. */
  line: number;
  direction: 'out' | 'in';
  /** As the bank writes it: `NT-000101`. */
  number: string;
  /** Of the operation, `YYYY-MM-DD`. */
  date: string;
  amount_tiyn: bigint;
  payer: StatementParty;
  payee: StatementParty;
  knp: string | null;
  purpose: string;
}

export interface StatementParty {
  name: string;
  bin: string | null;
  iban: string | null;
}

export type StatementResult =
  | { status: 'ok'; statement: Statement }
  | { status: 'fault'; fault: StatementFault };

/** Why a statement cannot be read; `line` is the one to look at. */
export type StatementFault = {
  code:
    | 'not_statement'
    | 'no_end'
    | 'wrong_amount'
    | 'wrong_date'
    | 'wrong_account'
    | 'no_amount'
    | 'unexpected'
    | 'too_many';
  line: number;
  value: string;
};
