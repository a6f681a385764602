import { TEMPLATE_FIELDS } from '@kelisim/shared/features/templates/template-fields.ts';
import ru from '@kelisim/shared/texts/ru/templates.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../../test/fingerprint.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { makeTemplate } from '../../../test/templates.ts';
import { makeWordFile, oleFile } from '../../../test/word-files.ts';
import { makeZip } from '../../adapters/spreadsheet/xlsx/make-xlsx.ts';
import { cityOf } from '../../platform/city-of.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const director = company.director;
afterAll(() => app.close());

const upload = (bytes: Uint8Array, by = director) =>
  app.refused('templates.upload', by, {
    body: { name: 'Үлгі' },
    files: { file: { name: 'a.docx', bytes } },
  });
const of = (template_id: number) => ({ params: { template_id } });

test('a template is kept with its fields, downloaded as it came, put in order and deleted', async () => {
  const bytes = await makeWordFile(['{executor_name} мен {company_name}', 'Тағы бір рет {executor_name}']);
  const files = { filedata: { name: '../Шарт.docx', bytes } };
  const made = await app.ok('templates.upload', director, { body: { name: ' Қызмет шарты ' }, files });
  expect(made).toMatchObject({
    name: 'Қызмет шарты',
    fields: ['executor_name', 'company_name'],
    size: bytes.length,
    used: 0,
    file_url: `/api/v1/template/contract/${made.id}/download`,
  });
  expect(Buffer.from(await app.ok('templates.download', director, of(made.id)))).toEqual(bytes);

  const other = await makeTemplate(app, director, ['{start_date}'], 'Аренда');
  const sorts = await app.ok('templates.sort_parameters', director, {});
  const names = async (sort?: (typeof sorts)[number]['name']) =>
    (await app.ok('templates.list', director, { query: sort ? { sort } : {} })).items.map(({ name }) => name);
  expect(await names()).toEqual(['Аренда', 'Қызмет шарты']);
  expect(await names('created_at')).toEqual(['Қызмет шарты', 'Аренда']);
  expect(await names('-name')).toEqual(['Қызмет шарты', 'Аренда']);
  expect(sorts.map(({ description }) => description)).not.toContain('');
  const second = await app.ok('templates.list', director, { query: { page: 2, limit: 1 } });
  expect(second).toMatchObject({ pages: 2, total: 2, items: [{ name: 'Қызмет шарты' }] });

  const body = { name: 'Аренда 2', template_id: String(other) };
  const anew = await makeWordFile(['{end_date}']);
  const changed = await app.ok('templates.upload', director, {
    body,
    files: { file: { name: 'b.docx', bytes: anew } },
  });
  expect(changed).toMatchObject({ id: other, name: 'Аренда 2', fields: ['end_date'] });

  for (let again = 0; again < 2; again++) await app.ok('templates.delete', director, of(other));
  expect(await names()).toEqual(['Қызмет шарты']);
  expect((await app.refused('templates.get', director, of(other))).code).toBe('not_found');
});

test('the list of fields says what fills each, with the values of one’s own company', async () => {
  const fields = await app.ok('templates.fields', director, {});
  expect(fields.map(({ name }) => name)).toEqual([...TEMPLATE_FIELDS]);
  const of = (name: string) => fields.find((field) => field.name === name);
  expect(of('company_name')).toEqual({
    name: 'company_name',
    title: ru.field.company_name,
    filled_by: 'company',
    value: company.name,
  });
  expect(of('executor_iban')).toMatchObject({ filled_by: 'executor', value: null });
});

test('the sample names only fields that are known', async () => {
  const bytes = Buffer.from(await app.ok('templates.sample', director, {}));
  const files = { file: { name: 'sample.docx', bytes } };
  const kept = await app.ok('templates.upload', director, { body: { name: 'Образец' }, files });
  expect(kept.fields).toContain('contract_number');
});

test('a file of Office 365 whose main part is called otherwise is a template like any', async () => {
  const bytes = await makeWordFile(['{executor_name}'], {}, { main: 'word/document2.xml' });
  const files = { file: { name: '365.docx', bytes } };
  const kept = await app.ok('templates.upload', director, { body: { name: '365' }, files });
  expect(kept.fields).toEqual(['executor_name']);
});

