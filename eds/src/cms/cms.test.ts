import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasVectors, listVectors, primitives, readVector } from '../../test/vectors.ts';
import { makeOwner, makeSandbox, NOW, sha256Hex, trustIn } from '../../test/sandbox.ts';
import type { Owner, Sandbox } from '../../test/sandbox.ts';
import { toPem } from '../asn1/armour.ts';
import { readAsn1 } from '../asn1/read.ts';
import {
  asn1Null,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
  tlv,
  utf8String,
} from '../asn1/write.ts';
import { time } from '../asn1/time.ts';
import { toBase64 } from '../base64.ts';
import { compareBytes, concatBytes, fromHex, latin1ToBytes, toHex, utf8ToBytes } from '../bytes.ts';
import { signGost512 } from '../gost/sign.ts';
import { streebog512 } from '../gost/streebog.ts';
import { OID } from '../oids.ts';
import { openPkcs12 } from '../pkcs12/open.ts';
import { REASON_CODES } from '../reasons.ts';
import type { ReasonCode } from '../reasons.ts';
import { buildTrust } from '../x509/chain.ts';
import { algorithmIdentifier } from '../x509/spki.ts';
import { checkSigner } from './check-signer.ts';
import { parseCms } from './parse.ts';
import { signCms } from './sign.ts';
import type { CmsVerdict, VerifyCmsInput } from './verdict.ts';
import { verifyCms } from './verify.ts';

const content = utf8ToBytes('Акт выполненных работ № 17');
const gost = await makeSandbox('gost512');
const rsa = await makeSandbox('rsa');

function sign(owner: Owner, more: Partial<Parameters<typeof signCms>[0]> = {}): Promise<Uint8Array> {
  return signCms({ content, ...owner, signing_time: NOW, primitives, ...more });
}

function verify(cms: Uint8Array, more: Partial<VerifyCmsInput> = {}): Promise<CmsVerdict> {
  return verifyCms({ cms, content, trust: gost.trust, at: NOW, primitives, ...more });
}

async function reasonOf(
  cms: Uint8Array,
  more: Partial<VerifyCmsInput> = {},
): Promise<ReasonCode | undefined> {
  const verdict = await verify(cms, more);
  expect(verdict.status === 'valid').toBe(verdict.reason === undefined);
  return verdict.reason;
}

