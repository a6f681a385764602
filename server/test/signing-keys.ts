import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { generateGost512Key } from '@kelisim/eds/gost/sign.ts';
import type { PrivateKey } from '@kelisim/eds/pkcs12/private-key.ts';
import { parseCertificate, type Certificate } from '@kelisim/eds/x509/certificate.ts';
import { issueCertificate, type CertificateProfile, type SubjectFields } from '@kelisim/eds/x509/issue.ts';
import { gost512Spki } from '@kelisim/eds/x509/spki.ts';
import { openSandboxNca } from '../src/adapters/nca/sandbox/sandbox-nca.ts';
import { nodePrimitives } from '../src/platform/node-primitives.ts';

export type Algorithm = 'gost512' | 'rsa';

export interface SigningKey {
  key: PrivateKey;
  certificate: Certificate;
  /** What is sent along. */
  chain?: Certificate[];
}

/** Digests of frozen bytes, in hex as the product answers them. */
export interface Digests {
  sha256: string;
  streebog512: string;
}

const DAY_MS = 86_400_000;
const RSA_PAIRS = 4;
const cache = fileURLToPath(new URL('../../.cache/test-signing-keys/', import.meta.url));

/**
 * A folder with the authorities of a sandbox НУЦ. Making RSA pairs takes longest of all, so the authorities and a few
 * pairs are kept from run to run; every personal certificate is issued each time.
 */
export async function authoritiesFolder(): Promise<string> {
  // The number grows with what lies in it.
  const folder = join(cache, 'authorities-2');
  if (existsSync(folder)) return folder;
  const made = join(cache, `making-${randomBytes(6).toString('hex')}`);
  mkdirSync(made, { recursive: true });
  await openSandboxNca(made, new Date());
  for (let i = 0; i < RSA_PAIRS; i++) {
    const pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    mkdirSync(join(made, 'pairs'), { recursive: true });
    writeFileSync(join(made, 'pairs', `${i}.pkcs8`), pair.privateKey);
    writeFileSync(join(made, 'pairs', `${i}.spki`), pair.publicKey);
  }
  try {
    renameSync(made, folder);
  } catch {
    // Another worker was quicker; its folder is as good.
    rmSync(made, { recursive: true, force: true });
  }
  return folder;
}

let turn = Math.floor(Math.random() * RSA_PAIRS);

async function makePair(algorithm: Algorithm): Promise<{ key: PrivateKey; spki: Uint8Array }> {
  if (algorithm === 'gost512') {
    const { scalar, publicKey } = generateGost512Key((n) => nodePrimitives.randomBytes(n));
    return { key: { algorithm, scalar }, spki: gost512Spki(publicKey) };
  }
  const pairs = join(await authoritiesFolder(), 'pairs');
  turn = (turn + 1) % RSA_PAIRS;
  return {
    key: { algorithm, pkcs8: new Uint8Array(readFileSync(join(pairs, `${turn}.pkcs8`))) },
    spki: new Uint8Array(readFileSync(join(pairs, `${turn}.spki`))),
  };
}

export interface KeyOptions {
  algorithm?: Algorithm;
  subject: SubjectFields;
  profile: CertificateProfile;
  /** Days from now; a year before and after by default. */
  valid_days?: [from: number, until: number];
}

/** A key with a certificate of the sandbox НУЦ that all test apps trust. */
export async function issueTestKey(options: KeyOptions): Promise<SigningKey> {
  const { algorithm = 'gost512', subject, profile, valid_days = [-365, 365] } = options;
  const folder = await authoritiesFolder();
  const secret = new Uint8Array(readFileSync(join(folder, `nca-${algorithm}.key`)));
  const { key, spki } = await makePair(algorithm);
  const der = await issueCertificate({
    subject,
    spki,
    profile,
    not_before: new Date(Date.now() + valid_days[0] * DAY_MS),
    not_after: new Date(Date.now() + valid_days[1] * DAY_MS),
    issuer: parseCertificate(new Uint8Array(readFileSync(join(folder, `nca-${algorithm}.cer`))))!,
    issuer_key: algorithm === 'rsa' ? { algorithm, pkcs8: secret } : { algorithm, scalar: secret },
    primitives: nodePrimitives,
    serial: randomBytes(20).toString('hex').replace(/^./, '1'),
  });
  return { key, certificate: parseCertificate(der)! };
}

/** Signs frozen bytes by their digests, as a browser does; base64, as the calls take it. */
export async function signDigests(by: SigningKey, file: Digests, at = new Date()): Promise<string> {
  const cms = await signCms({
    digest: {
      sha256: Buffer.from(file.sha256, 'hex'),
      streebog512: Buffer.from(file.streebog512, 'hex'),
    },
    ...by,
    signing_time: at,
    primitives: nodePrimitives,
  });
  return Buffer.from(cms).toString('base64');
}
