import type {
  BankFault,
  BankKind,
  BankSetting,
  FieldMap,
  StatusMap,
} from '@kelisim/shared/features/integrations/bank-kinds.ts';

/**
 * A bank that takes payment orders. `end_to_end_id` is ours, permanently unique, and the bank's duplicate check: the
 * same id again is the same order. Calls may take long or throw; a throw means that nothing is known.
 */
export interface PaymentBank {
  /** Short name as on the wire (`banking_integration_type`), or `SANDBOX`. */
  name: string;
  /** Whatever can fail before an order is sent; a throw means that nothing was. */
  prepare?(): Promise<void>;
  submit(order: BankOrder): Promise<BankAnswer>;
  /** What the bank knows of an order; `not_found` when it never came. */
  status(end_to_end_id: string): Promise<BankAnswer | { status: 'not_found' }>;
  /** What lies on these accounts, of those the bank knows; absent where it has no way of asking. */
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
  /** Where the bank may say that the order has moved. */
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

/** What a company has told us of its bank. */
export interface BankAccess {
  /** Changes with every change of it: what was learned under another revision is not used. */
  revision: string;
  settings: Partial<Record<BankSetting, string>>;
  field_map: FieldMap;
  status_map: StatusMap;
  /** `client_secret`, and of BCC `refresh_token`. Never logged, never answered. */
  secrets: BankSecrets;
  /**
   * Asks the bank with the secrets of this moment and keeps those that it gives in their stead, before anybody else asks
   * with them: a bank that gives another secret each time knows the one before no more.
   */
  renew<Told>(ask: (secrets: BankSecrets) => Promise<{ told: Told; secrets: BankSecrets }>): Promise<Told>;
}

export type BankSecrets = Readonly<Record<string, string>>;

/** The bank cannot be asked, or its answer is of no use. Its message holds neither secret nor address. */
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

/** One kind of bank: what can be had from it, and how. */
export interface BankConnector {
  kind: BankKind;
  /** False where nothing follows from connecting it: there is no API for clients, or no agreement of the operator. */
  is_open: boolean;
  /** What such settings are good for. */
  abilities(access: Pick<BankAccess, 'settings'>): {
    pays: boolean;
    tells_balances: boolean;
    tells_statements: boolean;
  };
  /** Throws `BankUnusable` for an address that would never be asked; asks nobody. */
  assertUsable(access: Pick<BankAccess, 'settings'>): void;
  /** Asks the bank now. Does not throw. */
  check(access: BankAccess): Promise<BankCheck>;
  /** Null where nothing is paid through it. */
  open(access: BankAccess): PaymentBank | null;
  balances(access: BankAccess, ibans: readonly string[]): Promise<AccountBalance[]>;
  /** What happened on these accounts, of those the bank knows; only of a bank that tells it. Throws as `balances` does. */
  statements?(
    access: BankAccess,
    ibans: readonly string[],
    period: StatementPeriod,
  ): Promise<AccountStatement[]>;
  /** Only of a bank whose client has to agree first. */
  consent?: {
    /** A page of the bank, which leads back to `return_url` with `code`. */
    address(client_bin: string, return_url: string): Promise<string>;
    /** Secrets to keep. */
    take(code: string, return_url: string): Promise<Record<string, string>>;
    revoke(access: BankAccess): Promise<void>;
  };
}

/** Each kind of bank by its word. */
export type BankConnectors = Record<BankKind, BankConnector>;
