import type { Primitives } from '../primitives.ts';
import type { ReasonCode, RemarkCode, VerdictStatus } from '../reasons.ts';
import type { RevocationAnswer, RevocationPort } from '../revocation/port.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { SubjectRight } from '../x509/rights.ts';
import type { TrustStore } from '../x509/trust.ts';

export interface VerifyCmsInput {
  /** DER, BER, PEM or bare base64. */
  cms: Uint8Array;
  /** Our bytes, which must have been signed. Needed (or `digests`) for a detached signature. */
  content?: Uint8Array;
  /** Digests of our bytes, when the bytes themselves need not be read again. */
  digests?: { sha256?: Uint8Array; streebog512?: Uint8Array };
  trust: TrustStore;
  /**
   * The moment at which certificates must be valid; now, when left out. The signer's own time is not believed, and
   * neither is a time stamp later than this moment and than now.
   */
  at?: Date;
  primitives: Primitives;
  /**
   * Without it, and without a proof inside the message, revocation stays `not_checked` and does not weigh on the
   * verdict.
   */
  revocation?: RevocationPort;
  /** Refuses signatures without a good time stamp. */
  require_timestamp?: boolean;
  /**
   * Takes signatures without the attribute signingCertificateV2 when exactly one certificate can be meant, with the
   * remark `signer_not_bound`: so the SDK of Kalkan and NCANode make them. For foreign files; our own pages add it.
   */
  allow_unbound?: boolean;
}

export interface SignerVerdict {
  status: VerdictStatus;
  reason?: ReasonCode;
  remarks: RemarkCode[];
  certificate?: Certificate;
  rights: SubjectRight[];
  iin?: string;
  bin?: string;
  /** The common name: ФАМИЛИЯ ИМЯ. */
  name?: string;
  /** Claimed by the signer, proven by nobody. */
  signing_time?: Date;
  /** The kind of the key (`gost512`, `rsa` …), `unknown` without a certificate. */
  algorithm: string;
  /** At the moment of the verdict: what was revoked after the stamped time is `good`. */
  revocation: 'not_checked' | 'good' | 'revoked' | 'unknown';
  /** Where it is known from, and when it was revoked, also when that was later. */
  revocation_answer?: RevocationAnswer;
  /**
   * `good`: proven. `bad`: it stamps other bytes or is broken, and the signature is refused with it.
   * `not_checked`: its authority is not one that is trusted here, so the verdict is made as without it.
   */
  timestamp: 'absent' | 'not_checked' | 'good' | 'bad';
  /** Proven by the time stamp. */
  stamped_at?: Date;
  /** What is wrong with the time stamp. */
  timestamp_reason?: ReasonCode;
  /** Subjects from the signer's certificate to the root, as far as the chain was found. */
  chain: string[];
}

/** Valid when all signers are; otherwise the worst of them, with their first reason. */
export interface CmsVerdict {
  status: VerdictStatus;
  reason?: ReasonCode;
  signers: SignerVerdict[];
}
