import type { Certificate } from '../x509/certificate.ts';

/** `unknown`: neither OCSP nor a list could be had, or they say nothing of this certificate. */
export type RevocationStatus = 'good' | 'revoked' | 'unknown';

/** Why nothing can be said; stable codes for interfaces and journals. */
export type RevocationFailure =
  | 'no_source' // the certificate names neither OCSP nor a list
  | 'unreachable' // no answer in time, or an error of HTTP
  | 'refused' // the responder answered that it does not answer
  | 'malformed'
  | 'signature_wrong'
  | 'responder_not_allowed' // signed by somebody whom the issuer gave no right to
  | 'other_certificate' // the answer is not about this certificate
  | 'nonce_mismatch'
  | 'stale' // too old, or of the future
  | 'unknown_to_responder'
  | 'unsupported';

/** Names of CRLReason (RFC 5280, 5.3.1). */
export type RevocationReason =
  | 'unspecified'
  | 'key_compromise'
  | 'ca_compromise'
  | 'affiliation_changed'
  | 'superseded'
  | 'cessation_of_operation'
  | 'certificate_hold'
  | 'remove_from_crl'
  | 'privilege_withdrawn'
  | 'aa_compromise';

/** The bytes that prove an answer, to be kept with the signature: an OCSPResponse, or lists of the issuer. */
export type RevocationProof = { kind: 'ocsp'; der: Uint8Array } | { kind: 'crl'; ders: Uint8Array[] };

export interface RevocationAnswer {
  status: RevocationStatus;
  source?: 'ocsp' | 'crl';
  revoked_at?: Date;
  revocation_reason?: RevocationReason;
  /** Since when the authority suspects the key; for a compromised one `revoked_at` is not later. */
  invalid_since?: Date;
  /** When the source knew it to be so. */
  this_update?: Date;
  next_update?: Date;
  /** With `unknown` only. */
  failure?: RevocationFailure;
  proof?: RevocationProof;
}

/**
 * Who knows whether a certificate was revoked. The network behind it (OCSP first, then base and delta lists) is the
 * business of the implementation; a throw counts as `unknown`.
 *
 * `at` is the moment that the verdict is about. An answer with `revoked_at` lets the verdict decide whether the
 * revocation came before it; a bare `revoked` counts as before.
 */
export interface RevocationPort {
  check(input: {
    certificate: Certificate;
    issuer: Certificate;
    at: Date;
  }): Promise<RevocationStatus | RevocationAnswer>;
}