describe.each([
  ['gost512', gost],
  ['rsa', rsa],
] as const)('a signature with %s', (kind, { signer, authority, root, trust }: Sandbox) => {
  test('is valid over our bytes and says whose it is', async () => {
    const verdict = await verify(await sign(signer), { trust });
    expect(verdict).toEqual({
      status: 'valid',
      signers: [
        {
          status: 'valid',
          remarks: [],
          certificate: signer.certificate,
          rights: ['organisation', 'head'],
          iin: '900101300123',
          bin: '210240012345',
          name: 'ИВАНОВ ИВАН',
          signing_time: NOW,
          algorithm: kind,
          revocation: 'not_checked',
          timestamp: 'absent',
          chain: [signer, authority, root].map((one) => one.certificate.subject.dn),
        },
      ],
    });
  });

  test('can be made and judged from a digest alone', async () => {
    const digest = { sha256: await primitives.hash('sha256', content), streebog512: streebog512(content) };
    const cms = await sign(signer, { content: undefined, digest });
    expect(await reasonOf(cms, { trust })).toBeUndefined();
    expect(await reasonOf(cms, { trust, content: undefined, digests: digest })).toBeUndefined();
    const wrong = { sha256: new Uint8Array(32), streebog512: new Uint8Array(64) };
    expect(await reasonOf(cms, { trust, content: undefined, digests: wrong })).toBe('digest_mismatch');
    expect(await reasonOf(cms, { trust, digests: wrong })).toBe('digest_mismatch');
    await expect(sign(signer, { content: undefined, digest: {} })).rejects.toThrow('digest');
  });

  test('may carry its content, which then must be ours', async () => {
    const cms = await sign(signer, { attached: true });
    expect(await reasonOf(cms, { trust })).toBeUndefined();
    expect(await reasonOf(cms, { trust, content: undefined })).toBeUndefined();
    expect(await reasonOf(cms, { trust, content: utf8ToBytes('Другой акт') })).toBe('digest_mismatch');
    // Only the digest of another hash is known: the content inside must not decide alone.
    const other = kind === 'rsa' ? { streebog512: new Uint8Array(64) } : { sha256: new Uint8Array(32) };
    expect(await reasonOf(cms, { trust, content: undefined, digests: other })).toBe('content_missing');
    await expect(sign(signer, { content: undefined, attached: true })).rejects.toThrow('content');
  });

  test('is taken as DER, PEM, base64 and BER alike', async () => {
    const cms = await sign(signer);
    const forms = [
      toPem('CMS', cms),
      toPem('PKCS7', cms).replace(/\n/g, '\r\n'),
      toBase64(cms),
      toBase64(cms).replace(/.{76}/g, '$&\r\n'),
    ];
    for (const form of forms) expect(await reasonOf(latin1ToBytes(form), { trust })).toBeUndefined();
    for (const attached of [true, false]) {
      const loose = toLooseBer(await sign(signer, { attached }));
      expect(await reasonOf(loose, { trust })).toBeUndefined();
      expect(await reasonOf(loose, { trust, content: utf8ToBytes('x') })).toBe('digest_mismatch');
    }
  });

  test('fails over other bytes, with bytes behind, cut off', async () => {
    const cms = await sign(signer);
    expect(await reasonOf(cms, { trust, content: concatBytes(content, Uint8Array.of(0)) })).toBe(
      'digest_mismatch',
    );
    expect(await reasonOf(cms, { trust, content: undefined })).toBe('content_missing');
    expect(await reasonOf(concatBytes(cms, Uint8Array.of(0)), { trust })).toBe('trailing_bytes');
    expect(await reasonOf(concatBytes(cms, cms), { trust })).toBe('trailing_bytes');
    for (let at = 0; at < cms.length; at += 7)
      expect(await reasonOf(cms.subarray(0, at), { trust })).toBe('not_cms');
  });

  test('is judged now unless told otherwise, and not at the time it claims', async () => {
    const old = await makeOwner({
      kind,
      issuer: authority,
      not_before: new Date('2026-10-25'),
      not_after: new Date('2026-11-01'),
    });
    const cms = await sign(old, { signing_time: new Date('2026-10-30') });
    expect(await reasonOf(cms, { trust })).toBe('certificate_expired');
    expect(await reasonOf(cms, { trust, at: new Date('2026-10-30') })).toBeUndefined();
    expect(await reasonOf(cms, { trust, at: new Date('2026-10-24') })).toBe('certificate_not_yet_valid');
    expect(await reasonOf(cms, { trust, at: undefined })).toBe('certificate_expired');
  });

  test('is not believed under another root', async () => {
    const cms = await sign(signer);
    const stranger = await makeSandbox();
    expect(await verify(cms, { trust: stranger.trust })).toMatchObject({
      status: 'indeterminate',
      reason: 'issuer_unknown',
    });
    expect(await verify(cms, { trust: await trustIn([]) })).toMatchObject({
      status: 'indeterminate',
      reason: 'no_trust',
    });
    const withChain = await sign(signer, { chain: [authority.certificate, root.certificate] });
    expect(await verify(withChain, { trust: stranger.trust })).toMatchObject({
      status: 'invalid',
      reason: 'root_not_pinned',
    });
    expect(await reasonOf(withChain, { trust })).toBeUndefined();
  });

  test('does not come from keys for other purposes', async () => {
    const cases = [
      [{ kind: 'login', rights: ['person'] }, 'key_usage_wrong'],
      [{ kind: 'tsa' }, 'not_a_signing_key'],
      [{ kind: 'ocsp' }, 'not_a_signing_key'],
      [{ kind: 'authority' }, 'key_usage_wrong'],
    ] as const;
    for (const [profile, reason] of cases) {
      const owner = await makeOwner({ kind, issuer: authority, profile });
      expect(await reasonOf(await sign(owner), { trust }), profile.kind).toBe(reason);
    }
  });

  test('is asked about revocation when somebody can answer', async () => {
    const cms = await sign(signer);
    const ask = (answer: () => Promise<'good' | 'revoked' | 'unknown'>): Promise<CmsVerdict> =>
      verify(cms, {
        trust,
        revocation: {
          check({ certificate, issuer, at }) {
            expect([certificate, issuer.der, at]).toEqual([
              signer.certificate,
              authority.certificate.der,
              NOW,
            ]);
            return answer();
          },
        },
      });
    expect(await ask(() => Promise.resolve('good'))).toMatchObject({
      status: 'valid',
      signers: [{ revocation: 'good' }],
    });
    expect(await ask(() => Promise.resolve('revoked'))).toMatchObject({
      status: 'invalid',
      reason: 'certificate_revoked',
      signers: [{ revocation: 'revoked' }],
    });
    expect(await ask(() => Promise.reject(new Error('no network')))).toMatchObject({
      status: 'indeterminate',
      reason: 'revocation_unknown',
    });
  });

  test('key and certificate must belong together', async () => {
    const other = await makeOwner({ kind, issuer: authority });
    await expect(sign({ key: signer.key, certificate: other.certificate })).rejects.toThrow('belong');
  });

  test('no changed byte passes as another signature', async () => {
    const cms = await sign(signer, { chain: [authority.certificate] });
    const good = await verify(cms, { trust });
    const meaning = (verdict: CmsVerdict): unknown =>
      verdict.signers.map(({ certificate, signing_time, iin, bin, name, rights }) => ({
        der: toHex(certificate!.der),
        signing_time,
        iin,
        bin,
        name,
        rights,
      }));
    let equal = 0;
    for (let at = 0; at < cms.length; at++) {
      const changed = cms.slice();
      changed[at]! ^= 1 << (at % 8);
      const verdict = await verify(changed, { trust });
      if (verdict.status === 'valid') {
        equal++;
        expect(meaning(verdict), `byte ${at}`).toEqual(meaning(good));
      }
      expect(verdict.reason, `byte ${at}`).not.toBe('internal_error');
    }
    // Outside the signature lie versions, NULL parameters and certificates that are not needed.
    expect(equal).toBeLessThan(authority.certificate.der.length + 60);
  });
});

