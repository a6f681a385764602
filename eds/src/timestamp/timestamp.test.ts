import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasOpenssl, makeFolder, openssl } from '../../test/openssl.ts';
import { makeOwner, makeSandbox, NOW, trustIn } from '../../test/sandbox.ts';
import type { Owner } from '../../test/sandbox.ts';
import { hasVectors, listVectors, primitives, readVector } from '../../test/vectors.ts';
import { toPem } from '../asn1/armour.ts';
import { readAsn1 } from '../asn1/read.ts';
import { concatBytes, equalBytes, fromHex, utf8ToBytes } from '../bytes.ts';
import { parseCms } from '../cms/parse.ts';
import { signCms } from '../cms/sign.ts';
import type { VerifyCmsInput } from '../cms/verdict.ts';
import { verifyCms } from '../cms/verify.ts';
import { streebog512 } from '../gost/streebog.ts';
import type { HttpPort } from '../http/http.ts';
import { OID } from '../oids.ts';
import { answerOcsp } from '../revocation/answer-ocsp.ts';
import { embedRevocationProof } from '../revocation/embed.ts';
import { issueCrl } from '../revocation/issue-crl.ts';
import type { RevocationAnswer, RevocationPort } from '../revocation/port.ts';
import { parseCertificate } from '../x509/certificate.ts';
import { buildTrust } from '../x509/chain.ts';
import { answerTimestamp } from './answer.ts';
import { createTimestampClient } from './client.ts';
import { embedTimestamp } from './embed.ts';
import { buildTimestampRequest } from './request.ts';
import type { Imprint } from './request.ts';
import { parseTimestampResponse } from './response.ts';
import { stampCms } from './stamp-cms.ts';
import { parseTimestampToken } from './token.ts';
import { verifyTimestampToken } from './verify-token.ts';

const gost = await makeSandbox();
const rsa = await makeSandbox('rsa');
const MINUTE_MS = 60_000;
const after = (minutes: number): Date => new Date(NOW.getTime() + minutes * MINUTE_MS);

function authorityOf(issuer: Owner, more: Partial<Parameters<typeof makeOwner>[0]> = {}): Promise<Owner> {
  return makeOwner({ profile: { kind: 'tsa' }, subject: { common_name: 'TSA' }, issuer, ...more });
}
const tsa = await authorityOf(gost.authority);
const rsaTsa = await authorityOf(rsa.authority, { kind: 'rsa' });
const data = utf8ToBytes('что заверено временем');

async function imprintOf(digest: Imprint['digest'], bytes: Uint8Array): Promise<Imprint> {
  return {
    digest,
    hash: digest === 'streebog512' ? streebog512(bytes) : await primitives.hash('sha256', bytes),
  };
}

interface TokenOptions {
  over?: Uint8Array;
  owner?: Owner;
  gen_time?: Date;
  digest?: Imprint['digest'];
}
async function tokenOf({
  over = data,
  owner = tsa,
  gen_time = NOW,
  digest,
}: TokenOptions = {}): Promise<Uint8Array> {
  const name = digest ?? (owner.key.algorithm === 'gost512' ? 'streebog512' : 'sha256');
  const request = buildTimestampRequest({ imprint: await imprintOf(name, over) });
  const response = await answerTimestamp({
    request,
    ...owner,
    gen_time,
    serial: fromHex('05ff')!,
    primitives,
  });
  const read = parseTimestampResponse(response);
  if (read?.status !== 'granted') throw new Error('refused');
  return read.token;
}

const judge = (token: Uint8Array, trust = gost.trust, over = data) =>
  verifyTimestampToken({ token, data: over, trust, primitives });

