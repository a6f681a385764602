/**
 * ИС ЭСФ, where electronic invoices and acts are registered. A call may be slow or throw. An `EsfRefusal` means
 * that nothing was done; after any other throw the outcome is unknown, and only `find` tells it.
 */
export interface Esf {
  /** Returns a ticket in XML, which the user signs (XMLDSig, enveloped) to open a session. */
  makeTicket(iin: string): Promise<string>;
  /** Returns the session id, a secret. */
  openSession(by: EsfSignIn): Promise<string>;
  closeSession(session_id: string, login: EsfSignIn['login']): Promise<void>;
  /** Returns whether the session is still open. The system does not say for how long. */
  isOpen(session_id: string): Promise<boolean>;
  /** Submits one paper. A repeat is a second paper to the system: it must not be repeated unless `find` is null. */
  upload(session_id: string, paper: EsfUpload): Promise<EsfTaken>;
  /** Finds a submitted paper whose answer was lost; null if it never arrived. */
  find(session_id: string, paper: { kind: EsfKind; number: string; date: string }): Promise<EsfState | null>;
  state(session_id: string, paper: { kind: EsfKind; id: string }): Promise<EsfState | null>;
  /** One page of what others issued to the company, from the first one on; the days span a quarter at most. */
  inbound(session_id: string, asked: { from: string; to: string; page: number }): Promise<EsfInboundPage>;
  /** Revokes a paper; `signature` is over `revokeText` of the same paper and reason. */
  revoke(session_id: string, paper: EsfRevoked): Promise<EsfChanged>;
  /** Returns the text to sign before a paper is revoked. */
  revokeText(paper: { kind: EsfKind; id: string; reason: string }): string;
  /** The customer's answer to an electronic act; `signature` is over `answerText` of the same answer. */
  answerAwp(session_id: string, answer: EsfAnswered): Promise<EsfChanged>;
  /** Returns the text that the customer signs. */
  answerText(answer: EsfAnswerOf): string;
}

export type EsfKind = 'invoice' | 'awp';

export interface EsfSignIn {
  /** ИИН or БИН in whose name papers are submitted. */
  tin: string;
  signed_ticket: string;
  /** Login and password of the portal. */
  login: { name: string; password: string } | null;
}

export interface EsfUpload {
  kind: EsfKind;
  /** Exactly what was signed. */
  xml: string;
  /** Base64 of the bare signature value over the bytes of `xml`. */
  signature: string;
  /** DER. */
  certificate: Uint8Array;
  signer_name: string;
}

export interface EsfRevoked {
  kind: EsfKind;
  id: string;
  reason: string;
  signature: string;
  certificate: Uint8Array;
}

export type EsfChanged = { changed: true } | { changed: false; says: string };

/** `reason` is null for a confirmation. */
export interface EsfAnswerOf {
  id: string;
  answer: 'confirm' | 'refuse';
  reason: string | null;
}

export interface EsfAnswered extends EsfAnswerOf {
  signature: string;
  certificate: Uint8Array;
}

/** The system's reasons for declining a paper. */
export interface EsfError {
  property: string;
  code: string;
  text: string;
}

export type EsfTaken = { taken: true; id: string } | { taken: false; errors: EsfError[] };

export interface EsfState {
  id: string;
  /** The system's status: `IN_QUEUE`, `CREATED`, `REVOKED`… */
  status: string;
  registration_number: string | null;
  reason: string | null;
}

export interface EsfInbound extends EsfState {
  /** The text of the invoice as its seller signed it. */
  xml: string;
}

export interface EsfInboundPage {
  invoices: EsfInbound[];
  is_last: boolean;
}

/**
 * `session_closed`: sign in again. `session_open`: another session of this company lives. `too_often`: a limit of the
 * system. `sign_in`: login, password or ticket are wrong. `refused`: whatever else it says no to.
 */
export type EsfRefusalKind = 'session_closed' | 'session_open' | 'too_often' | 'sign_in' | 'refused';

export class EsfRefusal extends Error {
  override name = 'EsfRefusal';
  readonly kind: EsfRefusalKind;

  /** @param says the words of the system */
  constructor(kind: EsfRefusalKind, says: string) {
    super(says);
    this.kind = kind;
  }
}
