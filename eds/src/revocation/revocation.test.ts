import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { hasOpenssl, makeFolder, openssl } from '../../test/openssl.ts';
import { makeOwner, makeSandbox, NOW } from '../../test/sandbox.ts';
import type { Owner } from '../../test/sandbox.ts';
import { hasVectors, primitives, readVector } from '../../test/vectors.ts';
import { toPem, unarmour } from '../asn1/armour.ts';
import { readAsn1 } from '../asn1/read.ts';
import { sequence, tlv } from '../asn1/write.ts';
import { concatBytes } from '../bytes.ts';
import type { HttpRequest } from '../http/http.ts';
import { openPkcs12 } from '../pkcs12/open.ts';
import { parseCertificate } from '../x509/certificate.ts';
import type { Certificate } from '../x509/certificate.ts';
import { answerOcsp, refuseOcsp } from './answer-ocsp.ts';
import { createRevocationClient } from './client.ts';
import type { RevocationClientOptions } from './client.ts';
import { parseCrl } from './crl.ts';
import { issueCrl } from './issue-crl.ts';
import { judgeCrl } from './judge-crl.ts';
import { judgeOcsp } from './judge-ocsp.ts';
import { buildOcspRequest, readOcspRequest } from './ocsp-request.ts';
import { parseOcspResponse } from './ocsp-response.ts';
import type { RevocationAnswer } from './port.ts';

const gost = await makeSandbox();
const rsa = await makeSandbox('rsa');
const MINUTE_MS = 60_000;
const before = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE_MS);
const after = (minutes: number): Date => before(-minutes);

async function responderOf(
  issuer: Owner,
  more: Partial<Parameters<typeof makeOwner>[0]> = {},
): Promise<Owner> {
  return makeOwner({
    profile: { kind: 'ocsp' },
    subject: { common_name: 'OCSP RESPONDER' },
    issuer,
    ...more,
  });
}
const responder = await responderOf(gost.authority);
const asked = { certificate: gost.signer.certificate, issuer: gost.authority.certificate };

type AnswerInput = Parameters<typeof answerOcsp>[0];
function answer(more: Partial<AnswerInput> = {}): Promise<Uint8Array> {
  return answerOcsp({ ...asked, status: 'good', this_update: NOW, responder, primitives, ...more });
}

async function judge(
  der: Uint8Array,
  more: Partial<Parameters<typeof judgeOcsp>[0]> = {},
): Promise<RevocationAnswer> {
  const response = parseOcspResponse(der);
  if (response?.status !== 'ok') throw new Error('no answer');
  return judgeOcsp({ basic: response.basic, ...asked, at: NOW, primitives, ...more });
}
async function failureOf(more: Partial<AnswerInput>, at: Date = NOW): Promise<string | undefined> {
  const said = await judge(await answer(more), { at });
  expect(said.status === 'unknown').toBe(said.failure !== undefined);
  return said.failure;
}

