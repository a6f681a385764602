import { describe, expect, test } from 'vitest';
import { makeOwner, makeSandbox, NOW, sha256Hex, trustIn } from '../../test/sandbox.ts';
import type { Owner } from '../../test/sandbox.ts';
import { primitives } from '../../test/vectors.ts';
import { readAsn1 } from '../asn1/read.ts';
import { sequence, tagged, tlv } from '../asn1/write.ts';
import { utf8ToBytes } from '../bytes.ts';
import { parseCrl } from '../revocation/crl.ts';
import type { Crl } from '../revocation/crl.ts';
import { denyRevoked } from '../revocation/deny-revoked.ts';
import { embedRevocationProof } from '../revocation/embed.ts';
import { issueCrl } from '../revocation/issue-crl.ts';
import { judgeCrl } from '../revocation/judge-crl.ts';
import type { RevocationPort } from '../revocation/port.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { TrustStore } from '../x509/trust.ts';
import { mergeCms, splitCms } from './rearrange.ts';
import { signCms } from './sign.ts';
import type { CmsVerdict, VerifyCmsInput } from './verdict.ts';
import { verifyCms } from './verify.ts';

const content = utf8ToBytes('Акт выполненных работ № 17');
const { root, authority, signer, trust } = await makeSandbox();
const onlyRoot = await trustIn([root]);
const HOUR_MS = 3_600_000;
const later = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);

const sign = (owner: Owner = signer): Promise<Uint8Array> =>
  signCms({ content, ...owner, chain: [authority.certificate], signing_time: NOW, primitives });
const verify = (cms: Uint8Array, more: Partial<VerifyCmsInput> = {}): Promise<CmsVerdict> =>
  verifyCms({ cms, content, trust: onlyRoot, at: NOW, primitives, ...more });
const saying = ({ status, reason }: CmsVerdict): string => `${status} ${reason ?? ''}`.trim();

function listOf(issuer: Owner, more: Partial<Parameters<typeof issueCrl>[0]> = {}): Promise<Uint8Array> {
  const times = { this_update: later(-1), next_update: later(24) };
  return issueCrl({ issuer, ...times, number: 1, entries: [], primitives, ...more });
}

/** The field `crls` of SignedData, where signatures for long keeping have their proofs (RFC 5652, 5.1). */
function withLists(cms: Uint8Array, ...lists: Uint8Array[]): Uint8Array {
  const [type, holder] = readAsn1(cms, 'der')!.children;
  const [version, digests, encapsulated, certificates, signers] = holder!.children[0]!.children;
  const before = [version, digests, encapsulated, certificates].map((field) => field!.raw);
  return sequence(type!.raw, tagged(0, sequence(...before, tlv(0xa1, ...lists), signers!.raw)));
}

