import { certificatesIn } from '../asn1/armour.ts';
import { bytesToUtf8 } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import { parseCertificate } from './certificate.ts';
import { PRODUCTION_ROOT_PINS } from './pins.ts';
import { buildTrust, isSelfIssued } from './trust.ts';
import type { Denial, TrustStore } from './trust.ts';

/** Where a folder of trust names further roots that are believed: one SHA-256 a line, `#` begins a remark. */
export const PINS_FILE = 'pins.txt';

/**
 * Where a folder of trust names certificates that count for nothing from a day on, one a line: SHA-256, the day or
 * moment, and why: `32c7…8524 2026-11-22 key compromised, letter 14-2`. `#` begins a remark.
 */
export const DENIED_FILE = 'denied.txt';

/**
 * A trust store from the files of a folder: certificates (`.cer`, `.crt`, `.pem`, DER or PEM), `pins.txt` and
 * `denied.txt`. Roots are believed when pinned in this package or in `pins.txt`, which is how a sandbox or the test
 * contour of НУЦ РК is trusted. Other files are passed over. Throws for a line of `denied.txt` that cannot be read:
 * passed over, it would trust what somebody meant to deny.
 */
export async function buildTrustFromFiles(input: {
  files: readonly { name: string; bytes: Uint8Array }[];
  primitives: Primitives;
}): Promise<TrustStore> {
  const roots: Uint8Array[] = [];
  const intermediates: Uint8Array[] = [];
  const pins = [...PRODUCTION_ROOT_PINS];
  const denied = new Map<string, Denial>();
  for (const { name, bytes } of input.files) {
    if (name === PINS_FILE) pins.push(...readPins(bytesToUtf8(bytes)));
    if (name === DENIED_FILE) readDenied(bytesToUtf8(bytes), denied);
    if (!/\.(cer|crt|pem)$/i.test(name)) continue;
    for (const der of certificatesIn(bytes)) {
      const certificate = parseCertificate(der);
      (certificate !== null && isSelfIssued(certificate) ? roots : intermediates).push(der);
    }
  }
  return buildTrust({ roots, intermediates, pins, denied, primitives: input.primitives });
}

/** Colons and spaces within a fingerprint are allowed, as openssl prints them. */
function readPins(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').replace(/[\s:]/g, '').toLowerCase())
    .filter((line) => /^[0-9a-f]{64}$/.test(line));
}

function readDenied(text: string, denied: Map<string, Denial>): void {
  for (const line of text.split(/\r?\n/)) {
    const words = line.replace(/#.*/, '').trim();
    if (words === '') continue;
    const [, sha256, day, reason] =
      /^([0-9a-fA-F:]{64,95})\s+(\d{4}-\d\d-\d\d\S*)\s+(\S.*)$/.exec(words) ?? [];
    const hex = sha256?.replaceAll(':', '').toLowerCase() ?? '';
    const from = new Date(day ?? '');
    if (hex.length !== 64 || Number.isNaN(from.getTime()))
      throw new Error(`${DENIED_FILE}: «${words}» is not a SHA-256, a day and a reason`);
    denied.set(hex, { from, reason: reason! });
  }
}
