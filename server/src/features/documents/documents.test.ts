import { createHash } from 'node:crypto';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../../test/fingerprint.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  allDone,
  makeDraftAct,
  makeDraftContract,
  makeSignedContract,
  samplePdf,
  signContractBy,
  TODAY,
} from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { signDigests } from '../../../test/signing-keys.ts';

const app = await makeTestApp();
const company = await makeCompany(app);
const maker = await makeExecutor(app, company, { algorithm: 'rsa' });
const [director, executor] = [company.director, maker.person];
afterAll(() => app.close());

const of = (doc_id: number) => ({ params: { doc_id } });
const get = (doc_id: number, by = director) => app.ok('documents.get', by, of(doc_id));
const draft = (fields = {}) => makeDraftContract(app, company, maker, fields);
const reason = { body: { reason: 'Не та ставка' } };
const code = async (promise: Promise<{ status: number; code: string }>) => {
  const { status, code } = await promise;
  return `${status} ${code}`;
};
async function sent(): Promise<number> {
  const id = await draft();
  await app.ok('documents.send', director, of(id));
  return id;
}
const upload = (bytes: Uint8Array, fields = {}) =>
  app.refused('documents.create', director, {
    body: {
      title: 'Шарт',
      contractor_id: String(maker.id),
      type_id: '1',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      ...fields,
    },
    files: { file: { name: 'a.pdf', bytes } },
  });

