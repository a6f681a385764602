import { buttonsOf, tableOf, type Deed } from '../../kernel/deeds.ts';
import type { EmployeeRight } from '../../kernel/rights.ts';

interface State {
  /** On the wire (`status_id`); it never changes once given. */
  id: number;
  stage: 'with_company' | 'in_signing' | 'by_hand' | 'signed' | 'over';
}

/** The states of a contract. The check constraint of the table names the same. */
const STATES = {
  draft: { id: 1, stage: 'with_company' },
  sent: { id: 2, stage: 'in_signing' },
  signed_by_business: { id: 3, stage: 'in_signing' },
  signed_by_executor: { id: 4, stage: 'in_signing' },
  signed: { id: 5, stage: 'signed' },
  expired: { id: 6, stage: 'over' },
  terminated: { id: 7, stage: 'over' },
  refused: { id: 8, stage: 'with_company' },
  signed_by_hand: { id: 9, stage: 'by_hand' },
  deleted: { id: 10, stage: 'over' },
} as const satisfies Record<string, State>;
export type DocumentStatus = keyof typeof STATES;
export const DOCUMENT_STATUSES = Object.keys(STATES) as DocumentStatus[];

export const DOCUMENT_STATUS_IDS = Object.fromEntries(
  DOCUMENT_STATUSES.map((status) => [status, STATES[status].id]),
) as Record<DocumentStatus, number>;

const inStage = (stage: State['stage']): readonly DocumentStatus[] =>
  DOCUMENT_STATUSES.filter((status) => STATES[status].stage === stage);

/** Sent, and at least one signature is missing. */
export const CONTRACTS_IN_SIGNING = inStage('in_signing');

/** `clock` is the product itself, `support` an administrator of the platform who decides a dispute. */
export type DocumentSide = 'business' | 'executor' | 'clock' | 'support';

/**
 * The deeds of decisions 4, in the order of their buttons. The file is frozen at `sent`: both sides sign the same
 * bytes.
 */
export const DOCUMENT_DEEDS = {
  // On paper: the company shows the scan; the executor confirms or disputes it, or lets five working days pass.
  confirm_hand: {
    button: 'likely',
    moves: [{ from: ['signed_by_hand'], by: ['executor'], to: 'signed' }],
  },
  dispute_hand: {
    button: 'final',
    reason: 'required',
    moves: [
      { from: ['signed_by_hand'], by: ['executor'], to: 'signed_by_hand' },
      // Silence counted as consent; only now does the executor say that the signature is not theirs.
      { from: ['signed'], by: ['executor'], to: 'signed_by_hand' },
    ],
  },
  sign: {
    right: 'sign',
    button: 'likely',
    many: true,
    moves: [
      { from: ['sent'], by: ['business'], to: 'signed_by_business' },
      { from: ['sent'], by: ['executor'], to: 'signed_by_executor' },
      { from: ['signed_by_business'], by: ['executor'], to: 'signed' },
      { from: ['signed_by_executor'], by: ['business'], to: 'signed' },
    ],
  },
  send: {
    right: 'manage_contracts',
    button: 'likely',
    many: true,
    moves: [{ from: ['draft'], by: ['business'], to: 'sent' }],
  },
  refuse: {
    button: 'final',
    reason: 'required',
    moves: [{ from: ['sent', 'signed_by_business'], by: ['executor'], to: 'refused' }],
  },
  replace: {
    right: 'manage_contracts',
    button: 'likely',
    moves: [{ from: ['draft', 'refused'], by: ['business'], to: 'draft' }],
  },
  sign_by_hand: {
    right: 'manage_contracts',
    button: 'likely',
    moves: [
      {
        from: ['draft', 'sent', 'signed_by_business', 'signed_by_executor'],
        by: ['business'],
        to: 'signed_by_hand',
      },
    ],
  },
  terminate: {
    right: 'manage_contracts',
    button: 'final',
    reason: 'required',
    moves: [{ from: ['signed'], by: ['business'], to: 'terminated' }],
  },
  delete: {
    right: 'manage_contracts',
    button: 'final',
    many: true,
    moves: [{ from: ['draft', 'refused'], by: ['business'], to: 'deleted' }],
  },
  // To an executor who has not signed; the message holds a link that needs no sign-in.
  send_link: {
    right: 'manage_contracts',
    button: 'plain',
    many: true,
    moves: [{ from: ['sent', 'signed_by_business'], by: ['business'], to: 'same' }],
  },
  // Out of the bin, into the state it was deleted in.
  restore: {
    right: 'manage_contracts',
    moves: [{ from: ['deleted'], by: ['business'], to: 'draft' }],
  },
  restore_refused: {
    right: 'manage_contracts',
    moves: [{ from: ['deleted'], by: ['business'], to: 'refused' }],
  },
  accept_hand: { moves: [{ from: ['signed_by_hand'], by: ['clock'], to: 'signed' }] },
  uphold_hand: { moves: [{ from: ['signed_by_hand'], by: ['support'], to: 'signed' }] },
  reject_hand: { moves: [{ from: ['signed_by_hand'], by: ['support'], to: 'refused' }] },
  // Both have signed an agreement that ends it on a day.
  end_agreed: { moves: [{ from: ['signed'], by: ['clock'], to: 'terminated' }] },
  expire: { moves: [{ from: ['signed'], by: ['clock'], to: 'expired' }] },
} as const satisfies Record<string, Deed<DocumentStatus, DocumentSide>>;
export type DocumentAction = keyof typeof DOCUMENT_DEEDS;
export const DOCUMENT_ACTIONS = Object.keys(DOCUMENT_DEEDS) as DocumentAction[];

