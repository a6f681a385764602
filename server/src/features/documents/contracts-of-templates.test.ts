import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { fingerprint } from '../../../test/fingerprint.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, samplePdf, signContractBy, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor, type TestExecutor } from '../../../test/people.ts';
import { makeTemplate } from '../../../test/templates.ts';
import { makeWordFile } from '../../../test/word-files.ts';
import { ConversionFailed, type DocxToPdf } from '../../adapters/docx-to-pdf/docx-to-pdf.ts';

/**
 * What stands behind the port is tried by its own tests, and by the journey of contracts; here it is enough that
 * each file has its own pages. It keeps what it was given, so that a test can look into the Word file.
 */
const given: Uint8Array[] = [];
let fails: ConversionFailed['reason'] | null = null;
const presses: DocxToPdf = {
  async convert(docx) {
    if (fails) throw new ConversionFailed(fails);
    given.push(docx);
    const document = await PDFDocument.load(await samplePdf());
    document.setSubject(createHash('sha256').update(docx).digest('hex'));
    return document.save();
  },
  close: async () => undefined,
};

const app = await makeTestApp({ docx_to_pdf: presses });
const company = await makeCompany(app, { algorithm: 'rsa' });
const director = company.director;
const makers: TestExecutor[] = [];
for (let i = 0; i < 3; i++) makers.push(await makeExecutor(app, company, { algorithm: 'rsa' }));
afterAll(() => app.close());

const of = (doc_id: number) => ({ params: { doc_id } });
const get = (id: number) => app.ok('documents.get', director, of(id));
const terms = { title: ' Қызмет шарты ', start_date: TODAY, end_date: addDays(TODAY, 364) };
const lastText = async () => textOf(given.at(-1)!);

/** The words of the main part; what is written between tags. */
async function textOf(docx: Uint8Array): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(docx), { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'word/document.xml') continue;
    const parts = await Array.fromAsync((await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>);
    return Buffer.concat(parts)
      .toString('utf8')
      .replace(/<[^>]*>/g, '');
  }
  return '';
}

describe('one contract of a template', () => {
  test('is a draft with its values in place, keeps its Word file, and is sent and signed as any other', async () => {
    const template_id = await makeTemplate(app, director, [
      '№ {contract_number} «{contract_title}», {contract_date}: {start_date} – {end_date}',
      '{company_name} ({company_bin}) – {executor_name} ({executor_iin})',
    ]);
    const body = { ...terms, template_id, executor_company_id: makers[0]!.id };
    const { contract_id } = await app.ok('documents.create_by_template', director, { body });
    const made = await get(contract_id);
    expect(made).toMatchObject({
      title: 'Қызмет шарты',
      status: { code: 'draft' },
      type: { code: 'services' },
      contractor_company: { id: makers[0]!.id },
      template: { id: template_id },
      has_original: true,
    });
    const text = await lastText();
    expect(text).toContain(
      `№ ${made.number} «Қызмет шарты»`.replace('Қызмет шарты', ' Қызмет шарты '.trim()),
    );
    expect(text).toContain(`${company.name} (${company.bin}) – ${makers[0]!.name}`);
    expect(text).not.toMatch(/[{}]/);
    expect(await textOf(Buffer.from(await app.ok('documents.original', director, of(contract_id))))).toBe(
      text,
    );

    await app.ok('documents.send', director, of(contract_id));
    for (const person of [makers[0]!.person, director])
      allDone(await signContractBy(app, person, contract_id));
    expect((await get(contract_id)).status.code).toBe('signed');
    expect((await app.ok('templates.get', director, { params: { template_id } })).used).toBe(1);
  });

  test('is made once for one key', async () => {
    const template_id = await makeTemplate(app, director);
    const body = { ...terms, template_id, executor_company_id: makers[0]!.id };
    const key = { key: 'same-key-of-a-contract' };
    const one = await app.ok('documents.create_by_template', director, { body }, key);
    expect(await app.ok('documents.create_by_template', director, { body }, key)).toEqual(one);
  });

  test('puts what looks like a field into a value as it is', async () => {
    const odd = await makeExecutor(app, company, {
      algorithm: 'rsa',
      name: 'ИП {company_bin} <w:p/> & "Ко"',
    });
    const template_id = await makeTemplate(app, director, ['[{executor_name}]']);
    await app.ok('documents.create_by_template', director, {
      body: { ...terms, template_id, executor_company_id: odd.id },
    });
    expect(await lastText()).toBe('[ИП {company_bin} &lt;w:p/&gt; &amp; &quot;Ко&quot;]');
  });

  test.each<[string, object, string]>([
    ['an executor who is not theirs', { executor_company_id: 999_999 }, '422 document.executor_unknown'],
    ['a template nobody has', { template_id: 999_999 }, '422 template.unknown'],
    ['reversed dates', { start_date: '2027-02-01', end_date: '2027-01-01' }, '422 document.dates_reversed'],
    ['an unknown type', { type_id: 99 }, '400 field.choice'],
  ])('with %s is refused', async (_, change, expected) => {
    const template_id = await makeTemplate(app, director);
    const { status, code } = await app.refused('documents.create_by_template', director, {
      body: { ...terms, template_id, executor_company_id: makers[0]!.id, ...change },
    });
    expect(`${status} ${code}`).toBe(expected);
  });

  test.each([
    ['broken', '422 file.docx_unconvertible'],
    ['timeout', '422 file.docx_unconvertible'],
    ['memory', '422 file.docx_unconvertible'],
    ['crash', '503 convert.unavailable'],
  ] as const)('whose pages cannot be made (%s) is not made', async (reason, expected) => {
    const template_id = await makeTemplate(app, director);
    const before = await fingerprint(app, ['counters']);
    fails = reason;
    const { status, code } = await app.refused('documents.create_by_template', director, {
      body: { ...terms, template_id, executor_company_id: makers[0]!.id },
    });
    fails = null;
    expect(`${status} ${code}`).toBe(expected);
    expect(await fingerprint(app, ['counters'])).toEqual(before);
  });
});