/** A CMS by hand, so that single fields can be wrong. */
interface Parts {
  attributes?: Uint8Array[] | null;
  digest_algorithm?: string;
  signature_algorithm?: string;
  content_type?: string;
  certificates?: Uint8Array[];
  signed?: (attributes: Uint8Array) => Uint8Array;
  sid?: Uint8Array;
  signers?: number;
  /** Sends the attributes in the reverse of DER's order. */
  reversed?: boolean;
}

const attribute = (type: string, ...values: Uint8Array[]): Uint8Array =>
  sequence(oid(type), setOf(...values));

async function honestAttributes(
  owner: Owner,
): Promise<Record<'type' | 'digest' | 'certificate', Uint8Array>> {
  const hash = await primitives.hash('sha256', owner.certificate.der);
  return {
    type: attribute(OID.contentType, oid(OID.data)),
    digest: attribute(OID.messageDigest, octetString(streebog512(content))),
    certificate: attribute(OID.signingCertificateV2, sequence(sequence(sequence(octetString(hash))))),
  };
}

async function build(owner: Owner, parts: Parts = {}): Promise<Uint8Array> {
  const { key, certificate } = owner;
  if (key.algorithm !== 'gost512') throw new Error('made for GOST keys');
  const attributes =
    parts.attributes === null
      ? null
      : (parts.attributes ?? Object.values(await honestAttributes(owner))).sort(compareBytes);
  const toSign = attributes === null ? content : tlv(0x31, ...attributes);
  const signature = signGost512(
    key.scalar,
    streebog512(parts.signed?.(toSign) ?? toSign),
    primitives.randomBytes,
  );
  const signer = sequence(
    integer(1),
    parts.sid ?? sequence(certificate.issuer.der, integer(fromHex(certificate.serial)!)),
    algorithmIdentifier(parts.digest_algorithm ?? OID.streebog512),
    ...(attributes === null
      ? []
      : [tagged(0, ...(parts.reversed === true ? attributes.toReversed() : attributes))]),
    algorithmIdentifier(parts.signature_algorithm ?? OID.gost512Signature),
    octetString(signature),
  );
  const signedData = sequence(
    integer(1),
    setOf(algorithmIdentifier(OID.streebog512)),
    sequence(oid(parts.content_type ?? OID.data)),
    tagged(0, ...(parts.certificates ?? [certificate.der])),
    setOf(...Array.from({ length: parts.signers ?? 1 }, () => signer)),
  );
  return sequence(oid(OID.signedData), tagged(0, signedData));
}

