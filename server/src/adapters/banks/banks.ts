/**
 * A bank that takes payment orders. `end_to_end_id` is ours, unique for ever, and the bank's duplicate check: the
 * same id again is the same order. Calls may take long or throw; a throw means that nothing is known.
 */
export interface PaymentBank {
  /** Short name as on the wire (`banking_integration_type`), or `SANDBOX`. */
  name: string;
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

export interface BankOrder {
  end_to_end_id: string;
  amount_tiyn: bigint;
  knp: string;
  purpose: string;
  payer: BankParty;
  payee: BankParty;
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
