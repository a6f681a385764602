import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasOpenssl, makeFolder, openssl } from '../../test/openssl.ts';
import { hasVectors, primitives, readVector } from '../../test/vectors.ts';
import { makeSandbox } from '../../test/sandbox.ts';
import { toPem } from '../asn1/armour.ts';
import { toBase64 } from '../base64.ts';
import { latin1ToBytes } from '../bytes.ts';
import { publicKeyOf } from '../gost/sign.ts';
import { makePkcs12 } from './make.ts';
import { fewEnough, newBudget } from './encryption.ts';
import { openPkcs12 } from './open.ts';
import type { OpenedKey } from './open.ts';
import { belongsTo, readPrivateKey, writePrivateKey } from './private-key.ts';

async function opened(bytes: Uint8Array, password: string): Promise<OpenedKey> {
  const result = await openPkcs12(bytes, password);
  if (result.status !== 'ok') throw new Error(result.reason);
  expect(result.keys.length).toBe(1);
  return result.keys[0]!;
}

describe.skipIf(!hasVectors)('key stores of НУЦ РК (../shared/vectors)', () => {
  test.each([
    ['nca/test/valid/head.p12', 'Qwerty12', 'gost512', '123456789011', '123456789021'],
    ['nca/test/valid/employee.p12', 'Qwerty12', 'gost512', '123456789012', '123456789021'],
    ['nca/test/valid/individual_valid.p12', 'Qwerty12', 'gost512', '123456789011', undefined],
    ['nca/test/revoked/head.p12', 'Qwerty12', 'gost512', '123456789011', '123456789021'],
    ['nca/test/revoked/employee.p12', 'Qwerty12', 'gost512', '123456789012', '123456789021'],
    ['nca/test/revoked/individual_revoked.p12', 'Qwerty12', 'gost512', '123456789011', undefined],
    ['nca/ncanode/p12/key_individual_valid_2015.p12', 'Aa123456', 'gost512', '123456789012', undefined],
    ['nca/ncanode/p12/key_ceo_revoked_2015.p12', 'Aa123456', 'gost512', '123456789011', '123456789021'],
    ['nca/ncanode/p12/key_individual_valid_sign_2004.p12', 'Qwerty12', 'rsa', '123456789011', undefined],
    ['nca/ncanode/p12/key_individual_auth_revoked_2004.p12', 'Qwerty12', 'rsa', '123456789011', undefined],
  ])('%s opens', async (path, password, algorithm, iin, bin) => {
    const { key, certificate } = await opened(readVector(path), password);
    expect(key.algorithm).toBe(algorithm);
    expect(certificate.subject.iin).toBe(iin);
    expect(certificate.subject.bin).toBe(bin);
    if (key.algorithm === 'gost512') {
      expect(publicKeyOf(key.scalar, primitives.randomBytes)).toEqual(certificate.public_key.bytes);
    }
    expect(await openPkcs12(readVector(path), `${password} `)).toEqual({
      status: 'error',
      reason: 'wrong_password',
    });
  });

  test('a key of the old GOST of 2004 is known and not supported', async () => {
    const bytes = readVector('nca/ncanode/p12/key_ceo_sign_revoked_2004.p12');
    expect(await openPkcs12(bytes, 'Qwerty12')).toEqual({ status: 'error', reason: 'unsupported' });
  });

  test('what we make of a real key has the same private key in it', async () => {
    const real = await opened(readVector('nca/test/valid/head.p12'), 'Qwerty12');
    const again = await opened(await makePkcs12({ ...real, password: 'Qwerty12' }), 'Qwerty12');
    expect(again).toEqual(real);
    expect(readPrivateKey(writePrivateKey(real.key))).toEqual(real.key);
  });
});

test('a file costs no more than its budget, over all of its derivations', () => {
  const budget = newBudget();
  for (let i = 0; i < 50; i++) expect(fewEnough(2048, 3, budget)).toBe(true);
  expect(fewEnough(500_000, 3, budget)).toBe(true);
  expect(fewEnough(500_000, 3, budget)).toBe(false);
  expect(fewEnough(2048, 3, budget)).toBe(true);
  for (const rounds of [null, 0, -1]) expect(fewEnough(rounds, 1, newBudget())).toBe(false);
});