describe('contracts of many', () => {
  test('say for whom what is missing before anything is made, and then make the others', async () => {
    const [first, second, third] = makers as [TestExecutor, TestExecutor, TestExecutor];
    await app.parts.db.updateTable('companies').set({ address: null }).where('id', '=', second.id).execute();
    await app.parts.db
      .updateTable('companies')
      .set({ address: 'г. Алматы, ул. Абая, 1' })
      .where('id', 'in', [first.id, third.id])
      .execute();
    const template_id = await makeTemplate(app, director, ['{executor_name}, {executor_address}']);
    const executor_company_ids = [first.id, second.id, third.id];
    const before = await fingerprint(app);
    const check = await app.ok('documents.check_template', director, {
      body: { template_id, executor_company_ids: [...executor_company_ids, 999_999] },
    });
    expect(await fingerprint(app)).toEqual(before);
    expect(check.ready).toBe(2);
    expect(check.items.map(({ executor_company_id, missing }) => [executor_company_id, missing])).toEqual([
      [first.id, []],
      [second.id, [{ field: 'executor_address', title: 'Адрес исполнителя', filled_by: 'executor' }]],
      [third.id, []],
    ]);

    const body = { ...terms, template_id, executor_company_ids, send: true };
    const run = await app.ok('documents.create_many', director, { body }, { key: 'one-key-of-many' });
    expect(run).toMatchObject({ kind: 'documents.create', state: 'done', total: 3, done: 3, failed: 1 });
    // The same key again is the same work.
    expect((await app.ok('documents.create_many', director, { body }, { key: 'one-key-of-many' })).id).toBe(
      run.id,
    );
    const { items } = await app.ok('jobs.rows', director, { params: { run_id: run.id }, query: {} });
    expect(items.map(({ label, code }) => [label, code])).toEqual([
      [first.name, null],
      [second.name, 'template.missing_values'],
      [third.name, null],
    ]);
    expect(items[1]!.message).toContain('Адрес исполнителя');
    const made = await Promise.all([items[0]!, items[2]!].map((row) => get(row.subject_id!)));
    for (const contract of made) {
      expect(contract.status.code).toBe('sent');
      const bytes = await app.ok('documents.file', director, of(contract.id));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(contract.file!.sha256);
    }
    expect(new Set(made.map(({ number }) => number)).size).toBe(2);
  });

  test('are renewed from their template with new dates, and from their file when the template is gone', async () => {
    const template_id = await makeTemplate(app, director, ['{contract_number}: {start_date}–{end_date}']);
    const [maker] = makers as [TestExecutor];
    const { contract_id } = await app.ok('documents.create_by_template', director, {
      body: { ...terms, template_id, executor_company_id: maker.id },
    });
    await app.ok('documents.send', director, of(contract_id));
    for (const person of [maker.person, director]) allDone(await signContractBy(app, person, contract_id));
    const dates = { start_date: '2028-02-01', end_date: '2029-01-31' };
    const renew = () =>
      app.ok('documents.renew', director, { body: { document_ids: [contract_id], ...dates } });
    const newest = async (run_id: number) =>
      get((await app.ok('jobs.rows', director, { params: { run_id }, query: {} })).items[0]!.subject_id!);
    const one = await newest((await renew()).id);
    expect(await lastText()).toBe(`${one.number}: 01.02.2028–31.01.2029`);
    expect(one.template).toMatchObject({ id: template_id });

    await app.ok('templates.delete', director, { params: { template_id } });
    const count = given.length;
    const two = await newest((await renew()).id);
    expect(given.length).toBe(count);
    expect(two.template).toBeNull();
    const source = await app.parts.store.get(await sourceKey(contract_id));
    expect(Buffer.from(await app.ok('documents.file', director, of(two.id)))).toEqual(Buffer.from(source));
  });
});

async function sourceKey(document_id: number): Promise<string> {
  const row = await app.parts.db
    .selectFrom('documents as d')
    .innerJoin('files as f', 'f.id', 'd.source_file_id')
    .select('f.storage_key')
    .where('d.id', '=', document_id)
    .executeTakeFirstOrThrow();
  return row.storage_key;
}

test('a Word file is taken as a contract: its pages are signed, and the file is kept as it came', async () => {
  const bytes = await makeWordFile(['Шарт {бұл өріс емес}']);
  const files = { file: { name: 'Шарт.docx', bytes } };
  const contract = await app.ok('documents.create', director, {
    body: {
      title: 'Word шарты',
      contractor_id: String(makers[0]!.id),
      type_id: '1',
      start_date: TODAY,
      end_date: TODAY,
    },
    files,
  });
  expect(contract.has_original).toBe(true);
  expect(Buffer.from(await app.ok('documents.original', director, of(contract.id)))).toEqual(bytes);
  const pages = Buffer.from(await app.ok('documents.file', director, of(contract.id)));
  expect(pages.subarray(0, 5).toString()).toBe('%PDF-');
  // Another file takes the place of both.
  const replaced = await app.ok('documents.replace', director, {
    ...of(contract.id),
    body: {},
    files: { file: { name: 'b.pdf', bytes: await samplePdf() } },
  });
  expect(replaced.has_original).toBe(false);
  expect((await app.refused('documents.original', director, of(contract.id))).code).toBe(
    'document.no_original',
  );
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
