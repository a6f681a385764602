import { describe, expect, test } from 'vitest';
import { makeOwner, makeSandbox, NOW } from '../../test/sandbox.ts';
import type { Owner } from '../../test/sandbox.ts';
import { hasVectors, primitives, readVector } from '../../test/vectors.ts';
import { bitString, integer, octetString, oid, sequence, setOf, tagged } from '../asn1/write.ts';
import { compareBytes, concatBytes, fromHex, utf8ToBytes } from '../bytes.ts';
import type { Curve } from '../gost/curve.ts';
import { curve2004, curve256 } from '../gost/curve256.ts';
import { gost94 } from '../gost/gost94.ts';
import { modulo, numberFromLittleEndian, numberToLittleEndian } from '../gost/numbers.ts';
import { streebog256 } from '../gost/streebog.ts';
import { OID } from '../oids.ts';
import { parseTimestampToken } from '../timestamp/token.ts';
import { parseCertificate } from '../x509/certificate.ts';
import { issueCertificate } from '../x509/issue.ts';
import { computeDigest } from '../x509/signature.ts';
import { algorithmIdentifier } from '../x509/spki.ts';
import { checkSigner } from './check-signer.ts';
import { attachContent, contentOfCms, detachContent, mergeCms, splitCms } from './rearrange.ts';
import { signCms } from './sign.ts';
import type { VerifyCmsInput } from './verdict.ts';
import { verifyCms } from './verify.ts';

const content = utf8ToBytes('Договор № 5');
const gost = await makeSandbox();
const verify = (cms: Uint8Array, more: Partial<VerifyCmsInput> = {}) =>
  verifyCms({ cms, content, trust: gost.trust, at: NOW, primitives, ...more });

/** Keys of 256 bits are only verified here, so the tests sign with them by the letter of the standard. */
function signOn(curve: Curve, d: bigint, digest: Uint8Array): Uint8Array {
  const { q } = curve;
  const k = modulo(numberFromLittleEndian(primitives.randomBytes(32)), q - 1n) + 1n;
  const r = modulo(curve.multiplyBase(k, primitives.randomBytes(128)).x, q);
  const e = modulo(numberFromLittleEndian(digest), q) || 1n;
  return concatBytes(numberToLittleEndian(r, 32), numberToLittleEndian(modulo(r * d + k * e, q), 32));
}

const SMALL = {
  gost256: {
    curve: curve256,
    hash: streebog256,
    key: OID.gost256Key,
    parameters: [OID.gost256Curve, OID.streebog256],
    digest: OID.streebog256,
    signature: OID.gost256Signature,
  },
  gost2004: {
    curve: curve2004,
    hash: gost94,
    key: OID.gost2004Key,
    parameters: [OID.gost2004Curve, '1.2.398.3.10.1.3.1.1.0'],
    digest: OID.gost94,
    signature: OID.gost2004Signature,
  },
} as const;

describe.each(['gost256', 'gost2004'] as const)('a signature with %s', async (kind) => {
  const { curve, hash, key, parameters, digest, signature } = SMALL[kind];
  const d = modulo(numberFromLittleEndian(primitives.randomBytes(32)), curve.q - 1n) + 1n;
  const point = curve.multiplyBase(d, primitives.randomBytes(128));
  const publicKey = concatBytes(numberToLittleEndian(point.x, 32), numberToLittleEndian(point.y, 32));
  const spki = sequence(
    sequence(oid(key), sequence(...parameters.map(oid))),
    bitString(octetString(publicKey)),
  );
  const certificate = parseCertificate(
    await issueCertificate({
      subject: { common_name: 'ИВАНОВ ИВАН', iin: '900101300123' },
      spki,
      profile: { kind: 'signer', rights: ['person'] },
      not_before: new Date(NOW.getTime() - 86_400_000),
      not_after: new Date(NOW.getTime() + 86_400_000),
      issuer: gost.authority.certificate,
      issuer_key: gost.authority.key,
      primitives,
    }),
  )!;

  async function build(more: { digest?: string; signed?: (bytes: Uint8Array) => Uint8Array } = {}) {
    const attribute = (type: string, value: Uint8Array): Uint8Array => sequence(oid(type), setOf(value));
    const named = sequence(sequence(sequence(octetString(await primitives.hash('sha256', certificate.der)))));
    const attributes = [
      attribute(OID.contentType, oid(OID.data)),
      attribute(OID.messageDigest, octetString(hash(content))),
      attribute(OID.signingCertificateV2, named),
    ].sort(compareBytes);
    const toSign = setOf(...attributes);
    const digestAlgorithm = algorithmIdentifier(more.digest ?? digest);
    const signer = sequence(
      integer(1),
      sequence(certificate.issuer.der, integer(fromHex(certificate.serial)!)),
      digestAlgorithm,
      tagged(0, ...attributes),
      algorithmIdentifier(signature),
      octetString(signOn(curve, d, hash(more.signed?.(toSign) ?? toSign))),
    );
    const data = sequence(
      integer(1),
      setOf(digestAlgorithm),
      sequence(oid(OID.data)),
      tagged(0, certificate.der),
      setOf(signer),
    );
    return sequence(oid(OID.signedData), tagged(0, data));
  }

  test('is valid over our bytes, and over no others', async () => {
    expect(await verify(await build())).toMatchObject({ status: 'valid', signers: [{ algorithm: kind }] });
    expect(await verify(await build(), { content: utf8ToBytes('x') })).toMatchObject({
      reason: 'digest_mismatch',
    });
    expect(await verify(await build({ signed: () => content }))).toMatchObject({ reason: 'signature_wrong' });
    // The hash of the larger key does not go with the smaller one.
    expect((await verify(await build({ digest: OID.streebog512 }))).status).toBe('invalid');
  });
});

