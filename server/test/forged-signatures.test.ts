import { parseCms } from '@kelisim/eds/cms/parse.ts';
import { attachContent, mergeCms } from '@kelisim/eds/cms/rearrange.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { readAsn1 } from '@kelisim/eds/asn1/read.ts';
import type { Asn1 } from '@kelisim/eds/asn1/read.ts';
import { octetString, oid, sequence, setOf, tagged, tlv } from '@kelisim/eds/asn1/write.ts';
import { unsignedValues } from '@kelisim/eds/cms/unsigned.ts';
import { OID } from '@kelisim/eds/oids.ts';
import { embedTimestamp } from '@kelisim/eds/timestamp/embed.ts';
import { issueCertificate } from '@kelisim/eds/x509/issue.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import { signXml } from '@kelisim/eds/xmldsig/sign.ts';
import { verifyXml } from '@kelisim/eds/xmldsig/verify.ts';
import { sql } from 'kysely';
import { makeSandbox } from '../../eds/test/sandbox.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { nodePrimitives as primitives } from '../src/platform/node-primitives.ts';
import type { Reply } from './calls.ts';
import { fingerprint } from './fingerprint.ts';
import { holdInvariants } from './hold-invariants.ts';
import { makeDealApp } from './deal-app.ts';
import { makeDeal, makeDraftContract, makeSentAct, makeSentActs, signaturesOf, stateOf } from './papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from './people.ts';
import { proveSignature } from './prove-signature.ts';
import {
  actDoor,
  documentDoor,
  loginDoor,
  phoneDoor,
  registrationDoor,
  type SignatureDoor,
} from './signature-doors.ts';
import { issueTestKey, signDigests, type Digests, type KeyOptions, type SigningKey } from './signing-keys.ts';

/** The list of forgeries, each row by its letter, at every call that takes a signature. */
/** Nobody manages to sign these in any test that refuses. */
/** Those where the signature must be of a party, and the one that asks the certificate who somebody is. */
let papers: (by: Person) => Promise<SignatureDoor[]>;

const { app, deal, director } = await makeDealApp();
const { company } = deal;
const act_id = await makeSentAct(app, deal);
const by_phone = await makeSentAct(app, deal);
const document_id = await makeDraftContract(app, company, deal.executor);
await app.ok('documents.send', director, { params: { doc_id: document_id } });
const made = new Map<Person, Promise<SignatureDoor[]>>();
papers = (by) => {
  const doors =
    made.get(by) ??
    phoneDoor(app, by, by_phone).then((phone) => [
      actDoor(app, by, act_id),
      documentDoor(app, by, document_id),
      phone,
    ]);
  made.set(by, doors);
  return doors;
};
const registration = await registrationDoor(app, { iin: director.iin, bin: company.bin });
const login = loginDoor(app);
afterAll(() => app.close());

type Target = Digests;

/** What a try itself leaves: runs, the code that was read, and how often somebody guessed. */
const TRACES = ['bulk_runs', 'bulk_items', 'qr_sessions', 'sign_in_failures'];

/** Makes the forgery at each door in turn; the same answer is expected of all, and nothing may have changed. */
async function refused(
  make: (target: Target) => Promise<Uint8Array>,
  doors?: readonly SignatureDoor[],
): Promise<string> {
  const tried = doors ?? [...(await papers(director)), registration, login];
  const forged: Buffer[] = [];
  for (const door of tried) forged.push(Buffer.from(await make(await door.target())));
  const before = await fingerprint(app, TRACES);
  const codes = new Map<string, string>();
  for (const [at, door] of tried.entries()) codes.set(door.name, await door.give(forged[at]!));
  expect(await fingerprint(app, TRACES)).toEqual(before);
  const [code] = codes.values();
  expect(Object.fromEntries(codes)).toEqual(Object.fromEntries(tried.map(({ name }) => [name, code])));
  return code!;
}

/** Where a certificate is held against an account: not where it says by itself who somebody is. */
const withParty = async (by: Person = director) => [...(await papers(by)), registration];

const good = async (target: Target, key: SigningKey = director.key) =>
  Buffer.from(await signDigests(key, target), 'base64');

function directorsKey(change: {
  subject?: Partial<KeyOptions['subject']>;
  profile?: KeyOptions['profile'];
  algorithm?: KeyOptions['algorithm'];
  valid_days?: KeyOptions['valid_days'];
}): Promise<SigningKey> {
  const { company } = deal;
  return issueTestKey({
    algorithm: change.algorithm ?? 'rsa',
    subject: {
      common_name: 'СЫНАҚОВ ӘЛІБЕК',
      iin: director.iin,
      organization: company.name,
      bin: company.bin,
      ...change.subject,
    },
    profile: change.profile ?? { kind: 'signer', rights: ['organisation', 'head'] },
    ...(change.valid_days && { valid_days: change.valid_days }),
  });
}

