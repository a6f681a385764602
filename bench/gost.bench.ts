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
import { sized } from './size.ts';
import { median } from './median.ts';

/**
 * How fast signatures are, on one core, as ratios to what OpenSSL does on the same machine in the same seconds.
 *
 * Ours and theirs go in many short turns, and all of them count processor time alone. Each turn of ours is held against
 * the mean of theirs just before and just after it, and the median of these ratios is told with the lowest and the
 * highest: neighbours slow a turn and its pair alike, and what falls on one of them only is an outlier.
 */
const ROUNDS = sized(9, 1);
const ROUND_MS = sized(150, 1);
const WARM_UP_MS = sized(300, 1);
const DOCUMENT_BYTES = 100 * 1024;
const MIB = 1_048_576;
const random = (n: number): Uint8Array => new Uint8Array(randomBytes(n));

const cpu_ms = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Times a second of our own processor time, as `openssl speed` counts too: others on the machine take none of it. */
async function rateOf(work: () => unknown, forMs = ROUND_MS): Promise<number> {
  const started = cpu_ms();
  let times = 0;
  let passed = 0;
  while (passed < forMs) {
    for (let i = 0; i < 8; i++, times++) {
      const result = work();
      if (result instanceof Promise) await result;
    }
    passed = cpu_ms() - started;
  }
  return (times * 1000) / passed;
}

function print(line: Record<string, number | string | boolean>): void {
  console.log(JSON.stringify(line));
}

/** The median, and between which numbers the turns lie. */
function told(name: string, turns: readonly number[]): Record<string, number> {
  return {
    [name]: round(median(turns)),
    [`${name}_lowest`]: round(Math.min(...turns)),
    [`${name}_highest`]: round(Math.max(...turns)),
  };
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

type Works = Readonly<Record<string, () => unknown>>;

/** The rates of each work, a turn of all after another; `between` is asked before the first turn and after each. */
async function takeTurns(
  works: Works,
  between: () => unknown,
): Promise<(name: string) => { rates: number[]; ratios: number[] }> {
  const rates = new Map(Object.keys(works).map((name) => [name, [] as number[]]));
  // The compiler of the engine has done its best by then.
  for (const work of Object.values(works)) await rateOf(work, WARM_UP_MS);
  const theirs = [Number(await between())];
  for (let i = 0; i < ROUNDS; i++) {
    for (const [name, work] of Object.entries(works)) rates.get(name)!.push(await rateOf(work));
    theirs.push(Number(await between()));
  }
  return (name) => {
    const own = rates.get(name)!;
    return { rates: own, ratios: own.map((rate, i) => (2 * rate) / (theirs[i]! + theirs[i + 1]!)) };
  };
}

async function measureGost(): Promise<void> {
  const digest = random(64);
  const keys = Array.from({ length: sized(1_200, 2) }, () => generateGost512Key(random));
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
  const openssl: number[] = [];
  const results = await takeTurns(works, () => {
    if (hasOpenssl) openssl.push(opensslRate());
    return openssl.at(-1);
  });
  for (const name of ['new_key', 'known_key', 'plain']) {
    const { rates, ratios } = results(name);
    print({
      bench: `gost512.verify.${name}`,
      per_second: Math.round(median(rates)),
      ...(hasOpenssl
        ? { openssl_per_second: Math.round(median(openssl)), ...told('ratio', ratios) }
        : { skipped: 'the ratio needs the openssl command' }),
    });
  }
  print({ bench: 'gost512.sign', per_second: Math.round(median(results('sign').rates)) });
}

async function measureStreebog(): Promise<void> {
  const part = random(MIB / 8);
  const results = await takeTurns({ streebog: () => streebog512(part) }, () => undefined);
  const speeds = results('streebog').rates.map((rate) => rate / 8);
  print({ bench: 'streebog512', ...told('mib_per_second', speeds) });
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
    const bares: number[] = [];
    const cms = await signCms({ content, ...signer, signing_time: NOW, primitives });
    const judge = async (given: { content: Uint8Array } | { digests: typeof digests }): Promise<void> => {
      const verdict = await verifyCms({ cms, ...given, trust, at: NOW, primitives });
      if (verdict.status !== 'valid') throw new Error(verdict.reason);
    };
    const results = await takeTurns(
      {
        content: () => judge({ content }),
        digests: () => judge({ digests }),
        whole: () => verify('sha256', content, publicKey, wholeSignature),
      },
      async () => {
        bares.push(await rateOf(() => verify('sha256', bare, publicKey, bareSignature)));
        return bares.at(-1);
      },
    );
    const whole = results('whole').rates;
    for (const given of ['content', 'digests'] as const) {
      const { rates, ratios } = results(given);
      print({
        bench: `cms.verify.${kind}.by_${given}`,
        document_bytes: DOCUMENT_BYTES,
        per_second: Math.round(median(rates)),
        bare_rsa_per_second: Math.round(median(bares)),
        ...told('ratio_to_bare_rsa', ratios),
        // The same bytes hashed and verified by Node alone: the most that anybody could reach with the document.
        ratio_to_bare_rsa_over_the_document: round(median(rates.map((rate, i) => rate / whole[i]!))),
      });
    }
  }
}

await measureGost();
await measureStreebog();
await measureCms();
