import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  makeAdministrator,
  makeCompany,
  makeEmployee,
  makeExecutor,
  PASSWORD,
  signInAs,
  type Administrator,
} from '../../../test/people.ts';
import type { Actor } from '../../platform/actor.ts';
import { openMessage } from '../messages/public.ts';
import { blockUser, deleteUser } from './administer-user.ts';

const app = await makeTestApp();
let admin: Administrator = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
const company = await makeCompany(app, { algorithm: 'rsa' });
afterAll(() => app.close());

const of = (user_id: number) => ({ params: { user_id } });

test('who is blocked is out with the next call, whatever token he has, and comes in again when unblocked', async () => {
  const employee = await makeEmployee(app, company, ['manage_acts']);
  const second = await signInAs(app, employee);
  await app.ok('acts.list', employee, { query: {} });
  expect(await app.ok('users.block', admin, of(employee.user_id))).toMatchObject({ status: 'blocked' });
  for (const by of [employee, second])
    expect(await app.refused('acts.list', by)).toMatchObject({ status: 401, code: 'unauthorized' });
  const body = { email: employee.email, password: PASSWORD };
  expect(await app.refused('auth.login_too', null, { body })).toMatchObject({ status: 401 });
  expect(await app.ok('users.unblock', admin, of(employee.user_id))).toMatchObject({ status: 'active' });
  // A session that was ended stays so.
  expect(await app.refused('acts.list', employee)).toMatchObject({ status: 401 });
  await app.ok('auth.login_too', null, { body });
});

test('nobody blocks or deletes himself, and two last administrators do not end each other at once', async () => {
  for (const name of ['users.block', 'users.delete'] as const)
    expect(await app.refused(name, admin, of(admin.user_id))).toMatchObject({
      status: 409,
      code: 'user.self',
    });
  const pair = await Promise.all([makeAdministrator(app, ['users']), makeAdministrator(app, ['users'])]);
  await app.ok('users.block', pair[0], of(admin.user_id));
  // Both were let in before either was ended.
  const { db } = app.parts;
  const as = (one: Administrator) => one as unknown as Actor;
  const deeds = await Promise.allSettled([
    blockUser(db, as(pair[0]), pair[1].user_id),
    deleteUser(db, as(pair[1]), pair[0].user_id),
  ]);
  expect(deeds.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(deeds.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'user.last_administrator' },
  });
  const living = await app.parts.db
    .selectFrom('users as u')
    .innerJoin('user_permissions as p', 'p.user_id', 'u.id')
    .select('u.id')
    .where('u.status', '=', 'active')
    .execute();
  expect(living).toHaveLength(1);
  // Somebody who administers something else does not count as one who can let others in.
  const [last] = living;
  const by = pair.find((one) => one.user_id === last!.id)!;
  await makeAdministrator(app, ['support']);
  await app.ok('users.unblock', by, of(admin.user_id));
  admin = { ...admin, ...(await signInAs(app, admin)) };
});