/** Returns the message with the fields of its SignedData, or of its one SignerInfo, replaced. */
function rebuild(
  cms: Uint8Array,
  change: { data?: (fields: Uint8Array[]) => Uint8Array[]; signer?: (fields: Asn1[]) => Uint8Array[] },
): Uint8Array {
  const data = readAsn1(cms, 'ber')!.children[1]!.children[0]!;
  const fields = data.children.map((field) => field.raw);
  if (change.signer) {
    const signers = data.children.at(-1)!;
    fields[fields.length - 1] = tlv(0x31, sequence(...change.signer([...signers.children[0]!.children])));
  }
  return sequence(oid(OID.signedData), tagged(0, sequence(...(change.data?.(fields) ?? fields))));
}

const meOf = (reply: Reply) =>
  app.ok('auth.me', { token: (reply.json as { access_token: string }).access_token }, {});

const withoutAttribute = (attributes: Asn1, type: string): Uint8Array =>
  tagged(
    0,
    ...attributes.children
      .filter((one) => !Buffer.from(one.raw).includes(Buffer.from(oid(type))))
      .map((one) => one.raw),
  );

describe('A-20, row by row: refused, and nothing changes', () => {
  test('(a) another person’s certificate', async () => {
    const colleague = await makeEmployee(app, deal.company, ['sign'], ['organisation', 'head']);
    const doors = await withParty();
    expect(await refused((target) => good(target, colleague.key), doors)).toBe('signature.other_person');
    expect(await refused((target) => good(target), await papers(colleague))).toBe('signature.other_person');
    // It lets its own person in, and nobody else.
    const reply = await login.enter(await good(await login.target(), colleague.key));
    expect((await meOf(reply)).id).toBe(colleague.user_id);
  });

  test('(b) the same person, another БИН', async () => {
    const key = await directorsKey({ subject: { bin: '940140000385', organization: 'ТОО «Басқа»' } });
    const doors = await withParty();
    expect(await refused((target) => good(target, key), doors)).toBe('signature.other_company');
    // The account is the person's, whichever certificate they show; the other company stays closed.
    const me = await meOf(await login.enter(await good(await login.target(), key)));
    expect([me.id, me.company!.bin]).toEqual([director.user_id, deal.company.bin]);
  });

  test('(c) the right БИН, an employee without the right to sign', async () => {
    const key = await directorsKey({ profile: { kind: 'signer', rights: ['organisation', 'employee'] } });
    const doors = await papers(director);
    expect(await refused((target) => good(target, key), doors)).toBe('signature.no_right');
    // Whoever registers with it waits for a person who looks at the papers.
    const own = await registrationDoor(app, { iin: director.iin, bin: deal.company.bin });
    expect(await own.give(await good(await own.target(), key))).toBe('ok');
    const rows = await app.parts.db.selectFrom('registrations').select(['stage', 'is_proven']).execute();
    expect(rows.filter((row) => row.stage !== 'ecp')).toEqual([
      { stage: 'offer_agreement', is_proven: false },
    ]);
  });

  test('(d) a key for signing in instead of one for signatures', async () => {
    const key = await directorsKey({ profile: { kind: 'login', rights: ['organisation', 'head'] } });
    expect(await refused((target) => good(target, key))).toBe('signature.certificate');
  });

  test('(e) expired at signing, though a moment before was claimed', async () => {
    const key = await directorsKey({ valid_days: [-400, -1] });
    const yesterday = new Date(Date.now() - 40 * 86_400_000);
    expect(
      await refused(async (target) => Buffer.from(await signDigests(key, target, yesterday), 'base64')),
    ).toBe('signature.certificate');
  });

  test('(f) not yet valid', async () => {
    const key = await directorsKey({ valid_days: [1, 300] });
    expect(await refused((target) => good(target, key))).toBe('signature.certificate');
  });

  test.each(['gost512', 'rsa'] as const)('(h) a self-made root with the same names, %s', async (kind) => {
    const own = director.key.certificate;
    const fake = await makeSandbox(kind);
    const der = await issueCertificate({
      subject: { ...own.subject, common_name: own.subject.common_name! },
      spki: fake.signer.certificate.spki,
      profile: { kind: 'signer', rights: ['organisation', 'head'] },
      not_before: own.not_before,
      not_after: own.not_after,
      // Names its authority as the true one is named.
      issuer: { ...fake.authority.certificate, subject: own.issuer },
      issuer_key: fake.authority.key,
      primitives,
    });
    const forged = { key: fake.signer.key, certificate: parseCertificate(der)! };
    expect(await refused((target) => good(target, forged))).toBe('signature.certificate');
  });

  test('(i) a weak hash, and algorithms that were swapped', async () => {
    const key = await directorsKey({ algorithm: 'gost512' });
    const named = (from: string, to: string) => async (target: Target) => {
      const cms = await good(target, from === OID.sha256 ? director.key : key);
      const [old, other] = [Buffer.from(oid(from)), Buffer.from(oid(to))];
      return rebuild(cms, {
        signer: ([version, sid, digest, ...rest]) => [
          version!.raw,
          sid!.raw,
          sequence(Buffer.from(digest!.children[0]!.raw).equals(old) ? other : digest!.children[0]!.raw),
          ...rest.map((one) => one.raw),
        ],
      });
    };
    for (const [from, to] of [
      [OID.sha256, '1.3.14.3.2.26'],
      [OID.sha256, '1.2.840.113549.2.5'],
      [OID.sha256, OID.streebog512],
      [OID.streebog512, OID.sha256],
      [OID.streebog512, '1.2.398.3.10.1.3.1.1.0'],
    ] as const)
      expect(await refused(named(from, to)), to).toMatch(/^signature\.(invalid|other_file)$/);
  });

  test('(j) other bytes, empty content, other content inside, BER', async () => {
    const other = async ({ sha256, streebog512 }: Target) =>
      good({ sha256: sha256.replace(/^./, (d) => (d === '0' ? '1' : '0')), streebog512 });
    expect(await refused(other)).toBe('signature.other_file');
    const signed = (content: Uint8Array, attached: boolean) => () =>
      signCms({ content, attached, ...director.key, signing_time: new Date(), primitives });
    expect(await refused(signed(new Uint8Array(0), false))).toBe('signature.other_file');
    expect(await refused(signed(Buffer.from('another'), true))).toBe('signature.other_file');
    // The right signature, and something else where the content would lie.
    expect(await refused(async (target) => attachContent(await good(target), Buffer.from('another'))!)).toBe(
      'signature.other_file',
    );
    // A length that is longer than the message, and an indefinite one that never ends.
    const endless = async (target: Target) => {
      const cms = await good(target);
      return Buffer.concat([Buffer.of(0x30, 0x80), cms.subarray(4)]);
    };
    expect(await refused(endless)).toBe('signature.invalid');
  });

  test('(k) no SignerInfo, two, one added', async () => {
    const deputy = await makeEmployee(app, deal.company, ['sign'], ['organisation', 'right_to_sign']);
    const none = async (target: Target) =>
      rebuild(await good(target), { data: (fields) => [...fields.slice(0, -1), setOf()] });
    expect(await refused(none)).toBe('signature.invalid');
    const two = async (target: Target) => mergeCms([await good(target), await good(target, deputy.key)])!;
    expect(await refused(two)).toBe('signature.invalid');
    const twice = async (target: Target) =>
      rebuild(await good(target), {
        data: (fields) => {
          const [one] = readAsn1(fields.at(-1)!, 'ber')!.children;
          return [...fields.slice(0, -1), tlv(0x31, one!.raw, one!.raw)];
        },
      });
    expect(await refused(twice)).toBe('signature.invalid');
  });

  test('(l) the signature or its attributes taken away, no messageDigest, another content type', async () => {
    const stripped = (change: (fields: Asn1[]) => Uint8Array[]) => async (target: Target) =>
      rebuild(await good(target), { signer: change });
    const raw = (fields: Asn1[]) => fields.map((one) => one.raw);
    for (const change of [
      (fields: Asn1[]) => raw(fields.filter((one) => one.tag !== 0xa0)),
      (fields: Asn1[]) => raw(fields.slice(0, -1)),
      (fields: Asn1[]) => [...raw(fields.slice(0, -1)), octetString(new Uint8Array(0))],
      (fields: Asn1[]) => [...raw(fields.slice(0, -1)), octetString(new Uint8Array(256))],
      (fields: Asn1[]) =>
        fields.map((one) => (one.tag === 0xa0 ? withoutAttribute(one, OID.messageDigest) : one.raw)),
      (fields: Asn1[]) =>
        fields.map((one) => (one.tag === 0xa0 ? withoutAttribute(one, OID.signingCertificateV2) : one.raw)),
    ])
      expect(await refused(stripped(change))).toMatch(/^signature\.(invalid|certificate)$/);
    const retyped = async (target: Target) =>
      rebuild(await good(target), {
        data: ([version, digests, , ...rest]) => [
          version!,
          digests!,
          sequence(oid(OID.timeStampInfo)),
          ...rest,
        ],
      });
    expect(await refused(retyped)).toBe('signature.invalid');
  });

  test('(m) two certificates, and the wrong one named', async () => {
    const deputy = await makeEmployee(app, deal.company, ['sign'], ['organisation', 'head']);
    const { certificate } = director.key;
    // The deputy signs; the message says it was the director, whose certificate lies beside.
    const named = async (target: Target) => {
      const cms = mergeCms([await good(target, deputy.key), await good(target)])!;
      const [signer] = readAsn1(cms, 'ber')!.children[1]!.children[0]!.children.at(-1)!.children;
      const others = await good(target);
      const sid = readAsn1(others, 'ber')!.children[1]!.children[0]!.children.at(-1)!.children[0]!
        .children[1]!;
      return rebuild(cms, {
        data: (fields) => [
          ...fields.slice(0, -1),
          tlv(0x31, sequence(...signer!.children.map((one, place) => (place === 1 ? sid.raw : one.raw)))),
        ],
      });
    };
    expect(await refused(named)).toMatch(/^signature\.(invalid|certificate)$/);
    const swapped = async (target: Target) =>
      rebuild(await good(target, deputy.key), {
        data: (fields) => fields.map((field) => (field[0] === 0xa0 ? tagged(0, certificate.der) : field)),
      });
    expect(await refused(swapped)).toMatch(/^signature\.(invalid|certificate)$/);
  });

  test('(n) the time stamp of another signature, and one of tomorrow', async () => {
    const another = await proveSignature(
      await good(await (await papers(director))[0]!.target()),
      director.key.certificate,
      new Date(),
      { proof: false },
    );
    const parsed = parseCms(another);
    if ('reason' in parsed) throw new Error(parsed.reason);
    const [token] = unsignedValues(parsed.signed_data.signers[0]!.unsigned_attributes, OID.timeStampToken);
    // The signing time differs by a second, so the signature does too.
    const later = new Date(Date.now() + 1000);
    const borrowed = async (target: Target) =>
      embedTimestamp(Buffer.from(await signDigests(director.key, target, later), 'base64'), token!.raw)!;
    expect(await refused(borrowed)).toBe('signature.invalid');
    const tomorrow = async (target: Target) =>
      proveSignature(await good(target), director.key.certificate, new Date(Date.now() + 86_400_000), {
        proof: false,
      });
    expect(await refused(tomorrow)).toBe('signature.invalid');
  });

  test('(o) far too long, nested without end, with bytes behind', async () => {
    const long = 'A'.repeat(2_000_000);
    const { status } = await app.refused('acts.sign', director, {
      body: { signatures: [{ act_id, cms: long }] },
    });
    expect(status).toBe(400);
    let nested: Uint8Array = new Uint8Array(0);
    for (let depth = 0; depth < 3000; depth++) nested = sequence(nested);
    expect(await refused(async () => nested)).toBe('signature.invalid');
    expect(await refused(async () => Buffer.alloc(4000, Buffer.of(0x30, 0x80)))).toBe('signature.invalid');
    expect(await refused(async (target) => Buffer.concat([await good(target), Buffer.of(0)]))).toBe(
      'signature.invalid',
    );
  });

  test('(p) XML whose signed element was moved aside for another', async () => {
    const { trust } = app.parts.nca;
    const signed = await signXml({ xml: '<act><sum>4500</sum></act>', ...director.key, primitives });
    const judge = (xml: string) => verifyXml({ xml, trust, primitives });
    expect((await judge(signed)).status).toBe('valid');
    const signature = /<(?:ds:)?Signature[ >][^]*<\/(?:ds:)?Signature>/.exec(signed)![0];
    const inner = signed.replace(signature, '');
    for (const wrapped of [
      `<act><sum>9999</sum><old>${inner}</old>${signature}</act>`,
      `<act><sum>9999</sum>${signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`)}</act>`,
      signed.replace('4500', '9999'),
      `<wrap>${signed}<act><sum>9999</sum></act></wrap>`,
      signed.replace('<act', '<act Id="a"').replace('URI=""', 'URI="#a"'),
    ])
      expect((await judge(wrapped)).status, wrapped.slice(0, 60)).toBe('invalid');
  });

  test('(g) revoked; and when НУЦ says nothing that counts, the document does not move', async () => {
    const { db } = app.parts;
    const key = await directorsKey({ algorithm: 'rsa' });
    await sql`insert into sandbox.nca_revocations (algorithm, serial, revoked_at, reason)
      values ('rsa', ${key.certificate.serial}, ${new Date(Date.now() - 3_600_000)}, 'key_compromise')`.execute(
      db,
    );
    expect(await refused((target) => good(target, key))).toBe('signature.certificate');

    for (const fault of ['unknown', 'wrong_responder', 'error', 'silent'] as const) {
      await sql`delete from sandbox.nca_faults`.execute(db);
      await sql`insert into sandbox.nca_faults (service, fault)
        values ('ocsp', ${fault}), ('crl', 'wrong_responder')`.execute(db);
      const ids = await makeSentActs(app, deal, 2);
      const fresh = await directorsKey({ algorithm: 'rsa' });
      for (const door of [actDoor(app, director, ids[0]!), await phoneDoor(app, director, ids[1]!)]) {
        const answer = await door.give(await good(await door.target(), fresh));
        expect(answer, `${door.name}, ${fault}`).toBe(door.name === 'acts.sign' ? 'pending_proof' : 'ok');
      }
      for (const id of ids) expect(await stateOf(app, id), fault).toBe('sent');
      // Nobody comes in, and nothing is opened, on the word of a key that may be revoked.
      const unknown = [registration, login];
      expect(await refused((target) => good(target, fresh), unknown), fault).toBe('signature.indeterminate');
      // Nor on a good word of hours ago.
      const hours_ago = new Date(Date.now() - 3 * 3_600_000);
      const replayed = async (target: Target) =>
        proveSignature(await good(target, fresh), fresh.certificate, hours_ago, { stamp: false });
      expect(await refused(replayed, unknown), fault).toBe('signature.indeterminate');
    }
    await sql`delete from sandbox.nca_faults`.execute(db);
  });

  test('after all of this each can still be signed', async () => {
    for (const door of [...(await papers(director)), registration, login])
      expect(await door.give(await good(await door.target())), door.name).toBe('ok');
    await holdInvariants(app);
  });
});

describe('A-21: a signature serves the one document it was made for, and its one version', () => {
  test('over all pairs of acts of the same text, a corrected one, contracts and another company’s copy', async () => {
    const company = await makeCompany(app, { algorithm: 'rsa' });
    const other = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    const ours = await makeSentActs(app, deal, 4);
    const [theirs] = await makeSentActs(app, other, 1);
    const document = await makeDraftContract(app, deal.company, deal.executor);
    await app.ok('documents.send', director, { params: { doc_id: document } });
    const { file } = await app.ok('documents.get', director, { params: { doc_id: document } });

    // The first act is corrected after its signature was made: the version that was signed is gone.
    const made = new Map<string, string>();
    const keep = async (name: string, id: number) =>
      made.set(name, (await signaturesOf(app, director, [id]))[0]!.cms);
    await keep('old version', ours[0]!);
    await app.ok('acts.recall', director, { params: { act_id: ours[0]! } });
    await app.ok('acts.send', director, { body: { act_ids: [ours[0]!] } });
    for (const id of ours) await keep(`act ${id}`, id);
    await keep('of the other company', theirs!);
    made.set('contract', await signDigests(director.key, file!));
    // What is signed to sign in is no document.
    made.set(
      'challenge',
      Buffer.from(
        await signCms({
          content: Buffer.from('login-challenge'),
          attached: true,
          ...director.key,
          signing_time: new Date(),
          primitives,
        }),
      ).toString('base64'),
    );

    const before = await fingerprint(app, ['bulk_runs', 'bulk_items']);
    let pairs = 0;
    for (const [name, cms] of made) {
      const wrong = ours.filter((id) => name !== `act ${id}`);
      const { items } = await app.ok('acts.sign', director, {
        body: { signatures: wrong.map((id) => ({ act_id: id, cms })) },
      });
      for (const row of items) expect([name, row.code]).toEqual([name, 'signature.other_file']);
      pairs += items.length;
      if (name === 'contract') continue;
      const answer = await app.ok('documents.sign', director, {
        body: { signatures: [{ document_id: document, cms }] },
      });
      expect([name, answer.items[0]!.code]).toEqual([name, 'signature.other_file']);
      pairs++;
    }
    expect(pairs).toBe(4 * 3 + 4 * 4 + 7);
    expect(await fingerprint(app, ['bulk_runs', 'bulk_items'])).toEqual(before);

    // And each for its own, once.
    for (const id of ours)
      expect(await actDoor(app, director, id).give(Buffer.from(made.get(`act ${id}`)!, 'base64'))).toBe('ok');
    await holdInvariants(app);
  });
});
