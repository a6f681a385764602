import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { makePkcs12 } from '@kelisim/eds/pkcs12/make.ts';
import type { PrivateKey } from '@kelisim/eds/pkcs12/private-key.ts';
import { parseCertificate, type Certificate } from '@kelisim/eds/x509/certificate.ts';
import { issueCertificate, type CertificateProfile, type SubjectFields } from '@kelisim/eds/x509/issue.ts';
import type { CertificateUrls } from '@kelisim/eds/x509/profile.ts';
import { nodePrimitives } from '../../../platform/node-primitives.ts';
import { folderNca } from '../folder/folder-nca.ts';
import type { Nca } from '../nca.ts';
import { NCA_PATIENCE, onlineNca, type NcaPatience } from '../online/online-nca.ts';
import { makeKey, openAuthorities, type Algorithm } from './sandbox-authorities.ts';
import { sandboxHttp } from './sandbox-http.ts';
import { NCA_PATH, sandboxServices, type NcaServices } from './sandbox-services.ts';
import { quietState, type SandboxNcaState } from './sandbox-state.ts';

export interface IssuedKey {
  key: PrivateKey;
  certificate: Certificate;
  pkcs12: Uint8Array;
}

/** НУЦ РК of the sandbox: trusts itself, and hands out test keys with the real profile of names and purposes. */
export interface SandboxNca extends Nca {
  /** What it answers under `NCA_PATH`. */
  services: NcaServices;
  issueKey(input: {
    algorithm: Algorithm;
    subject: SubjectFields;
    profile: CertificateProfile;
    password: string;
    not_before: Date;
    not_after: Date;
  }): Promise<IssuedKey>;
}

/** What is switched on and off must be felt at once. */
const SANDBOX_PATIENCE: NcaPatience = {
  ...NCA_PATIENCE,
  answer_ms: 1_000,
  list_ms: 1_000,
  rest_ms: 3_000,
};

export interface SandboxNcaOptions {
  state?: SandboxNcaState;
  now?: () => Date;
  /** Where the product is reached; the certificates name its services under it. */
  public_url?: string;
  patience?: NcaPatience;
}

/** Opens the authorities of the folder, or makes them the first time: root and intermediate, GOST-2015 and RSA. */
export async function openSandboxNca(
  folder: string,
  now: Date,
  options: SandboxNcaOptions = {},
): Promise<SandboxNca> {
  const authorities = await openAuthorities(folder, now);
  const { state = quietState, patience = SANDBOX_PATIENCE } = options;
  const clock = options.now ?? (() => new Date());
  const base = `${options.public_url ?? 'http://localhost:4400'}${NCA_PATH}`;
  const root = (algorithm: Algorithm) => new Uint8Array(readFileSync(join(folder, `root-${algorithm}.cer`)));
  const roots = { gost512: root('gost512'), rsa: root('rsa') };
  const services = sandboxServices(authorities, roots, state, clock);
  const nca = onlineNca(await folderNca(folder), {
    http: sandboxHttp(services),
    tsp_url: `${base}tsp`,
    now: clock,
    patience,
    // A certificate of another product's sandbox would name addresses that are not ours to ask.
    sources: ({ key_algorithm }) => {
      const urls = urlsOf(base, key_algorithm === 'gost512' ? 'gost512' : 'rsa');
      return { ocsp: [urls.ocsp], crl: [urls.crl], delta_crl: [urls.delta_crl] };
    },
  });
  return {
    ...nca,
    services,
    async issueKey({ algorithm, subject, profile, password, not_before, not_after }) {
      // Each step is many milliseconds in one piece: whoever waits has a turn between them.
      await setImmediate();
      const { key, spki } = await makeKey(algorithm);
      const issuer = authorities.issuers[algorithm];
      const der = await issueCertificate({
        subject,
        spki,
        profile,
        not_before,
        not_after,
        issuer: issuer.certificate,
        issuer_key: issuer.key,
        urls: urlsOf(base, algorithm),
        primitives: nodePrimitives,
      });
      const certificate = parseCertificate(der)!;
      await setImmediate();
      return { key, certificate, pkcs12: await makePkcs12({ key, certificate, password }) };
    },
  };
}

function urlsOf(base: string, algorithm: Algorithm): Required<CertificateUrls> {
  return {
    ocsp: `${base}ocsp`,
    issuer: `${base}ca/nca-${algorithm}.cer`,
    crl: `${base}crl/nca-${algorithm}.crl`,
    delta_crl: `${base}crl/nca-${algorithm}-delta.crl`,
  };
}
