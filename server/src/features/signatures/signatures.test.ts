import { createHash, randomBytes } from 'node:crypto';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { issueCertificate } from '@kelisim/eds/x509/issue.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import type { CertificateProfile, SubjectFields } from '@kelisim/eds/x509/issue.ts';
import { sql } from 'kysely';
import type { Problem } from '@kelisim/shared/kernel/problem.ts';
import { makeSandbox } from '../../../../eds/test/sandbox.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../../test/fingerprint.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import {
  allDone,
  makeDraftContract,
  makeSentAct,
  makeSentActs,
  signaturesOf,
  signBy,
  stateOf,
} from '../../../test/papers.ts';
import { makeEmployee, type Person } from '../../../test/people.ts';
import { issueTestKey, signDigests, type KeyOptions, type SigningKey } from '../../../test/signing-keys.ts';
import { MIGRATIONS, readMigrations } from '../../platform/db/migration-files.ts';
import { nodePrimitives } from '../../platform/node-primitives.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { assertParty } from './judge-signature.ts';
import { selectSignatures } from './signatures.queries.ts';

const { app, deal, director, executor } = await makeDealApp({ company: { algorithm: 'gost512' } });
/** A sent act that nobody manages to sign in any of the tests that refuse. */
const act_id = await makeSentAct(app, deal);
afterAll(() => app.close());

async function sign(by: Person, cms: string, id = act_id): Promise<string> {
  const answer = await app.ok('acts.sign', by, { body: { signatures: [{ act_id: id, cms }] } });
  return answer.items[0]!.code ?? answer.items[0]!.status;
}

const signedBy = async (key: SigningKey, id = act_id) =>
  (await signaturesOf(app, director, [id], { key }))[0]!.cms;

/** A key for the director of the company, with something wrong about it. */
function directorsKey(change: {
  subject?: Partial<SubjectFields>;
  profile?: CertificateProfile;
  algorithm?: KeyOptions['algorithm'];
  valid_days?: KeyOptions['valid_days'];
}): Promise<SigningKey> {
  const { company } = deal;
  return issueTestKey({
    subject: {
      common_name: 'СЫНАҚОВ ӘЛІБЕК',
      iin: director.iin,
      organization: company.name,
      bin: company.bin,
      ...change.subject,
    },
    profile: change.profile ?? { kind: 'signer', rights: ['organisation', 'head'] },
    ...(change.algorithm ? { algorithm: change.algorithm } : {}),
    ...(change.valid_days ? { valid_days: change.valid_days } : {}),
  });
}

/** Nothing but the memory of the attempt may be left. */
async function refused(by: Person, cms: string): Promise<string> {
  const before = await fingerprint(app, ['bulk_runs', 'bulk_items']);
  const code = await sign(by, cms);
  expect(await fingerprint(app, ['bulk_runs', 'bulk_items'])).toEqual(before);
  return code;
}

