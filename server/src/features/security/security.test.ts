import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { violations, worldOf } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSignedActs } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, PASSWORD, signInAs } from '../../../test/people.ts';
import { eraseDue } from './erasure.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
afterAll(() => app.close());

test('sessions are listed with what they are, and end one by one or all but this', async () => {
  const person = await makeEmployee(app, company, []);
  const headers = {
    'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1.15',
  };
  const body = { email: person.email, password: PASSWORD };
  await app.ok('auth.login_too', null, { body }, { headers });
  const [second, third] = [await signInAs(app, person), await signInAs(app, person)];
  const { items } = await app.ok('security.sessions', person, {});
  expect(items).toHaveLength(4);
  expect(items.find(({ is_current }) => is_current)!.id).toBe(person.session_id);
  expect(items.find(({ means }) => means === 'password')).toMatchObject({ device: 'Safari · macOS' });
  const params = { session_id: second.session_id };
  await app.ok('security.end_session', person, { params });
  expect((await app.raw('auth.me', second)).status).toBe(401);
  expect((await app.refused('security.end_session', person, { params })).status).toBe(404);
  expect(await app.ok('security.end_others', person, {})).toEqual({ ended: 2 });
  expect((await app.raw('auth.me', third)).status).toBe(401);
  expect((await app.raw('auth.me', person)).status).toBe(200);
});

test('the own data come out whole, and the secrets do not', async () => {
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  await makeSignedActs(app, deal, 1);
  const { person } = deal.executor;
  await app.ok('factors.start_totp', person, {});
  await app.ok('support.create', person, { body: { theme_id: '1', text: 'Менің сұрағым' } });
  const bytes = await app.ok('security.export', person, {});
  const data = JSON.parse(bytes.toString()) as Record<string, unknown[]>;
  expect(data['account']).toMatchObject({ email: person.email, iin: person.iin });
  expect(data['signatures']!.length).toBeGreaterThan(0);
  expect(data['support_messages']).toEqual([expect.objectContaining({ text: 'Менің сұрағым' })]);
  expect(data['security_events']).toContainEqual(expect.objectContaining({ kind: 'data_exported' }));
  const text = bytes.toString();
  expect(text).not.toMatch(/argon2|password_hash|secret_sealed|refresh_hash|public_key/);
  // Nobody else's numbers.
  expect(text).not.toContain(company.director.iin);
});

test('the only director hands his company over first; anybody else is erased after a week, unless he thinks again', async () => {
  const { director } = company;
  expect(await app.refused('security.ask_erasure', director, { body: {} })).toMatchObject({
    status: 409,
    code: 'erasure.last_director',
    message: expect.stringContaining(company.name),
  });
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  await makeSignedActs(app, deal, 1);
  const { person } = deal.executor;
  const asked = await app.ok('security.ask_erasure', person, { body: { reason: 'Ухожу' } });
  expect(Date.parse(asked.due_at) - Date.parse(asked.asked_at)).toBe(7 * 86_400_000);
  expect(asked.papers_until).toBe(`${Number(almatyDate(new Date()).slice(0, 4)) + 5}-12-31`);
  expect(await app.ok('security.ask_erasure', person, { body: {} })).toEqual(asked);
  await eraseDue(app.parts);
  expect((await app.raw('auth.me', person)).status).toBe(200);
  await app.ok('security.withdraw_erasure', person, {});
  expect((await app.ok('security.consents', person, {})).erasure).toBeNull();

  await app.ok('security.ask_erasure', person, { body: {} });
  await app.parts.db
    .updateTable('erasure_requests')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', person.user_id)
    .execute();
  await eraseDue(app.parts);
  expect((await app.raw('auth.me', person)).status).toBe(401);
  const row = await app.parts.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.user_id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(person.email);
  expect(row).toMatchObject({ status: 'deleted', iin: null, phone: null, password_hash: null });
  // The papers and what proves them stay as they were.
  expect(await violations(worldOf(app), ['I18'])).toEqual([]);
  const signatures = await app.parts.db
    .selectFrom('signatures')
    .select('id')
    .where('user_id', '=', person.user_id)
    .execute();
  expect(signatures.length).toBeGreaterThan(0);
});
