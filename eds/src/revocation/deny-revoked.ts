import { equalBytes } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { fingerprintOf } from '../x509/known-certificates.ts';
import type { TrustStore } from '../x509/trust.ts';
import type { RevocationPort } from './port.ts';

/**
 * Asks about each trusted authority that names a list of its root, and denies what was revoked, from the day of the
 * revocation on. What cannot be asked changes nothing.
 * @returns those that were denied now
 */
export async function denyRevoked(
  trust: TrustStore,
  revocation: RevocationPort,
  at: Date,
  primitives: Primitives,
): Promise<Certificate[]> {
  const denied: Certificate[] = [];
  for (const certificate of trust.intermediates) {
    const { hex } = await fingerprintOf(certificate, primitives);
    const issuer = trust.roots.find(
      ({ subject, ski }) =>
        equalBytes(subject.der, certificate.issuer.der) &&
        (certificate.aki === null || ski === certificate.aki),
    );
    if (issuer === undefined || certificate.crl_urls.length === 0 || trust.denied.has(hex)) continue;
    const answer = await revocation.check({ certificate, issuer, at });
    if (typeof answer === 'string' || answer.status !== 'revoked') continue;
    const reason = `revoked by its root: ${answer.revocation_reason ?? 'unspecified'}`;
    trust.denied.set(hex, { from: answer.revoked_at ?? at, reason });
    denied.push(certificate);
  }
  return denied;
}
