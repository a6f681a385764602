import { createHash, generateKeyPair } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateGost512Key } from '@kelisim/eds/gost/sign.ts';
import { makePkcs12 } from '@kelisim/eds/pkcs12/make.ts';
import type { PrivateKey } from '@kelisim/eds/pkcs12/private-key.ts';
import { parseCertificate, type Certificate } from '@kelisim/eds/x509/certificate.ts';
import { issueCertificate, type CertificateProfile, type SubjectFields } from '@kelisim/eds/x509/issue.ts';
import { gost512Spki } from '@kelisim/eds/x509/spki.ts';
import { nodePrimitives } from '../../../platform/node-primitives.ts';
import { folderNca } from '../folder/folder-nca.ts';
import type { Nca } from '../nca.ts';

type Algorithm = 'gost512' | 'rsa';

interface Authority {
  key: PrivateKey;
  certificate: Certificate;
}

export interface IssuedKey {
  key: PrivateKey;
  certificate: Certificate;
  pkcs12: Uint8Array;
}

/** НУЦ РК of the sandbox: trusts itself, and hands out test keys with the real profile of names and purposes. */
export interface SandboxNca extends Nca {
  issueKey(input: {
    algorithm: Algorithm;
    subject: SubjectFields;
    profile: CertificateProfile;
    password: string;
    not_before: Date;
    not_after: Date;
  }): Promise<IssuedKey>;
}

/** The old key stores protect little, so one password for all test keys hides nothing. */
const YEARS_20_MS = 20 * 365 * 86_400_000;

/** Opens the authorities of the folder, or makes them the first time: root and intermediate, GOST-2015 and RSA. */
export async function openSandboxNca(folder: string, now: Date): Promise<SandboxNca> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(join(folder, 'pins.txt'))) await makeAuthorities(folder, now);
  const issuers = { gost512: readAuthority(folder, 'gost512'), rsa: readAuthority(folder, 'rsa') };
  const nca = await folderNca(folder);
  return {
    ...nca,
    async issueKey({ algorithm, subject, profile, password, not_before, not_after }) {
      const { key, spki } = await makeKey(algorithm);
      const issuer = issuers[algorithm];
      const der = await issueCertificate({
        subject,
        spki,
        profile,
        not_before,
        not_after,
        issuer: issuer.certificate,
        issuer_key: issuer.key,
        primitives: nodePrimitives,
      });
      const certificate = parseCertificate(der)!;
      return { key, certificate, pkcs12: await makePkcs12({ key, certificate, password }) };
    },
  };
}

async function makeAuthorities(folder: string, now: Date): Promise<void> {
  const validity = {
    not_before: new Date(now.getTime() - 86_400_000 * 800),
    not_after: new Date(now.getTime() + YEARS_20_MS),
  };
  const pins: string[] = [];
  for (const algorithm of ['gost512', 'rsa'] as const) {
    const mark = algorithm === 'gost512' ? 'GOST' : 'RSA';
    const root = await makeKey(algorithm);
    const root_der = await issueCertificate({
      subject: { common_name: `SANDBOX ROOT (${mark})`, organization: 'KELISIM SANDBOX', country: 'KZ' },
      spki: root.spki,
      profile: { kind: 'authority', path_length: 1 },
      ...validity,
      issuer_key: root.key,
      primitives: nodePrimitives,
    });
    const nca = await makeKey(algorithm);
    const nca_der = await issueCertificate({
      subject: { common_name: `SANDBOX НУЦ (${mark})`, organization: 'KELISIM SANDBOX', country: 'KZ' },
      spki: nca.spki,
      profile: { kind: 'authority', path_length: 0 },
      ...validity,
      issuer: parseCertificate(root_der)!,
      issuer_key: root.key,
      primitives: nodePrimitives,
    });
    pins.push(createHash('sha256').update(root_der).digest('hex'));
    writeFileSync(join(folder, `root-${algorithm}.cer`), root_der);
    writeFileSync(join(folder, `nca-${algorithm}.cer`), nca_der);
    const secret = nca.key.algorithm === 'gost512' ? nca.key.scalar : nca.key.pkcs8;
    writeFileSync(join(folder, `nca-${algorithm}.key`), secret, { mode: 0o600 });
  }
  // Written last: its presence says that the rest is whole.
  writeFileSync(join(folder, 'pins.txt'), `# Roots of this sandbox, SHA-256\n${pins.join('\n')}\n`);
}

function readAuthority(folder: string, algorithm: Algorithm): Authority {
  const secret = new Uint8Array(readFileSync(join(folder, `nca-${algorithm}.key`)));
  return {
    key: algorithm === 'gost512' ? { algorithm, scalar: secret } : { algorithm, pkcs8: secret },
    certificate: parseCertificate(new Uint8Array(readFileSync(join(folder, `nca-${algorithm}.cer`))))!,
  };
}

async function makeKey(algorithm: Algorithm): Promise<{ key: PrivateKey; spki: Uint8Array }> {
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