describe('each rule is kept', async () => {
  const { signer, authority, trust } = gost;
  const honest = await honestAttributes(signer);
  const hash = await primitives.hash('sha256', signer.certificate.der);
  const reason = async (parts: Parts, more?: Partial<VerifyCmsInput>): Promise<ReasonCode | undefined> =>
    reasonOf(await build(signer, parts), { trust, ...more });
  const certificateAttribute = (...fields: Uint8Array[]): Uint8Array[] => [
    honest.type,
    honest.digest,
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(...fields)))),
  ];

  test('what is built by hand is valid', async () => {
    expect(await reason({})).toBeUndefined();
    expect(await reason({ signature_algorithm: OID.gost512Key })).toBeUndefined();
    expect(await reason({ sid: tlv(0x80, fromHex(signer.certificate.ski!)!) })).toBeUndefined();
    expect(await reason({ signers: 2 })).toBeUndefined();
  });

  test('signed attributes', async () => {
    expect(await reason({ attributes: null })).toBe('signed_attributes_missing');
    expect(await reason({ attributes: [honest.type, honest.certificate] })).toBe(
      'signed_attributes_malformed',
    );
    expect(await reason({ attributes: [honest.digest, honest.certificate] })).toBe(
      'signed_attributes_malformed',
    );
    expect(await reason({ attributes: [...Object.values(honest), honest.type] })).toBe(
      'signed_attributes_malformed',
    );
    const twoDigests = attribute(
      OID.messageDigest,
      octetString(streebog512(content)),
      octetString(new Uint8Array(64)),
    );
    expect(await reason({ attributes: [honest.type, twoDigests, honest.certificate] })).toBe(
      'signed_attributes_malformed',
    );
    const badTime = attribute(OID.signingTime, utf8String('today'));
    expect(await reason({ attributes: [...Object.values(honest), badTime] })).toBe(
      'signed_attributes_malformed',
    );
    const unknown = attribute('1.2.3.4', asn1Null());
    expect(await reason({ attributes: [...Object.values(honest), unknown] })).toBeUndefined();
  });

  test('what is refused says whose certificate it names', async () => {
    expect(await verify(await build(signer, { attributes: null }), { trust })).toMatchObject({
      status: 'invalid',
      signers: [{ certificate: signer.certificate, name: 'ИВАНОВ ИВАН', chain: [] }],
    });
  });

  test('content type', async () => {
    const timeStamp = '1.2.840.113549.1.9.16.1.4';
    expect(await reason({ content_type: timeStamp })).toBe('content_type_unsupported');
    const attributes = [attribute(OID.contentType, oid(timeStamp)), honest.digest, honest.certificate];
    expect(await reason({ attributes })).toBe('content_type_mismatch');
  });

  test('the signer is named under the signature', async () => {
    expect(await reason({ attributes: [honest.type, honest.digest] })).toBe('signing_certificate_missing');
    expect(await reason({ attributes: certificateAttribute(octetString(new Uint8Array(32))) })).toBe(
      'signing_certificate_mismatch',
    );
    expect(await reason({ attributes: certificateAttribute(utf8String('x')) })).toBe(
      'signed_attributes_malformed',
    );
    expect(await reason({ certificates: [] })).toBe('signer_certificate_missing');
    expect(await reason({ certificates: [authority.certificate.der] })).toBe('signer_certificate_missing');
    const { issuer, serial } = signer.certificate;
    for (const sid of [
      sequence(issuer.der, integer(5)),
      sequence(authority.certificate.issuer.der, integer(fromHex(serial)!)),
    ])
      expect(await reason({ sid })).toBe('signer_certificate_missing');
    const sha1 = await primitives.hash('sha1', signer.certificate.der);
    expect(
      await reason({ attributes: certificateAttribute(algorithmIdentifier(OID.sha1), octetString(sha1)) }),
    ).toBe('signing_certificate_mismatch');
    const long = await primitives.hash('sha512', signer.certificate.der);
    expect(
      await reason({ attributes: certificateAttribute(algorithmIdentifier(OID.sha512), octetString(long)) }),
    ).toBeUndefined();
    const streebog = [algorithmIdentifier(OID.streebog512), octetString(streebog512(signer.certificate.der))];
    expect(await reason({ attributes: certificateAttribute(...streebog) })).toBeUndefined();
    const issuerSerial = (number: number | Uint8Array): Uint8Array =>
      sequence(sequence(tagged(4, issuer.der)), integer(number));
    const number = fromHex(serial)!;
    expect(
      await reason({ attributes: certificateAttribute(octetString(hash), issuerSerial(number)) }),
    ).toBeUndefined();
    // The hash names one certificate; what stands beside it can be written in several ways and adds nothing.
    expect(
      await reason({ attributes: certificateAttribute(octetString(hash), issuerSerial(5)) }),
    ).toBeUndefined();
  });

  test('a time stamp, which may name its certificate in the older way, has to name it', async () => {
    const parsed = parseCms(await build(signer, { attributes: [honest.type, honest.digest] }));
    if ('reason' in parsed) throw new Error(parsed.reason);
    const { signed_data: data } = parsed;
    const expected = () => Promise.resolve([streebog512(content)]);
    const asked = { data, expected, primitives, old_certificate_id: true };
    const said = await Promise.all(data.signers.map((one) => checkSigner({ ...asked, signer: one })));
    expect(said.map(({ reason: why }) => why)).toEqual(['signing_certificate_missing']);
  });

  test('a signature that names no certificate counts where one alone can be meant, with a remark', async () => {
    const attributes = [honest.type, honest.digest];
    const judge = async (parts: Parts) =>
      verify(await build(signer, { attributes, ...parts }), { trust, allow_unbound: true });
    const bound = await verify(await build(signer, {}), { trust, allow_unbound: true });
    expect(bound).toMatchObject({ status: 'valid', signers: [{ remarks: [] }] });
    const chain = [authority.certificate.der, signer.certificate.der];
    expect(await judge({ certificates: [...chain, signer.certificate.der] })).toMatchObject({
      status: 'valid',
      signers: [{ name: 'ИВАНОВ ИВАН', remarks: ['signer_not_bound'] }],
    });
    // Another certificate of the same key could be meant as well, whatever its number.
    const { issueCertificate } = await import('../x509/issue.ts');
    for (const serial of [signer.certificate.serial, '1234']) {
      const twin = await issueCertificate({
        subject: { common_name: 'ДРУГОЙ', iin: '800101300123' },
        spki: signer.certificate.spki,
        profile: { kind: 'signer', rights: ['head'] },
        not_before: signer.certificate.not_before,
        not_after: signer.certificate.not_after,
        issuer: authority.certificate,
        issuer_key: authority.key,
        serial,
        primitives,
      });
      expect((await judge({ certificates: [...chain, twin] })).reason, serial).toBe(
        'signing_certificate_ambiguous',
      );
    }
    // A name that is there and is another's stays wrong.
    const wrong = certificateAttribute(octetString(new Uint8Array(32)));
    expect((await judge({ attributes: wrong, certificates: chain })).reason).toBe(
      'signing_certificate_mismatch',
    );
  });

  test('a signed attribute may have several values, unless its definition gives it one', async () => {
    const several = (type: string, ...values: Uint8Array[]) => sequence(oid(type), setOf(...values));
    const all = (...more: Uint8Array[]) => ({
      attributes: [...certificateAttribute(octetString(hash)), ...more],
    });
    expect(await reason(all(several('1.2.840.113549.1.9.16.2.17', integer(1), integer(2))))).toBeUndefined();
    expect(await reason(all(several(OID.signingTime, time(NOW), time(NOW))))).toBe(
      'signed_attributes_malformed',
    );
    expect(await reason(all(several('1.2.3')))).toBe('signed_attributes_malformed');
  });

  test('a second certificate with the same number and key does not take the first one’s place', async () => {
    if (signer.key.algorithm !== 'gost512') throw new Error('a GOST sandbox');
    // The authority issues the same key another certificate, with more rights and the same serial number.
    const { issueCertificate } = await import('../x509/issue.ts');
    const twin = await issueCertificate({
      subject: { common_name: 'ДРУГОЙ', iin: '800101300123' },
      spki: signer.certificate.spki,
      profile: { kind: 'signer', rights: ['head'] },
      not_before: signer.certificate.not_before,
      not_after: signer.certificate.not_after,
      issuer: authority.certificate,
      issuer_key: authority.key,
      primitives,
    });
    expect(await reason({ certificates: [twin] })).toBe('signing_certificate_mismatch');
    const both = await verify(await build(signer, { certificates: [twin, signer.certificate.der] }), {
      trust,
    });
    expect(both).toMatchObject({ status: 'valid', signers: [{ name: 'ИВАНОВ ИВАН' }] });
  });

  test('algorithms', async () => {
    expect(await reason({ digest_algorithm: OID.sha1 })).toBe('weak_algorithm');
    expect(await reason({ digest_algorithm: OID.md5 })).toBe('weak_algorithm');
    expect(await reason({ digest_algorithm: '1.2.3' })).toBe('algorithm_unsupported');
    expect(await reason({ digest_algorithm: OID.sha256 })).toBe('digest_mismatch');
    expect(await reason({ signature_algorithm: '1.2.840.10045.4.3.2' })).toBe('algorithm_unsupported');
    expect(await reason({ signature_algorithm: OID.rsaSha256 })).toBe('signature_wrong');
    expect(await reason({ signature_algorithm: OID.rsaSha1 })).toBe('weak_algorithm');
  });

  test('attributes out of order are taken when they were signed in order or as sent', async () => {
    const asSent = tlv(0x31, ...Object.values(honest).sort(compareBytes).reverse());
    expect(await reason({ reversed: true })).toBeUndefined();
    expect(await reason({ reversed: true, signed: () => asSent })).toBeUndefined();
    expect(await reason({ signed: () => asSent })).toBe('signature_wrong');
  });

  test('the signature is over the attributes and nothing else', async () => {
    expect(await reason({ signed: () => content })).toBe('signature_wrong');
    expect(
      await reason({ signed: (attributes) => concatBytes(Uint8Array.of(0xa0), attributes.subarray(1)) }),
    ).toBe('signature_wrong');
  });

  test('no signers is no signature, and all must be good', async () => {
    expect(await reason({ signers: 0 })).toBe('no_signers');
    expect(await reason({ signers: 101 })).toBe('too_complex');
    const wrong = await build(signer, { signed: () => content });
    const good = await build(signer);
    const signerOf = (cms: Uint8Array): Uint8Array => {
      const data = readAsn1(cms, 'der')!.children[1]!.children[0]!;
      return data.children.at(-1)!.children[0]!.raw;
    };
    const data = readAsn1(good, 'der')!.children[1]!.children[0]!;
    const signers = tlv(0x31, signerOf(good), signerOf(wrong));
    const both = sequence(
      oid(OID.signedData),
      tagged(0, sequence(...data.children.slice(0, -1).map((child) => child.raw), signers)),
    );
    expect(await verify(both, { trust })).toMatchObject({
      status: 'invalid',
      reason: 'signature_wrong',
      signers: [{ status: 'valid' }, { status: 'invalid' }],
    });
  });

  test('weak RSA keys are refused', async () => {
    const weak = await makeOwner({ kind: 'rsa', rsa_bits: 1024, issuer: rsa.authority });
    expect(await reasonOf(await sign(weak), { trust: rsa.trust })).toBe('weak_algorithm');
  });
});

