import { equalBytes, toHex } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import { parseCertificate } from './certificate.ts';
import type { Certificate } from './certificate.ts';

/**
 * One signer signs many documents, so that the same certificates come again and again. They are found by their last
 * bytes, which are of the signature, and taken only when all bytes are the same.
 */
const known = new Map<number, Certificate>();
const MOST_KNOWN = 500;
const LONGEST = 8192;
const TAIL = 24;

/** As `parseCertificate`, but bytes that were read before give the object of that time. It must not be changed. */
export function readKnownCertificate(der: Uint8Array): Certificate | null {
  if (der.length > LONGEST) return parseCertificate(der);
  let key = der.length;
  for (let i = Math.max(0, der.length - TAIL); i < der.length; i++) key = (Math.imul(key, 31) + der[i]!) | 0;
  const found = known.get(key);
  known.delete(key);
  // A copy, since a view would keep the whole message in memory.
  const certificate =
    found !== undefined && equalBytes(found.der, der) ? found : parseCertificate(der.slice());
  if (certificate === null) return null;
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
  known.set(key, certificate);
  return certificate;
}

const fingerprints = new WeakMap<Certificate, { bytes: Uint8Array; hex: string }>();

/** SHA-256 of a certificate, counted once for each object. */
export async function fingerprintOf(
  certificate: Certificate,
  primitives: Primitives,
): Promise<{ bytes: Uint8Array; hex: string }> {
  const counted = fingerprints.get(certificate);
  if (counted !== undefined) return counted;
  const bytes = await primitives.hash('sha256', certificate.der);
  const fingerprint = { bytes, hex: toHex(bytes) };
  fingerprints.set(certificate, fingerprint);
  return fingerprint;
}
