import { certificatesIn } from '../asn1/armour.ts';
import { bytesToUtf8 } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import { parseCertificate } from './certificate.ts';
import { PRODUCTION_ROOT_PINS } from './pins.ts';
import { buildTrust, isSelfIssued } from './trust.ts';
import type { TrustStore } from './trust.ts';

/** Where a folder of trust names further roots that are believed: one SHA-256 a line, `#` begins a remark. */
export const PINS_FILE = 'pins.txt';

/**
 * A trust store from the files of a folder: certificates (`.cer`, `.crt`, `.pem`, DER or PEM) and `pins.txt`.
 * Roots are believed when pinned in this package or in `pins.txt`, which is how a sandbox or the test contour of
 * НУЦ РК is trusted. Other files are passed over.
 */
export function buildTrustFromFiles(input: {
  files: readonly { name: string; bytes: Uint8Array }[];
  primitives: Primitives;
}): Promise<TrustStore> {
  const roots: Uint8Array[] = [];
  const intermediates: Uint8Array[] = [];
  const pins = [...PRODUCTION_ROOT_PINS];
  for (const { name, bytes } of input.files) {
    if (name === PINS_FILE) pins.push(...readPins(bytesToUtf8(bytes)));
    if (!/\.(cer|crt|pem)$/i.test(name)) continue;
    for (const der of certificatesIn(bytes)) {
      const certificate = parseCertificate(der);
      (certificate !== null && isSelfIssued(certificate) ? roots : intermediates).push(der);
    }
  }
  return buildTrust({ roots, intermediates, pins, primitives: input.primitives });
}

/** Colons and spaces within a fingerprint are allowed, as openssl prints them. */
function readPins(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').replace(/[\s:]/g, '').toLowerCase())
    .filter((line) => /^[0-9a-f]{64}$/.test(line));
}
