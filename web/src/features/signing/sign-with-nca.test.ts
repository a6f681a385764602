import { toPem } from '@kelisim/eds/asn1/armour.ts';
import { decodeBase64, toBase64 } from '@kelisim/eds/base64.ts';
import { latin1ToBytes, toHex } from '@kelisim/eds/bytes.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { generateGost512Key } from '@kelisim/eds/gost/sign.ts';
import type {
  NcaBareResult,
  NcaFailure,
  NcaSignInput,
  NcaSignResult,
} from '@kelisim/eds/ncalayer/messages.ts';
import { OID } from '@kelisim/eds/oids.ts';
import type { PrivateKey } from '@kelisim/eds/pkcs12/private-key.ts';
import { webPrimitives } from '@kelisim/eds/primitives-web.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import { issueCertificate } from '@kelisim/eds/x509/issue.ts';
import { gost512Spki } from '@kelisim/eds/x509/spki.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { beforeAll, expect, test } from 'vitest';
import { NCA_BATCH, signWithNca } from './sign-with-nca.ts';
import type { NcaAsk } from './sign-with-nca.ts';
import type { SignedDocument } from './signing-messages.ts';

const primitives = webPrimitives(crypto);
const company = withCheckDigit('06104000232')!;
const person = withCheckDigit('90010135000')!;

/** One signature of each kind of key is enough: what it is over is the server's affair. */
const made: Record<'gost512' | 'rsa', string> = { gost512: '', rsa: '' };
beforeAll(async () => {
  for (const kind of ['gost512', 'rsa'] as const) {
    const { key, spki } = kind === 'rsa' ? await rsaKey() : gostKey();
    const der = await issueCertificate({
      subject: { common_name: 'СЫНАҚ', country: 'KZ' },
      spki,
      profile: { kind: 'signer', rights: ['person'] },
      not_before: new Date(0),
      not_after: new Date(1e12),
      issuer_key: key,
      primitives,
    });
    const certificate = parseCertificate(der)!;
    const content = new Uint8Array(3);
    made[kind] = toBase64(await signCms({ content, key, certificate, signing_time: new Date(), primitives }));
  }
});

function gostKey(): { key: PrivateKey; spki: Uint8Array } {
  const { scalar, publicKey } = generateGost512Key((n) => primitives.randomBytes(n));
  return { key: { algorithm: 'gost512', scalar }, spki: gost512Spki(publicKey) };
}

async function rsaKey(): Promise<{ key: PrivateKey; spki: Uint8Array }> {
  const kind = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const size = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await crypto.subtle.generateKey({ ...kind, ...size }, true, ['sign', 'verify']);
  const bytes = async (form: 'pkcs8' | 'spki', of: CryptoKey) =>
    new Uint8Array(await crypto.subtle.exportKey(form, of));
  return {
    key: { algorithm: 'rsa', pkcs8: await bytes('pkcs8', pair.privateKey) },
    spki: await bytes('spki', pair.publicKey),
  };
}

const pem = (cms: string) => toPem('CMS', decodeBase64(latin1ToBytes(cms))!).replaceAll('\n', '\r\n');

/** What the module of ИС ЭСФ says in this test. */
let bare: (text: string, storage: string) => NcaBareResult = () => ({ status: 'cancelled' });

/** NCALayer whose person answers each window in turn. */
function layerWith(windows: ((input: NcaSignInput) => NcaSignResult)[], version = '1.4') {
  const asked: NcaSignInput[] = [];
  return {
    asked,
    connect: async () => ({ status: 'ok' as const, version }),
    sign: async (input: NcaSignInput) => windows[asked.push(input) - 1]!(input),
    listTokens: async () => ({ status: 'ok' as const, storages: ['AKKaztokenStore' as const] }),
    signBare: async (text: string, storage: string) => bare(text, storage),
  };
}
const signs =
  (kind: 'gost512' | 'rsa', form = pem) =>
  ({ data }: NcaSignInput): NcaSignResult => ({
    status: 'signed',
    signatures: data.map(() => form(made[kind])),
  });
const answers = (failure: NcaFailure) => () => failure;

const documents = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    sha256: toHex(new Uint8Array(32).fill(at)),
    streebog512: toHex(new Uint8Array(64).fill(at)),
  }));
const ask = (count: number, change: Partial<NcaAsk> = {}): NcaAsk => ({
  documents: documents(count),
  hash: 'streebog512',
  bin: company,
  locale: 'kk',
  ...change,
});

async function run(layer: ReturnType<typeof layerWith>, asked: NcaAsk) {
  const signed: SignedDocument[] = [];
  const end = await signWithNca(layer, asked, (batch) => signed.push(...batch));
  return { end, signed };
}