describe('refused, and nothing is kept:', () => {
  test.each<[string, string, string, string?]>([
    ['a field nobody knows', '{executor_name} {salary} {зарплата}', '{salary}, {зарплата}', 'unknown_fields'],
    ['a loop', '{#executor_name}x{/executor_name}', '{#executor_name}, {/executor_name}'],
    ['double braces', '{{executor_name}}', '{{executor_name}'],
    ['code', '{constructor.constructor("return process")()}', '{constructor.constructor('],
    ['nothing between braces', '{}', '{}'],
  ])('%s is named', async (_, text, named, code = 'stray_braces') => {
    const before = await fingerprint(app);
    const problem = await upload(await makeWordFile([text]));
    expect(`${problem.status} ${problem.code} ${problem.field}`).toBe(`422 template.${code} file`);
    expect(problem.message).toContain(named);
    expect(await fingerprint(app)).toEqual(before);
  });

  test('tracked changes and comments, with where they stand', async () => {
    const before = await fingerprint(app);
    const file = (mark: string) =>
      makeWordFile(['x'], {
        'word/header1.xml': `<w:hdr><w:p>${mark}<w:r><w:t>Бланк</w:t></w:r></w:p></w:hdr>`,
      });
    const left = [
      await upload(await file('<w:ins w:author="A"><w:r><w:t>сто</w:t></w:r></w:ins>')),
      await upload(await file('<w:r><w:commentReference/></w:r>')),
    ];
    expect(left.map(({ status, code }) => `${status} ${code}`)).toEqual([
      '422 file.docx_changes',
      '422 file.docx_comments',
    ]);
    expect(left[0]!.message).toContain(
      'всего 1. Первое (вставка, в верхнем колонтитуле): «сто». Примите или отклоните',
    );
    expect(left[1]!.message).toContain('(в верхнем колонтитуле): «Бланк». Удалите примечания');
    expect(await fingerprint(app)).toEqual(before);
  });

  test('what is no Word file, or holds what fetches or starts something', async () => {
    const before = await fingerprint(app);
    const rel = (type: string, target: string) =>
      `<Relationships><Relationship Id="r" Type="http://x/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
    const attempts: [Promise<Uint8Array> | Uint8Array, string][] = [
      [Buffer.from('%PDF-1.7'), '415 file.other_kind'],
      [oleFile('EncryptedPackage'), '422 file.office_encrypted'],
      [oleFile('WordDocument'), '415 file.doc'],
      [makeZip({ mimetype: 'application/vnd.oasis.opendocument.text' }), '415 file.odt'],
      [makeWordFile(['x'], { 'word/vbaProject.bin': 'x' }), '422 file.docx_macros'],
      [
        makeWordFile(['x'], { 'word/_rels/document.xml.rels': rel('image', 'http://127.0.0.1/a') }),
        '422 file.docx_outside',
      ],
    ];
    for (const [bytes, expected] of attempts) {
      const problem = await upload(await bytes);
      expect(`${problem.status} ${problem.code}`).toBe(expected);
    }
    expect(await fingerprint(app)).toEqual(before);
  });

  test('a template without a file', async () => {
    const problem = await app.refused('templates.upload', director, { body: { name: 'x' }, files: {} });
    expect(`${problem.status} ${problem.code} ${problem.field}`).toBe('400 missing_field file');
  });
});

test('a template of another company is not there', async () => {
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const id = await makeTemplate(app, stranger.director);
  for (const call of [
    'templates.get',
    'templates.download',
    'templates.delete',
    'templates.preview',
  ] as const)
    expect((await app.refused(call, director, of(id))).code).toBe('not_found');
  const problem = await app.refused('templates.upload', director, {
    body: { name: 'x', template_id: String(id) },
    files: { file: { name: 'a.docx', bytes: await makeWordFile(['x']) } },
  });
  expect(problem.code).toBe('not_found');
});

test('without a converter a preview says so and asks to come again', async () => {
  const bare = await makeTestApp({ beside: app, docx_to_pdf: null });
  try {
    const id = await makeTemplate(app, director);
    const problem = await bare.refused('templates.preview', director, of(id));
    expect(`${problem.status} ${problem.code}`).toBe('503 convert.unavailable');
  } finally {
    await bare.close();
  }
});

test('an executor of somebody else is not shown in a preview', async () => {
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const theirs = await makeExecutor(app, stranger, { algorithm: 'rsa' });
  const id = await makeTemplate(app, director);
  const problem = await app.refused('templates.preview', director, {
    ...of(id),
    query: { executor_company_id: theirs.id },
  });
  expect(problem.code).toBe('document.executor_unknown');
});

test.each([
  ['г. Алматы, ул. Абая, 10', 'Алматы'],
  ['Алматы қ., Абай к-сі, 10', 'Алматы'],
  ['Карагандинская область, г. Темиртау, пр. Мира 1', 'Темиртау'],
  ['Жамбыл облысы, Мерке ауданы, Сарымолдаев ауылы', 'Сарымолдаев'],
  ['Абая 10', null],
  [null, null],
])('the town of «%s» is %s', (address, town) => expect(cityOf(address)).toBe(town));
