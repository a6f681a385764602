import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeAdministrator, makeCompany } from '../../../test/people.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { getCompany } from '../../platform/db/get-company.ts';

const app = await makeTestApp();
const admin = await makeAdministrator(app, ['companies']);
afterAll(() => app.close());

const waiting = async (name: string) =>
  (await app.ok('companies.name_requests', admin, { query: { limit: 100 } })).items.find(
    (request) => request.name === name,
  );
/** What orders, papers and messages read. */
const inForce = async (id: number) => (await getCompany(app.parts.db, id, ['name'])).name;
const decide = (id: number, outcome: 'approved' | 'refused', reason?: string) =>
  app.raw('companies.decide_name', admin, {
    params: { request_id: id },
    body: { outcome, ...(reason && { reason }) },
  });

test('another legal name waits for the desk, and the old one stays on orders and for partners', async () => {
  const { director, id, name } = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .updateTable('users')
    .set({ is_email_verified: true })
    .where('id', '=', director.user_id)
    .execute();
  const asked = { name: 'ТОО «Жаңа жол»', name_kz: '«Жаңа жол» ЖШС' };
  const own = await app.ok('companies.update', director, { body: { ...asked, display_name: 'Жаңа жол' } });
  expect(own).toMatchObject({ name, name_kz: null, display_name: 'Жаңа жол', name_request: asked });
  expect(await inForce(id)).toBe(name);
  const request = (await waiting(asked.name))!;
  expect(request).toMatchObject({ company: { id, name }, is_mixed: false, alike: [] });

  expect(await decide(request.id, 'refused')).toMatchObject({ status: 400, json: { field: 'reason' } });
  for (const _ of ['once', 'again']) expect((await decide(request.id, 'approved')).status).toBe(200);
  expect(await decide(request.id, 'refused', 'Поздно')).toMatchObject({
    json: { code: 'verification.wrong_state' },
  });
  expect(await app.ok('companies.own', director, {})).toMatchObject({ ...asked, name_request: null });
  expect(await inForce(id)).toBe(asked.name);
  const me = await app.ok('auth.me', director, {});
  expect([me.company, ...me.companies]).toMatchObject([asked, asked]);
  expect([
    nameOnPaper(asked, 'ru'),
    nameOnPaper(asked, 'kz'),
    nameOnPaper({ name, name_kz: null }, 'kz'),
  ]).toEqual([asked.name, asked.name_kz, name]);
  const history = await app.ok('companies.history', director, { query: {} });
  expect(history.items[0]).toMatchObject({ action: 'name_changed', before: { name }, after: asked });
  const told = await app.parts.db
    .selectFrom('messages')
    .select('subject')
    .where((eb) => eb.and({ recipient: director.email, kind: 'company_guarded' }))
    .execute();
  expect(told).toHaveLength(2);
});

test('an administrator does not verify the name of a company of their own', async () => {
  const { director, id, name } = await makeCompany(app, { algorithm: 'rsa' });
  await app.ok('companies.update', director, { body: { name: 'ТОО «Өзіміз»' } });
  const request = (await waiting('ТОО «Өзіміз»'))!;
  const employee = { company_id: id, user_id: admin.user_id, role_id: 2, rights: [] };
  await app.parts.db.insertInto('memberships').values(employee).execute();
  expect(await decide(request.id, 'approved')).toMatchObject({ status: 409, json: { code: 'user.self' } });
  expect(await inForce(id)).toBe(name);
});

test('asking for the name in force takes the request back; a refusal tells its reason', async () => {
  const { director, name } = await makeCompany(app, { algorithm: 'rsa' });
  const ask = (asked: string) => app.ok('companies.update', director, { body: { name: asked } });
  expect((await ask('ТОО «Бірінші»')).name_request).toMatchObject({ name: 'ТОО «Бірінші»' });
  expect((await ask('ТОО  «Екінші» ')).name_request).toMatchObject({ name: 'ТОО «Екінші»' });
  expect(await waiting('ТОО «Бірінші»')).toBeUndefined();
  expect((await ask(name)).name_request).toBeNull();
  await ask('ТОО «Екінші»');
  const { id } = (await waiting('ТОО «Екінші»'))!;
  await decide(id, 'refused', 'В реестре другое');
  expect(await app.ok('companies.own', director, {})).toMatchObject({ name, name_request: null });
  const history = await app.ok('companies.history', director, { query: {} });
  expect(history.items[0]).toMatchObject({ action: 'name_refused', after: { reason: 'В реестре другое' } });
});

test('the desk sees whose name another one looks like, whatever letters and quotes it is written in', async () => {
  const known = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .updateTable('companies')
    .set({ name: 'ТОО «Алатау Логистика»' })
    .where('id', '=', known.id)
    .execute();
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  for (const [name, is_mixed] of [
    ['TOO "Aлатау Логистика"', true],
    ['ИП АЛАТАУ-ЛОГИСТИКА', false],
  ] as const) {
    await app.ok('companies.update', director, { body: { name } });
    expect(await waiting(name)).toMatchObject({ is_mixed, alike: [{ id: known.id }] });
  }
  const name = 'ТОО «Ала-тау Логистик»';
  await app.ok('companies.update', director, { body: { name } });
  expect((await waiting(name))!.alike).toEqual([]);
});
