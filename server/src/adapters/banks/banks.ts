import type {
  BankFault,
  BankKind,
  BankSetting,
  FieldMap,
  StatusMap,
} from '@kelisim/shared/features/integrations/bank-kinds.ts';

/**
 * A bank that takes payment orders. `end_to_end_id` is ours, permanently unique, and the bank's duplicate check: the
 * same id again is the same order. Calls may be slow or throw; after a throw the outcome is unknown.
 */
export interface PaymentBank {
  /** Short name as on the wire (`banking_integration_type`), or `SANDBOX`. */
  name: string;
  /** Does whatever can fail before an order is sent; after a throw nothing was sent. */
  prepare?(): Promise<void>;
  submit(order: BankOrder): Promise<BankAnswer>;
  /** Returns the bank's state of an order; `not_found` if it never arrived. */
  status(end_to_end_id: string): Promise<BankAnswer | { status: 'not_found' }>;
  /** Returns the balances of the accounts the bank knows; absent if it has no such call. */
  balances?(ibans: readonly string[]): Promise<AccountBalance[]>;
}

export interface AccountBalance {
  iban: string;
  amount_tiyn: bigint;
}

/** Whole days of Almaty, both included, `YYYY-MM-DD`. */
export interface StatementPeriod {
  from: string;
  to: string;
}

export interface AccountStatement {
  iban: string;
  opening_tiyn: bigint | null;
  closing_tiyn: bigint | null;
  operations: AccountOperation[];
}

export interface AccountOperation {
  direction: 'out' | 'in';
  /** As the bank writes it; empty where it has none. */
  number: string;
  /** `YYYY-MM-DD` */
  date: string;
  amount_tiyn: bigint;
  /** To whom or from whom. */
  other: { name: string; bin: string | null; iban: string | null };
  knp: string | null;
  purpose: string;
}

export interface BankOrder {
  end_to_end_id: string;
  amount_tiyn: bigint;
  knp: string;
  purpose: string;
  payer: BankParty;
  payee: BankParty;
  /** The address for the bank's callback. */
  callback_url?: string;
}

export interface BankParty {
  name: string;
  bin: string;
  iban: string;
  bic: string;
  kbe: string;
}

export type BankAnswer =
  | { status: 'accepted' }
  | { status: 'settled' }
  | { status: 'rejected'; reason: string };

/** A company's settings of its bank. */
export interface BankAccess {
  /** Changes with every edit: what was cached under another revision is not used. */
  revision: string;
  settings: Partial<Record<BankSetting, string>>;
  field_map: FieldMap;
  status_map: StatusMap;
  /** `client_secret`, and for BCC `refresh_token`. Never logged, never returned. */
  secrets: BankSecrets;
  /**
   * Calls the bank with the current secrets and stores those it returns instead, before any other caller uses
   * them: a bank that returns a new secret each time invalidates the previous one.
   */
  renew<Told>(ask: (secrets: BankSecrets) => Promise<{ told: Told; secrets: BankSecrets }>): Promise<Told>;
}

export type BankSecrets = Readonly<Record<string, string>>;

/** The bank cannot be asked, or its answer is unusable. The message contains neither secret nor address. */
export class BankUnusable extends Error {
  readonly fault: BankFault;
  constructor(fault: BankFault) {
    super(`bank unusable: ${fault}`);
    this.name = 'BankUnusable';
    this.fault = fault;
  }
}

export type BankCheck =
  /** `accounts`: those the bank has named, where it names them. */
  { outcome: 'works'; accounts: string[] } | { outcome: 'by_file' } | { outcome: 'failed'; fault: BankFault };

/** One kind of bank: what it offers, and how to call it. */
export interface BankConnector {
  kind: BankKind;
  /** False if connecting has no effect: there is no API for clients, or the operator has no agreement. */
  is_open: boolean;
  /** Returns what these settings allow. */
  abilities(access: Pick<BankAccess, 'settings'>): {
    pays: boolean;
    tells_balances: boolean;
    tells_statements: boolean;
  };
  /** Throws `BankUnusable` for an address that must not be called; makes no request. */
  assertUsable(access: Pick<BankAccess, 'settings'>): void;
  /** Asks the bank now. Does not throw. */
  check(access: BankAccess): Promise<BankCheck>;
  /** Null if it takes no payment orders. */
  open(access: BankAccess): PaymentBank | null;
  balances(access: BankAccess, ibans: readonly string[]): Promise<AccountBalance[]>;
  /** Returns the operations of the accounts the bank knows; absent if it offers none. Throws as `balances` does. */
  statements?(
    access: BankAccess,
    ibans: readonly string[],
    period: StatementPeriod,
  ): Promise<AccountStatement[]>;
  /** Only for a bank whose client must consent first. */
  consent?: {
    /** A page of the bank, which leads back to `return_url` with `code`. */
    address(client_bin: string, return_url: string): Promise<string>;
    /** Secrets to keep. */
    take(code: string, return_url: string): Promise<Record<string, string>>;
    revoke(access: BankAccess): Promise<void>;
  };
}

/** Each kind of bank by its name. */
export type BankConnectors = Record<BankKind, BankConnector>;
