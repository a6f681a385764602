/**
 * Why a signature is not valid: a closed list of stable codes. Interfaces translate them, tests and journals
 * rely on them; a code is never renamed or given another meaning.
 */
export const REASON_CODES = [
  // The file
  'not_cms', // neither DER, BER, PEM nor base64 of a signed CMS
  'too_complex', // more signers, certificates or bytes than any honest signature has
  'trailing_bytes', // something follows the CMS
  'content_type_unsupported', // the CMS signs another thing than plain data (a time stamp, say)
  'no_signers',
  'content_missing', // a detached signature, and neither content nor digest to compare was given
  'not_xml', // no XML, or of a kind that can be read in two ways (a document type, other encodings)
  'xml_form_refused', // it does not cover the whole document by one reference
  // The signature
  'signed_attributes_missing',
  'signed_attributes_malformed',
  'content_type_mismatch',
  'digest_mismatch', // it signs other bytes than ours
  'signature_wrong',
  'algorithm_unsupported',
  'weak_algorithm', // SHA-1, MD5, an RSA key under 2048 bits
  // The signer's certificate
  'signer_certificate_missing',
  'signing_certificate_missing', // no signingCertificateV2 attribute
  'signing_certificate_mismatch', // the attribute names another certificate
  'signing_certificate_ambiguous', // no such attribute, and more than one certificate can be meant
  'key_usage_wrong', // not both digitalSignature and nonRepudiation
  'not_a_signing_key', // no emailProtection: a key for signing in (AUTH), a server or a service
  'certificate_expired',
  'certificate_not_yet_valid',
  'critical_extension_unknown',
  'certificate_revoked',
  'certificate_denied', // the operator's list of denied certificates names it, or an authority above it
  'timestamp_missing', // asked for, and there is none
  'timestamp_wrong', // it stamps other bytes, or its own signature is wrong
  'timestamp_unproven', // asked for, and its authority is unknown: indeterminate
  'timestamp_in_future', // later than any clock allows: indeterminate
  'revocation_unknown', // nobody could be asked: the verdict is indeterminate
  // The chain
  'no_trust', // no trusted root was given: indeterminate
  'issuer_unknown', // an authority that is not among the trusted ones: indeterminate
  'issuer_signature_wrong', // names a trusted authority which did not sign it
  'issuer_not_authority',
  'issuer_expired',
  'issuer_unproven', // not in the folder of trust, and no list of a root shows it in force: indeterminate
  'issuer_revoked', // a list of its root says so
  'root_not_pinned', // ends in a root that is not ours
  // Ourselves
  'internal_error',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];

/** What a reader of a valid signature should know all the same. */
export const REMARK_CODES = [
  'signer_not_bound', // no attribute under the signature names the certificate; only one can be meant
] as const;

export type RemarkCode = (typeof REMARK_CODES)[number];

/** `indeterminate`: a proof could not be had; the answer may change when it is there. */
export type VerdictStatus = 'valid' | 'invalid' | 'indeterminate';

const INDETERMINATE = new Set<ReasonCode>([
  'content_missing',
  'timestamp_unproven',
  'timestamp_in_future',
  'revocation_unknown',
  'no_trust',
  'issuer_unknown',
  'issuer_unproven',
  'internal_error',
]);

export function statusOfReason(reason: ReasonCode | undefined): VerdictStatus {
  if (reason === undefined) return 'valid';
  return INDETERMINATE.has(reason) ? 'indeterminate' : 'invalid';
}
