import { describe, expect, test } from 'vitest';
import { hasVectors, primitives, readVector } from '../../test/vectors.ts';
import { makeOwner, makeSandbox, NOW, sha256Hex, trustIn } from '../../test/sandbox.ts';
import { certificatesIn, toPem } from '../asn1/armour.ts';
import { latin1ToBytes } from '../bytes.ts';
import { parseCertificate } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { buildTrust, verifyChain } from './chain.ts';
import type { ProveAuthority, TrustStore } from './chain.ts';
import { PRODUCTION_ROOT_PINS } from './pins.ts';
import { buildTrustFromFiles } from './trust-files.ts';

const later = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000);

function check(
  certificate: Certificate,
  trust: TrustStore,
  options: { at?: Date; others?: Certificate[]; prove?: ProveAuthority } = {},
): ReturnType<typeof verifyChain> {
  return verifyChain({ certificate, trust, at: NOW, primitives, ...options });
}

describe('the chain of a sandbox', async () => {
  const { root, authority, signer, trust } = await makeSandbox();

  test('goes from the signer to the pinned root', async () => {
    const verdict = await check(signer.certificate, trust);
    expect(verdict.reason).toBeUndefined();
    expect(verdict.chain.map((one) => one.subject.common_name)).toEqual([
      'ИВАНОВ ИВАН',
      'SANDBOX CA',
      'SANDBOX ROOT',
    ]);
    // The second time the signatures are remembered and the answer is the same.
    expect(trust.links.size).toBe(2);
    expect(await check(signer.certificate, trust)).toEqual(verdict);
  });

  test('may find the authority inside the message where it is proven, but believes no root from there', async () => {
    const onlyRoot = await trustIn([root]);
    expect((await check(signer.certificate, onlyRoot)).reason).toBe('issuer_unknown');
    const along = { others: [authority.certificate] };
    expect((await check(signer.certificate, onlyRoot, along)).reason).toBe('issuer_unproven');
    const prove = async () => 'good' as const;
    expect((await check(signer.certificate, onlyRoot, { ...along, prove })).reason).toBeUndefined();
    const stranger = await makeSandbox();
    const others = [stranger.authority.certificate, stranger.root.certificate];
    expect((await check(stranger.signer.certificate, onlyRoot, { others })).reason).toBe('root_not_pinned');
    expect((await check(stranger.root.certificate, trust)).reason).toBe('root_not_pinned');
  });

  test('shows what a name hides, and reads no number through it', async () => {
    const subject = {
      common_name: 'ПЕТРОВ\u202eВОНАВИ',
      organization: 'ТОО\u200b «Дала»',
      iin: '90010130012\u200b3',
    };
    const { certificate } = await makeOwner({ subject, issuer: authority });
    expect(certificate.subject).toMatchObject({
      common_name: 'ПЕТРОВ‹U+202E›ВОНАВИ',
      organization: 'ТОО‹U+200B› «Дала»',
    });
    expect(certificate.subject.iin).toBeUndefined();
    expect(certificate.subject.dn).not.toMatch(/\p{Cf}/u);
    expect((await check(certificate, trust)).reason).toBeUndefined();
  });

  test('is judged at the moment asked for', async () => {
    const { certificate } = signer;
    expect((await check(certificate, trust, { at: later(certificate.not_before, -1) })).reason).toBe(
      'certificate_not_yet_valid',
    );
    expect((await check(certificate, trust, { at: later(certificate.not_after, 1) })).reason).toBe(
      'certificate_expired',
    );
    expect((await check(certificate, trust, { at: certificate.not_after })).reason).toBeUndefined();
    const longLived = await makeOwner({ issuer: authority, not_after: later(NOW, 5000) });
    expect((await check(longLived.certificate, trust, { at: later(NOW, 4000) })).reason).toBe(
      'issuer_expired',
    );
  });

  test('without any root nothing can be said', async () => {
    expect((await check(signer.certificate, await trustIn([]))).reason).toBe('no_trust');
  });

  test('a certificate that only names our authority is a forgery', async () => {
    // The forger's authority bears the same name; their key identifier is another, so without it the names decide.
    const forger = await makeOwner({
      profile: { kind: 'authority' },
      subject: { common_name: 'SANDBOX CA' },
    });
    const { certificate: forged } = await makeOwner({ issuer: forger });
    expect((await check(forged, trust)).reason).toBe('issuer_unknown');
    expect((await check({ ...forged, aki: null }, trust)).reason).toBe('issuer_signature_wrong');
    expect((await check({ ...forged, aki: authority.certificate.ski }, trust)).reason).toBe(
      'issuer_signature_wrong',
    );
  });

  test('a signer cannot issue certificates', async () => {
    const child = await makeOwner({ issuer: signer });
    expect((await check(child.certificate, trust, { others: [signer.certificate] })).reason).toBe(
      'issuer_not_authority',
    );
  });

  test('an authority without the right to have others beneath it has none', async () => {
    const beneath = await makeOwner({
      profile: { kind: 'authority' },
      subject: { common_name: 'BENEATH' },
      issuer: authority,
    });
    const far = await makeOwner({ issuer: beneath });
    expect((await check(far.certificate, trust, { others: [beneath.certificate] })).reason).toBe(
      'issuer_not_authority',
    );
  });

  test('an unknown critical extension stops it', async () => {
    const odd = { ...signer.certificate, unknown_critical: ['1.2.3'] };
    expect((await check(odd, trust)).reason).toBe('critical_extension_unknown');
  });

  test('authorities that name each other do not make it endless', async () => {
    const ring = await Promise.all(
      Array.from({ length: 12 }, () =>
        makeOwner({ profile: { kind: 'authority' }, subject: { common_name: 'A' } }),
      ),
    );
    // Twelve times the same key and name with other numbers: each could be the issuer of each.
    const twins: Certificate[] = [];
    for (let i = 0; i < 12; i++) {
      const twin = await makeOwner({
        profile: { kind: 'authority' },
        subject: { common_name: i % 2 ? 'A' : 'B' },
        issuer: { key: ring[0]!.key, certificate: { ...ring[0]!.certificate, ski: null } },
      });
      twins.push({ ...twin.certificate, spki: ring[0]!.certificate.spki, ski: null });
    }
    const end = await makeOwner({
      issuer: { key: ring[0]!.key, certificate: { ...ring[0]!.certificate, ski: null } },
    });
    expect((await check(end.certificate, trust, { others: twins })).reason).toBeDefined();
  });
});