describe('a signature is refused, and nothing in the act changes', () => {
  test('of another act, of a contract, and of a preview', async () => {
    const [other] = await makeSentActs(app, deal, 1);
    expect(await refused(director, await signedBy(director.key, other))).toBe('signature.other_file');
    const contract = await app.ok('documents.get', director, { params: { doc_id: deal.contract_id } });
    expect(await refused(director, await signDigests(director.key, contract.file!))).toBe(
      'signature.other_file',
    );
  });

  test('of another person of the company, whoever sends it', async () => {
    const colleague = await makeEmployee(app, deal.company, ['sign'], ['organisation', 'head']);
    expect(await refused(director, await signedBy(colleague.key))).toBe('signature.other_person');
    expect(await refused(colleague, await signedBy(director.key))).toBe('signature.other_person');
  });

  test('of the other side', async () => {
    expect(await refused(director, await signedBy(executor.key))).toBe('signature.other_person');
    expect(await refused(executor, await signedBy(director.key))).toBe('signature.other_person');
  });

  test('of the same person for another company, or for himself', async () => {
    const elsewhere = await directorsKey({ subject: { bin: '940140000385', organization: 'ТОО «Басқа»' } });
    expect(await refused(director, await signedBy(elsewhere))).toBe('signature.other_company');
    const himself = await directorsKey({
      subject: { bin: undefined, organization: undefined },
      profile: { kind: 'signer', rights: ['person'] },
    });
    expect(await refused(director, await signedBy(himself))).toBe('signature.other_company');
  });

  test('of an employee without the right to sign in his certificate, whatever his rights here', async () => {
    const employee = await makeEmployee(app, deal.company, ['sign']);
    expect(await refused(employee, await signedBy(employee.key))).toBe('signature.no_right');
    const hr = await directorsKey({ profile: { kind: 'signer', rights: ['organisation', 'hr'] } });
    expect(await refused(director, await signedBy(hr))).toBe('signature.no_right');
  });

  test.each<[string, Parameters<typeof directorsKey>[0]]>([
    ['that had ended', { valid_days: [-400, -1] }],
    ['that has not begun', { valid_days: [1, 300] }],
    ['for signing in only', { profile: { kind: 'login', rights: ['organisation', 'head'] } }],
    ['of a time service', { profile: { kind: 'tsa' } }],
    ['of an authority', { profile: { kind: 'authority' } }],
  ])('by a certificate %s', async (_, change) => {
    expect(await refused(director, await signedBy(await directorsKey(change)))).toMatch(
      /^signature\.(certificate|invalid)$/,
    );
  });

  test.each(['gost512', 'rsa'] as const)(
    'by a certificate of a self-made НУЦ with the same names (%s)',
    async (kind) => {
      const own = director.key.certificate;
      const fake = await makeSandbox(kind);
      const der = await issueCertificate({
        subject: {
          common_name: 'СЫНАҚОВ ӘЛІБЕК',
          iin: director.iin,
          organization: deal.company.name,
          bin: deal.company.bin,
        },
        spki: fake.signer.certificate.spki,
        profile: { kind: 'signer', rights: ['organisation', 'head'] },
        not_before: own.not_before,
        not_after: own.not_after,
        issuer: fake.authority.certificate,
        issuer_key: fake.authority.key,
        primitives: nodePrimitives,
      });
      const forged = { key: fake.signer.key, certificate: parseCertificate(der)! };
      expect(await refused(director, await signedBy(forged))).toBe('signature.certificate');
    },
  );

  test('over the right file, with other content inside', async () => {
    const cms = await signCms({
      content: Buffer.from('something else'),
      attached: true,
      ...director.key,
      signing_time: new Date(),
      primitives: nodePrimitives,
    });
    expect(await refused(director, Buffer.from(cms).toString('base64'))).toMatch(
      /^signature\.(other_file|invalid)$/,
    );
  });

  test('that is none', async () => {
    const good = await signedBy(director.key);
    for (const cms of [
      'AAAA',
      Buffer.from('{}').toString('base64'),
      Buffer.from(director.key.certificate.der).toString('base64'),
      good.slice(0, 400),
      `${good.replace(/=+$/, '')}AAAA`,
    ])
      expect(await refused(director, cms), cms.slice(0, 20)).toBe('signature.invalid');
    for (const cms of ['', ' ', '%', 'not base64!', 'A'.repeat(100_001)])
      expect(
        await app.refused('acts.sign', director, { body: { signatures: [{ act_id, cms }] } }),
      ).toMatchObject({ status: 400, field: 'signatures.0.cms' });
  });

  test.each(['gost512', 'rsa'] as const)(
    'of which one bit fell over, wherever it was (%s)',
    async (algorithm) => {
      const { sha256, streebog512 } = await frozenFileOf(act_id);
      const good = Buffer.from(await signedBy(await directorsKey({ algorithm })), 'base64');
      const file = { id: 1, sha256, streebog512: streebog512! };
      const judged = async (cms: Buffer) => {
        const { problem, signer } = await gatherEvidence(app.parts.nca, cms, file, new Date());
        try {
          if (problem) throw problem;
          assertParty(signer!, { iin: director.iin, company: { bin: deal.company.bin, role: 'business' } });
        } catch (error) {
          return (error as Problem).code;
        }
        return `${signer!.certificate.serial} ${signer!.iin} ${signer!.bin} ${signer!.signing_time?.getTime()}`;
      };
      const meaning = await judged(good);
      let taken = 0;
      for (let i = 0; i < 80; i++) {
        const at = Math.floor(((i + Math.random()) / 80) * good.length);
        const bad = Buffer.from(good);
        bad[at]! ^= 1 << (i % 8);
        const answer = await judged(bad);
        // A few bytes outside of what is signed (versions, the list of hashes used) say nothing that counts.
        if (answer === meaning) taken++;
        else expect(answer, `byte ${at} of ${good.length}, bit ${i % 8}`).toMatch(/^signature\./);
      }
      expect(taken).toBeLessThan(20);
    },
  );
});

const frozenFileOf = (id: number) =>
  app.parts.db
    .selectFrom('acts as a')
    .innerJoin('files as f', 'f.id', 'a.frozen_file_id')
    .select(['f.sha256', 'f.streebog512'])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow();

