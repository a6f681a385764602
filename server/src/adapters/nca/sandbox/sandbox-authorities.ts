import { createHash, generateKeyPair } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateGost512Key } from '@kelisim/eds/gost/sign.ts';
import type { PrivateKey } from '@kelisim/eds/pkcs12/private-key.ts';
import { parseCertificate, type Certificate } from '@kelisim/eds/x509/certificate.ts';
import { issueCertificate, type CertificateProfile } from '@kelisim/eds/x509/issue.ts';
import { gost512Spki } from '@kelisim/eds/x509/spki.ts';
import { nodePrimitives } from '../../../platform/node-primitives.ts';

export const ALGORITHMS = ['gost512', 'rsa'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export interface Authority {
  key: PrivateKey;
  certificate: Certificate;
}

/** For each kind of key the authority that issues, and who answers OCSP for it; one authority of time stamps. */
export interface Authorities {
  issuers: Record<Algorithm, Authority>;
  responders: Record<Algorithm, Authority>;
  tsa: Authority;
}

const YEARS_20_MS = 20 * 365 * 86_400_000;

/** Opens what lies in the folder, and makes the first time what is missing. */
export async function openAuthorities(folder: string, now: Date): Promise<Authorities> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(join(folder, 'pins.txt'))) await makeIssuers(folder, now);
  const issuers = { gost512: read(folder, 'nca', 'gost512'), rsa: read(folder, 'nca', 'rsa') };
  const service = async (name: 'ocsp' | 'tsa', algorithm: Algorithm) => {
    if (!existsSync(join(folder, `${name}-${algorithm}.cer`)))
      await makeService(folder, name, algorithm, issuers[algorithm], now);
    return read(folder, name, algorithm);
  };
  return {
    issuers,
    responders: { gost512: await service('ocsp', 'gost512'), rsa: await service('ocsp', 'rsa') },
    tsa: await service('tsa', 'gost512'),
  };
}

/** As long as the demo data reach back, and beyond what any test waits for. */
function validity(now: Date) {
  return {
    not_before: new Date(now.getTime() - 86_400_000 * 800),
    not_after: new Date(now.getTime() + YEARS_20_MS),
  };
}

async function makeIssuers(folder: string, now: Date): Promise<void> {
  const pins: string[] = [];
  for (const algorithm of ALGORITHMS) {
    const mark = algorithm === 'gost512' ? 'GOST' : 'RSA';
    const root = await makeKey(algorithm);
    const root_der = await issueCertificate({
      subject: { common_name: `SANDBOX ROOT (${mark})`, organization: 'KELISIM SANDBOX', country: 'KZ' },
      spki: root.spki,
      profile: { kind: 'authority', path_length: 1 },
      ...validity(now),
      issuer_key: root.key,
      primitives: nodePrimitives,
    });
    const nca = await makeKey(algorithm);
    const nca_der = await issueCertificate({
      subject: { common_name: `SANDBOX НУЦ (${mark})`, organization: 'KELISIM SANDBOX', country: 'KZ' },
      spki: nca.spki,
      profile: { kind: 'authority', path_length: 0 },
      ...validity(now),
      issuer: parseCertificate(root_der)!,
      issuer_key: root.key,
      primitives: nodePrimitives,
    });
    pins.push(createHash('sha256').update(root_der).digest('hex'));
    writeFileSync(join(folder, `root-${algorithm}.cer`), root_der);
    write(folder, 'nca', algorithm, nca.key, nca_der);
  }
  // Written last: its presence says that the rest is whole.
  writeFileSync(join(folder, 'pins.txt'), `# Roots of this sandbox, SHA-256\n${pins.join('\n')}\n`);
}

async function makeService(
  folder: string,
  name: 'ocsp' | 'tsa',
  algorithm: Algorithm,
  issuer: Authority,
  now: Date,
): Promise<void> {
  const { key, spki } = await makeKey(algorithm);
  const profile: CertificateProfile = { kind: name };
  const der = await issueCertificate({
    subject: { common_name: `SANDBOX ${name.toUpperCase()}`, organization: 'KELISIM SANDBOX', country: 'KZ' },
    spki,
    profile,
    ...validity(now),
    issuer: issuer.certificate,
    issuer_key: issuer.key,
    primitives: nodePrimitives,
  });
  write(folder, name, algorithm, key, der);
}

/** The certificate comes last and at once: where it lies, its key lies too. */
function write(folder: string, name: string, algorithm: Algorithm, key: PrivateKey, der: Uint8Array): void {
  const secret = key.algorithm === 'gost512' ? key.scalar : key.pkcs8;
  writeFileSync(join(folder, `${name}-${algorithm}.key`), secret, { mode: 0o600 });
  writeFileSync(join(folder, `${name}-${algorithm}.tmp`), der);
  renameSync(join(folder, `${name}-${algorithm}.tmp`), join(folder, `${name}-${algorithm}.cer`));
}

function read(folder: string, name: string, algorithm: Algorithm): Authority {
  const secret = new Uint8Array(readFileSync(join(folder, `${name}-${algorithm}.key`)));
  return {
    key: algorithm === 'gost512' ? { algorithm, scalar: secret } : { algorithm, pkcs8: secret },
    certificate: parseCertificate(new Uint8Array(readFileSync(join(folder, `${name}-${algorithm}.cer`))))!,
  };
}

export async function makeKey(algorithm: Algorithm): Promise<{ key: PrivateKey; spki: Uint8Array }> {
  if (algorithm === 'gost512') {
    const { scalar, publicKey } = generateGost512Key((n) => nodePrimitives.randomBytes(n));
    return { key: { algorithm, scalar }, spki: gost512Spki(publicKey) };
  }
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  return { key: { algorithm, pkcs8: new Uint8Array(pair.privateKey) }, spki: new Uint8Array(pair.publicKey) };
}