describe('OCSP', () => {
  test('says good, revoked and when', async () => {
    expect(await judge(await answer())).toEqual({ status: 'good', source: 'ocsp', this_update: NOW });
    const revoked = { revoked_at: before(60), revocation_reason: 'key_compromise' } as const;
    expect(await judge(await answer({ status: 'revoked', ...revoked, next_update: after(60) }))).toEqual({
      status: 'revoked',
      source: 'ocsp',
      this_update: NOW,
      next_update: after(60),
      ...revoked,
    });
    expect(await failureOf({ status: 'unknown' })).toBe('unknown_to_responder');
  });

  test('is believed when the issuer signs itself, or gave the right', async () => {
    expect(await failureOf({ responder: gost.authority })).toBeUndefined();
    expect(await failureOf({ hash: 'sha1' })).toBeUndefined();
    const noRight = await makeOwner({ issuer: gost.authority, subject: { common_name: 'OCSP RESPONDER' } });
    expect(await failureOf({ responder: noRight })).toBe('responder_not_allowed');
    expect(await failureOf({ responder: await responderOf(gost.root) })).toBe('responder_not_allowed');
    expect(await failureOf({ responder: await responderOf(rsa.authority) })).toBe('responder_not_allowed');
    const ended = await responderOf(gost.authority, { not_after: before(1) });
    expect(await failureOf({ responder: ended })).toBe('responder_not_allowed');
    // The name of the issuer alone gives no right: the certificate must come from its key.
    const namesake = await makeOwner({
      profile: { kind: 'authority' },
      subject: { common_name: 'SANDBOX CA' },
    });
    expect(await failureOf({ responder: await responderOf(namesake) })).toBe('responder_not_allowed');
    expect(await failureOf({ responder: { ...responder, key: gost.signer.key } })).toBe('signature_wrong');
  });

  test('must be about this certificate', async () => {
    const other = await makeOwner({ issuer: gost.authority });
    expect(await failureOf({ certificate: other.certificate })).toBe('other_certificate');
    expect(await failureOf({ issuer: gost.root.certificate })).toBe('other_certificate');
  });

  test('must be fresh', async () => {
    expect(await failureOf({}, after(59))).toBeUndefined();
    expect(await failureOf({}, after(66))).toBe('stale');
    expect(await failureOf({}, before(6))).toBe('stale');
    expect(await failureOf({ next_update: after(10) }, after(16))).toBe('stale');
    expect(await failureOf({ next_update: after(1000) }, after(990))).toBeUndefined();
  });

  test('repeats our nonce, when it has one', async () => {
    const nonce = primitives.randomBytes(8);
    const request = readOcspRequest(await buildOcspRequest({ ...asked, nonce, primitives }))!;
    expect(request.ids.length).toBe(1);
    expect((await judge(await answer({ nonce: request.nonce }), { nonce })).status).toBe('good');
    expect((await judge(await answer({ nonce }), { nonce })).status).toBe('good');
    expect((await judge(await answer(), { nonce })).status).toBe('good');
    // Without it an earlier answer can be sent again, and only a young one counts.
    expect((await judge(await answer({ nonce }), { nonce, at: after(50) })).status).toBe('good');
    expect((await judge(await answer(), { nonce, at: after(14) })).status).toBe('good');
    expect((await judge(await answer(), { nonce, at: after(16) })).failure).toBe('stale');
    const stored = await answer({ next_update: after(60) });
    expect((await judge(stored, { nonce, at: after(50) })).status).toBe('good');
    const other = primitives.randomBytes(8);
    expect((await judge(await answer({ nonce: other }), { nonce })).failure).toBe('nonce_mismatch');
  });

  test('no changed byte turns revoked into good, and nothing throws', async () => {
    const der = await answer({ status: 'revoked', revoked_at: before(60) });
    for (let at = 0; at < der.length; at++) {
      const changed = der.slice();
      changed[at]! ^= 1 << (at % 8);
      const response = parseOcspResponse(changed);
      if (response?.status !== 'ok') continue;
      const said = await judgeOcsp({ basic: response.basic, ...asked, at: NOW, primitives });
      expect(said.status, `byte ${at}`).not.toBe('good');
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(der.length), (bytes, at) => {
        parseOcspResponse(bytes);
        parseOcspResponse(concatBytes(der.subarray(0, at), bytes, der.subarray(at)));
      }),
    );
    expect(parseOcspResponse(refuseOcsp(6))).toEqual({ status: 'refused', why: 'unauthorized' });
  });

  describe.skipIf(!hasVectors)('of the test contour of НУЦ РК in 2022 (../shared/vectors)', async () => {
    const at = new Date('2022-09-02T17:00:00Z');
    const read = (name: string): Certificate => parseCertificate(readVector(`nca/ncanode/${name}`))!;
    test.each([
      ['individual_2015', 'ca/nca_gost2015_test.cer', 'key_individual_valid_2015', 'revoked'],
      ['ceo_2015_revoked', 'ca/nca_gost2015_test.cer', 'key_ceo_revoked_2015', 'revoked'],
    ])('%s', async (name, issuerName, keyName, status) => {
      const opened = await openPkcs12(readVector(`nca/ncanode/p12/${keyName}.p12`), 'Aa123456');
      if (opened.status !== 'ok') throw new Error(opened.reason);
      const { certificate } = opened.keys[0]!;
      const issuer = read(issuerName);
      const response = parseOcspResponse(readVector(`nca/ncanode/ocsp/ocsp_response_${name}.bin`));
      if (response?.status !== 'ok') throw new Error('no answer');
      const { basic } = response;
      const said = await judgeOcsp({ basic, certificate, issuer, at, primitives });
      expect(said).toMatchObject({ status, revocation_reason: 'certificate_hold' });
      const wrongNonce = await judgeOcsp({
        basic,
        certificate,
        issuer,
        at,
        nonce: new Uint8Array(8),
        primitives,
      });
      expect(wrongNonce.failure).toBe('nonce_mismatch');
    });
  });
});