async function pdfWith(change: (document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  change(document);
  return document.save();
}

describe('a contract', () => {
  test('is uploaded, sent, signed by both, and keeps the bytes that were signed', async () => {
    const id = await draft({ title: ' Шарт №1 ', additional_info: ' ескерту ' });
    expect(await get(id)).toMatchObject({
      title: 'Шарт №1',
      additional_info: 'ескерту',
      status: { code: 'draft' },
      type: { code: 'services' },
      file: null,
      signatures: [],
      company: { id: company.id },
      contractor_company: { id: maker.id },
    });
    expect(await app.ok('documents.file', director, of(id))).toEqual(await samplePdf());
    expect(await code(app.refused('documents.get', executor, of(id)))).toBe('404 not_found');

    const frozen = await app.ok('documents.send', director, of(id));
    // The call has no body, so it may come twice.
    expect((await app.ok('documents.send', director, of(id))).file).toEqual(frozen.file);
    const bytes = await app.ok('documents.file', executor, of(id));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(frozen.file!.sha256);
    expect(bytes).not.toEqual(await samplePdf());

    allDone(await signContractBy(app, director, id));
    expect((await get(id, executor)).status.code).toBe('signed_by_business');
    allDone(await signContractBy(app, executor, id));
    const signed = await get(id);
    expect(signed).toMatchObject({
      status: { code: 'signed' },
      customer_signed_at: expect.any(String),
      contractor_signed_at: expect.any(String),
    });
    expect(signed.signatures.map((card) => [card.side, card.algorithm])).toEqual([
      ['business', 'gost512'],
      ['executor', 'rsa'],
    ]);
    expect(await app.ok('documents.file', director, of(id))).toEqual(bytes);
    await makeDraftAct(app, { company, executor: maker, contract_id: id });
  });

  test('two of the same upload are two different documents', async () => {
    const [one, two] = [await get(await sent()), await get(await sent())];
    expect(one.file!.sha256).not.toBe(two.file!.sha256);
    const cms = await signDigests(executor.key, one.file!);
    const answer = await app.ok('documents.sign', executor, {
      body: { signatures: [{ document_id: two.id, cms }] },
    });
    expect(answer.items[0]!.code).toBe('signature.other_file');
  });

  test('is refused with a reason, gets another file, and is sent anew; the old signature counts no more', async () => {
    const id = await sent();
    allDone(await signContractBy(app, director, id));
    const before = (await get(id)).file!;
    expect(
      await app.ok('documents.refuse', executor, { ...of(id), body: { reason: ' Не та ставка ' } }),
    ).toMatchObject({
      status: { code: 'refused' },
      reason: 'Не та ставка',
      signatures: [],
    });
    const another = await pdfWith((document) => document.addPage());
    const replaced = await app.ok('documents.replace', director, {
      ...of(id),
      body: {},
      files: { file: { name: 'b.pdf', bytes: another } },
    });
    expect(replaced).toMatchObject({ status: { code: 'draft' }, file: null, customer_signed_at: null });
    expect(await code(app.refused('documents.get', executor, of(id)))).toBe('404 not_found');
    const after = (await app.ok('documents.send', director, of(id))).file!;
    expect(after.sha256).not.toBe(before.sha256);
    allDone(await signContractBy(app, executor, id));
    expect((await get(id)).status.code).toBe('signed_by_executor');
  });

  test('is deleted while it is a draft or refused, and the repeated call is the same', async () => {
    const one = await draft();
    const two = await sent();
    await app.ok('documents.refuse', executor, { ...of(two), ...reason });
    for (const id of [one, two, one, two]) await app.ok('documents.delete', director, of(id));
    for (const id of [one, two]) {
      expect(await code(app.refused('documents.get', director, of(id)))).toBe('404 not_found');
      expect(await code(app.refused('documents.send', director, of(id)))).toBe('404 not_found');
    }
    expect((await app.ok('documents.list', executor, { query: { status_id: [8] } })).total).toBe(0);
  });

  test('in a state, what the table does not allow is refused and changes nothing', async () => {
    const file = { file: { name: 'b.pdf', bytes: await samplePdf() } };
    const signed = await makeSignedContract(app, company, maker);
    const half = await sent();
    allDone(await signContractBy(app, executor, half));
    const refused = await sent();
    await app.ok('documents.refuse', executor, { ...of(refused), ...reason });
    const before = await fingerprint(app, ['bulk_runs', 'bulk_items']);
    const wrong = '409 document.wrong_state';
    for (const id of [signed, half]) {
      expect(await code(app.refused('documents.replace', director, { ...of(id), files: file }))).toBe(wrong);
      expect(await code(app.refused('documents.delete', director, of(id)))).toBe(wrong);
      expect(await code(app.refused('documents.send', director, of(id)))).toBe(wrong);
      expect(await code(app.refused('documents.refuse', executor, { ...of(id), ...reason }))).toBe(wrong);
    }
    for (const [id, by] of [
      [signed, director],
      [signed, executor],
      [half, executor],
      [refused, director],
      [refused, executor],
    ] as const) {
      const { file: bytes } = await get(id, by);
      const cms = await signDigests(by.key, bytes!, new Date(Date.now() - 60_000));
      const answer = await app.ok('documents.sign', by, { body: { signatures: [{ document_id: id, cms }] } });
      expect(answer.items[0]!.code).toBe('document.wrong_state');
    }
    expect(await fingerprint(app, ['bulk_runs', 'bulk_items'])).toEqual(before);
  });

  test('is found by what people look for', async () => {
    const ended = await draft({ title: 'Үшінші шарт', end_date: addDays(TODAY, -1) });
    const list = async (query: object) =>
      (await app.ok('documents.list', director, { query: query as never })).items.map((item) => item.id);
    expect(await list({ search: 'үшінші' })).toEqual([ended]);
    expect(await list({ is_expired: true })).toEqual([ended]);
    expect(await list({ is_expired: false })).not.toContain(ended);
    expect(await list({ search: maker.name.slice(0, 6) })).toContain(ended);
    expect(await list({ contractor_company_id: 999_999 })).toEqual([]);
    const waiting = await list({ waiting: true });
    expect(waiting.length).toBeGreaterThan(0);
    for (const id of waiting) expect(['sent', 'signed_by_executor']).toContain((await get(id)).status.code);
    const titles = (
      await app.ok('documents.list', director, { query: { sort_by: 'title', sort_order: 'asc', limit: 100 } })
    ).items;
    expect(titles.at(-1)!.title).toBe('Шарт №1');
  });
});

describe('an upload', () => {
  test.each<[string, () => Promise<Uint8Array>, string]>([
    ['no document', async () => Buffer.from('<html>'), '415 file.other_kind'],
    ['half an archive', async () => Buffer.from('PK\u0003\u0004'), '422 file.docx_broken'],
    ['half a PDF', async () => (await samplePdf()).subarray(0, 300), '422 file.pdf_broken'],
    [
      'a script that runs when it is opened',
      () =>
        pdfWith((document) => {
          const action = document.context.obj({
            Type: 'Action',
            S: 'JavaScript',
            JS: PDFString.of('app.alert(1)'),
          });
          document.catalog.set(PDFName.of('OpenAction'), action);
        }),
      '422 file.pdf_active_content',
    ],
    [
      'a program to start',
      () =>
        pdfWith((document) => {
          const action = document.context.obj({ Type: 'Action', S: 'Launch', F: PDFString.of('calc.exe') });
          document.catalog.set(PDFName.of('OpenAction'), action);
        }),
      '422 file.pdf_active_content',
    ],
    [
      'a file inside',
      () => pdfWith((document) => void document.attach(Buffer.from('MZ'), 'a.exe')),
      '422 file.pdf_active_content',
    ],
  ])('with %s is refused and leaves nothing', async (_, make, expected) => {
    const before = await fingerprint(app);
    const problem = await upload(await make());
    expect(`${problem.status} ${problem.code}`).toBe(expected);
    expect(problem.field).toBe('file');
    expect(await fingerprint(app)).toEqual(before);
  });

  test.each<[string, Record<string, string>, string]>([
    ['an executor who is not theirs', { contractor_id: '999999' }, '422 document.executor_unknown'],
    ['reversed dates', { start_date: '2026-12-31', end_date: '2026-01-01' }, '422 document.dates_reversed'],
    ['an unknown type', { type_id: '99' }, '400 field.choice'],
    ['a type as text', { type_id: 'nda' }, '400 field.id'],
    ['no title', { title: ' ' }, '400 field.required'],
    ['no date', { start_date: '' }, '400 field.date'],
  ])('with %s is refused', async (_, fields, expected) => {
    const { status, code } = await upload(await samplePdf(), fields);
    expect(`${status} ${code}`).toBe(expected);
  });
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