describe('nothing throws', () => {
  test('on any bytes', async () => {
    const cms = await sign(gost.signer);
    const pieces = fc.uint8Array({ maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.nat(cms.length), fc.nat(60), pieces, async (at, cut, piece) => {
        const bytes = concatBytes(cms.subarray(0, at), piece, cms.subarray(at + cut));
        const verdict = await verify(bytes);
        expect(verdict.reason).not.toBe('internal_error');
        expect(verdict.reason === undefined || REASON_CODES.includes(verdict.reason)).toBe(true);
      }),
      { numRuns: 400 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect((await verify(bytes)).reason).toBe('not_cms');
      }),
      { numRuns: 300 },
    );
  });

  test('even when the surroundings do', async () => {
    const broken = { ...primitives, hash: () => Promise.reject(new Error('no hash')) };
    expect(await verify(await sign(rsa.signer), { primitives: broken, trust: rsa.trust })).toEqual({
      status: 'indeterminate',
      reason: 'internal_error',
      signers: [],
    });
  });

  test.skipIf(!hasVectors)('on signatures made elsewhere, good and broken (../shared/vectors)', async () => {
    const files = [...listVectors('cades/'), ...listVectors('nca/'), ...listVectors('pdf/')];
    for (const file of files) {
      const verdict = await verify(readVector(file));
      expect(verdict.status, file).not.toBe('valid');
      expect(verdict.reason, file).not.toBe('internal_error');
    }
  });
});

