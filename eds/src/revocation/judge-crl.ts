import { compareBytes, equalBytes } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { checkSignature } from '../x509/signature.ts';
import type { Crl } from './crl.ts';
import type { RevocationAnswer, RevocationFailure } from './port.ts';

const SKEW_MS = 5 * 60_000;

/**
 * Judges what a base list, and the delta list beside it, say of a certificate (RFC 5280, 6.3): both are signed by
 * the issuer, which may sign lists, are whole, are in force at `at`, and belong together.
 * An unusable delta makes the answer `unknown`: the base alone would miss what was revoked since.
 */
export async function judgeCrl(input: {
  base: Crl;
  delta?: Crl;
  certificate: Certificate;
  issuer: Certificate;
  at: Date;
  primitives: Primitives;
}): Promise<RevocationAnswer> {
  const { base, delta, certificate } = input;
  const fail = (failure: RevocationFailure): RevocationAnswer => ({
    status: 'unknown',
    source: 'crl',
    failure,
  });
  if (base.base_number !== null) return fail('unsupported');
  const failure = await checkList(base, input);
  if (failure !== null) return fail(failure);
  if (delta !== undefined) {
    if (delta.base_number === null || base.number === null || delta.number === null)
      return fail('unsupported');
    // The delta begins at or before our base, and is not older than it (RFC 5280, 5.2.4).
    if (compareNumbers(delta.base_number, base.number) > 0) return fail('stale');
    const wrong = await checkList(delta, input);
    if (wrong !== null) return fail(wrong);
  }
  const newest = delta !== undefined && compareNumbers(delta.number!, base.number!) >= 0 ? delta : base;
  const times = {
    source: 'crl' as const,
    this_update: newest.this_update,
    ...(newest.next_update !== null && { next_update: newest.next_update }),
  };
  const inDelta = newest === delta ? delta.find(certificate.serial) : null;
  const entry = inDelta ?? base.find(certificate.serial);
  if (entry === null || entry.reason === 'remove_from_crl') return { status: 'good', ...times };
  const { revoked_at: revokedAt, reason, invalid_since: since } = entry;
  // Whoever has a stolen key signs before its owner has noticed: since then nothing of it can be believed.
  const stolen = (reason === 'key_compromise' || reason === 'ca_compromise') && since !== null;
  return {
    status: 'revoked',
    revoked_at: stolen && since < revokedAt ? since : revokedAt,
    revocation_reason: reason,
    ...(since !== null && { invalid_since: since }),
    ...times,
  };
}

async function checkList(
  list: Crl,
  {
    issuer,
    certificate,
    at,
    primitives,
  }: {
    issuer: Certificate;
    certificate: Certificate;
    at: Date;
    primitives: Primitives;
  },
): Promise<RevocationFailure | null> {
  if (!equalBytes(list.issuer, issuer.subject.der) || !equalBytes(certificate.issuer.der, list.issuer))
    return 'other_certificate';
  if (list.aki !== null && issuer.ski !== null && list.aki !== issuer.ski) return 'other_certificate';
  if (list.partial || list.unknown_critical.length > 0) return 'unsupported';
  if (issuer.key_usage.length > 0 && !issuer.key_usage.includes('crl_sign')) return 'responder_not_allowed';
  const time = at.getTime();
  if (list.this_update.getTime() > time + SKEW_MS) return 'stale';
  if (list.next_update === null || list.next_update.getTime() + SKEW_MS < time) return 'stale';
  const check = await checkSignature({
    spki: issuer.spki,
    algorithm: list.signature_algorithm,
    data: list.tbs,
    signature: list.signature,
    primitives,
  });
  if (check === 'unsupported') return 'unsupported';
  return check === 'good' ? null : 'signature_wrong';
}

function compareNumbers(a: Uint8Array, b: Uint8Array): number {
  return a.length === b.length ? compareBytes(a, b) : a.length - b.length;
}