test('two documents are one call with their hashes, for keys of this company only', async () => {
  const layer = layerWith([signs('gost512')]);
  const { end, signed } = await run(layer, ask(2));
  expect(end).toEqual({ end: 'signed' });
  expect(signed).toEqual([1, 2].map((id) => ({ id, signature: made.gost512 })));
  expect(layer.asked).toEqual([
    {
      format: 'cms',
      attached: false,
      digested: true,
      timestamp: false,
      data: [0, 1].map((at) => toBase64(new Uint8Array(64).fill(at))),
      signer: { extended_key_usage: [OID.emailProtection], bin: company },
      locale: 'kk',
    },
  ]);
});

test('papers of ИС ЭСФ are signed one by one by a token, the sign-in as XML', async () => {
  const documents = [
    { id: 1, form: 'bare' as const, text: '<invoice/>' },
    { id: 2, form: 'bare' as const, text: '<awp/>' },
    { id: 3, form: 'xml' as const, text: '<authTicket/>' },
  ];
  bare = (text, storage) => ({ status: 'signed', signature: `${text} by ${storage}`, certificate: 'PEM' });
  const layer = layerWith([signs('gost512', () => '<signed/>')]);
  const { end, signed } = await run(layer, ask(0, { documents }));
  expect(end).toEqual({ end: 'signed' });
  expect(signed).toEqual([
    { id: 1, signature: '<invoice/> by AKKaztokenStore', certificate: 'PEM' },
    { id: 2, signature: '<awp/> by AKKaztokenStore', certificate: 'PEM' },
    { id: 3, signature: '<signed/>' },
  ]);
  expect(layer.asked).toEqual([
    {
      format: 'xml',
      data: ['<authTicket/>'],
      signer: { extended_key_usage: [OID.emailProtection], bin: company },
      locale: 'kk',
    },
  ]);
  bare = () => ({ status: 'error', reason: 'no_module' });
  expect((await run(layerWith([]), ask(0, { documents }))).end).toEqual({ end: 'no_module' });
});

test('a person is asked for by ИИН; bare base64 is as good as PEM', async () => {
  const layer = layerWith([signs('rsa', (cms) => cms)]);
  const { signed } = await run(layer, ask(1, { bin: person, hash: 'sha256' }));
  expect(layer.asked[0]).toMatchObject({
    signer: { iin: person },
    data: [toBase64(new Uint8Array(32))],
  });
  expect(signed).toEqual([{ id: 1, signature: made.rsa }]);
});

test('many documents go in batches; what was signed before a closed window stays', async () => {
  const count = NCA_BATCH + 3;
  const layer = layerWith([signs('gost512'), answers({ status: 'cancelled' })]);
  const { end, signed } = await run(layer, ask(count));
  expect(layer.asked.map(({ data }) => data.length)).toEqual([NCA_BATCH, 3]);
  expect(end).toEqual({ end: 'cancelled' });
  expect(signed.map(({ id }) => id)).toEqual(documents(NCA_BATCH).map(({ id }) => id));
});

test('a key that wants the other hash is found out before anything is sent', async () => {
  expect(await run(layerWith([signs('rsa')]), ask(1))).toEqual({ end: { end: 'other_key' }, signed: [] });
  expect(await run(layerWith([signs('gost512')]), ask(1, { hash: 'sha256' }))).toEqual({
    end: { end: 'other_key' },
    signed: [],
  });
});

test.each([
  [{ status: 'error', reason: 'disconnected' }, { end: 'disconnected' }],
  [
    { status: 'error', reason: 'failed', code: 'X', message: 'no token' },
    { end: 'failed', message: 'no token' },
  ],
  [
    { status: 'error', reason: 'failed', code: 'X', message: '' },
    { end: 'failed', message: 'X' },
  ],
] as [NcaFailure, object][])('%o is told as it is', async (failure, end) => {
  expect(await run(layerWith([answers(failure)]), ask(1))).toEqual({ end, signed: [] });
});

test('nonsense in the place of a signature, and an old version, are told apart', async () => {
  const nonsense = layerWith([() => ({ status: 'signed', signatures: ['-----BEGIN CMS-----'] })]);
  expect((await run(nonsense, ask(1))).end).toEqual({ end: 'malformed' });
  for (const version of ['1.2', '0.9']) {
    const old = layerWith([], version);
    expect((await run(old, ask(1))).end).toEqual({ end: 'old' });
  }
  for (const version of ['1.4', '1.10', '2.0'])
    expect((await run(layerWith([signs('gost512')], version), ask(1))).end).toEqual({ end: 'signed' });
});
