import type { Asn1 } from '../asn1/read.ts';
import { OID } from '../oids.ts';
import type { Primitives } from '../primitives.ts';
import type { ReasonCode } from '../reasons.ts';
import { judgeEmbeddedProof } from '../revocation/embedded-proof.ts';
import type { RevocationAnswer, RevocationPort, RevocationStatus } from '../revocation/port.ts';
import type { Certificate } from '../x509/certificate.ts';
import { verifyChain } from '../x509/chain.ts';
import type { ProveAuthority, TrustStore } from '../x509/chain.ts';

/** What the key must serve: documents, or proving who signs in. */
export type KeyPurpose = 'sign' | 'login';

/** What is known of a certificate at a moment; without `reason` all checks passed. */
export interface JudgedCertificate {
  reason?: ReasonCode;
  revocation: 'not_checked' | RevocationStatus;
  revocation_answer?: RevocationAnswer;
  chain: Certificate[];
}

/**
 * Judges the certificate of a signer whose mathematics is right: purpose, chain, validity and revocation at `at`.
 *
 * @param input.others certificates that came along; never believed by themselves
 * @param input.attributes unsigned attributes that may hold proofs of the status
 */
export async function judgeCertificate(input: {
  certificate: Certificate;
  others: readonly Certificate[];
  purpose: KeyPurpose;
  at: Date;
  attributes?: readonly Asn1[];
  trust: TrustStore;
  primitives: Primitives;
  revocation?: RevocationPort;
  prove?: ProveAuthority;
}): Promise<JudgedCertificate> {
  const { certificate, at, primitives } = input;
  const found: JudgedCertificate = { revocation: 'not_checked', chain: [certificate] };
  const fail = (reason: ReasonCode): JudgedCertificate => ({ ...found, reason });
  const purpose = judgePurpose(certificate, input.purpose);
  if (purpose !== undefined) return fail(purpose);
  const { reason, chain } = await verifyChain(input);
  found.chain = chain;
  if (reason !== undefined) return fail(reason);

  const issuer = chain[1] ?? certificate;
  let answer: RevocationAnswer | null = null;
  if (input.revocation !== undefined) answer = await askRevocation(input.revocation, certificate, issuer, at);
  if (answer === null || answer.status === 'unknown') {
    // The proofs that the message carries speak when nobody else can.
    const attributes = input.attributes ?? [];
    const kept = await judgeEmbeddedProof({ attributes, certificate, issuer, at, primitives });
    answer = kept ?? answer;
  }
  if (answer === null) return found;
  found.revocation_answer = answer;
  found.revocation = statusAt(answer, at);
  if (found.revocation === 'revoked') return fail('certificate_revoked');
  if (found.revocation === 'unknown') return fail('revocation_unknown');
  return found;
}

/** What was revoked later was good at the moment. */
export function statusAt({ status, revoked_at: revokedAt }: RevocationAnswer, at: Date): RevocationStatus {
  return status === 'revoked' && revokedAt !== undefined && revokedAt > at ? 'good' : status;
}

/**
 * Signing keys of НУЦ РК have dS + nR and emailProtection; the old keys for signing in have clientAuth alone, and a
 * GOST key serves both.
 */
function judgePurpose(
  { key_usage: usage, extended_key_usage: extended, is_ca: isCa }: Certificate,
  purpose: KeyPurpose,
): ReasonCode | undefined {
  if (isCa || !usage.includes('digital_signature')) return 'key_usage_wrong';
  if (purpose === 'login') {
    const serves = extended.includes(OID.clientAuth) || extended.includes(OID.emailProtection);
    return serves ? undefined : 'key_usage_wrong';
  }
  if (!usage.includes('non_repudiation')) return 'key_usage_wrong';
  return extended.includes(OID.emailProtection) ? undefined : 'not_a_signing_key';
}

/** The port's word; a throw counts as no answer. */
export async function askRevocation(
  port: RevocationPort,
  certificate: Certificate,
  issuer: Certificate,
  at: Date,
): Promise<RevocationAnswer> {
  try {
    const said = await port.check({ certificate, issuer, at });
    return typeof said === 'string' ? { status: said } : said;
  } catch {
    return { status: 'unknown', failure: 'unreachable' };
  }
}