describe.skipIf(!hasVectors)('with the test contour of НУЦ РК (../shared/vectors)', async () => {
  /** The keys live from 2026-05-08 to 2027-05-08. */
  const at = new Date('2026-11-20T12:00:00Z');
  const root = hasVectors ? readVector('nca/test/root_test_gost_2022.cer') : new Uint8Array();
  const trust = await buildTrust({
    roots: hasVectors ? [root] : [],
    intermediates: hasVectors ? [readVector('nca/test/nca_gost2022_test.cer')] : [],
    pins: [await sha256Hex(root)],
    primitives,
  });

  test.each([
    ['valid/head', ['organisation', 'head']],
    ['valid/employee', ['organisation', 'employee']],
    ['valid/individual_valid', ['person']],
    ['revoked/head', ['organisation', 'head']],
  ])('%s signs and is verified', async (name, rights) => {
    const opened = await openPkcs12(readVector(`nca/test/${name}.p12`), 'Qwerty12');
    if (opened.status !== 'ok') throw new Error(opened.reason);
    const cms = await signCms({ content, ...opened.keys[0]!, signing_time: at, primitives });
    const verdict = await verifyCms({ cms, content, trust, at, primitives });
    expect(verdict).toMatchObject({ status: 'valid', signers: [{ rights, algorithm: 'gost512' }] });
    expect(verdict.signers[0]!.chain.length).toBe(3);
    const later = await verifyCms({ cms, content, trust, at: new Date('2027-05-09'), primitives });
    expect(later).toMatchObject({ status: 'invalid', reason: 'certificate_expired' });
    expect(await reasonOf(cms)).toBe('issuer_unknown');
  });
});

