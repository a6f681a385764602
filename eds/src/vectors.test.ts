import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasOpenssl, makeFolder, openssl, WITHOUT_OPENSSL } from '../test/openssl.ts';
import { sha256Hex } from '../test/sandbox.ts';
import { hasVectors, listVectors, primitives, readVector, WITHOUT_VECTORS } from '../test/vectors.ts';
import { checkSigner } from './cms/check-signer.ts';
import { parseCms } from './cms/parse.ts';
import { signCms } from './cms/sign.ts';
import { verifyCms } from './cms/verify.ts';
import { openPkcs12 } from './pkcs12/open.ts';
import { parseCrl } from './revocation/crl.ts';
import { judgeCrl } from './revocation/judge-crl.ts';
import { judgeOcsp } from './revocation/judge-ocsp.ts';
import { parseOcspResponse } from './revocation/ocsp-response.ts';
import type { RevocationAnswer } from './revocation/port.ts';
import type { Certificate } from './x509/certificate.ts';
import { buildTrust } from './x509/chain.ts';
import type { TrustStore } from './x509/chain.ts';
import { computeDigest } from './x509/signature.ts';

/** What the README says of each vector is what happens: its tables are read here, row by row. */
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

function tableUnder(heading: string): string[][] {
  const from = README.indexOf(`\n### ${heading}\n`);
  if (from < 0) throw new Error(`The README has no «${heading}»`);
  const section = README.slice(from + 1).split(/\n#{2,3} /)[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

interface CadesRow {
  file: string;
  over: string;
  mathematics: string;
  verdict: string;
}
const cades = tableUnder('vectors/cades').map(([file, over, mathematics, verdict]) => ({
  file: file!,
  over: over!,
  mathematics: mathematics!,
  verdict: verdict!,
}));
/** Not signatures but what lies beside them: evidence records, certificates, time stamp answers, documents. */
const BESIDE = /\.(ers|xml|tsr|cer|txt|png|zip)$/;

const noTrust = await buildTrust({ roots: [], intermediates: [], pins: [], primitives });
const contentOf = ({ over }: CadesRow): Uint8Array | undefined =>
  over === 'inside' || over === '–' ? undefined : readVector(`cades/${over}`);

async function mathematicsOf(
  cms: Uint8Array,
  outside?: Uint8Array,
  allow_unbound = false,
): Promise<{ says: string[]; claimed: Date }> {
  const parsed = parseCms(cms);
  let claimed = new Date('2020-01-01T00:00:00Z');
  if ('reason' in parsed) return { says: [parsed.reason], claimed };
  const { signed_data: data } = parsed;
  const content = data.content ?? outside;
  const says: string[] = [];
  for (const signer of data.signers) {
    const checked = await checkSigner({
      data,
      signer,
      expected: async (digest) => {
        const hash = content && (await computeDigest(digest, content, primitives));
        return hash ? [hash] : [];
      },
      primitives,
      allow_unbound,
    });
    says.push(checked.reason ?? 'right');
    claimed = checked.signing_time ?? claimed;
  }
  return { says, claimed };
}

describe.skipIf(!hasVectors)(`vectors/cades (${WITHOUT_VECTORS})`, () => {
  test('each signature has its row, and each row its signature', () => {
    const files = listVectors('cades/').map((path) => path.slice('cades/'.length));
    expect(cades.map(({ file }) => file).toSorted()).toEqual(
      files.filter((file) => !BESIDE.test(file)).toSorted(),
    );
  });

  test.each(cades)('$file: $mathematics, $verdict', async (row) => {
    const content = contentOf(row);
    const { says, claimed } = await mathematicsOf(readVector(`cades/${row.file}`), content);
    expect([...new Set(says)].join(', ')).toBe(row.mathematics);
    const verdict = await verifyCms({
      cms: readVector(`cades/${row.file}`),
      ...(content && { content }),
      trust: noTrust,
      at: claimed,
      primitives,
    });
    expect(`${verdict.status} ${verdict.reason}`).toBe(row.verdict);
  });

  test.skipIf(!hasOpenssl)(`openssl says the same of the mathematics (${WITHOUT_OPENSSL})`, () => {
    const file = makeFolder();
    for (const row of cades.filter(({ mathematics }) => /^(right|signature_wrong)$/.test(mathematics))) {
      const content = contentOf(row);
      const ask = (): string =>
        openssl(
          ['cms', '-verify', '-noverify', '-binary', '-inform', 'DER', '-out', file('content')],
          ['-in', file('one.cms', readVector(`cades/${row.file}`))],
          content ? ['-content', file('document', content)] : [],
        );
      if (row.mathematics === 'right') expect(ask, row.file).not.toThrow();
      else expect(ask, row.file).toThrow(/verification failure/);
    }
  });
});

const kalkan = tableUnder('vectors/kalkan').map(([file, mathematics, without_roots, in_time]) => ({
  file: file!,
  mathematics: mathematics!,
  without_roots: without_roots!,
  in_time: in_time!,
}));

describe.skipIf(!hasVectors)(`vectors/kalkan (${WITHOUT_VECTORS})`, () => {
  test('each signature has its row', () => {
    const files = listVectors('kalkan/').map((path) => path.slice('kalkan/'.length));
    expect(kalkan.map(({ file }) => file)).toEqual(files.filter((file) => file.endsWith('.cms')).toSorted());
  });

  test.each(kalkan)('$file: $mathematics, $without_roots, $in_time', async (row) => {
    const cms = readVector(`kalkan/${row.file}`);
    const { says, claimed } = await mathematicsOf(cms, undefined, true);
    expect(says.join(', ')).toBe(row.mathematics);
    const judge = (trust: TrustStore, at: Date) =>
      verifyCms({ cms, trust, at, primitives, allow_unbound: true });
    const word = ({ status, reason }: { status: string; reason?: string }) =>
      `${status} ${reason ?? ''}`.trim();
    expect(word(await judge(noTrust, new Date('2026-11-22T00:00:00Z')))).toBe(row.without_roots);
    const { signers } = await judge(await testContour(), claimed);
    expect(signers.map(word).join(', ')).toBe(row.in_time);
    expect(signers.map(({ remarks }) => remarks)).toEqual(signers.map(() => ['signer_not_bound']));
    // Nobody takes them for a signature of our own making.
    const strict = await verifyCms({ cms, trust: noTrust, primitives });
    expect(strict.signers[0]).toMatchObject({ reason: 'signing_certificate_missing', remarks: [] });
  });
});

/** The root and the authority of НУЦ РК's test contour. */
async function testContour(): Promise<TrustStore> {
  const root = readVector('nca/test/root_test_gost_2022.cer');
  return buildTrust({
    roots: [root],
    intermediates: [readVector('nca/test/nca_gost2022_test.cer')],
    pins: [await sha256Hex(root)],
    primitives,
  });
}

const others = tableUnder('vectors/ncalayer and vectors/ddc');

test.skipIf(!hasVectors)(
  `each of the other vectors has its row, and whatever is read is there (${WITHOUT_VECTORS})`,
  () => {
    const files = [...listVectors('ncalayer/'), ...listVectors('ddc/')];
    expect(others.map(([file]) => file).toSorted()).toEqual(files.toSorted());
    const tests = ['ncalayer/ncalayer', 'ddc/ddc'].map((name) =>
      readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8'),
    );
    for (const [file, becomes] of others) {
      const named = tests.some((test) => test.includes(file!.split('/')[1]!));
      expect([file, named]).toEqual([file, becomes === 'read']);
    }
  },
);

const stores = tableUnder('vectors/nca').map(([file, password, kind, at, verdict]) => ({
  file: file!,
  password: password!,
  kind: kind!,
  at: new Date(at!),
  verdict: verdict!,
}));

describe.skipIf(!hasVectors)(`vectors/nca (${WITHOUT_VECTORS})`, async () => {
  const trust = hasVectors ? await testContour() : noTrust;

  test('each key store has its row', () => {
    const files = listVectors('nca/').map((path) => path.slice('nca/'.length));
    expect(stores.map(({ file }) => file).toSorted()).toEqual(
      files.filter((file) => file.endsWith('.p12')).toSorted(),
    );
  });

  test.each(stores)('$file: $kind, $verdict', async ({ file, password, kind, at, verdict: expected }) => {
    const opened = await openPkcs12(readVector(`nca/${file}`), password);
    if (opened.status !== 'ok') return expect(`${kind} ${opened.reason}`).toBe(`– ${expected}`);
    const [owner] = opened.keys;
    const content = new TextEncoder().encode('Акт № 18');
    const cms = await signCms({ content, ...owner!, signing_time: at, primitives });
    const verdict = await verifyCms({
      cms,
      content,
      trust,
      at,
      primitives,
      revocation: { check: (asked) => askVectors(file, asked) },
    });
    const { algorithm } = verdict.signers[0]!;
    expect([algorithm, `${verdict.status} ${verdict.reason ?? ''}`.trim()]).toEqual([kind, expected]);
  });

  /** The list of the contour, or the answer of OCSP that was kept with a key. */
  async function askVectors(
    file: string,
    asked: { certificate: Certificate; issuer: Certificate; at: Date },
  ): Promise<RevocationAnswer> {
    const kept = /key_(individual|ceo)_.*2015/.exec(file)?.[1];
    if (kept === undefined) {
      const base = parseCrl(readVector('nca/test/nca_gost2022_test.crl'))!;
      return judgeCrl({ base, ...asked, primitives });
    }
    const name = kept === 'ceo' ? 'ceo_2015_revoked' : 'individual_2015';
    const response = parseOcspResponse(readVector(`nca/ncanode/ocsp/ocsp_response_${name}.bin`));
    if (response?.status !== 'ok') throw new Error('The answer is none');
    return judgeOcsp({ basic: response.basic, ...asked, primitives });
  }
});