describe('a trust store', async () => {
  const { root, authority, signer } = await makeSandbox();
  const pin = await sha256Hex(root.certificate.der);

  test('refuses what is not pinned or is no root', async () => {
    const other = await makeOwner({ profile: { kind: 'authority' }, subject: { common_name: 'OTHER' } });
    const trust = await buildTrust({
      roots: [root.certificate.der, other.certificate.der, signer.certificate.der, new Uint8Array(3)],
      intermediates: [authority.certificate.der, new Uint8Array(0)],
      pins: [pin.toUpperCase(), await sha256Hex(signer.certificate.der)],
      primitives,
    });
    expect(trust.roots.length).toBe(1);
    expect(trust.intermediates.length).toBe(1);
    expect(trust.refused.map(({ reason }) => reason)).toEqual([
      'root_not_pinned',
      'root_not_self_signed',
      'not_a_certificate',
      'not_a_certificate',
    ]);
  });

  test('is made of the files of a folder', async () => {
    const file = (name: string, text: string): { name: string; bytes: Uint8Array } => ({
      name,
      bytes: latin1ToBytes(text),
    });
    const bundle = file(
      'all.pem',
      `# remark\n${toPem('CERTIFICATE', root.certificate.der)}${toPem('CERTIFICATE', authority.certificate.der)}`,
    );
    const colons = pin.toUpperCase().replace(/..(?=.)/g, '$&:');
    const trust = await buildTrustFromFiles({
      files: [
        bundle,
        file('pins.txt', `# our sandbox\r\n${colons}  # root\nnonsense\n`),
        file('readme.md', 'x'),
      ],
      primitives,
    });
    expect([trust.roots.length, trust.intermediates.length, trust.refused.length]).toEqual([1, 1, 0]);
    const unpinned = await buildTrustFromFiles({ files: [bundle], primitives });
    expect(unpinned.refused.map(({ reason }) => reason)).toEqual(['root_not_pinned']);
    const denying = (text: string) =>
      buildTrustFromFiles({ files: [bundle, file('denied.txt', text)], primitives });
    const { denied } = await denying(`# letters\n${colons} 2026-11-22T10:00:00Z key lost # no. 14\r\n\n`);
    expect([...denied]).toEqual([[pin, { from: new Date('2026-11-22T10:00:00Z'), reason: 'key lost' }]]);
    // What cannot be read would trust what somebody meant to deny.
    for (const line of [pin, `${pin} soon lost`, `${pin.slice(2)} 2026-11-22 lost`, `${pin} 2026-13-01 lost`])
      await expect(denying(line), line).rejects.toThrow('denied.txt');
  });

  test.skipIf(!hasVectors)('takes the roots of the Republic as they are (../shared/vectors)', async () => {
    const files = [
      'root_gost_2022.pem',
      'root_rsa_2020.cer',
      'root_gost_2020.cer',
      'nca_gost_2022.pem',
      'ucgo_gost.cer',
    ];
    const trust = await buildTrustFromFiles({
      files: files.map((name) => ({ name, bytes: readVector(`nca/production/${name}`) })),
      primitives,
    });
    expect([trust.roots.length, trust.intermediates.length, trust.refused.length]).toEqual([3, 2, 0]);
    for (const authorityFile of ['nca_gost_2022.pem', 'nca_rsa_2022.cer', 'ucgo_gost.cer', 'btsd_gost.cer']) {
      const certificate = parseCertificate(
        certificatesIn(readVector(`nca/production/${authorityFile}`))[0]!,
      )!;
      const verdict = await check(certificate, trust);
      expect(verdict.reason, authorityFile).toBeUndefined();
      expect(verdict.chain.length).toBe(2);
    }
    expect(PRODUCTION_ROOT_PINS.every((one) => /^[0-9a-f]{64}$/.test(one))).toBe(true);
  });
});
