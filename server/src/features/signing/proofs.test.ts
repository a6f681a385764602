import * as pdfLib from '@cantoo/pdf-lib';
import { verifyCms } from '@kelisim/eds/cms/verify.ts';
import { pdfLibAttachments, type PdfLib } from '@kelisim/eds/ddc/attachments.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import { issueCertificate } from '@kelisim/eds/x509/issue.ts';
import { readDdc } from '@kelisim/eds/ddc/card.ts';
import { verifyDdc } from '@kelisim/eds/ddc/verify.ts';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { attachFiles } from '../../../../eds/test/attach-files.ts';
import { hasPoppler, listByPoppler, WITHOUT_POPPLER } from '../../../../eds/test/poppler.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import {
  allDone,
  makeDraftContract,
  makeSentAct,
  makeSignedContract,
  signaturesOf,
  signBy,
} from '../../../test/papers.ts';
import type { Person } from '../../../test/people.ts';
import { proveSignature } from '../../../test/prove-signature.ts';
import { signDigests, type SigningKey } from '../../../test/signing-keys.ts';
import { PATIENT } from '../../../test/patience.ts';
import { putFile } from '../../platform/files/files.ts';
import { addProofFile, findProofFile } from './proofs.queries.ts';

const { app, deal } = await makeDealApp({
  company: { algorithm: 'gost512', name: 'ТОО «Дәлел»' },
  executor: { algorithm: 'gost512' },
});
afterAll(() => app.close());

const attachments = pdfLibAttachments(pdfLib as unknown as PdfLib);
const director = () => deal.company.director;
const KINDS = ['proofs.act_ddc', 'proofs.act_cms', 'proofs.act_sign_info'] as const;
const asked = (name: (typeof KINDS)[number], act_id: number, by: Person = director()) =>
  app.ok(name, by, { params: { act_id } }) as Promise<Buffer>;
const packed = (pages: string[]) => pages.join('').replace(/[\s\u200b]+/g, '');

/** Signed as a phone signs: stamped, with the answer of OCSP inside. */
async function signProven(
  by: Person,
  act_id: number,
  at = new Date(),
  parts: { stamp?: boolean; proof?: boolean } = {},
) {
  const signatures = await signaturesOf(app, by, [act_id]);
  const cms = await proveSignature(Buffer.from(signatures[0]!.cms, 'base64'), by.key.certificate, at, parts);
  allDone(await app.ok('acts.sign', by, { body: { signatures: [{ act_id, cms: cms.toString('base64') }] } }));
  return cms;
}