describe('lists of revoked certificates', async () => {
  const { authority } = gost;
  const other = await makeOwner({ issuer: authority });
  const entry = {
    serial: gost.signer.certificate.serial,
    revoked_at: before(1440),
    reason: 'superseded',
  } as const;
  type ListInput = Parameters<typeof issueCrl>[0];
  const list = async (more: Partial<ListInput> = {}) =>
    parseCrl(
      await issueCrl({
        issuer: authority,
        this_update: before(60),
        next_update: after(60),
        number: 7,
        entries: [entry, { serial: 'ff00', revoked_at: before(1) }],
        primitives,
        ...more,
      }),
    )!;
  const said = async (
    base: Partial<ListInput>,
    delta?: Partial<ListInput>,
    more: Partial<Parameters<typeof judgeCrl>[0]> = {},
  ): Promise<RevocationAnswer> =>
    judgeCrl({
      base: await list(base),
      ...(delta && { delta: await list({ number: 9, base_number: 7, entries: [], ...delta }) }),
      ...asked,
      at: NOW,
      primitives,
      ...more,
    });

  test('name the revoked ones and no other', async () => {
    expect(await said({})).toEqual({
      status: 'revoked',
      source: 'crl',
      revoked_at: entry.revoked_at,
      revocation_reason: 'superseded',
      this_update: before(60),
      next_update: after(60),
    });
    expect((await said({}, undefined, { certificate: other.certificate })).status).toBe('good');
    expect((await said({ entries: [] })).status).toBe('good');
  });

  test('take the day since when a stolen key is suspected for the day of its revocation', async () => {
    const since = before(1500);
    const of = async (reason: 'key_compromise' | 'superseded', invalid_since: Date) =>
      said({ entries: [{ ...entry, reason, invalid_since }] });
    expect(await of('key_compromise', since)).toMatchObject({ revoked_at: since, invalid_since: since });
    expect(await of('superseded', since)).toMatchObject({
      revoked_at: entry.revoked_at,
      invalid_since: since,
    });
    expect(await of('key_compromise', after(1))).toMatchObject({ revoked_at: entry.revoked_at });
  });

  test('are believed from their issuer alone, whole, and in their time', async () => {
    expect((await said({ issuer: gost.root })).failure).toBe('other_certificate');
    expect((await said({ issuer: { ...authority, key: gost.root.key } })).failure).toBe('signature_wrong');
    expect((await said({ next_update: before(10) })).failure).toBe('stale');
    expect((await said({ this_update: after(10) })).failure).toBe('stale');
    expect((await said({ base_number: 6 })).failure).toBe('unsupported');
    const weak = { ...authority.certificate, key_usage: ['key_cert_sign' as const] };
    expect((await said({}, undefined, { issuer: weak })).failure).toBe('responder_not_allowed');
  });

  test('with a delta: what was added, what was taken back', async () => {
    expect((await said({}, {})).status).toBe('revoked');
    expect((await said({ entries: [] }, { entries: [entry] })).status).toBe('revoked');
    expect((await said({}, { entries: [{ ...entry, reason: 'remove_from_crl' }] })).status).toBe('good');
    expect((await said({}, { base_number: 8 })).failure).toBe('stale');
    expect((await said({}, { next_update: before(10) })).failure).toBe('stale');
    expect((await said({}, { issuer: gost.root })).failure).toBe('other_certificate');
    // A delta older than the base says nothing that the base does not know better.
    expect((await said({ entries: [] }, { number: 5, base_number: 3, entries: [entry] })).status).toBe(
      'good',
    );
    const plain = await list();
    expect((await said({}, undefined, { delta: plain })).failure).toBe('unsupported');
  });

  test('may be long', async () => {
    const entries = Array.from({ length: 20_000 }, (_, i) => ({
      serial: `5a${i.toString(16).padStart(8, '0')}`,
      revoked_at: before(1),
    }));
    const long = await list({ entries });
    expect(long.size).toBe(20_000);
    for (const i of [0, 1, 777, 19_999]) expect(long.find(entries[i]!.serial)).not.toBeNull();
    expect(long.find('5a0fffffff')).toBeNull();
    expect(long.find('')).toBeNull();
  });

  test('no changed byte makes a revoked certificate good, and nothing throws', async () => {
    const { der } = await list();
    for (let at = 0; at < der.length; at++) {
      const changed = der.slice();
      changed[at]! ^= 1 << (at % 8);
      const base = parseCrl(changed);
      if (base === null) continue;
      const verdict = await judgeCrl({ base, ...asked, at: NOW, primitives });
      expect(verdict.status, `byte ${at}`).not.toBe('good');
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(der.length), (bytes, at) => {
        parseCrl(bytes);
        parseCrl(concatBytes(der.subarray(0, at), bytes, der.subarray(at)));
      }),
    );
    // A list restricted to some certificates says nothing of the others.
    const tbs = readAsn1(der, 'der')!.children[0]!;
    expect(tbs.children.at(-1)!.tag).toBe(0xa0);
    expect(parseCrl(sequence(tlv(0x30, new Uint8Array(3))))).toBeNull();
  });

  test.skipIf(!hasVectors)('of the test contour of НУЦ РК (../shared/vectors)', async () => {
    const issuer = parseCertificate(readVector('nca/test/nca_gost2022_test.cer'))!;
    const base = parseCrl(readVector('nca/test/nca_gost2022_test.crl'))!;
    expect(base.size).toBe(195);
    const at = new Date('2026-11-20T12:00:00Z');
    for (const [path, status] of [
      ['valid/head', 'good'],
      ['valid/employee', 'revoked'], // superseded since

      ['valid/individual_valid', 'good'],
      ['revoked/head', 'revoked'],
      ['revoked/employee', 'revoked'],
      ['revoked/individual_revoked', 'revoked'],
    ]) {
      const opened = await openPkcs12(readVector(`nca/test/${path}.p12`), 'Qwerty12');
      if (opened.status !== 'ok') throw new Error(opened.reason);
      const { certificate } = opened.keys[0]!;
      expect((await judgeCrl({ base, certificate, issuer, at, primitives })).status, path).toBe(status);
      const late = await judgeCrl({ base, certificate, issuer, at: new Date('2027-02-08'), primitives });
      expect(late.failure).toBe('stale');
    }
    const rsaList = parseCrl(readVector('nca/ncanode/crl/nca_rsa_test.crl'))!;
    const rsaIssuer = parseCertificate(unarmour(readVector('nca/ncanode/p12/nca_2004_rsa_cert.cer'))!)!;
    const someone = { ...asked.certificate, issuer: rsaIssuer.subject };
    const listAt = new Date('2022-06-01');
    const verdict = await judgeCrl({
      base: rsaList,
      certificate: { ...someone, serial: '474c38696d8677a2c8b6e40345a8b04168c0905c' },
      issuer: rsaIssuer,
      at: listAt,
      primitives,
    });
    expect(verdict).toMatchObject({ status: 'revoked', revocation_reason: 'certificate_hold' });
  });
});