describe('an authority that lies in the message and not in the folder of trust', async () => {
  const cms = await sign();
  const revokedAt = (revoked_at: Date) => [{ serial: authority.certificate.serial, revoked_at }];

  test('counts when a list of its root shows that it was in force, and not before', async () => {
    expect(saying(await verify(cms, { trust }))).toBe('valid');
    expect(saying(await verify(cms))).toBe('indeterminate issuer_unproven');
    const proof = await listOf(root);
    expect(saying(await verify(withLists(cms, proof)))).toBe('valid');
    expect(saying(await verify(embedRevocationProof(cms, { kind: 'crl', ders: [proof] })!))).toBe('valid');
    // It is not remembered as trusted: without the proof it is as unknown as before.
    expect(saying(await verify(cms))).toBe('indeterminate issuer_unproven');
  });

  test('does not count by a list of somebody else, of another time, or one that names it', async () => {
    const stranger = await makeSandbox();
    const lists = {
      'of itself': await listOf(authority),
      'of another root': await listOf(stranger.root),
      'signed by another key': await listOf({ ...root, key: authority.key }),
      ended: await listOf(root, { this_update: later(-50), next_update: later(-25) }),
    };
    for (const [name, list] of Object.entries(lists))
      expect([name, saying(await verify(withLists(cms, list)))]).toEqual([
        name,
        'indeterminate issuer_unproven',
      ]);
    const named = (revoked_at: Date) => listOf(root, { entries: revokedAt(revoked_at) });
    expect(saying(await verify(withLists(cms, await named(later(-2)))))).toBe('invalid issuer_revoked');
    expect(saying(await verify(withLists(cms, await named(later(2)))))).toBe('valid');
  });

  test('is asked about where somebody can be asked', async () => {
    const asked: string[] = [];
    const revocation = {
      check: async ({ certificate }: { certificate: { serial: string } }) => {
        asked.push(certificate.serial);
        return 'good' as const;
      },
    };
    expect(saying(await verify(cms, { revocation }))).toBe('valid');
    expect(asked).toEqual([authority.certificate.serial, signer.certificate.serial]);
    const silent = { check: async () => 'unknown' as const };
    expect(saying(await verify(cms, { revocation: silent }))).toBe('indeterminate issuer_unproven');
  });

  test('does not count beneath another one, whatever that one’s list says', async () => {
    const between = await makeOwner({
      profile: { kind: 'authority', path_length: 1 },
      subject: { common_name: 'BETWEEN' },
      issuer: root,
    });
    const beneath = await makeOwner({
      profile: { kind: 'authority', path_length: 0 },
      subject: { common_name: 'BENEATH' },
      issuer: between,
    });
    const end = await makeOwner({ issuer: beneath });
    const chain = [between.certificate, beneath.certificate];
    const far = await signCms({ content, ...end, chain, signing_time: NOW, primitives });
    const lists = [await listOf(root), await listOf(between)];
    expect(saying(await verify(withLists(far, ...lists)))).toBe('indeterminate issuer_unproven');
  });
});

describe('a denied certificate', async () => {
  const cms = await sign();
  const denying = async ({ certificate }: Owner, from: Date, base = trust): Promise<TrustStore> => ({
    ...base,
    denied: new Map([[await sha256Hex(certificate.der), { from, reason: 'key compromised' }]]),
    links: new Map(),
  });

  test.each([
    ['of the signer', signer],
    ['of the authority', authority],
    ['of the root', root],
  ])('%s makes invalid from its day on, and not before', async (_, owner) => {
    expect(saying(await verify(cms, { trust: await denying(owner, later(-1)) }))).toBe(
      'invalid certificate_denied',
    );
    expect(saying(await verify(cms, { trust: await denying(owner, later(1)) }))).toBe('valid');
    // Also where the chain is known already.
    const known = await denying(owner, later(1));
    expect(saying(await verify(cms, { trust: known }))).toBe('valid');
    known.denied.set(await sha256Hex(owner.certificate.der), { from: NOW, reason: 'told just now' });
    expect(saying(await verify(cms, { trust: known }))).toBe('invalid certificate_denied');
  });

  test('is refused also where it came along in the message with a good list', async () => {
    const told = await denying(authority, later(-1), onlyRoot);
    expect(saying(await verify(withLists(cms, await listOf(root)), { trust: told }))).toBe(
      'invalid certificate_denied',
    );
  });
});

test('an authority of the folder is denied once its root has revoked it, and nothing else is', async () => {
  const cms = await sign();
  const own: TrustStore = { ...trust, denied: new Map(), links: new Map() };
  const entries = [
    { serial: authority.certificate.serial, revoked_at: later(-2), reason: 'ca_compromise' as const },
  ];
  const named = parseCrl(await listOf(root, { entries }))!;
  const asking = (base: Crl | null) => ({
    check: async (asked: Parameters<RevocationPort['check']>[0]) =>
      base ? judgeCrl({ base, ...asked, primitives }) : ('unknown' as const),
  });
  for (const base of [null, parseCrl(await listOf(root))!, parseCrl(await listOf(authority, { entries }))!])
    expect(await denyRevoked(own, asking(base), NOW, primitives)).toEqual([]);
  expect(saying(await verify(cms, { trust: own }))).toBe('valid');
  expect(await denyRevoked(own, asking(named), NOW, primitives)).toEqual([authority.certificate]);
  expect([...own.denied.values()]).toEqual([
    { from: later(-2), reason: 'revoked by its root: ca_compromise' },
  ]);
  expect(saying(await verify(cms, { trust: own }))).toBe('invalid certificate_denied');
  expect(saying(await verify(cms, { trust: own, at: later(-3) }))).toBe('valid');
  expect(await denyRevoked(own, asking(named), NOW, primitives)).toEqual([]);
});