describe('a time stamp', () => {
  test.each([
    ['gost512', tsa, gost.trust],
    ['rsa', rsaTsa, rsa.trust],
  ] as const)('of an authority with %s is proven', async (_, owner, trust) => {
    const verdict = await judge(await tokenOf({ owner }), trust);
    expect(verdict).toMatchObject({
      status: 'valid',
      info: { gen_time: NOW, policy: OID.ncaTimeStampPolicy, serial: '05ff', nonce: null },
    });
    expect(verdict.chain.length).toBe(3);
  });

  test('is about these bytes, by no weak hash', async () => {
    expect(await judge(await tokenOf(), gost.trust, utf8ToBytes('x'))).toMatchObject({
      status: 'invalid',
      reason: 'digest_mismatch',
    });
    const request = buildTimestampRequest({
      imprint: { digest: 'sha1', hash: await primitives.hash('sha1', data) },
    });
    const answer = await answerTimestamp({
      request,
      ...tsa,
      gen_time: NOW,
      serial: Uint8Array.of(1),
      primitives,
    });
    const read = parseTimestampResponse(answer);
    if (read?.status !== 'granted') throw new Error('refused');
    expect(await judge(read.token)).toMatchObject({ status: 'invalid', reason: 'weak_algorithm' });
  });

  test('comes from a key that serves nothing else, valid at that time, under a pinned root', async () => {
    expect(await judge(await tokenOf({ owner: gost.signer }))).toMatchObject({ reason: 'key_usage_wrong' });
    const ended = await authorityOf(gost.authority, { not_after: after(-1) });
    expect(await judge(await tokenOf({ owner: ended }))).toMatchObject({ reason: 'certificate_expired' });
    expect((await judge(await tokenOf({ owner: ended, gen_time: after(-2) }))).status).toBe('valid');
    expect(await judge(await tokenOf(), rsa.trust)).toMatchObject({
      status: 'indeterminate',
      reason: 'issuer_unknown',
    });
    expect(await judge(await tokenOf(), await trustIn([]))).toMatchObject({ reason: 'no_trust' });
  });

  test('no changed byte passes as another time, and nothing throws', async () => {
    const token = await tokenOf();
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice();
      changed[at]! ^= 1 << (at % 8);
      const verdict = await judge(changed);
      expect(verdict.reason, `byte ${at}`).not.toBe('internal_error');
      if (verdict.status === 'valid') expect(verdict.info!.gen_time, `byte ${at}`).toEqual(NOW);
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.nat(token.length), async (bytes, at) => {
        parseTimestampResponse(bytes);
        await judge(concatBytes(token.subarray(0, at), bytes, token.subarray(at + 3)));
      }),
    );
  });

  test('is refused by the authority in words that can be read', async () => {
    const refused = parseTimestampResponse(
      await answerTimestamp({
        request: new Uint8Array(3),
        ...tsa,
        gen_time: NOW,
        serial: Uint8Array.of(1),
        primitives,
      }),
    );
    expect(refused).toEqual({ status: 'refused', text: 'The request is malformed', failure: 'bad_request' });
  });

  test.skipIf(!hasVectors)('of the test contour of НУЦ РК in 2022 (../shared/vectors)', async () => {
    const response = parseTimestampResponse(readVector('nca/ncanode/tsp/tsp_response.bin'));
    if (response?.status !== 'granted') throw new Error('refused');
    expect(response.token).toEqual(readVector('nca/ncanode/tsp/tsp_token.bin'));
    const parsed = parseTimestampToken(response.token)!;
    expect(parsed.info).toMatchObject({
      policy: '1.2.398.3.3.2.6.1',
      digest: 'sha1',
      serial: '5e846dd75d861154db10f13c54dc1f8d33fe6adc',
      gen_time: new Date('2022-09-18T13:20:14Z'),
      nonce: fromHex('018350c022d7'),
    });
    const issuer = readVector('nca/ncanode/p12/nca_2004_gost_cert.cer');
    const trust = await buildTrust({ roots: [], intermediates: [issuer], pins: [], primitives });
    // Its imprint is a SHA-1 of unknown bytes, so only the refusal can be seen here.
    expect(await judge(response.token, trust)).toMatchObject({ status: 'invalid', reason: 'weak_algorithm' });
  });

  test.skipIf(!hasVectors)('made elsewhere: nothing throws (../shared/vectors)', async () => {
    for (const file of listVectors('cades/')) {
      const bytes = readVector(file);
      parseTimestampResponse(bytes);
      const verdict = await judge(bytes);
      expect(verdict.status, file).not.toBe('valid');
      expect(verdict.reason, file).not.toBe('internal_error');
    }
  });
});