describe('the client', async () => {
  const { signer, authority } = gost;
  const base = await issueCrl({
    issuer: authority,
    this_update: before(10),
    next_update: after(600),
    number: 1,
    entries: [{ serial: signer.certificate.serial, revoked_at: before(20) }],
    primitives,
  });
  const delta = await issueCrl({
    issuer: authority,
    this_update: before(5),
    next_update: after(60),
    number: 2,
    base_number: 1,
    entries: [],
    primitives,
  });
  let asks: string[];
  let now: Date;
  beforeEach(() => {
    asks = [];
    now = NOW;
  });
  type Answers = Record<string, (request: HttpRequest) => Promise<Uint8Array | number>>;
  const honestOcsp = async ({ body }: HttpRequest): Promise<Uint8Array> =>
    answer({ nonce: readOcspRequest(body!)!.nonce, this_update: now });
  const client = (answers: Answers, more: Partial<RevocationClientOptions> = {}) =>
    createRevocationClient({
      async http(request) {
        const name = request.url.split('/').at(-1)!;
        asks.push(name);
        const given = await (answers[name] ?? (() => Promise.reject(new Error('no network'))))(request);
        return typeof given === 'number'
          ? { status: given, body: new Uint8Array(0) }
          : { status: 200, body: given };
      },
      primitives,
      now: () => now,
      pause_ms: 1,
      ...more,
    });
  const lists: Answers = { 'ca.crl': () => Promise.resolve(base), 'delta.crl': () => Promise.resolve(delta) };
  const check = (port: ReturnType<typeof client>) => port.check({ ...asked, at: NOW });

  test('asks OCSP, keeps the proof and the answer for a while', async () => {
    const port = client({ ocsp: honestOcsp });
    const said = await Promise.all([check(port), check(port)]);
    expect(said[0]).toMatchObject({ status: 'good', source: 'ocsp', proof: { kind: 'ocsp' } });
    expect(said[1]).toBe(said[0]);
    await check(port);
    expect(asks).toEqual(['ocsp']);
    now = after(6);
    await check(port);
    expect(asks).toEqual(['ocsp', 'ocsp']);
  });

  test('tries again, then goes to the lists', async () => {
    const port = client({ ocsp: () => Promise.resolve(503), ...lists });
    expect(await check(port)).toMatchObject({
      status: 'revoked',
      source: 'crl',
      revoked_at: before(20),
      proof: { kind: 'crl', ders: [base, delta] },
    });
    expect(asks).toEqual(['ocsp', 'ocsp', 'ca.crl', 'delta.crl']);
  });

  test('goes to the lists when OCSP is a liar or does not know', async () => {
    for (const ocsp of [
      () => Promise.resolve(refuseOcsp(6)),
      () => Promise.resolve(new Uint8Array(5)),
      () => answer({ responder: gost.signer }),
      () => answer({ nonce: new Uint8Array(8) }),
      () => answer({ this_update: before(500) }),
      () => answer({ status: 'unknown' }),
    ]) {
      expect(await check(client({ ocsp, ...lists }))).toMatchObject({ status: 'revoked', source: 'crl' });
    }
  });

  test('says what failed when nothing helps, and asks anew the next time', async () => {
    const port = client({ 'ca.crl': lists['ca.crl']! });
    expect(await check(port)).toMatchObject({ status: 'unknown', source: 'ocsp', failure: 'unreachable' });
    expect(await check(port)).toMatchObject({ status: 'unknown' });
    expect(asks.filter((one) => one === 'ocsp').length).toBe(4);
    const none = client({}, { sources: () => ({ ocsp: [], crl: [], delta_crl: [] }) });
    expect(await check(none)).toEqual({ status: 'unknown', source: 'crl', failure: 'no_source' });
  });

  test('does not wait for a long list; who asks later finds it', async () => {
    let arrive: (list: Uint8Array) => void = () => undefined;
    const slow: Answers = { 'ca.crl': () => new Promise((done) => (arrive = done)) };
    const sources = { ocsp: [], crl: ['http://x/ca.crl'], delta_crl: [] };
    const port = client(slow, { answer_ms: 0, list_wait_ms: 5, sources: () => sources });
    expect(await check(port)).toMatchObject({ status: 'unknown', failure: 'unreachable' });
    arrive(base);
    await expect.poll(() => check(port)).toMatchObject({ status: 'revoked' });
    expect(asks).toEqual(['ca.crl']);
  });

  test('keeps lists, and uses an old one that is in force when a new one cannot be had', async () => {
    let down = false;
    const flaky: Answers = {
      'ca.crl': () => (down ? Promise.resolve(500) : Promise.resolve(base)),
      'delta.crl': () => Promise.resolve(delta),
    };
    const port = client(flaky, {
      answer_ms: 0,
      sources: (one) => ({ ocsp: [], crl: one.crl_urls, delta_crl: [] }),
    });
    expect(await check(port)).toMatchObject({ status: 'revoked' });
    await check(port);
    expect(asks).toEqual(['ca.crl']);
    down = true;
    now = after(61);
    expect(await check(port)).toMatchObject({ status: 'revoked' });
    now = after(601);
    expect(await check(port)).toMatchObject({ status: 'unknown', failure: 'unreachable' });
  });
});