test('the base points of the small curves have the order that is said of them', () => {
  for (const curve of [curve256, curve2004]) {
    const one = curve.multiplyBase(1n, primitives.randomBytes(128));
    expect(curve.isOnCurve(one)).toBe(true);
    expect(curve.sumX(curve.q - 1n, 1n, one)).toBeNull();
    expect(curve.multiplyBase(curve.q - 1n, primitives.randomBytes(128)).x).toBe(one.x);
  }
});

test.skipIf(!hasVectors)(
  'a real signature of 2022 with GOST 34.310-2004 is right (../shared/vectors)',
  async () => {
    const { data } = parseTimestampToken(readVector('nca/ncanode/tsp/tsp_token.bin'))!;
    const check = (bytes: Uint8Array) =>
      checkSigner({
        data,
        signer: data.signers[0]!,
        expected: async (digest) => [(await computeDigest(digest, bytes, primitives))!],
        primitives,
        old_certificate_id: true,
      });
    const checked = await check(data.content!);
    expect(checked.reason).toBeUndefined();
    expect(checked.certificate).toMatchObject({ key_algorithm: 'gost2004' });
    expect((await check(content)).reason).toBe('digest_mismatch');
  },
);

describe('several signers', async () => {
  const rsaSigner = await makeOwner({ kind: 'rsa', issuer: gost.authority });
  const sign = (owner: Owner, attached = false): Promise<Uint8Array> =>
    signCms({ content, ...owner, attached, signing_time: NOW, primitives });
  const [one, other] = [await sign(gost.signer), await sign(rsaSigner)];

  test('stand in one message, each as good as before', async () => {
    const merged = mergeCms([one, other, one])!;
    const verdict = await verify(merged);
    expect(verdict).toMatchObject({
      status: 'valid',
      signers: [
        { status: 'valid', algorithm: 'gost512' },
        { status: 'valid', algorithm: 'rsa' },
      ],
    });
    expect(verdict.signers.length).toBe(2);
    expect(await verify(merged, { content: utf8ToBytes('x') })).toMatchObject({ status: 'invalid' });
  });

  test('go apart again as they were', async () => {
    expect(splitCms(one)).toEqual([one]);
    const parts = splitCms(mergeCms([one, other])!)!;
    const ofBoth = await Promise.all(parts.map((part) => verify(part)));
    expect(ofBoth.map(({ status, signers }) => [status, ...signers.map((who) => who.algorithm)])).toEqual([
      ['valid', 'gost512'],
      ['valid', 'rsa'],
    ]);
  });

  test('carry the content or not', async () => {
    const attached = mergeCms([await sign(gost.signer, true), other])!;
    expect(contentOfCms(attached)).toEqual(content);
    expect((await verify(attached, { content: undefined })).status).toBe('valid');
    expect(contentOfCms(one)).toBeNull();
    const withContent = attachContent(one, content)!;
    expect((await verify(withContent, { content: undefined })).status).toBe('valid');
    expect(detachContent(withContent)).toEqual(one);
    const wrong = attachContent(one, utf8ToBytes('x'))!;
    expect(await verify(wrong, { content: undefined })).toMatchObject({ reason: 'digest_mismatch' });
  });

  test('are not put together over different contents, nor out of what is no signature', async () => {
    const x = await signCms({
      content: utf8ToBytes('x'),
      ...gost.signer,
      attached: true,
      signing_time: NOW,
      primitives,
    });
    expect(mergeCms([await sign(gost.signer, true), x])).toBeNull();
    expect(mergeCms([one, content])).toBeNull();
    expect(mergeCms([])).toBeNull();
    expect(splitCms(content)).toBeNull();
    expect(attachContent(content, content)).toBeNull();
  });
});
