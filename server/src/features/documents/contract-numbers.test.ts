import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDraftContract, makeSignedContract, samplePdf, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { makeInvitationContract, newPhone } from '../../../test/registrations.ts';
import { makeTemplate } from '../../../test/templates.ts';

const app = await makeTestApp({ docx_to_pdf: { convert: () => samplePdf(), close: async () => undefined } });
const company = await makeCompany(app, { algorithm: 'rsa' });
const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
const director = company.director;
afterAll(() => app.close());

const get = (id: number) => app.ok('documents.get', director, { params: { doc_id: id } });
const draft = (fields: Record<string, string> = {}) => makeDraftContract(app, company, executor, fields);
const dates = { start_date: '2031-01-10', end_date: '2031-12-31' };
const refused = async (fields: Record<string, string>) => {
  const problem = await app.refused('documents.create', director, {
    body: { title: 'Договор', contractor_id: String(executor.id), type_id: '1', ...dates, ...fields },
    files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
  });
  return [problem.status, problem.code, problem.field];
};

test('a contract has the number and date of its paper, or the counter’s and its first day', async () => {
  const own = await get(await draft({ ...dates, number: '№ 45-ГПХ/2031 ', date: '2030-12-30' }));
  expect(own).toMatchObject({ number: '45-ГПХ/2031', date: '2030-12-30' });
  const counted = await get(await draft(dates));
  expect(counted).toMatchObject({ number: expect.stringMatching(/^\d+$/), date: dates.start_date });
  const next = Number(counted.number) + 1;
  // The next number is taken by hand: the counter passes over it.
  await draft({ ...dates, number: String(next) });
  expect((await get(await draft(dates))).number).toBe(String(next + 1));
  expect((await get(await draft({ ...dates, number: 'ГПХ-{n}/31' }))).number).toBe(`ГПХ-${next + 2}/31`);
  const found = await app.ok('documents.list', director, { query: { search: '45-гпх' } });
  expect(found.items.map(({ id }) => id)).toEqual([own.id]);
  const { contracts } = await app.ok('search.find', director, { query: { text: '№ 45-ГПХ/2031' } });
  expect(contracts.map(({ number }) => number)).toEqual(['45-ГПХ/2031']);
});

test('a number is free within its year, and within its contract for an addendum', async () => {
  await draft({ ...dates, number: 'А-7' });
  expect(await refused({ number: 'а-7' })).toEqual([409, 'document.number_taken', 'number']);
  expect(await refused({ number: 'Б-1', date: '2032-01-01' })).toEqual([
    422,
    'document.date_after_end',
    'date',
  ]);
  await draft({ start_date: '2032-01-10', end_date: '2032-12-31', number: 'А-7' });
  const parent_id = String(await makeSignedContract(app, company, executor, { number: 'А-8' }));
  const addendum = { type_id: '4', parent_id, number: 'А-8' };
  expect((await get(await draft(addendum))).number).toBe('А-8');
  expect(await refused({ ...dates, ...addendum, date: addDays(TODAY, -200), end_date: TODAY })).toEqual([
    422,
    'document.dates_reversed',
    'end_date',
  ]);
  const again = { ...addendum, start_date: addDays(TODAY, -200), end_date: addDays(TODAY, 200) };
  expect((await refused(again))[1]).toBe('document.number_taken');
  // What is deleted gives its number back.
  const gone = await draft({ ...dates, number: 'А-9' });
  await app.ok('documents.delete', director, { params: { doc_id: gone } });
  await draft({ ...dates, number: 'А-9' });
});

test('a template and a renewal take them; many need the place of the counter', async () => {
  const template_id = await makeTemplate(app, director, ['{contract_number} {contract_date}']);
  const order = { template_id, title: 'Шарт', ...dates, executor_company_id: executor.id };
  const body = { ...order, number: 'Т-1', date: '2031-01-05' };
  const key = { key: 'template-with-a-number' };
  const made = await app.ok('documents.create_by_template', director, { body }, key);
  expect(await get(made.contract_id)).toMatchObject({ number: 'Т-1', date: '2031-01-05' });
  expect(await app.ok('documents.create_by_template', director, { body }, key)).toEqual(made);
  expect(
    await app.refused('documents.create_by_template', director, { body }, { key: 'another-key-of-it' }),
  ).toMatchObject({ code: 'document.number_taken' });

  const second = await makeExecutor(app, company, { algorithm: 'rsa' });
  const { executor_company_id: _, ...terms } = order;
  const many = { ...terms, executor_company_ids: [executor.id, second.id] };
  expect(
    await app.refused('documents.create_many', director, { body: { ...many, number: 'Т-2' } }),
  ).toMatchObject({ code: 'document.number_for_many', field: 'number' });
  const run = await app.ok('documents.create_many', director, {
    body: { ...many, number: 'Т-{n}', date: '2031-01-06' },
  });
  const rows = await app.ok('jobs.rows', director, { params: { run_id: run.id }, query: {} });
  for (const { subject_id } of rows.items)
    expect(await get(subject_id!)).toMatchObject({
      number: expect.stringMatching(/^Т-\d+$/),
      date: '2031-01-06',
    });

  const document_id = await makeSignedContract(app, company, executor);
  const renewal = { document_ids: [document_id], ...dates, number: 'П-1', date: '2031-01-02' };
  const renewed = await app.ok('documents.renew', director, { body: renewal });
  const [row] = (await app.ok('jobs.rows', director, { params: { run_id: renewed.id }, query: {} })).items;
  expect(await get(row!.subject_id!)).toMatchObject({ number: 'П-1', date: '2031-01-02' });
});

test('an invitation keeps its number free until it is accepted', async () => {
  const contract_document_id = await makeInvitationContract(app, company);
  const invite = (more: object) => ({
    body: { name: 'Ән', phone: newPhone(), end_date: addDays(TODAY, 7), contract_document_id, ...more },
  });
  const made = await app.ok(
    'invitations.create',
    director,
    invite({ contract_number: 'Ш-1', contract_date: TODAY }),
  );
  expect(made).toMatchObject({ contract_number: 'Ш-1', contract_date: TODAY });
  expect(
    await app.refused(
      'invitations.create',
      director,
      invite({ contract_number: 'ш-1', contract_date: TODAY }),
    ),
  ).toMatchObject({ code: 'document.number_taken', field: 'contract_number' });
  expect(await refused({ number: 'Ш-1', start_date: TODAY, end_date: addDays(TODAY, 9) })).toEqual([
    409,
    'document.number_taken',
    'number',
  ]);
  const { user_id } = executor.person;
  await app.parts.db
    .updateTable('users')
    .set({ phone: made.phone, is_phone_verified: true })
    .where('id', '=', user_id)
    .execute();
  const accepted = await app.ok('invitations.accept', executor.person, {
    params: { invitation_id: made.id },
  });
  expect(await get(accepted.document_id)).toMatchObject({ number: 'Ш-1', date: TODAY });
});

test('what was tried here leaves the data whole', () => holdInvariants(app));