describe('CAdES-T', () => {
  const content = utf8ToBytes('Акт № 18');
  const bes = (owner: Owner = gost.signer): Promise<Uint8Array> =>
    signCms({ content, ...owner, signing_time: NOW, primitives });
  const signatureIn = (cms: Uint8Array): Uint8Array => {
    const parsed = parseCms(cms);
    if ('reason' in parsed) throw new Error(parsed.reason);
    return parsed.signed_data.signers[0]!.signature;
  };
  async function stamped(cms: Uint8Array, options: TokenOptions = {}): Promise<Uint8Array> {
    return embedTimestamp(cms, await tokenOf({ over: signatureIn(cms), ...options }))!;
  }
  const verify = (cms: Uint8Array, more: Partial<VerifyCmsInput> = {}) =>
    verifyCms({ cms, content, trust: gost.trust, at: after(10), primitives, ...more });
  const answering = (answer: RevocationAnswer): RevocationPort => ({ check: () => Promise.resolve(answer) });

  test('proves when it was signed', async () => {
    const verdict = await verify(await stamped(await bes()), { require_timestamp: true });
    expect(verdict).toMatchObject({ status: 'valid', signers: [{ timestamp: 'good', stamped_at: NOW }] });
    expect(await verify(await bes(), { require_timestamp: true })).toMatchObject({
      status: 'invalid',
      reason: 'timestamp_missing',
      signers: [{ timestamp: 'absent' }],
    });
  });

  test('leaves each byte of the signature where it was', async () => {
    const cms = await bes();
    const result = await stamped(cms);
    const before = readAsn1(cms, 'der')!.children[1]!.children[0]!;
    const now = readAsn1(result, 'der')!.children[1]!.children[0]!;
    for (const [i, field] of before.children.slice(0, -1).entries())
      expect(now.children[i]!.raw).toEqual(field.raw);
    const [signer, signerNow] = [before.children.at(-1)!.children[0]!, now.children.at(-1)!.children[0]!];
    for (const [i, field] of signer.children.entries()) expect(signerNow.children[i]!.raw).toEqual(field.raw);
    expect(signerNow.children.length).toBe(signer.children.length + 1);
    expect(embedTimestamp(cms, await tokenOf(), 1)).toBeNull();
    expect(embedTimestamp(content, await tokenOf())).toBeNull();
  });

  test('outlives the end of the certificate', async () => {
    const short = await makeOwner({ issuer: gost.authority, not_after: after(5) });
    const cms = await bes(short);
    expect(await verify(cms)).toMatchObject({ reason: 'certificate_expired' });
    expect((await verify(await stamped(cms))).status).toBe('valid');
    expect(await verify(await stamped(cms, { gen_time: after(6) }))).toMatchObject({
      reason: 'certificate_expired',
    });
  });

  test('of a time that has not come makes nothing certain, whoever stamped it', async () => {
    const long = { not_after: new Date('2095-01-01T00:00:00Z'), profile: { kind: 'authority' } as const };
    const root = await makeOwner({ ...long, subject: { common_name: 'LONG ROOT' } });
    const authority = await makeOwner({ ...long, subject: { common_name: 'LONG CA' }, issuer: root });
    const long_tsa = await authorityOf(authority, { not_after: long.not_after });
    const trust = await trustIn([root], [authority]);
    const cms = await bes(await makeOwner({ issuer: authority, not_after: long.not_after }));
    const ask = async (gen_time: Date, at: Date) =>
      verify(await stamped(cms, { owner: long_tsa, gen_time }), { trust, at });
    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    const minutes = (count: number) => new Date(now.getTime() + count * MINUTE_MS);
    expect((await ask(minutes(4), now)).status).toBe('valid');
    expect(await ask(minutes(7), now)).toMatchObject({
      status: 'indeterminate',
      reason: 'timestamp_in_future',
      signers: [{ timestamp: 'not_checked', timestamp_reason: 'timestamp_in_future' }],
    });
    expect((await ask(new Date('2090-01-01T00:00:00Z'), NOW)).reason).toBe('timestamp_in_future');
    // Asked as if it were later, it is no longer of the future.
    expect((await ask(minutes(65), minutes(60))).status).toBe('valid');
    expect((await ask(minutes(65), new Date(minutes(60).getTime() - 1))).reason).toBe('timestamp_in_future');
    // One good stamp beside it does not help: somebody stamps what has not come.
    const both = embedTimestamp(
      await stamped(cms, { owner: long_tsa, gen_time: NOW }),
      await tokenOf({ over: signatureIn(cms), owner: long_tsa, gen_time: minutes(60) }),
    )!;
    expect((await verify(both, { trust, at: now })).reason).toBe('timestamp_in_future');
  });

  test('outlives a revocation that came after, not one before', async () => {
    const cms = await bes();
    const cmsT = await stamped(cms);
    const later = answering({ status: 'revoked', revoked_at: after(5) });
    const earlier = answering({ status: 'revoked', revoked_at: after(-5) });
    expect(await verify(cmsT, { revocation: later })).toMatchObject({
      status: 'valid',
      signers: [{ revocation: 'good', revocation_answer: { revoked_at: after(5) } }],
    });
    expect(await verify(cms, { revocation: later })).toMatchObject({ reason: 'certificate_revoked' });
    for (const one of [cms, cmsT]) {
      const verdict = await verify(one, { revocation: onlyOf(gost.signer, earlier) });
      expect(verdict).toMatchObject({ status: 'invalid', reason: 'certificate_revoked' });
    }
    expect(await verify(cmsT, { revocation: answering({ status: 'revoked' }) })).toMatchObject({
      status: 'invalid',
    });
  });

  /** Everybody else's certificates are good. */
  function onlyOf(owner: Owner, port: RevocationPort): RevocationPort {
    return {
      check: (input) =>
        equalBytes(input.certificate.der, owner.certificate.der) &&
        equalBytes(input.issuer.der, gost.authority.certificate.der)
          ? port.check(input)
          : Promise.resolve<RevocationAnswer>({ status: 'good' }),
    };
  }

  test('is worth nothing when the authority of the stamp was revoked', async () => {
    const cms = await stamped(await bes());
    const ask = (answer: RevocationAnswer) => verify(cms, { revocation: onlyOf(tsa, answering(answer)) });
    expect(await ask({ status: 'revoked', revoked_at: after(-1) })).toMatchObject({
      reason: 'timestamp_wrong',
    });
    expect(await ask({ status: 'revoked', revoked_at: NOW })).toMatchObject({ reason: 'timestamp_wrong' });
    const compromised = { revoked_at: after(5), revocation_reason: 'key_compromise' } as const;
    expect(await ask({ status: 'revoked', ...compromised })).toMatchObject({ reason: 'timestamp_wrong' });
    expect((await ask({ status: 'revoked', revoked_at: after(5) })).status).toBe('valid');
    expect((await ask({ status: 'unknown' })).status).toBe('valid');
  });

  test('with a stamp of other bytes or a broken one is refused', async () => {
    const cms = await bes();
    const copied = embedTimestamp(cms, await tokenOf({ over: signatureIn(await bes()) }))!;
    const broken = embedTimestamp(cms, Uint8Array.of(0x30, 0x00))!;
    for (const one of [copied, broken]) {
      expect(await verify(one)).toMatchObject({
        status: 'invalid',
        reason: 'timestamp_wrong',
        signers: [{ timestamp: 'bad' }],
      });
    }
  });

  test('with a stamp of a stranger is judged as without it', async () => {
    const cms = await stamped(await bes(), { owner: rsaTsa });
    expect(await verify(cms)).toMatchObject({
      status: 'valid',
      signers: [{ timestamp: 'not_checked', timestamp_reason: 'issuer_unknown' }],
    });
    expect(await verify(cms, { at: new Date('2030-01-01') })).toMatchObject({
      reason: 'certificate_expired',
    });
    expect(await verify(cms, { require_timestamp: true })).toMatchObject({
      status: 'indeterminate',
      reason: 'timestamp_unproven',
    });
    const both = await stamped(cms, { gen_time: after(2) });
    expect(await verify(both)).toMatchObject({ signers: [{ timestamp: 'good', stamped_at: after(2) }] });
    const earliest = await stamped(both, { gen_time: after(1) });
    expect(await verify(earliest)).toMatchObject({ signers: [{ stamped_at: after(1) }] });
    const five = await stamped(await stamped(earliest, { gen_time: after(3) }), { gen_time: after(4) });
    expect(await verify(five)).toMatchObject({ status: 'valid', signers: [{ stamped_at: after(1) }] });
    expect((await verify(await stamped(five))).reason).toBe('too_complex');
  });

  test('carries the proof of the status with it', async () => {
    const responder = await makeOwner({
      profile: { kind: 'ocsp' },
      subject: { common_name: 'OCSP' },
      issuer: gost.authority,
    });
    const cms = await stamped(await bes());
    const ocsp = async (status: 'good' | 'revoked', at: Date, revokedAt?: Date): Promise<Uint8Array> =>
      embedRevocationProof(cms, {
        kind: 'ocsp',
        der: await answerOcsp({
          certificate: gost.signer.certificate,
          issuer: gost.authority.certificate,
          status,
          ...(revokedAt && { revoked_at: revokedAt }),
          this_update: at,
          responder,
          primitives,
        }),
      })!;
    const years = new Date('2029-01-01');
    const kept = await verify(await ocsp('good', after(1)), { at: years });
    expect(kept).toMatchObject({ status: 'valid', signers: [{ revocation: 'good' }] });
    const silent = answering({ status: 'unknown', failure: 'unreachable' });
    expect((await verify(await ocsp('good', after(1)), { revocation: silent })).status).toBe('valid');
    expect(await verify(cms, { revocation: silent })).toMatchObject({
      status: 'indeterminate',
      reason: 'revocation_unknown',
    });
    expect(await verify(await ocsp('revoked', after(9), after(-9)))).toMatchObject({
      reason: 'certificate_revoked',
    });
    expect((await verify(await ocsp('revoked', after(9), after(8)))).status).toBe('valid');
    // Made too long before the signature: it proves nothing.
    expect(await verify(await ocsp('good', after(-6)))).toMatchObject({
      signers: [{ revocation: 'not_checked' }],
    });
    const list = await issueCrl({
      issuer: gost.authority,
      this_update: after(-60),
      next_update: after(600),
      number: 1,
      entries: [],
      primitives,
    });
    const withList = embedRevocationProof(cms, { kind: 'crl', ders: [list] })!;
    expect(await verify(withList, { at: years })).toMatchObject({
      status: 'valid',
      signers: [{ revocation: 'good', revocation_answer: { source: 'crl' } }],
    });
  });

  describe('made by the client', () => {
    const server =
      (owner = tsa): HttpPort =>
      async ({ body, headers }) => {
        expect(headers!['content-type']).toBe('application/timestamp-query');
        const serial = Uint8Array.of(9);
        const answer = await answerTimestamp({ request: body!, ...owner, gen_time: NOW, serial, primitives });
        return { status: 200, body: answer };
      };
    const client = (http: HttpPort, more = {}) =>
      createTimestampClient({
        http,
        url: 'http://127.0.0.1/tsp',
        digest: 'streebog512',
        trust: gost.trust,
        primitives,
        pause_ms: 1,
        ...more,
      });

    test('stamps what has no stamp', async () => {
      const made = await stampCms(await bes(), client(server()));
      if (made.status !== 'ok') throw new Error(made.reason);
      expect(made.stamped).toBe(1);
      expect((await verify(made.cms, { require_timestamp: true })).status).toBe('valid');
      const again = await stampCms(made.cms, client(server()));
      expect(again).toEqual({ status: 'ok', cms: made.cms, stamped: 0 });
    });

    test('tries again, and says what went wrong', async () => {
      let times = 0;
      const flaky: HttpPort = async (request) => {
        if (++times < 3) throw new Error('no network');
        return server()(request);
      };
      expect((await client(flaky).stamp(data)).status).toBe('ok');
      expect(times).toBe(3);
      const say = async (http: HttpPort, more = {}): Promise<unknown> => client(http, more).stamp(data);
      const gives =
        (body: Uint8Array, status = 200): HttpPort =>
        () =>
          Promise.resolve({ status, body });
      expect(await say(gives(data, 404))).toEqual({ status: 'error', reason: 'unreachable' });
      expect(await say(gives(data))).toEqual({ status: 'error', reason: 'malformed' });
      const old = await answerTimestamp({
        request: buildTimestampRequest({ imprint: await imprintOf('streebog512', data) }),
        ...tsa,
        gen_time: NOW,
        serial: Uint8Array.of(1),
        primitives,
      });
      expect(await say(gives(old))).toEqual({ status: 'error', reason: 'mismatch' });
      expect(await say(server(), { trust: rsa.trust })).toEqual({
        status: 'error',
        reason: 'untrusted',
        detail: 'issuer_unknown',
      });
      const refusal = await answerTimestamp({
        request: data,
        ...tsa,
        gen_time: NOW,
        serial: Uint8Array.of(1),
        primitives,
      });
      expect(await say(gives(refusal))).toMatchObject({ reason: 'refused', detail: 'bad_request' });
      expect(await stampCms(data, client(server()))).toEqual({ status: 'error', reason: 'malformed' });
    });
  });
});

