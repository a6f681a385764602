import { equalBytes, toHex } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import { parseCertificate } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { fingerprintOf } from './known-certificates.ts';
import { checkSignature } from './signature.ts';
import type { SignatureCheck } from './signature.ts';

/** Whom signatures are checked against. Made by `buildTrust`; the fields are for reading only. */
export interface TrustStore {
  roots: readonly Certificate[];
  intermediates: readonly Certificate[];
  /** What was given and not taken. A root goes in only when its SHA-256 is pinned. */
  refused: readonly {
    sha256: string;
    reason: 'root_not_pinned' | 'not_a_certificate' | 'root_not_self_signed';
  }[];
  /** By SHA-256 in lower-case hex: certificates that count for nothing from a moment on, whoever trusts them. */
  denied: Map<string, Denial>;
  /** Signatures of issuers that were found good, so that the certificate of a busy signer is checked once. */
  links: Map<string, true>;
}

/** What was stamped before `from` stays as it is. */
export interface Denial {
  from: Date;
  reason: string;
}

/** Some hundred bytes an entry. */
const REMEMBERED_LINKS = 5000;

/**
 * @param input.roots DER certificates; one whose SHA-256 is not among `pins` is refused
 * @param input.intermediates DER certificates of authorities; believed only through a root
 * @param input.pins SHA-256 of roots in hex, either case (`PRODUCTION_ROOT_PINS` and, in a sandbox, its own)
 * @param input.denied by SHA-256 in lower-case hex
 */
export async function buildTrust(input: {
  roots: readonly Uint8Array[];
  intermediates?: readonly Uint8Array[];
  pins: readonly string[];
  denied?: Map<string, Denial>;
  primitives: Primitives;
}): Promise<TrustStore> {
  const pins = new Set(input.pins.map((pin) => pin.toLowerCase()));
  const roots: Certificate[] = [];
  const intermediates: Certificate[] = [];
  const refused: TrustStore['refused'][number][] = [];
  for (const der of input.roots) {
    const sha256 = await fingerprint(der, input.primitives);
    const certificate = parseCertificate(der);
    if (certificate === null) refused.push({ sha256, reason: 'not_a_certificate' });
    else if (!pins.has(sha256)) refused.push({ sha256, reason: 'root_not_pinned' });
    else if (!(await isSelfSigned(certificate, input.primitives))) {
      refused.push({ sha256, reason: 'root_not_self_signed' });
    } else roots.push(certificate);
  }
  for (const der of input.intermediates ?? []) {
    const certificate = parseCertificate(der);
    if (certificate !== null) intermediates.push(certificate);
    else refused.push({ sha256: await fingerprint(der, input.primitives), reason: 'not_a_certificate' });
  }
  return { roots, intermediates, refused, denied: input.denied ?? new Map(), links: new Map() };
}

/** SHA-256 in lower-case hex. */
async function fingerprint(der: Uint8Array, primitives: Primitives): Promise<string> {
  return toHex(await primitives.hash('sha256', der));
}

/** By its names and, where both stand in it, by its key identifiers: two owners may bear one name. */
export function isSelfIssued({ subject, issuer, aki, ski }: Certificate): boolean {
  return equalBytes(subject.der, issuer.der) && (aki === null || ski === null || aki === ski);
}

export async function isSelfSigned(certificate: Certificate, primitives: Primitives): Promise<boolean> {
  return (
    isSelfIssued(certificate) && (await checkIssuerSignature(certificate, certificate, primitives)) === 'good'
  );
}

export function checkIssuerSignature(
  certificate: Certificate,
  issuer: Certificate,
  primitives: Primitives,
): Promise<SignatureCheck> {
  return checkSignature({
    spki: issuer.spki,
    algorithm: certificate.signature_algorithm,
    data: certificate.tbs,
    signature: certificate.signature,
    primitives,
  });
}

/** As `checkIssuerSignature`, but a pair once found good is not counted again. */
export async function checkLink(
  trust: TrustStore,
  certificate: Certificate,
  issuer: Certificate,
  primitives: Primitives,
): Promise<SignatureCheck> {
  if (goodPairs.get(trust)?.get(certificate)?.has(issuer)) return 'good';
  const [mine, theirs] = [
    await fingerprintOf(certificate, primitives),
    await fingerprintOf(issuer, primitives),
  ];
  const key = `${mine.hex} ${theirs.hex}`;
  const check = trust.links.has(key) ? 'good' : await checkIssuerSignature(certificate, issuer, primitives);
  if (check !== 'good') return check;
  if (!trust.links.has(key) && trust.links.size >= REMEMBERED_LINKS) trust.links.clear();
  trust.links.set(key, true);
  rememberPair(trust, certificate, issuer);
  return check;
}

/** The same by the objects themselves, which known certificates keep: no key need be put together to ask. */
const goodPairs = new WeakMap<TrustStore, WeakMap<Certificate, WeakSet<Certificate>>>();

function rememberPair(trust: TrustStore, certificate: Certificate, issuer: Certificate): void {
  let pairs = goodPairs.get(trust);
  if (pairs === undefined) goodPairs.set(trust, (pairs = new WeakMap()));
  let issuers = pairs.get(certificate);
  if (issuers === undefined) pairs.set(certificate, (issuers = new WeakSet()));
  issuers.add(issuer);
}
