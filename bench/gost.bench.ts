import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { signCms } from '../eds/src/cms/sign.ts';
import { verifyCms } from '../eds/src/cms/verify.ts';
import { plainCurve512 } from '../eds/src/gost/curve512.ts';
import { generateGost512Key, signGost512 } from '../eds/src/gost/sign.ts';
import { streebog512 } from '../eds/src/gost/streebog.ts';
import { verifyGost512, verifyOnCurve } from '../eds/src/gost/verify.ts';
import { makeSandbox, NOW } from '../eds/test/sandbox.ts';
import { nodePrimitives as primitives } from '../server/src/platform/node-primitives.ts';

/**
 * How fast signatures are, on one core, as ratios to what OpenSSL does on the same machine in the same minutes:
 * the neighbours of a machine slow both alike. Ours and theirs are measured in turns and the medians compared.
 */
const ROUNDS = 3;
const ROUND_MS = 250;
const DOCUMENT_BYTES = 100 * 1024;
const MIB = 1_048_576;
const random = (n: number): Uint8Array => new Uint8Array(randomBytes(n));

const cpu_ms = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Times a second of our own processor time, as `openssl speed` counts too: others on the machine take none of it. */
async function rateOf(work: () => unknown): Promise<number> {
  const started = cpu_ms();
  let times = 0;
  let passed = 0;
  while (passed < ROUND_MS) {
    for (let i = 0; i < 8; i++, times++) {
      const result = work();
      if (result instanceof Promise) await result;
    }
    passed = cpu_ms() - started;
  }
  return (times * 1000) / passed;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}

function print(line: Record<string, number | string | boolean>): void {
  console.log(JSON.stringify(line));
}

const round = (value: number): number => Number(value.toPrecision(3));
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Verifications a second of brainpoolP512r1, the generic 512-bit curve of OpenSSL. */
function opensslRate(): number {
  const said = execFileSync('openssl', ['speed', '-seconds', '1', 'ecdsabrp512r1'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Number(said.trim().split(/\s+/).at(-1));
}

async function measureGost(): Promise<void> {
  const digest = random(64);
  const keys = Array.from({ length: 1200 }, () => generateGost512Key(random));
  const signatures = keys.map(({ scalar }) => signGost512(scalar, digest, random));
  let used = 0;
  const check = (good: boolean): void => {
    if (!good) throw new Error('A good signature was refused');
  };
  // A key that was used thrice gets a table, so each new one is used once; the strangers forgotten are new again.
  const works = {
    new_key: () => {
      const at = used++ % keys.length;
      check(verifyGost512(keys[at]!.publicKey, digest, signatures[at]!));
    },
    known_key: () => check(verifyGost512(keys[0]!.publicKey, digest, signatures[0]!)),
    plain: () => check(verifyOnCurve(plainCurve512, 64, keys[0]!.publicKey, digest, signatures[0]!)),
    sign: () => signGost512(keys[0]!.scalar, digest, random),
  };
  for (let i = 0; i < 20; i++) works.known_key();
  const rates: Record<string, number[]> = { new_key: [], known_key: [], plain: [], sign: [], openssl: [] };
  for (let i = 0; i < ROUNDS; i++) {
    if (hasOpenssl) rates['openssl']!.push(opensslRate());
    for (const [name, work] of Object.entries(works)) rates[name]!.push(await rateOf(work));
  }
  const openssl = hasOpenssl ? median(rates['openssl']!) : null;
  for (const name of ['new_key', 'known_key', 'plain']) {
    print({
      bench: `gost512.verify.${name}`,
      per_second: Math.round(median(rates[name]!)),
      ...(openssl === null
        ? { skipped: 'the ratio needs the openssl command' }
        : { openssl_per_second: openssl, ratio: round(median(rates[name]!) / openssl) }),
    });
  }
  print({ bench: 'gost512.sign', per_second: Math.round(median(rates['sign']!)) });
}

async function measureStreebog(): Promise<void> {
  const part = random(MIB / 8);
  streebog512(part);
  const rates: number[] = [];
  for (let i = 0; i < ROUNDS; i++) rates.push(await rateOf(() => streebog512(part)));
  print({ bench: 'streebog512', mib_per_second: round(median(rates) / 8) });
}

/**
 * A CMS over a document of 100 KiB with everything that is checked, against the bare RSA of Node: once with the
 * document, which is hashed then, and once with the digests that the product keeps beside a frozen document.
 */
async function measureCms(): Promise<void> {
  const content = random(DOCUMENT_BYTES);
  const digests = { sha256: await primitives.hash('sha256', content), streebog512: streebog512(content) };
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const bare = random(200);
  const bareSignature = sign('sha256', bare, privateKey);
  const wholeSignature = sign('sha256', content, privateKey);
  for (const kind of ['rsa', 'gost512'] as const) {
    const { signer, trust } = await makeSandbox(kind);
    const cms = await signCms({ content, ...signer, signing_time: NOW, primitives });
    const judge = async (given: { content: Uint8Array } | { digests: typeof digests }): Promise<void> => {
      const verdict = await verifyCms({ cms, ...given, trust, at: NOW, primitives });
      if (verdict.status !== 'valid') throw new Error(verdict.reason);
    };
    const rates: Record<'content' | 'digests' | 'bare' | 'whole', number[]> = {
      content: [],
      digests: [],
      bare: [],
      whole: [],
    };
    for (let i = 0; i < 10; i++) await judge({ content });
    for (let i = 0; i < ROUNDS; i++) {
      rates.content.push(await rateOf(() => judge({ content })));
      rates.digests.push(await rateOf(() => judge({ digests })));
      rates.bare.push(await rateOf(() => verify('sha256', bare, publicKey, bareSignature)));
      rates.whole.push(await rateOf(() => verify('sha256', content, publicKey, wholeSignature)));
    }
    for (const given of ['content', 'digests'] as const) {
      print({
        bench: `cms.verify.${kind}.by_${given}`,
        document_bytes: DOCUMENT_BYTES,
        per_second: Math.round(median(rates[given])),
        bare_rsa_per_second: Math.round(median(rates.bare)),
        ratio_to_bare_rsa: round(median(rates[given]) / median(rates.bare)),
        // The same bytes hashed and verified by Node alone: the most that anybody could reach with the document.
        ratio_to_bare_rsa_over_the_document: round(median(rates[given]) / median(rates.whole)),
      });
    }
  }
}

await measureGost();
await measureStreebog();
await measureCms();
