import { equalBytes, toHex } from '../bytes.ts';
import { octetString } from '../asn1/write.ts';
import { OID } from '../oids.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { checkIssuerSignature } from '../x509/trust.ts';
import { checkSignature } from '../x509/signature.ts';
import { isNamedById, keyBits } from './certificate-id.ts';
import type { OcspBasic } from './ocsp-response.ts';
import type { RevocationAnswer, RevocationFailure } from './port.ts';

/** Clocks of responders may go a little wrong. */
const SKEW_MS = 5 * 60_000;
/** How old an answer may be that does not say when the next one comes (those of НУЦ РК do not). */
const LONGEST_AGE_MS = 60 * 60_000;
/**
 * The same where we sent a nonce and none came back: for so long an earlier answer, sent again, hides a revocation.
 * Responders that answer from a store say when the next answer comes.
 */
const LONGEST_AGE_WITHOUT_NONCE_MS = 10 * 60_000;

/**
 * Judges an answer of OCSP about one certificate (RFC 6960, 3.2): it is about this certificate, signed by the issuer
 * or by somebody whom the issuer itself gave the right (a certificate from the same key with id-kp-OCSPSigning,
 * valid when the answer was made), repeats our nonce where it has one, and is fresh.
 *
 * @param input.at when the answer is used; for a kept proof the moment that is to be proven
 * @param input.nonce what was sent; an answer without any is taken, for responders may answer from a store
 */
export async function judgeOcsp(input: {
  basic: OcspBasic;
  certificate: Certificate;
  issuer: Certificate;
  at: Date;
  nonce?: Uint8Array;
  primitives: Primitives;
}): Promise<RevocationAnswer> {
  const { basic, certificate, issuer, primitives } = input;
  const fail = (failure: RevocationFailure): RevocationAnswer => ({
    status: 'unknown',
    source: 'ocsp',
    failure,
  });

  let single;
  for (const one of basic.responses) {
    if (await isNamedById(one.id, certificate, issuer, primitives)) single ??= one;
  }
  if (single === undefined) return fail('other_certificate');
  const responder = await allowedResponder(basic, issuer, primitives);
  if (responder === null) return fail('responder_not_allowed');
  const check = await checkSignature({
    spki: responder.spki,
    algorithm: basic.signature_algorithm,
    data: basic.tbs,
    signature: basic.signature,
    primitives,
  });
  if (check === 'unsupported') return fail('unsupported');
  if (check !== 'good') return fail('signature_wrong');
  if (input.nonce !== undefined && basic.nonce !== null) {
    const wrapped = octetString(input.nonce);
    // Old responders repeat the bytes without the OCTET STRING around them.
    if (!equalBytes(basic.nonce, wrapped) && !equalBytes(basic.nonce, input.nonce))
      return fail('nonce_mismatch');
  }
  const at = input.at.getTime();
  const thisUpdate = single.this_update.getTime();
  const unanswered = input.nonce !== undefined && basic.nonce === null;
  const longest = unanswered ? LONGEST_AGE_WITHOUT_NONCE_MS : LONGEST_AGE_MS;
  const until = single.next_update?.getTime() ?? thisUpdate + longest;
  if (thisUpdate > at + SKEW_MS || at > until + SKEW_MS) return fail('stale');
  if (single.status === 'unknown') return fail('unknown_to_responder');
  return {
    status: single.status,
    source: 'ocsp',
    this_update: single.this_update,
    ...(single.next_update !== undefined && { next_update: single.next_update }),
    ...(single.revoked_at !== undefined && { revoked_at: single.revoked_at }),
    ...(single.revocation_reason !== undefined && { revocation_reason: single.revocation_reason }),
  };
}

/** The certificate that may sign for the issuer: its own, or a delegated one. */
async function allowedResponder(
  basic: OcspBasic,
  issuer: Certificate,
  primitives: Primitives,
): Promise<Certificate | null> {
  if (await isResponder(basic, issuer, primitives)) return issuer;
  for (const candidate of basic.certificates) {
    if (!(await isResponder(basic, candidate, primitives))) continue;
    if (!candidate.extended_key_usage.includes(OID.ocspSigning) || candidate.is_ca) continue;
    if (candidate.unknown_critical.length > 0) continue;
    if (candidate.key_usage.length > 0 && !candidate.key_usage.includes('digital_signature')) continue;
    if (basic.produced_at < candidate.not_before || basic.produced_at > candidate.not_after) continue;
    if (!equalBytes(candidate.issuer.der, issuer.subject.der)) continue;
    if ((await checkIssuerSignature(candidate, issuer, primitives)) === 'good') return candidate;
  }
  return null;
}

async function isResponder(
  { responder }: OcspBasic,
  certificate: Certificate,
  primitives: Primitives,
): Promise<boolean> {
  if ('name' in responder) return equalBytes(responder.name, certificate.subject.der);
  return responder.key_hash === toHex(await primitives.hash('sha1', keyBits(certificate)));
}