test('administrators give others what they have and themselves nothing, and somebody who can let others in stays', async () => {
  const own = await makeTestApp();
  const [first, second] = [
    await makeAdministrator(own, [...PLATFORM_RIGHTS]),
    await makeAdministrator(own, ['support']),
  ];
  const give = (by: Administrator, user_id: number, rights: string[]) =>
    own.raw('users.set_platform_rights', by, { ...of(user_id), body: { rights } as never });
  expect((await give(second, second.user_id, ['users'])).status).toBe(403);
  expect((await give(first, first.user_id, ['companies'])).json).toMatchObject({
    code: 'user.last_administrator',
  });
  // In the order of the product, whatever order they came in.
  expect((await give(first, first.user_id, ['users'])).status).toBe(200);
  for (const rights of [['users', 'companies'], [...PLATFORM_RIGHTS]])
    expect(await give(first, first.user_id, rights)).toMatchObject({
      status: 409,
      json: { code: 'user.own_rights' },
    });
  expect(await give(first, second.user_id, ['users', 'companies'])).toMatchObject({
    status: 403,
    json: { code: 'user.right_not_held' },
  });
  // What somebody has already is no gift.
  expect((await give(first, second.user_id, ['users', 'support'])).json).toMatchObject({
    user_permission: { user_id: second.user_id, role_id: 4, allow: ['support', 'users'] },
  });
  const administrators = async () =>
    (await own.ok('users.list', second, { query: { administrators: true } })).items.map(({ id }) => id);
  expect(await administrators()).toEqual([second.user_id, first.user_id]);
  // Now there is another, and one may go; the other one may not.
  expect((await give(first, first.user_id, [])).status).toBe(200);
  expect((await give(first, second.user_id, [])).status).toBe(403);
  expect((await give(second, second.user_id, [])).json).toMatchObject({ code: 'user.last_administrator' });
  expect(await administrators()).toEqual([second.user_id]);
  const log = await own.ok('administration.audit', second, {
    query: { user_id: first.user_id, kind: 'permission_taken' },
  });
  expect(log.items[0]).toMatchObject({ kind: 'permission_taken', by: { id: first.user_id } });
  await own.parts.db
    .updateTable('sessions')
    .set({ proof_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', second.user_id)
    .execute();
  expect((await give(second, first.user_id, ['support'])).json).toMatchObject({
    code: 'fresh_proof_required',
  });
  await own.close();
});

test('a deleted account frees e-mail and phone, keeps its name, and its company knows who answers now', async () => {
  const employee = await makeEmployee(app, company, []);
  const executor = await makeExecutor(app, company);
  const { db } = app.parts;
  await db
    .updateTable('executors')
    .set({ responsible_user_id: employee.user_id })
    .where('executor_company_id', '=', executor.id)
    .execute();
  await app.ok('users.delete', admin, of(employee.user_id));
  expect(await app.refused('auth.me', employee)).toMatchObject({ status: 401 });
  expect(await app.refused('users.delete', admin, of(employee.user_id))).toMatchObject({ status: 404 });
  const row = await db
    .selectFrom('users')
    .select(['status', 'email', 'phone', 'password_hash', 'full_name'])
    .where('id', '=', employee.user_id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'deleted', email: null, phone: null, password_hash: null });
  expect(row.full_name).not.toBe('');
  const after = await db
    .selectFrom('executors')
    .select('responsible_user_id')
    .where('executor_company_id', '=', executor.id)
    .executeTakeFirstOrThrow();
  expect(after.responsible_user_id).toBe(company.director.user_id);
  // A fresh proof is asked for.
  const old = await signInAs(app, admin);
  await db
    .updateTable('sessions')
    .set({ proof_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', old.session_id)
    .execute();
  expect(await app.refused('users.delete', old, of(company.director.user_id))).toMatchObject({
    code: 'fresh_proof_required',
  });
});

test('of a colleague one sees name and role, and the rest masked; of a stranger nothing', async () => {
  const employee = await makeEmployee(app, company, []);
  await app.parts.db
    .updateTable('users')
    .set({ phone: '+77015556677' })
    .where('id', '=', company.director.user_id)
    .execute();
  const seen = await app.ok('users.get', employee, of(company.director.user_id));
  expect(seen).toMatchObject({ role_id: 1, phone: '+7701•••••77' });
  expect(seen.email).toMatch(/^p••••@/);
  expect(await app.ok('users.get', company.director, of(company.director.user_id))).toMatchObject({
    phone: '+77015556677',
    email: company.director.email,
  });
  expect(await app.ok('users.phone', employee, { params: { company_id: company.id } })).toEqual({
    phone: '+7701•••••77',
  });
  expect(await app.ok('users.phone', company.director, { params: { company_id: company.id } })).toEqual({
    phone: '+77015556677',
  });
  const other = await makeCompany(app, { algorithm: 'rsa' });
  expect(await app.refused('users.get', other.director, of(employee.user_id))).toMatchObject({ status: 404 });
  expect(await app.refused('users.login_success', employee, of(admin.user_id))).toMatchObject({
    status: 404,
  });
  expect(await app.ok('users.login_success', admin, of(admin.user_id))).toMatchObject({
    redirect_url: '/admin',
  });
});

test('a number becomes one’s own by its code alone, and a taken one is only told to who has it', async () => {
  const employee = await makeEmployee(app, company, []);
  const codeFor = async (phone: string) => {
    const row = await app.parts.db
      .selectFrom('messages')
      .selectAll()
      .where('recipient', '=', phone)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return /\b(\d{6})\b/.exec(openMessage(app.parts, row).body)![1]!;
  };
  const phone = '+77051234501';
  await app.ok('users.phone_code', employee, { body: { phone: '8 (705) 123-45-01' } });
  const code = await codeFor(phone);
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await app.refused('users.confirm_phone', employee, { body: { phone, code: wrong } })).toMatchObject({
    status: 400,
    code: 'code.wrong',
  });
  // The code of one number is none for another.
  expect(
    await app.refused('users.confirm_phone', employee, { body: { phone: '+77051234502', code } }),
  ).toMatchObject({ code: 'code.over' });
  expect(await app.ok('users.confirm_phone', employee, { body: { phone, code } })).toMatchObject({
    phone,
    is_phone_verified: true,
  });
  expect(await app.refused('users.phone_code', employee, { body: { phone: '+77051234503' } })).toMatchObject({
    status: 409,
    code: 'user.phone_confirmed',
  });

  await app.parts.db.deleteFrom('message_requests').execute();
  const other = await makeEmployee(app, company, []);
  await app.ok('users.phone_code', other, { body: { phone } });
  expect(
    await app.refused('users.confirm_phone', other, { body: { phone, code: await codeFor(phone) } }),
  ).toMatchObject({ status: 409, code: 'change.taken', field: 'phone' });
});

test('the list finds people by name, e-mail and phone, and by state', async () => {
  const employee = await makeEmployee(app, company, []);
  const find = async (query: object) =>
    (await app.ok('users.list', admin, { query: query as never })).items.map((row) => row.id);
  expect(await find({ search: employee.email })).toEqual([employee.user_id]);
  expect(await find({ search: '8 705 123 45 01' })).toHaveLength(1);
  expect(await find({ search: '%' })).toEqual([]);
  expect(await find({ status: 'blocked' })).not.toContain(employee.user_id);
  await app.ok('users.block', admin, of(employee.user_id));
  expect(await find({ status: 'blocked' })).toContain(employee.user_id);
  const list = await app.ok('users.list', admin, { query: { search: employee.email } });
  expect(list.items[0]!.companies).toEqual([{ id: company.id, name: company.name, role_id: 2 }]);
  const audit = await app.ok('administration.audit', admin, {
    query: { user_id: employee.user_id, kind: 'blocked' },
  });
  expect(audit.items[0]).toMatchObject({ kind: 'blocked', by: { id: admin.user_id } });
});