describe('an act that both have signed with stamps', () => {
  let act_id: number;
  let pdf: Buffer;
  beforeAll(async () => {
    act_id = await makeSentAct(app, deal);
    await signProven(deal.executor.person, act_id);
    await signProven(director(), act_id);
    pdf = (await app.ok('acts.file', director(), { params: { act_id } })) as Buffer;
  });

  test('has a card that carries it and proves itself to whoever knows nothing of us', async () => {
    const card = await asked('proofs.act_ddc', act_id);
    const verdict = await verifyDdc({
      pdf: card,
      trust: app.parts.nca.trust,
      primitives: app.parts.nca.primitives,
      attachments,
    });
    expect([verdict.status, verdict.reason, verdict.signatures.length]).toEqual(['valid', undefined, 2]);
    const read = await readDdc(card, attachments);
    if (read.status === 'error') throw new Error(read.reason);
    expect(Buffer.from(read.parts.document.bytes)).toEqual(pdf);
    const [number] = /act-\d+-\d+/.exec(read.parts.document.name)!;
    expect(read.parts.signatures.map(({ name }) => name)).toEqual([
      `${number}-executor.cms`,
      `${number}-business.cms`,
    ]);
    // Files of other kinds inside: PDF/A-3.
    expect(card.toString('latin1')).toMatch(/pdfaid:part>3<\/pdfaid:part><pdfaid:conformance>B</);
    const text = packed(await readPages(card));
    for (const said of ['Карточкаэлектронногодокумента', 'ТОО«Дәлел»', `${number}-executor.cms`])
      expect(text).toContain(said);
  });

  test('has a card that anybody can have checked, and in which a changed byte of the document is seen', async () => {
    const card = await asked('proofs.act_ddc', act_id);
    const check = (bytes: Buffer) =>
      app.ok('verification.files', null, { body: {}, files: { file: { name: 'card.pdf', bytes } } });
    const answer = await check(card);
    expect(answer).toMatchObject({
      status: 'valid',
      reason: null,
      card: { size: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') },
      signers: [
        { status: 'valid', timestamp: 'good', revocation: 'good', revocation_proof: { source: 'ocsp' } },
        { status: 'valid', timestamp: 'good', revocation: 'good', revocation_proof: { source: 'ocsp' } },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain(deal.executor.person.iin);
    const files = (await attachments.read(card))!;
    const changed = Buffer.from(files[0]!.bytes);
    changed[200]! ^= 1;
    const forged = await attachFiles(
      card,
      [{ ...files[0]!, bytes: changed }, ...files.slice(1)].map((file) => ({
        ...file,
        mime: 'application/octet-stream',
        description: '',
      })),
    );
    expect(await check(Buffer.from(forged))).toMatchObject({
      status: 'invalid',
      reason: 'digest_mismatch',
      signers: [{ status: 'invalid' }, { status: 'invalid' }],
    });
    const cms = { ...files[1]!, bytes: files[1]!.bytes.subarray(0, 200) };
    const cut = await attachFiles(
      card,
      [files[0]!, cms].map((file) => ({ ...file, mime: 'application/octet-stream', description: '' })),
    );
    expect(await check(Buffer.from(cut))).toMatchObject({
      status: 'invalid',
      reason: 'not_cms',
      signers: [{ status: 'invalid', reason: 'not_cms', name: null }],
    });
  });

  test('has one CMS of both, over its very bytes', async () => {
    const cms = await asked('proofs.act_cms', act_id);
    const given = { trust: app.parts.nca.trust, primitives: app.parts.nca.primitives };
    const verdict = await verifyCms({ cms, content: pdf, ...given });
    expect([verdict.status, verdict.signers.map(({ iin, timestamp }) => [iin, timestamp])]).toEqual([
      'valid',
      [
        [deal.executor.person.key.certificate.subject.iin, 'good'],
        [director().key.certificate.subject.iin, 'good'],
      ],
    ]);
    const other = await verifyCms({ cms, content: Buffer.concat([pdf, Buffer.from(' ')]), ...given });
    expect([other.status, other.reason]).toEqual(['invalid', 'digest_mismatch']);
  });

  test('has a sheet that says who, by what right, when and with which proof, and no whole number of a person', async () => {
    const text = packed(await readPages(await asked('proofs.act_sign_info', act_id)));
    // The copy for the printer has the day in the place that waits for it, and the sheet behind.
    const print = await readPages(
      (await app.ok('proofs.act_print', director(), { params: { act_id } })) as Buffer,
    );
    expect(packed(print.slice(1))).toBe(text);
    const day = formatDate(almatyDate(new Date()));
    const times = (page: string) => page.split(day).length - 1;
    expect(times(print[0]!)).toBe(times((await readPages(pdf))[0]!) + 1);
    const { file } = await app.ok('acts.get', director(), { params: { act_id } });
    const { serial, subject } = director().key.certificate;
    for (const said of [
      'Карточкаподписей',
      'Первыйруководитель',
      'Подписьверна',
      'ОтветOCSPНУЦРК',
      'подписьужестояла',
      file!.sha256,
      file!.public_id,
      serial,
      subject.common_name!.replaceAll(' ', ''),
    ])
      expect(text).toContain(said);
    expect(text).not.toContain(subject.iin);
    expect(text).not.toContain(deal.executor.person.key.certificate.subject.iin);
  });

  test.each(KINDS)('gives the same bytes to both sides and again, asked at once: %s', async (name) => {
    const sides = [director(), deal.executor.person, director(), deal.executor.person];
    const answers = await Promise.all(sides.map((by) => asked(name, act_id, by)));
    for (const answer of answers) expect(answer.equals(answers[0]!)).toBe(true);
    const kept = await app.parts.db
      .selectFrom('signature_files as s')
      .innerJoin('acts as a', 'a.frozen_file_id', 's.signed_file_id')
      .select('s.kind')
      .where('a.id', '=', act_id)
      .where(
        's.kind',
        '=',
        (
          {
            'proofs.act_ddc': 'ddc',
            'proofs.act_cms': 'signed_cms',
            'proofs.act_sign_info': 'sign_info',
          } as const
        )[name],
      )
      .execute();
    expect(kept).toHaveLength(1);
  });

  test('is drawn by two processes at once and kept once, with the bytes of the first', async () => {
    const { db, store } = app.parts;
    const { company_id, frozen_file_id } = await db
      .selectFrom('acts')
      .select(['company_id', 'frozen_file_id'])
      .where('id', '=', act_id)
      .executeTakeFirstOrThrow();
    const key = {
      company_id,
      signed_file_id: frozen_file_id!,
      kind: 'ddc',
      signatures_digest: randomBytes(32),
    } as const;
    const put = (bytes: string) =>
      putFile(store, {
        company_id,
        kind: 'ddc',
        name: 'a.pdf',
        media_type: 'application/pdf',
        bytes: Buffer.from(bytes),
      });
    const drawn = [await put('one'), await put('other')];
    const isFirst = await Promise.all(drawn.map((stored) => addProofFile(db, key, stored)));
    expect(isFirst.toSorted()).toEqual([false, true]);
    const { row } = drawn[isFirst.indexOf(true)]!;
    expect(await findProofFile(db, key)).toMatchObject({ storage_key: row.storage_key, sha256: row.sha256 });
    // Of the other there is no row, and its bytes are given up like those of any change that was undone.
    const keys = drawn.map((stored) => stored.row.storage_key);
    const kept = await db
      .selectFrom('files')
      .select('storage_key')
      .where('storage_key', 'in', keys)
      .execute();
    expect(kept).toEqual([{ storage_key: row.storage_key }]);
    const left = await db
      .selectFrom('file_uploads')
      .select('storage_key')
      .where('storage_key', 'in', keys)
      .execute();
    expect(left.map(({ storage_key }) => storage_key)).toEqual(keys.filter((one) => one !== row.storage_key));
  });

  test.skipIf(!hasPoppler)(`opens in a reader that knows nothing of us (${WITHOUT_POPPLER})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kelisim-card-'));
    try {
      const path = join(folder, 'card.pdf');
      writeFileSync(path, await asked('proofs.act_ddc', act_id));
      expect(listByPoppler(path)).toMatch(
        /3 embedded files[^]*1: act-[^]*2: .*executor\.cms[^]*3: .*business\.cms/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** One that anybody can make, of an own key. */
async function selfIssued({ key, certificate }: SigningKey, common_name: string) {
  const der = await issueCertificate({
    subject: { common_name },
    profile: { kind: 'tsa' },
    spki: certificate.spki,
    serial: createHash('sha1').update(common_name).digest('hex').replace(/^./, '1'),
    not_before: certificate.not_before,
    not_after: certificate.not_after,
    issuer_key: key,
    primitives: app.parts.nca.primitives,
  });
  return parseCertificate(der)!;
}

/** With so many certificates that one message may carry them, and a message of two such signatures may not. */
async function crowdedCms({ key, iin }: Person, file: Parameters<typeof signDigests>[1]): Promise<string> {
  const chain = await Promise.all(Array.from({ length: 101 }, (_, at) => selfIssued(key, `${iin} ${at}`)));
  const cms = Buffer.from(await signDigests({ ...key, chain }, file), 'base64');
  return (await proveSignature(cms, key.certificate)).toString('base64');
}

describe('the papers follow the signatures there are', () => {
  test('none before the first; another file after the second', async () => {
    const act_id = await makeSentAct(app, deal);
    for (const name of KINDS)
      expect(await app.refused(name, director(), { params: { act_id } })).toMatchObject({
        code: 'proof.not_signed',
      });
    // Signed without stamps: the server asks for them, so these have a card as well.
    allDone(await signBy(app, deal.executor.person, act_id));
    const one = await asked('proofs.act_cms', act_id);
    await asked('proofs.act_ddc', act_id);
    allDone(await signBy(app, director(), act_id));
    const both = await asked('proofs.act_cms', act_id);
    expect(both.length).toBeGreaterThan(one.length + 1000);
    await asked('proofs.act_ddc', act_id);
  });

  test('a card whose stamp is five minutes off its proof is not given out, and says why in words', async () => {
    const act_id = await makeSentAct(app, deal);
    const [signature] = await signaturesOf(app, deal.executor.person, [act_id]);
    const { certificate } = deal.executor.person.key;
    const now = new Date();
    const early = new Date(now.getTime() - 6 * 60_000);
    let cms = await proveSignature(Buffer.from(signature!.cms, 'base64'), certificate, early, {
      proof: false,
    });
    cms = await proveSignature(cms, certificate, now, { stamp: false });
    allDone(
      await app.ok('acts.sign', deal.executor.person, {
        body: { signatures: [{ act_id, cms: cms.toString('base64') }] },
      }),
    );
    const problem = await app.refused('proofs.act_ddc', director(), { params: { act_id } });
    expect(problem.code).toBe('proof.incomplete');
    expect(problem.message).toContain('получено не в то время, что подпись');
    await asked('proofs.act_sign_info', act_id);
  });

  test('one CMS in which signatures hold no more, each good by itself, is neither given out nor kept', async () => {
    const act_id = await makeSentAct(app, deal);
    const { file } = await app.ok('acts.get', director(), { params: { act_id } });
    for (const by of [deal.executor.person, director()]) {
      const signatures = [{ act_id, cms: await crowdedCms(by, file!) }];
      allDone(await app.ok('acts.sign', by, { body: { signatures } }));
    }
    expect(await app.refused('proofs.act_cms', director(), { params: { act_id } })).toMatchObject({
      status: 409,
      code: 'proof.too_complex',
    });
    const kept = await app.parts.db
      .selectFrom('signature_files as s')
      .innerJoin('acts as a', 'a.frozen_file_id', 's.signed_file_id')
      .select('s.kind')
      .where('a.id', '=', act_id)
      .execute();
    expect(kept).toEqual([]);
    // Each is still given out by itself.
    const { signatures } = await app.ok('acts.get', director(), { params: { act_id } });
    expect(signatures).toHaveLength(2);
    for (const { id } of signatures)
      await app.ok('signing.cms', director(), { params: { signature_id: id } });
  });
});

test('a contract names its papers, however long ago it was signed and whatever is wrong with another', async () => {
  const { db } = app.parts;
  const crowded = await makeDraftContract(app, deal.company, deal.executor);
  await app.ok('documents.send', director(), { params: { doc_id: crowded } });
  const { file } = await app.ok('documents.get', director(), { params: { doc_id: crowded } });
  for (const by of [deal.executor.person, director()]) {
    const cms = await crowdedCms(by, file!);
    allDone(await app.ok('documents.sign', by, { body: { signatures: [{ document_id: crowded, cms }] } }));
  }
  const broken = await makeSignedContract(app, deal.company, deal.executor);
  const { frozen_file_id } = await db
    .selectFrom('documents')
    .select('frozen_file_id')
    .where('id', '=', broken)
    .executeTakeFirstOrThrow();
  await db.updateTable('files').set({ kind: 'scan' }).where('id', '=', frozen_file_id).execute();
  await db
    .updateTable('documents')
    .set({ status: 'expired', updated_at: new Date('2020-01-01'), papers_due_at: new Date('2020-01-01') })
    .where('id', '=', deal.contract_id)
    .execute();
  app.watch();
  const listDue = () => db.selectFrom('documents').select(['id', 'papers_due_at']).orderBy('id').execute();
  await vi.waitFor(
    async () =>
      expect(await listDue()).toEqual([
        { id: deal.contract_id, papers_due_at: null },
        // What does not go into one file is looked for no more, and keeps the sheet from nobody.
        { id: crowded, papers_due_at: null },
        { id: broken, papers_due_at: expect.any(Date) },
      ]),
    PATIENT,
  );
  const of = (doc_id: number) => app.ok('documents.get', director(), { params: { doc_id } });
  expect(await of(crowded)).toMatchObject({
    sign_info_file_id: expect.any(Number),
    signed_cms_file_id: null,
  });
  const { sign_info_file_id, signed_cms_file_id } = await of(deal.contract_id);
  const cms = (await app.ok('proofs.document_cms', deal.executor.person, {
    params: { doc_id: deal.contract_id },
  })) as Buffer;
  const rows = await app.parts.db
    .selectFrom('files')
    .select(['id', 'kind', 'size_bytes'])
    .where('id', 'in', [sign_info_file_id!, signed_cms_file_id!])
    .orderBy('kind', 'desc')
    .execute();
  expect(rows.map((row) => row.kind)).toEqual(['signed_cms', 'sign_info']);
  expect(rows[0]!.size_bytes).toBe(cms.length);
});
