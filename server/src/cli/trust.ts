/**
 * `npm run trust -- list|update`: the folder of certificates that signatures are checked against. Nothing goes into it
 * that does not end in a root pinned by its SHA-256.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { certificatesIn } from '@kelisim/eds/asn1/armour.ts';
import type { HttpPort } from '@kelisim/eds/http/http.ts';
import { parseCertificate, type Certificate } from '@kelisim/eds/x509/certificate.ts';
import { verifyChain } from '@kelisim/eds/x509/chain.ts';
import { fingerprintOf } from '@kelisim/eds/x509/known-certificates.ts';
import { buildTrustFromFiles, PINS_FILE } from '@kelisim/eds/x509/trust-files.ts';
import { isSelfIssued, type TrustStore } from '@kelisim/eds/x509/trust.ts';
import { nodeHttp } from '../platform/node-http.ts';
import { nodePrimitives as primitives } from '../platform/node-primitives.ts';

const HELP = `The certificates of НУЦ РК that signatures are checked against.

  npm run -s trust -- list   [--to DIR]
  npm run -s trust -- update [--to DIR] [--from DIR] [--address URL ...]

  --to DIR       the folder of trust; without it the one named by TRUST_DIR
  --from DIR     takes certificates (.cer, .crt, .pem) from a folder, where the network must not be asked
  --address URL  where a certificate lies; without --from and --address the published ones of НУЦ РК

A root is taken when its SHA-256 is pinned in this program or stands in ${PINS_FILE} of the folder of trust; every other
certificate when it is signed up to such a root. Missing issuers are fetched where the certificate says they lie (AIA).
Nothing is ever removed. Exit code: 0 done, 1 something was refused or could not be had, 64 wrong usage.
`;

/** Where root.gov.kz and pki.gov.kz publish what is in force; what they answer is believed by its pin alone. */
const PUBLISHED = [
  'https://root.gov.kz/cert/root_gost2015_2022.cer',
  'https://root.gov.kz/cert/root_rsa_2020.cer',
  'https://pki.gov.kz/cert/nca_gost_2022.cer',
  'https://pki.gov.kz/cert/nca_rsa_2022.cer',
];
const WRONG_USAGE = 64;
const MOST_FETCHES = 30;
const FETCH = { timeout_ms: 15_000, most_bytes: 64 * 1024 };

class UsageError extends Error {}

interface Found {
  certificate: Certificate;
  sha256: string;
  where: string;
}

async function readFolder(folder: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    if (/\.(cer|crt|pem)$/i.test(name))
      found.push(...(await readCertificates(new Uint8Array(readFileSync(join(folder, name))), name)));
  }
  return found;
}

async function readCertificates(bytes: Uint8Array, where: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const der of certificatesIn(bytes)) {
    const certificate = parseCertificate(der);
    if (certificate)
      found.push({ certificate, sha256: (await fingerprintOf(certificate, primitives)).hex, where });
  }
  return found;
}

/** Trust in the pinned roots among these, by the pins of the program and of the folder. */
function trustIn(folder: string, all: readonly Found[]): Promise<TrustStore> {
  const pins = join(folder, PINS_FILE);
  const files = all.map(({ certificate }, i) => ({ name: `${i}.cer`, bytes: certificate.der }));
  if (existsSync(pins)) files.push({ name: PINS_FILE, bytes: new Uint8Array(readFileSync(pins)) });
  return buildTrustFromFiles({ files, primitives });
}

/** Null when it may be believed; judged in its own time, for what has ended still proves what was signed before. */
async function whyNot({ certificate }: Found, trust: TrustStore): Promise<string | null> {
  if (isSelfIssued(certificate))
    return trust.roots.some((root) => Buffer.from(root.der).equals(certificate.der))
      ? null
      : 'its SHA-256 is not pinned';
  if (!certificate.is_ca) return 'it is no authority';
  const at = new Date(certificate.not_before.getTime() + 60_000);
  const { reason } = await verifyChain({ certificate, others: trust.intermediates, trust, at, primitives });
  return reason ?? null;
}