describe.skipIf(!hasOpenssl)('with openssl as the other side', async () => {
  const file = makeFolder();
  const { root, authority } = rsa;
  const pem = (...owners: Owner[]): string =>
    owners.map((owner) => toPem('CERTIFICATE', owner.certificate.der)).join('');
  if (rsaTsa.key.algorithm !== 'rsa') throw new Error('an RSA sandbox has RSA keys');
  const chain = file('chain.pem', pem(root, authority));
  const tsaFile = file('tsa.pem', pem(rsaTsa));
  const keyFile = file('tsa.key', toPem('PRIVATE KEY', rsaTsa.key.pkcs8));
  const query = buildTimestampRequest({
    imprint: await imprintOf('sha256', data),
    policy: '1.2.398.3.3.2.6.2',
    nonce: Uint8Array.of(5, 6, 7),
  });

  test('it reads our question and verifies our answer', async () => {
    const queryFile = file('ours.tsq', query);
    expect(openssl('ts', '-query', '-in', queryFile, '-text')).toMatch(/sha256[^]*Nonce: 0x050607/);
    const reply = await answerTimestamp({
      request: query,
      ...rsaTsa,
      gen_time: NOW,
      serial: Uint8Array.of(3),
      primitives,
    });
    const moment = String(NOW.getTime() / 1000);
    const verify = ['ts', '-verify', '-queryfile', queryFile, '-in', file('ours.tsr', reply)];
    expect(openssl(verify, '-CAfile', chain, '-attime', moment)).toContain('Verification: OK');
  });

  test('we verify its answer', async () => {
    const config = file(
      'ts.cnf',
      [
        '[tsa]\ndefault_tsa = one\n[one]',
        `serial = ${file('serial', '0A\n')}`,
        `signer_cert = ${tsaFile}\ncerts = ${chain}\nsigner_key = ${keyFile}`,
        'default_policy = 1.2.398.3.3.2.6.2\ndigests = sha256\nsigner_digest = sha256',
        'accuracy = secs:1, millisecs:500\ness_cert_id_chain = no\ness_cert_id_alg = sha256\n',
      ].join('\n'),
    );
    for (const algorithm of ['sha1', 'sha256']) {
      const out = file('theirs.tsr');
      openssl(
        ['ts', '-reply', '-config', algorithm === 'sha1' ? file('sha1.cnf', sha1Of(config)) : config],
        ['-queryfile', file('ours.tsq', query), '-out', out],
      );
      const response = parseTimestampResponse(new Uint8Array(readFileSync(out)));
      if (response?.status !== 'granted') throw new Error('refused');
      const verdict = await judge(response.token, rsa.trust);
      expect(verdict).toMatchObject({
        status: 'valid',
        info: { policy: '1.2.398.3.3.2.6.2', accuracy_ms: 1500, nonce: Uint8Array.of(5, 6, 7) },
      });
      expect(verdict.certificate).toEqual(parseCertificate(rsaTsa.certificate.der));
    }
  });

  /** The older attribute signingCertificate, as the authority of НУЦ РК writes it. */
  function sha1Of(config: string): string {
    return readFileSync(config, 'utf8').replace('ess_cert_id_alg = sha256', 'ess_cert_id_alg = sha1');
  }
});
