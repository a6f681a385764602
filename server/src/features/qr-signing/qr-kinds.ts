import type { SignMethod } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { QrDocType } from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import { Problem, type ProblemDetail } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { CompanyActor } from '../../platform/actor.ts';

/** The app shows names in the language of the phone. */
export interface Names {
  ru: string;
  kz: string;
  en: string;
}

/** Facts shown beside a document; their names stand in the texts of `qr-signing`. */
export type MetaKey = 'number' | 'party' | 'amount' | 'sha256';

/** One thing to sign: the bytes of a frozen file, or a short content that the session keeps itself. */
export type NewQrItem = {
  subject_id: number | null;
  sign_method: SignMethod;
  names: Names;
  meta: { key: MetaKey; value: string }[];
} & ({ file_id: number; content: null } | { file_id: null; content: Buffer });

export interface QrRequest {
  doc_type: QrDocType;
  /** For whom the person signs. */
  organisation: Names & { bin: string };
  description: Names;
  /** Where the app brings the person back to. */
  back_url: string;
  items: NewQrItem[];
  /** What the page asks about where several things are signed for one; the subjects of the items by default. */
  subjects?: number[];
}

/** Whose session it is: the user, their company, the browser that shows the code; null for a link. */
export interface QrOwner {
  user_id: number;
  company_id: number;
  session_id: number | null;
}

/** By what they were made: a phone, or a key at the page. */
export type SessionMeans = 'egov_mobile' | 'key_file' | 'ncalayer';

/** What the phone made of an item: CMS in DER, XML or JSON in UTF-8, as its method says. */
export interface SignedItem {
  position: number;
  subject_id: number | null;
  file_id: number | null;
  /** What was shown, where it was no file. */
  content: Buffer | null;
  sign_method: SignMethod;
  signature: Buffer;
}

export interface TakenItem {
  position: number;
  /** `pending_proof`: the signature is kept, the document has not moved yet. */
  status: 'waiting' | 'ok' | 'failed' | 'pending_proof';
  code: string | null;
  detail: ProblemDetail | null;
}

export type AwaitedItem =
  | { state: 'waiting' }
  | { state: 'refused'; code: ProblemCode; detail: ProblemDetail | null };

/**
 * A kind of thing that a phone may sign. The session, the protocol and the tokens know nothing of it; a feature that
 * wants to be signed by a phone gives `app.ts` one of these.
 */
export interface QrKind {
  doc_type: QrDocType;
  /** Throws why these may not be shown or signed any more: recalled, annulled, another version. */
  check(owner: QrOwner | null, items: { subject_id: number | null; file_id: number | null }[]): Promise<void>;
  /**
   * Takes the signatures as one work and answers a row each. It is called again with the same `key` when an answer was
   * lost, and must then answer the same.
   */
  take(batch: {
    owner: QrOwner | null;
    key: string;
    payload_hash: Buffer;
    items: SignedItem[];
    /** From where they were sent; null where a gateway stands between. */
    ip: string | null;
    means: SessionMeans;
  }): Promise<TakenItem[]>;
}

/** A kind whose code a person asks for by ids of documents. */
export interface QrDocumentKind extends QrKind {
  /** What the actor would sign now, in the order requested. Throws if they cannot. */
  gather(actor: CompanyActor, ids: number[]): Promise<QrRequest>;
  /** Those of the ids that the actor's side has signed; a stranger's and a missing one are simply not among them. */
  listSigned(actor: CompanyActor, ids: number[]): Promise<Set<number>>;
  /** The last signatures of the actor's side that wait for their proofs, or were refused since; by id. */
  listAwaited(actor: CompanyActor, ids: number[]): Promise<Map<number, AwaitedItem>>;
}

export type QrKinds = readonly (QrKind | QrDocumentKind)[];

export function kindOf(kinds: QrKinds, doc_type: string): QrKind {
  const kind = kinds.find((one) => one.doc_type === doc_type);
  if (!kind) throw new Error(`nobody takes signatures of kind ${doc_type}`);
  return kind;
}

/** A kind that a page may ask a code for; others are begun by their own features. */
export function documentKindOf(kinds: QrKinds, doc_type: QrDocType): QrDocumentKind {
  const kind = kinds.find((one) => one.doc_type === doc_type);
  if (!kind || !('gather' in kind)) throw new Problem('field.choice', { field: 'doc_type' });
  return kind;
}