describe.each(['gost512', 'rsa'] as const)('key stores of our own with %s', async (kind) => {
  const { root, authority, signer } = await makeSandbox(kind);
  const chain = [authority.certificate, root.certificate];

  test('open with their password alone', async () => {
    for (const password of ['Qwerty12', 'Пароль №1 🔑', '']) {
      const bytes = await makePkcs12({ ...signer, chain, password });
      expect(await opened(bytes, password)).toEqual({ ...signer, chain });
      expect(await openPkcs12(bytes, `${password}x`)).toEqual({ status: 'error', reason: 'wrong_password' });
      expect(await opened(latin1ToBytes(toBase64(bytes)), password)).toMatchObject({ key: signer.key });
    }
  });

  test('a key without its certificate is no key', async () => {
    const bytes = await makePkcs12({ key: signer.key, certificate: root.certificate, password: 'x' });
    expect(await openPkcs12(bytes, 'x')).toEqual({ status: 'error', reason: 'no_key' });
    expect(belongsTo(signer.key, root.certificate)).toBe(false);
    expect(belongsTo(signer.key, signer.certificate)).toBe(true);
  });

  test('garbage of any kind is answered, never thrown', async () => {
    const good = await makePkcs12({ ...signer, password: 'x' });
    const reasons = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), fc.boolean(), async (at, byte, cut) => {
        const changed = cut ? good.slice(0, at) : good.slice();
        if (!cut) changed[at] = byte;
        const result = await openPkcs12(changed, 'x');
        reasons.add(result.status === 'ok' ? 'ok' : result.reason);
      }),
      { numRuns: 120 },
    );
    expect(
      [...reasons].filter(
        (one) => !['ok', 'not_pkcs12', 'wrong_password', 'unsupported', 'no_key'].includes(one),
      ),
    ).toEqual([]);
    for (const bytes of [
      new Uint8Array(0),
      Uint8Array.of(0x30, 0),
      latin1ToBytes('PK\u0003\u0004'),
      signer.certificate.der,
    ]) {
      expect(await openPkcs12(bytes, 'x')).toEqual({ status: 'error', reason: 'not_pkcs12' });
    }
  });
});

describe.skipIf(!hasOpenssl)('with openssl', async () => {
  const file = makeFolder();
  const { root, authority, signer } = await makeSandbox('rsa');
  if (signer.key.algorithm !== 'rsa') throw new Error('an RSA sandbox has RSA keys');
  const key = hasOpenssl ? file('key.pem', toPem('PRIVATE KEY', signer.key.pkcs8)) : '';
  const certificate = file('cert.pem', toPem('CERTIFICATE', signer.certificate.der));
  const ca = file('ca.pem', toPem('CERTIFICATE', authority.certificate.der));

  test('it reads what we make', async () => {
    const chain = [authority.certificate, root.certificate];
    const ours = file('ours.p12', await makePkcs12({ ...signer, chain, password: 'Qwerty12' }));
    const said = openssl('pkcs12', '-legacy', '-in', ours, '-passin', 'pass:Qwerty12', '-nodes');
    expect(said.match(/BEGIN CERTIFICATE/g)?.length).toBe(3);
    expect(said).toContain(
      toPem('PRIVATE KEY', signer.key.algorithm === 'rsa' ? signer.key.pkcs8 : new Uint8Array()),
    );
    expect(() => openssl('pkcs12', '-legacy', '-in', ours, '-passin', 'pass:wrong', '-nodes')).toThrow(
      /password/,
    );
  });

  test.each([
    ['the modern form (PBES2, AES-256, HMAC-SHA-256)', []],
    ['AES-128', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC']],
    ['PBES2 with 3DES', ['-keypbe', 'DES-EDE3-CBC', '-certpbe', 'DES-EDE3-CBC']],
    ['the old form (3DES and RC2-40)', ['-legacy']],
    ['RC2-128 and two-key 3DES', ['-legacy', '-keypbe', 'PBE-SHA1-2DES', '-certpbe', 'PBE-SHA1-RC2-128']],
    ['certificates in the open', ['-certpbe', 'NONE']],
    ['a key in the open', ['-keypbe', 'NONE']],
    ['no MAC', ['-nomac']],
    ['a MAC of SHA-512', ['-macalg', 'sha512']],
    ['a MAC of SHA-1 over PBES2', ['-macalg', 'sha1']],
  ])('we read its %s', async (_, options) => {
    const theirs = file('theirs.p12');
    const common = [
      'pkcs12',
      '-export',
      '-inkey',
      key,
      '-in',
      certificate,
      '-certfile',
      ca,
      '-passout',
      'pass:Пароль1',
    ];
    openssl(...common, '-out', theirs, ...options);
    const { readFileSync } = await import('node:fs');
    const bytes = new Uint8Array(readFileSync(theirs));
    const found = await opened(bytes, 'Пароль1');
    expect(found).toEqual({ ...signer, chain: [authority.certificate] });
    expect(await openPkcs12(bytes, 'нет')).toEqual({ status: 'error', reason: 'wrong_password' });
  });
});
