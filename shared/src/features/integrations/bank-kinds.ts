import { OUTBOUND_FAULTS } from '../../kernel/outbound-faults.ts';

/** Banks a company can connect, by the word on the wire (`banking_integration_type`, decisions 8). */
export const BANK_KINDS = ['BCC', 'JUSAN', 'FORTE', 'HALYK', 'CUSTOM'] as const;
export type BankKind = (typeof BANK_KINDS)[number];

/** What a bank is told by, that is no secret. `bank_id` is a row of our list of banks, in digits. */
export const BANK_SETTINGS = [
  'client_id',
  'iban',
  'account_number',
  'bank_id',
  'bic',
  'kbe',
  'api_url',
  'token_url',
  'scopes',
  'submit_path',
  'status_path',
  'balance_path',
] as const;
export type BankSetting = (typeof BANK_SETTINGS)[number];

export interface BankField {
  name: BankSetting | 'client_secret';
  /** `api`: only where the bank is asked over its API, that is, where `api_url` is given. */
  need: 'always' | 'api' | 'never';
}

const always = (...names: BankField['name'][]): BankField[] =>
  names.map((name) => ({ name, need: 'always' }));

/** The form of each bank, in its order (specification 3). */
export const BANK_FORMS: Record<BankKind, readonly BankField[]> = {
  BCC: [],
  JUSAN: always('client_id', 'client_secret'),
  FORTE: always('client_id', 'client_secret', 'iban'),
  HALYK: always('client_id', 'client_secret'),
  CUSTOM: [
    ...always('account_number', 'bank_id', 'bic', 'kbe'),
    { name: 'api_url', need: 'never' },
    { name: 'token_url', need: 'api' },
    { name: 'client_id', need: 'api' },
    { name: 'client_secret', need: 'api' },
    { name: 'scopes', need: 'never' },
    { name: 'submit_path', need: 'never' },
    { name: 'status_path', need: 'never' },
    { name: 'balance_path', need: 'never' },
  ],
};

/** What an order is made of, for a bank that calls these fields otherwise; the same names where it does not. */
export const ORDER_FIELDS = [
  'end_to_end_id',
  'amount',
  'currency',
  'knp',
  'purpose',
  'payer_name',
  'payer_bin',
  'payer_iban',
  'payer_bic',
  'payer_kbe',
  'payee_name',
  'payee_bin',
  'payee_iban',
  'payee_bic',
  'payee_kbe',
  'callback_url',
] as const;
/** Where an answer says what became of an order and why, and what lies on an account. */
export const ANSWER_FIELDS = ['status', 'reason', 'accounts', 'account_iban', 'account_amount'] as const;
export const MAPPED_FIELDS = [...ORDER_FIELDS, ...ANSWER_FIELDS] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];
export type FieldMap = Partial<Record<MappedField, string>>;

/** Words of the bank for each state of an order, separated by commas. */
export const STATUS_WORDS = ['accepted', 'settled', 'rejected'] as const;
export type StatusMap = Partial<Record<(typeof STATUS_WORDS)[number], string>>;

/** Why a bank could not be asked; each has a sentence that says what to do. */
export const BANK_FAULTS = [
  'no_api',
  'operator',
  'no_consent',
  ...OUTBOUND_FAULTS,
  'wrong_credentials',
  'forbidden',
  'wrong_path',
  'redirected',
  'bank_error',
  'not_json',
  'wrong_fields',
] as const;
export type BankFault = (typeof BANK_FAULTS)[number];