test.each<[string, number, Partial<Certificate>, Partial<Certificate>]>([
  ['names a list of its root', 1, {}, {}],
  ['names no list', 0, { crl_urls: [] }, {}],
  ['is of another root', 0, {}, { subject: authority.certificate.subject }],
  ['is of another key of its root', 0, {}, { ski: 'ff' }],
  ['names no key', 1, { aki: null }, { ski: 'ff' }],
])('an authority that %s is asked about %i times', async (_, times, own_fields, root_fields) => {
  const roots = [{ ...root.certificate, ...root_fields }];
  const intermediates = [{ ...authority.certificate, ...own_fields }];
  const own: TrustStore = { ...trust, roots, intermediates, denied: new Map() };
  let asked = 0;
  const check = async () => {
    asked++;
    return { status: 'revoked' } as const;
  };
  expect(await denyRevoked(own, { check }, NOW, primitives)).toEqual(times ? intermediates : []);
  expect(asked).toBe(times);
  const told = [{ from: NOW, reason: 'revoked by its root: unspecified' }];
  expect([...own.denied.values()]).toEqual(times ? told : []);
  await denyRevoked(own, { check }, NOW, primitives);
  expect(asked).toBe(times);
});

describe('long lists of revoked certificates', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      serial: (0x10_0000_0000 + i).toString(16),
      revoked_at: later(-100),
      reason: 'superseded' as const,
    }));

  test('a list of 40,000 inside a signature is read, and says who is revoked', async () => {
    const entries = many(40_000);
    const long = await listOf(authority, { entries });
    const cms = embedRevocationProof(await sign(), { kind: 'crl', ders: [long] })!;
    const verdict = await verify(cms, { trust });
    expect(saying(verdict)).toBe('valid');
    expect(verdict.signers[0]).toMatchObject({ revocation: 'good', revocation_answer: { source: 'crl' } });
    const own = { serial: signer.certificate.serial, revoked_at: later(-2) };
    const naming = await listOf(authority, { entries: [...entries, own] });
    const revoked = embedRevocationProof(await sign(), { kind: 'crl', ders: [naming] })!;
    expect(saying(await verify(revoked, { trust }))).toBe('invalid certificate_revoked');
  });

  test('two signatures with 19,000 entries each are merged, verified and taken apart with all of their proofs', async () => {
    const other = await makeOwner({ issuer: authority });
    const lists = [
      await listOf(authority, { entries: many(19_000) }),
      await listOf(authority, { entries: many(19_000), number: 2 }),
    ];
    const [one, two] = await Promise.all(
      [signer, other].map(async (owner, i) =>
        withLists(
          embedRevocationProof(await sign(owner), { kind: 'crl', ders: [lists[i]!] })!,
          await listOf(root),
          lists[i]!,
        ),
      ),
    );
    const merged = mergeCms([one!, two!])!;
    const verdict = await verify(merged);
    expect(saying(verdict)).toBe('valid');
    expect(verdict.signers.map(({ revocation }) => revocation)).toEqual(['good', 'good']);
    for (const part of splitCms(merged)!) expect(saying(await verify(part))).toBe('valid');
  });

  test('what has more values than any honest message is too complex, and not something else', async () => {
    const [type, holder] = readAsn1(await sign(), 'der')!.children;
    const [version, , ...rest] = holder!.children[0]!.children;
    const nulls = tlv(
      0x31,
      new Uint8Array(2 * 200_001).map((_, i) => (i % 2 ? 0 : 5)),
    );
    const cms = sequence(
      type!.raw,
      tagged(0, sequence(version!.raw, nulls, ...rest.map((field) => field.raw))),
    );
    expect(saying(await verify(cms))).toBe('invalid too_complex');
    let deep = new Uint8Array(0);
    for (let i = 0; i < 60; i++) deep = sequence(deep) as Uint8Array<ArrayBuffer>;
    expect(saying(await verify(deep))).toBe('invalid too_complex');
  });
});