/** Contract types of decisions 4. */
export const DOCUMENT_TYPES = ['services', 'gph', 'framework', 'addendum', 'nda', 'other'] as const;
/**
 * Papers that are frozen, signed and proven as contracts are, and are no contracts otherwise. In the database the column
 * `is_contract` says the same.
 */
export const OTHER_PAPERS = ['reconciliation', 'income_certificate'] as const;
export const PAPER_TYPES = [...DOCUMENT_TYPES, ...OTHER_PAPERS] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
export type OtherPaper = (typeof OTHER_PAPERS)[number];
export type PaperType = (typeof PAPER_TYPES)[number];

export const isContract = (type: PaperType): type is DocumentType =>
  !(OTHER_PAPERS as readonly PaperType[]).includes(type);

const { send, sign, refuse } = DOCUMENT_DEEDS;

/** An income certificate is the word of the company alone: the executor asks for it, and the company signs or refuses. */
export const CERTIFICATE_DEEDS = {
  /** Asked for again before it was signed, it says what has been paid since. */
  send: { moves: [{ from: ['draft', 'sent'], by: ['business', 'executor'], to: 'sent' }] },
  sign: { ...sign, moves: [{ from: ['sent'], by: ['business'], to: 'signed' }] },
  refuse: {
    right: 'pay',
    button: 'final',
    reason: 'required',
    moves: [{ from: ['sent'], by: ['business'], to: 'refused' }],
  },
} as const satisfies Deeds;

type Deeds = Partial<Record<DocumentAction, Deed<DocumentStatus, DocumentSide>>>;

const withTable = (deeds: Deeds) => ({
  deeds,
  table: tableOf<DocumentStatus, DocumentAction, DocumentSide>(DOCUMENT_STATUSES, deeds),
});
const CONTRACTS = withTable(DOCUMENT_DEEDS);
const OTHERS: Record<OtherPaper, ReturnType<typeof withTable>> = {
  reconciliation: withTable({ send, sign, refuse }),
  income_certificate: withTable(CERTIFICATE_DEEDS),
};
const lifeOf = (type: PaperType) => (isContract(type) ? CONTRACTS : OTHERS[type]);

/** Where a deed leads a paper of a type; null when there is no such move. */
export const nextOfPaper = (
  type: PaperType,
  status: DocumentStatus,
  action: DocumentAction,
  by: DocumentSide,
): DocumentStatus | null => lifeOf(type).table.next(status, action, by);

/** Which sides sign a paper before it is `signed`. */
export const signersOf = (type: PaperType): readonly ('business' | 'executor')[] =>
  type === 'income_certificate' ? ['business'] : ['business', 'executor'];

type With<Part> = {
  [A in DocumentAction]: (typeof DOCUMENT_DEEDS)[A] extends Part ? A : never;
}[DocumentAction];
/** Deeds with a button on the page of a contract. */
export type DocumentButton = With<{ button: string }>;

/** How a signature on paper stands: nobody has said anything, it is disputed, or it is settled. */
export type HandState = 'waiting' | 'disputed' | 'settled';

/** What this person may do with the contract now, in the order of the buttons. `hand` is null where nothing was signed on paper. */
export function documentActions(
  status: DocumentStatus,
  by: 'business' | 'executor',
  rights: ReadonlySet<EmployeeRight> | 'all',
  hand: HandState | null = null,
  type: PaperType = 'other',
): DocumentButton[] {
  return buttonsOf(lifeOf(type).deeds, by, rights).filter((action): action is DocumentButton => {
    if ((action === 'confirm_hand' || action === 'dispute_hand') && hand !== 'waiting') return false;
    return nextOfPaper(type, status, action, by) !== null;
  });
}
