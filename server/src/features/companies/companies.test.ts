import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { newNumber } from '../../../test/registrations.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSentAct } from '../../../test/papers.ts';
import { makeAdministrator, makeCompany, makeEmployee, makeExecutor } from '../../../test/people.ts';

const app = await makeTestApp();
const admin = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
afterAll(() => app.close());

test('one sees one’s own company whole, a partner as in papers, and a stranger not at all', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company);
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const own = await app.ok('companies.own', company.director, {});
  expect(own).toMatchObject({ id: company.id, bin: company.bin, current_executor_count: 1, kbe: '17' });
  expect(own.main_bank_id).toEqual(expect.any(Number));
  const seen = (by: { token: string }, company_id: number) =>
    app.raw('companies.get', by, { params: { company_id } });
  const partner = await seen(executor.person, company.id);
  expect(partner.json).toMatchObject({ id: company.id, name: company.name });
  expect(Object.keys(partner.json as object)).not.toContain('phone');
  expect((await seen(company.director, executor.id)).status).toBe(200);
  expect((await seen(stranger.director, company.id)).status).toBe(404);
  expect((await seen(stranger.director, executor.id)).status).toBe(404);
});

test('a closed company lets nobody in; not while money is on its way', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const employee = await makeEmployee(app, company, []);
  const body = { company_id: company.id };
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const act_id = await makeSentAct(app, deal);
  const setAct = (status: ActStatus) =>
    app.parts.db.updateTable('acts').set({ status }).where('id', '=', act_id).execute();
  await setAct('paying');
  expect(await app.refused('companies.delete', admin, { body })).toMatchObject({
    status: 409,
    code: 'company.money_on_its_way',
  });
  await setAct('sent');
  await app.ok('companies.delete', admin, { query: {}, body });
  for (const by of [company.director, employee])
    expect(await app.refused('companies.own', by)).toMatchObject({ status: 401 });
  expect(await app.refused('companies.delete', admin, { body })).toMatchObject({ status: 404 });
  expect(
    await app.refused('companies.create', admin, {
      body: { role: 'business', type: 'too', name: 'Жаңа', bin: company.bin },
    }),
  ).toMatchObject({ status: 409, code: 'company.exists', field: 'bin' });
  const both = await app.ok('companies.by_bin', admin, { params: { bin: company.bin } });
  expect(both.items.map((row) => [row.id, row.status])).toEqual([[company.id, 'deleted']]);
});

test('a company is entered by a name that its papers can show', async () => {
  const body = { role: 'business' as const, name: 'ТОО «株式会社»', bin: '260540022764' };
  expect(await app.refused('companies.create', admin, { body })).toMatchObject({
    status: 400,
    code: 'field.paper_letters',
    field: 'name',
  });
});

test('a director is made of an employee, when there is no other one', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const employee = await makeEmployee(app, company, []);
  const link = (user_id: number, by: { token: string } = admin) =>
    app.raw('companies.link_director', by, { body: { company_id: company.id, user_id } });
  const unlink = () => app.raw('companies.unlink_director', admin, { body: { company_id: company.id } });
  expect(await link(employee.user_id)).toMatchObject({ status: 409, json: { code: 'director.exists' } });
  expect((await unlink()).status).toBe(200);
  expect(await unlink()).toMatchObject({ status: 409, json: { code: 'director.none' } });
  expect(await app.refused('employees.list', company.director)).toMatchObject({ status: 403 });
  expect(await link(stranger.director.user_id)).toMatchObject({
    status: 409,
    json: { code: 'director.not_employee' },
  });
  expect(await link(admin.user_id)).toMatchObject({ status: 409, json: { code: 'user.self' } });
  // Two different people at once: there is one director.
  const other = await makeEmployee(app, company, []);
  const replies = await Promise.all([link(employee.user_id), link(other.user_id)]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  const heads = await app.parts.db
    .selectFrom('memberships')
    .select('user_id')
    .where((eb) => eb.and({ company_id: company.id, role_id: 1 }))
    .execute();
  expect(heads).toHaveLength(1);
  const winner = heads[0]!.user_id === employee.user_id ? employee : other;
  expect((await app.ok('employees.list', winner, { query: {} })).items[0]).toMatchObject({
    user_id: winner.user_id,
    role_id: 1,
  });
  expect(await app.ok('companies.profile', winner, {})).toMatchObject({
    director: { user_id: winner.user_id },
    role_id: 1,
  });
});

test('the list finds companies by name and the beginning of a БИН', async () => {
  const company = await makeCompany(app, { name: 'ТОО «Сирек_атау»', algorithm: 'rsa' });
  await makeCompany(app, { name: 'ТОО «Сирекатау»', algorithm: 'rsa' });
  const find = async (search: string) =>
    (await app.ok('companies.admin_list', admin, { query: { search, limit: 100 } })).items.map(
      (row) => row.id,
    );
  expect(await find('сирек_')).toEqual([company.id]);
  expect(await find(company.bin)).toEqual([company.id]);
  expect(await find(company.bin.slice(3))).toEqual([]);
});

test('whoever may make a director sees whom: living employees alone, with the right to companies alone', async () => {
  const desk = await makeAdministrator(app, ['companies']);
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const [living, blocked] = [await makeEmployee(app, company, []), await makeEmployee(app, company, [])];
  await app.ok('users.block', admin, { params: { user_id: blocked.user_id } });
  const body = { company_id: company.id };
  await app.ok('companies.unlink_director', desk, { body });
  const params = { company_id: company.id };
  const { items } = await app.ok('companies.director_candidates', desk, { params });
  expect(items.map(({ user_id }) => user_id).toSorted()).toEqual(
    [living.user_id, company.director.user_id].toSorted(),
  );
  const them = JSON.stringify(items);
  expect(them).not.toContain(living.email);
  await app.ok('companies.link_director', desk, { body: { ...body, user_id: living.user_id } });
  expect(
    (await app.ok('companies.director_candidates', desk, { params })).items.map(({ user_id }) => user_id),
  ).toEqual([company.director.user_id]);
  await app.ok('companies.delete', desk, { query: {}, body });
  expect((await app.refused('companies.director_candidates', desk, { params })).status).toBe(404);
  const other = await makeAdministrator(app, ['users']);
  expect((await app.refused('companies.director_candidates', other, { params })).status).toBe(403);
});

test('a number is looked up among ours and in the public register, whose silence hides nothing', async () => {
  const { sandboxCompanies, SILENT_BIN } =
    await import('../../adapters/company-register/sandbox/sandbox-companies.ts');
  const known = sandboxCompanies.find(({ is_sole_trader }) => !is_sole_trader)!;
  const look = (bin: string) => app.ok('companies.by_bin', admin, { params: { bin } });
  expect(await look(known.bin)).toMatchObject({
    items: [],
    register: { status: 'found', name: known.name_ru, ceo: known.head_name, address: known.address },
  });
  expect(await look(SILENT_BIN)).toMatchObject({ items: [], register: { status: 'silent' } });
  const company = await makeCompany(app, { algorithm: 'rsa' });
  expect(await look(company.bin)).toMatchObject({
    items: [{ id: company.id }],
    register: { status: 'unknown' },
  });
  for (const bin of [newNumber('bin'), '123456789012', 'x'])
    expect((await app.refused('companies.by_bin', admin, { params: { bin } })).status).toBe(404);
});