/** The same message as BER of the loosest kind: indefinite lengths above certificates, the content in pieces. */
function toLooseBer(cms: Uint8Array): Uint8Array {
  const end = Uint8Array.of(0, 0);
  const open = (tag: number, ...parts: Uint8Array[]): Uint8Array =>
    concatBytes(Uint8Array.of(tag, 0x80), ...parts, end);
  const [type, holder] = readAsn1(cms, 'der')!.children;
  const [version, digests, encapsulated, certificates, signers] = holder!.children[0]!.children;
  const [contentType, content] = encapsulated!.children;
  const octets = content?.children[0]?.body;
  const pieces =
    octets === undefined
      ? []
      : [open(0xa0, open(0x24, octetString(octets.subarray(0, 5)), octetString(octets.subarray(5))))];
  const signer = signers!.children[0]!;
  const looseSigner = open(
    0x30,
    ...signer.children.map((child) =>
      child.tag === 0xa0 ? open(0xa0, ...child.children.map((one) => one.raw)) : child.raw,
    ),
  );
  return open(
    0x30,
    type!.raw,
    open(
      0xa0,
      open(
        0x30,
        version!.raw,
        digests!.raw,
        open(0x30, contentType!.raw, ...pieces),
        open(0xa0, ...certificates!.children.map((child) => child.raw)),
        open(0x31, looseSigner),
      ),
    ),
  );
}
