/**
 * ИС ЭСФ, where electronic invoices and acts are registered. A call may take long or throw. An `EsfRefusal` is its word
 * that nothing was done; any other throw means that nothing is known, and only `find` says what became of it.
 */
export interface Esf {
  /** A ticket in XML, which the person signs (XMLDSig, enveloped) to open a session. */
  makeTicket(iin: string): Promise<string>;
  /** Answers the number of the session: a secret. */
  openSession(by: EsfSignIn): Promise<string>;
  closeSession(session_id: string): Promise<void>;
  /** Submits one paper. A repeat is a second paper to the system: it must not be repeated unless `find` is null. */
  upload(session_id: string, paper: EsfUpload): Promise<EsfTaken>;
  /** What the system has of a paper that was handed in and never answered for; null when it never came. */
  find(session_id: string, paper: { kind: EsfKind; number: string; date: string }): Promise<EsfState | null>;
  state(session_id: string, paper: { kind: EsfKind; id: string }): Promise<EsfState | null>;
  /** Asks to revoke; `signature` is over `revokeText` of the same paper and reason. */
  revoke(
    session_id: string,
    paper: EsfRevoked,
  ): Promise<{ changed: true } | { changed: false; says: string }>;
  /** The text that is to be signed before a paper is revoked. */
  revokeText(paper: { kind: EsfKind; id: string; reason: string }): string;
}

export type EsfKind = 'invoice' | 'awp';

export interface EsfSignIn {
  /** ИИН or БИН in whose name papers are handed in. */
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

/** Why the system declines a paper, in its words. */
export interface EsfError {
  property: string;
  code: string;
  text: string;
}

export type EsfTaken = { taken: true; id: string } | { taken: false; errors: EsfError[] };

export interface EsfState {
  id: string;
  /** The word of the system: `IN_QUEUE`, `CREATED`, `REVOKED`… */
  status: string;
  registration_number: string | null;
  reason: string | null;
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