describe.skipIf(!hasOpenssl)('with openssl as the other side', () => {
  const file = makeFolder();
  const { root, authority, signer } = rsa;
  const pem = (...owners: Owner[]): string =>
    owners.map((owner) => toPem('CERTIFICATE', owner.certificate.der)).join('');
  const keyOf = (owner: Owner): string => {
    if (owner.key.algorithm !== 'rsa') throw new Error('an RSA sandbox has RSA keys');
    return toPem('PRIVATE KEY', owner.key.pkcs8);
  };
  const issuerFile = file('ca.pem', pem(authority));
  const chainFile = file('chain.pem', pem(root, authority));
  const question = { certificate: signer.certificate, issuer: authority.certificate };
  const serial = signer.certificate.serial.toUpperCase();

  test.each(['sha1', 'sha256'] as const)('its responder answers our question by %s', async (hash) => {
    const nonce = primitives.randomBytes(8);
    const request = await buildOcspRequest({ ...question, hash, nonce, primitives });
    const index = file(
      'index.txt',
      `R\t271120120000Z\t261101120000Z,superseded\t${serial}\tunknown\t/CN=x\n`,
    );
    file('index.txt.attr', 'unique_subject = no\n');
    const out = file('theirs.ocsp');
    openssl(
      [
        'ocsp',
        '-index',
        index,
        '-CA',
        issuerFile,
        '-rsigner',
        issuerFile,
        '-rkey',
        file('ca.key', keyOf(authority)),
      ],
      ['-reqin', file('ours.req', request), '-respout', out],
    );
    const response = parseOcspResponse(new Uint8Array(readFileSync(out)));
    if (response?.status !== 'ok') throw new Error('no answer');
    const said = await judgeOcsp({ basic: response.basic, ...question, at: new Date(), nonce, primitives });
    expect(said).toMatchObject({
      status: 'revoked',
      revoked_at: new Date('2026-11-01T12:00:00Z'),
      revocation_reason: 'superseded',
    });
  });

  test('it reads our answer and our list', async () => {
    const delegated = await responderOf(authority, { kind: 'rsa' });
    const ours = await answerOcsp({
      ...question,
      status: 'revoked',
      revoked_at: before(60),
      revocation_reason: 'superseded',
      this_update: new Date(),
      responder: delegated,
      primitives,
    });
    const text = openssl(
      ['ocsp', '-respin', file('ours.ocsp', ours), '-issuer', issuerFile, '-sha256'],
      ['-cert', file('signer.pem', pem(signer)), '-CAfile', chainFile, '-no_nonce', '-attime', moment],
    );
    expect(text).toMatch(/: revoked\n[^]*Reason: superseded/);
    const list = await issueCrl({
      issuer: authority,
      this_update: before(1),
      next_update: after(60),
      number: 3,
      entries: [{ serial: signer.certificate.serial, revoked_at: before(60), reason: 'superseded' }],
      primitives,
    });
    const listFile = file('ours.crl', list);
    const said = openssl('crl', '-inform', 'DER', '-in', listFile, '-noout', '-text', '-CAfile', issuerFile);
    expect(said).toContain('Superseded');
    const both = file('with-crl.pem', `${pem(root, authority)}${toPem('X509 CRL', list)}`);
    const judged = (): string =>
      openssl('verify', '-crl_check', '-attime', moment, '-CAfile', both, file('signer.pem'));
    expect(judged).toThrow(/certificate revoked/);
  });

  const moment = String(NOW.getTime() / 1000);
});
