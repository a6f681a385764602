import { toHex } from '../src/bytes.ts';
import { generateGost512Key } from '../src/gost/sign.ts';
import type { PrivateKey } from '../src/pkcs12/private-key.ts';
import { parseCertificate } from '../src/x509/certificate.ts';
import type { Certificate } from '../src/x509/certificate.ts';
import { buildTrust } from '../src/x509/chain.ts';
import type { TrustStore } from '../src/x509/chain.ts';
import { issueCertificate } from '../src/x509/issue.ts';
import type { CertificateProfile, SubjectFields } from '../src/x509/issue.ts';
import { gost512Spki } from '../src/x509/spki.ts';
import { primitives } from './vectors.ts';

/** A key with its certificate. */
export interface Owner {
  key: PrivateKey;
  certificate: Certificate;
}

export const NOW = new Date('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;

export interface OwnerOptions {
  kind?: 'gost512' | 'rsa';
  rsa_bits?: number;
  subject?: SubjectFields;
  profile?: CertificateProfile;
  issuer?: Owner;
  not_before?: Date;
  not_after?: Date;
}

const PERSON: SubjectFields = {
  common_name: 'ИВАНОВ ИВАН',
  surname: 'ИВАНОВ',
  given_name: 'ИВАНОВИЧ',
  iin: '900101300123',
  organization: 'ТОО "Мысал"',
  bin: '210240012345',
};

/** Makes a key and issues its certificate; without an issuer it signs itself. */
export async function makeOwner(options: OwnerOptions = {}): Promise<Owner> {
  const { key, spki } = options.kind === 'rsa' ? await rsaKey(options.rsa_bits ?? 2048) : gostKey();
  const der = await issueCertificate({
    subject: options.subject ?? PERSON,
    spki,
    profile: options.profile ?? { kind: 'signer', rights: ['organisation', 'head'] },
    not_before: options.not_before ?? new Date(NOW.getTime() - 30 * DAY_MS),
    not_after: options.not_after ?? new Date(NOW.getTime() + 335 * DAY_MS),
    ...(options.issuer !== undefined && { issuer: options.issuer.certificate }),
    issuer_key: options.issuer?.key ?? key,
    urls: {
      ocsp: 'http://127.0.0.1/ocsp',
      issuer: 'http://127.0.0.1/ca.cer',
      crl: 'http://127.0.0.1/ca.crl',
      delta_crl: 'http://127.0.0.1/delta.crl',
    },
    primitives,
  });
  return { key, certificate: parseCertificate(der)! };
}

export interface Sandbox {
  root: Owner;
  authority: Owner;
  signer: Owner;
  trust: TrustStore;
}

/** Root, intermediate and one signer, as at НУЦ РК. */
export async function makeSandbox(kind: 'gost512' | 'rsa' = 'gost512'): Promise<Sandbox> {
  const profile = { kind: 'authority' } as const;
  const root = await makeOwner({ kind, profile, subject: { common_name: 'SANDBOX ROOT' } });
  const authority = await makeOwner({
    kind,
    profile: { ...profile, path_length: 0 },
    subject: { common_name: 'SANDBOX CA' },
    issuer: root,
  });
  const signer = await makeOwner({ kind, issuer: authority });
  return { root, authority, signer, trust: await trustIn([root], [authority]) };
}

export async function trustIn(roots: Owner[], intermediates: Owner[] = []): Promise<TrustStore> {
  const ders = roots.map((root) => root.certificate.der);
  return buildTrust({
    roots: ders,
    intermediates: intermediates.map((one) => one.certificate.der),
    pins: await Promise.all(ders.map(sha256Hex)),
    primitives,
  });
}

export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  return toHex(await primitives.hash('sha256', bytes));
}

function gostKey(): { key: PrivateKey; spki: Uint8Array } {
  const { scalar, publicKey } = generateGost512Key(primitives.randomBytes);
  return { key: { algorithm: 'gost512', scalar }, spki: gost512Spki(publicKey) };
}

async function rsaKey(bits: number): Promise<{ key: PrivateKey; spki: Uint8Array }> {
  const { subtle } = globalThis.crypto;
  const pair = await subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: bits,
      publicExponent: Uint8Array.of(1, 0, 1),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  );
  return {
    key: { algorithm: 'rsa', pkcs8: new Uint8Array(await subtle.exportKey('pkcs8', pair.privateKey)) },
    spki: new Uint8Array(await subtle.exportKey('spki', pair.publicKey)),
  };
}