describe('a signature is taken', () => {
  test('from an employee whom his certificate lets sign for the company', async () => {
    const signer = await makeEmployee(app, deal.company, ['sign'], ['organisation', 'right_to_sign']);
    const id = await makeSentAct(app, deal);
    expect(await sign(signer, await signedBy(signer.key, id), id)).toBe('ok');
    expect(await stateOf(app, id)).toBe('signed_by_business');
  });

  test('once: the same again is the same answer, another of the same side is too late', async () => {
    const id = await makeSentAct(app, deal);
    const cms = await signedBy(director.key, id);
    for (let i = 0; i < 3; i++) expect(await sign(director, cms, id)).toBe('ok');
    expect(await sign(director, await signedBy(director.key, id), id)).toBe('act.wrong_state');
    const rows = await app.parts.db.selectFrom('signatures').select('id').where('act_id', '=', id).execute();
    expect(rows).toHaveLength(1);
  });

  test('and its certificate is stored once, as the CMS has it', async () => {
    const ids = await makeSentActs(app, deal, 3);
    for (const id of ids) await sign(director, await signedBy(director.key, id), id);
    const der = Buffer.from(director.key.certificate.der);
    const sha256 = createHash('sha256').update(der).digest();
    const rows = await selectSignatures(app.parts.db)
      .select(['certificate', 'certificate_sha256', 'cut_cms', 'cut_at', 'signature_digest'])
      .where('act_id', 'in', ids)
      .execute();
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row).toMatchObject({ certificate: null, certificate_sha256: sha256 });
      expect(row.cms.includes(der)).toBe(true);
      expect(createHash('sha256').update(row.cms).digest()).toEqual(row.signature_digest);
      // Of its signer, of the time stamp and of who answered for the signer.
      expect(row.cut_at).toHaveLength(3);
      expect([row.cut_cms!.includes(der), row.cut_cms!.includes(sha256)]).toEqual([false, true]);
    }
    const kept = await app.parts.db
      .selectFrom('signing_certificates')
      .select('der')
      .where('sha256', '=', sha256)
      .execute();
    expect(kept).toEqual([{ der }]);
  });

  test('whole, as long as a process of the version before lives or may come back', async () => {
    const { db } = app.parts;
    const { id: process_id } = await db
      .insertInto('processes')
      .values({ host: 'before', pid: 1, role: 'web', version: '0.0.9' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const stored = async () => {
      const id = await makeSentAct(app, deal);
      await sign(director, await signedBy(director.key, id), id);
      return db
        .selectFrom('signatures')
        .select(['cms', 'cut_cms', 'cut_at'])
        .where('act_id', '=', id)
        .executeTakeFirstOrThrow();
    };
    expect(await stored()).toEqual({ cms: expect.any(Buffer), cut_cms: null, cut_at: null });
    await holdInvariants(app, ['I4']);
    await db.updateTable('processes').set({ left_at: new Date() }).where('id', '=', process_id).execute();
    expect(await stored()).toMatchObject({ cms: null, cut_at: [1, 1, 1].map(() => expect.any(Number)) });
    await holdInvariants(app, ['I4']);
  });

  test('never such that it could not be put together again', async () => {
    const id = await makeSentAct(app, deal);
    await sign(director, await signedBy(director.key, id), id);
    const { id: _, ...row } = await app.owner
      .selectFrom('signatures')
      .selectAll()
      .where('act_id', '=', id)
      .executeTakeFirstOrThrow();
    const shifted = row.cut_at!.map((place) => place + 1);
    const again = { ...row, is_current: false, value_digest: randomBytes(32), cut_at: shifted };
    await expect(app.parts.db.insertInto('signatures').values(again).execute()).rejects.toThrow(
      /could not be put together/,
    );
  });

  test('and what the version before stored with its own certificate is moved', async () => {
    const id = await makeSentAct(app, deal);
    await sign(executor, await signedBy(executor.key, id), id);
    const of = (db: typeof app.owner) => db.selectFrom('signatures').selectAll().where('act_id', '=', id);
    const before = await of(app.owner).executeTakeFirstOrThrow();
    const certificate = Buffer.from(executor.key.certificate.der);
    await app.owner
      .updateTable('signatures')
      .set({ certificate, certificate_sha256: null })
      .where('act_id', '=', id)
      .execute();
    await holdInvariants(app, ['I4']);
    const text = readMigrations(MIGRATIONS)
      .filter(({ name }) => name.includes('certificates-stored-once'))
      .map((migration) => migration.text)
      .join('');
    expect((await sql.raw(text).execute(app.owner)).numAffectedRows).toBe(1n);
    expect((await sql.raw(text).execute(app.owner)).numAffectedRows).toBe(0n);
    expect(await of(app.owner).executeTakeFirstOrThrow()).toEqual(before);
    await holdInvariants(app, ['I4']);
  });

  test('for many acts at once, and one that is bad keeps no other from it', async () => {
    const ids = await makeSentActs(app, deal, 4);
    const signatures = await signaturesOf(app, director, ids);
    signatures[1]!.cms = signatures[0]!.cms;
    const answer = await app.ok('acts.sign', director, {
      body: { signatures: [...signatures, { act_id: 999_999_999, cms: 'AAAA' }] },
    });
    expect(answer.items.map((row) => row.code ?? row.status).toSorted()).toEqual([
      'not_found',
      'ok',
      'ok',
      'ok',
      'signature.other_file',
    ]);
  });

  test('of a contract twice in one list only once', async () => {
    const doc_id = await makeDraftContract(app, deal.company, deal.executor);
    const { file } = await app.ok('documents.send', director, { params: { doc_id } });
    const cms = await signDigests(executor.key, file!);
    const signature = { document_id: doc_id, cms };
    const answer = await app.ok('documents.sign', executor, { body: { signatures: [signature, signature] } });
    allDone(answer);
    expect(answer.items).toHaveLength(1);
  });
});

test('after all of this the act is as it was, and the invariants hold', async () => {
  expect(await stateOf(app, act_id)).toBe('sent');
  allDone(await signBy(app, director, act_id));
  await holdInvariants(app);
});
