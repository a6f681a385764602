import type { SubjectRight } from '@kelisim/eds/x509/rights.ts';

/** What the page may know of a key: the certificate's words, never the key. Moments are UTC of the wire. */
export interface KeyCard {
  /** Place among the keys of the opened file. */
  index: number;
  name: string;
  iin: string | null;
  bin: string | null;
  organization: string | null;
  issuer: string;
  serial: string;
  valid_from: string;
  valid_until: string;
  algorithm: 'gost512' | 'rsa';
  /** False for keys that only sign in (`clientAuth` without `emailProtection`). */
  for_signing: boolean;
  rights: SubjectRight[];
}

/** Digests of the frozen bytes, lower-case hex. */
export interface DigestToSign {
  id: number;
  sha256: string;
  streebog512: string;
}

/** What ИС ЭСФ takes is signed as a text: the value by itself, or an enveloped XMLDSig. */
export interface TextToSign {
  id: number;
  form: 'bare' | 'xml';
  text: string;
}

export type DocumentToSign = DigestToSign | TextToSign;

/** Base64 of a detached CMS or of a bare value with its certificate beside it, or XML that was signed. */
export interface SignedDocument {
  id: number;
  signature: string;
  certificate?: string;
}

/** A frozen file is signed by its digests. */
export type Signable = { id: number; file: Omit<DigestToSign, 'id'> } | TextToSign;

export function toDocument(item: Signable): DocumentToSign {
  if ('text' in item) return item;
  const { sha256, streebog512 } = item.file;
  return { id: item.id, sha256, streebog512 };
}

export type OpenFailure = 'wrong_password' | 'not_pkcs12' | 'no_key' | 'unsupported';

export type ToWorker =
  | { kind: 'open'; file: Uint8Array; password: string }
  | { kind: 'sign'; key: number; documents: readonly DocumentToSign[] };

export type FromWorker =
  | { kind: 'opened'; keys: KeyCard[] }
  | { kind: 'not_opened'; reason: OpenFailure }
  | { kind: 'signed'; documents: SignedDocument[]; finished: boolean }
  | { kind: 'sign_failed' };