function line(mark: string, { certificate, sha256, where }: Found, more = ''): string {
  const kind = isSelfIssued(certificate) ? 'root' : 'authority';
  const until = certificate.not_after.toISOString().slice(0, 10);
  const ended = certificate.not_after < new Date() ? ', ended' : '';
  const name = certificate.subject.common_name ?? certificate.subject.dn;
  return `${mark}  ${kind.padEnd(9)}  until ${until}${ended}  ${sha256}  ${name} (${where})${more}`;
}

async function list(folder: string): Promise<number> {
  const all = await readFolder(folder);
  const trust = await trustIn(folder, all);
  for (const one of all) {
    const reason = await whyNot(one, trust);
    console.log(line(reason ? 'no' : 'ok', one, reason ? `: ${reason}` : ''));
  }
  if (trust.roots.length === 0) console.log(`No pinned root lies in ${folder}: every signature is refused.`);
  return trust.roots.length === 0 ? 1 : 0;
}

async function update(folder: string, from: string | undefined, addresses: string[]): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const kept = await readFolder(folder);
  const given = from === undefined ? [] : await readFolder(from);
  const fetched = await fetchAll(
    nodeHttp(),
    addresses.length > 0 || from !== undefined ? addresses : PUBLISHED,
    [...kept, ...given],
  );
  const all = [...kept, ...given, ...fetched.found];
  const trust = await trustIn(folder, all);
  const known = new Set(kept.map((one) => one.sha256));
  let refused = 0;
  for (const one of [...given, ...fetched.found]) {
    if (known.has(one.sha256)) continue;
    known.add(one.sha256);
    const reason = await whyNot(one, trust);
    console.log(line(reason ? 'refused' : 'added  ', one, reason ? `: ${reason}` : ''));
    if (reason) refused++;
    else keep(folder, one);
  }
  for (const url of fetched.missed) console.log(`missed   ${url} could not be had`);
  if (trust.roots.length === 0) console.log(`No pinned root lies in ${folder}: every signature is refused.`);
  return refused + fetched.missed.length > 0 || trust.roots.length === 0 ? 1 : 0;
}

/** The addresses, then those of issuers that nobody has yet, up to the roots. */
async function fetchAll(
  http: HttpPort,
  addresses: readonly string[],
  have: readonly Found[],
): Promise<{ found: Found[]; missed: string[] }> {
  const found: Found[] = [];
  const missed: string[] = [];
  const asked = new Set<string>();
  const ask = async (url: string): Promise<boolean> => {
    asked.add(url);
    const answer = await http({ method: 'GET', url, ...FETCH }).catch(() => null);
    const read = answer?.status === 200 ? await readCertificates(answer.body, url) : [];
    found.push(...read);
    return read.length > 0;
  };
  for (const url of addresses) if (!(await ask(url))) missed.push(url);
  for (;;) {
    const all = [...have, ...found];
    const orphan = all.find(
      ({ certificate }) =>
        !isSelfIssued(certificate) &&
        !all.some(({ certificate: issuer }) =>
          Buffer.from(issuer.subject.der).equals(certificate.issuer.der),
        ) &&
        certificate.issuer_urls.some((url) => /^https?:/.test(url) && !asked.has(url)),
    );
    if (!orphan || asked.size >= MOST_FETCHES) return { found, missed };
    const urls = orphan.certificate.issuer_urls.filter((url) => /^https?:/.test(url) && !asked.has(url));
    let had = false;
    for (const url of urls) had = (await ask(url)) || had;
    if (!had) missed.push(...urls);
  }
}

/** Whole or not at all, under a name that no other certificate has. */
function keep(folder: string, { certificate, sha256 }: Found): void {
  const kind = isSelfIssued(certificate) ? 'root' : 'nca';
  const path = join(folder, `${kind}-${sha256.slice(0, 16)}.cer`);
  writeFileSync(`${path}.tmp`, certificate.der);
  renameSync(`${path}.tmp`, path);
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const folder = values.to ?? process.env['TRUST_DIR'] ?? '';
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (command !== 'list' && command !== 'update'))
    throw new UsageError('The commands are list and update');
  if (folder === '') throw new UsageError('Which folder? --to or TRUST_DIR names it');
  if (command === 'update') return update(folder, values.from, values.address ?? []);
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}`);
  return list(folder);
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        address: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : '');
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${HELP}`);
  process.exitCode = WRONG_USAGE;
}
