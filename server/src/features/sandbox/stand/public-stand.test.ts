import { createHash } from 'node:crypto';
import { calls, type CallName } from '@kelisim/shared/calls.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { afterAll, expect, test } from 'vitest';
import { addTestKey } from '../../../../test/api-keys.ts';
import { requestOf, send } from '../../../../test/calls.ts';
import { makeTestApp } from '../../../../test/make-app.ts';
import { samplePdf, TODAY } from '../../../../test/papers.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { networkOf } from '../../../platform/network-of.ts';
import { keyHash, keyPrefix, makeKeyText } from '../../api-keys/key-text.ts';
import { queueMessage } from '../../messages/public.ts';

const app = await makeTestApp({ stand: true, public_url: 'https://stand.kelisim.example' });
const production = await makeTestApp({ sandbox: false, nca: app.parts.nca, beside: app });
afterAll(async () => {
  await production.close();
  await app.close();
});

const begin = () => app.ok('sandbox.begin', null, { body: { executors: 1 } });
const comeIn = async (body: { email: string; password: string }) => {
  const session = await app.ok('auth.login_too', null, { body });
  if (!('access_token' in session)) throw new Error('another factor is asked for');
  return { token: session.access_token };
};
const by = ({ key }: Awaited<ReturnType<typeof begin>>) => ({ token: key });

test('strangers have the calls of their own test company, and none that shows or changes what is of others', async () => {
  const mine = await begin();
  const of_sandbox = Object.entries<Call>(calls).filter(([, { sandbox }]) => sandbox);
  for (const [name, { sandbox }] of of_sandbox) {
    if (name === 'sandbox.begin' || name === 'sandbox.reset') continue;
    const { status } = await send(app.http, requestOf(name as CallName, { body: {} }, by(mine)));
    expect(status === 404, name).toBe(sandbox === true);
  }
  expect(of_sandbox.filter(([, { sandbox }]) => sandbox === 'own').map(([name]) => name)).toEqual([
    'sandbox.keys',
  ]);
});

test('the bank and the ИС ЭСФ of the sandbox, which know no strangers, are not there', async () => {
  for (const [method, url] of [
    ['POST', '/api/sandbox-bank/oauth/token'],
    ['GET', '/api/sandbox-bank/accounts'],
    ['POST', '/sandbox/esf/ws/api1/SessionService'],
  ] as const)
    expect((await app.http.inject({ method, url })).statusCode, url).toBe(404);
});

test('a director who was made comes in by the password, and sees test keys of their own alone', async () => {
  const [mine, theirs] = [await begin(), await begin()];
  const keysOf = async ({ director }: typeof mine) => app.ok('sandbox.keys', await comeIn(director), {});
  const keys = await keysOf(mine);
  expect(keys).toHaveLength(1);
  const others = await keysOf(theirs);
  expect(others.map(({ file_name }) => file_name)).not.toEqual(keys.map(({ file_name }) => file_name));
});

test('a contract is made, sent and signed by calls', async () => {
  const mine = await begin();
  const { id } = await app.ok('documents.create', by(mine), {
    body: {
      title: 'Договор на услуги',
      contractor_id: String(mine.executors[0]!.executor_company_id),
      type_id: '1',
      start_date: TODAY,
      end_date: TODAY,
    },
    files: { file: { name: 'договор.pdf', bytes: await samplePdf() } },
  });
  await app.ok('documents.send', by(mine), { params: { doc_id: id } });
  const { items } = await app.ok('sandbox.sign', by(mine), { body: { document_ids: [id] } });
  expect(items.map(({ status }) => status)).toEqual(['ok', 'ok']);
});

test('every key ends in a month, whoever makes it and however', async () => {
  const director = await comeIn((await begin()).director);
  const today = almatyDate(new Date());
  const make = (days: number) =>
    app.raw('api_keys.create', director, {
      body: { name: 'ERP', scopes: ['acts:read'], expires_on: addDays(today, days) },
    });
  expect((await make(31)).json).toMatchObject({ code: 'api_key.end', field: 'expires_on' });
  expect((await make(30)).status).toBe(200);
  const first = await app.ok('api_keys.list', director, {});
  expect(first.most_days).toBe(30);
  const [{ id: key_id }] = first.items as [(typeof first.items)[0]];
  await app.ok('api_keys.rotate', director, { params: { key_id }, body: { overlap_hours: 1 } });
  const { items } = await app.ok('api_keys.list', director, {});
  // Of the call of the stand, of the page, and of the replacement; the one that was replaced ends sooner.
  const ends = items.filter((one) => one.replaced_by === null).map((one) => new Date(one.expires_at));
  expect(ends.map(almatyDate)).toEqual([addDays(today, 31), addDays(today, 31)]);
});

test('a network makes so many companies in an hour, by either call, and all of them so many in a day', async () => {
  const mine = await begin();
  const limits = app.parts.db.deleteFrom('limited_calls');
  await limits.execute();
  const fill = (what: string, calls_made: number) => {
    const what_hash = createHash('sha256').update(what).digest();
    const rows = Array.from({ length: calls_made }, () => ({ what_hash }));
    return app.parts.db.insertInto('limited_calls').values(rows).execute();
  };
  await fill(`stand ${networkOf('127.0.0.1')}`, 59);
  await app.ok('sandbox.reset', by(mine), { body: { executors: 1 } });
  expect((await app.raw('sandbox.begin', null, { body: {} })).status).toBe(429);
  expect((await app.raw('sandbox.reset', by(mine), { body: {} })).status).toBe(429);
  await limits.execute();
  await fill('stand', 2_999);
  await begin();
  const full = await app.raw('sandbox.begin', null, { body: {} });
  expect([full.status, full.json]).toMatchObject([429, { code: 'too_many' }]);
  await limits.execute();
});

test('a code that was not sent is read by nobody, not even by an administrator', async () => {
  const admin = await makeAdministrator(app, ['users']);
  await queueMessage(app.parts, app.parts.db, {
    kind: 'code',
    to: { channel: 'sms', recipient: '+77011234567', locale: 'ru' },
    values: { code: '004217' },
    secret: ['code'],
    expires_at: new Date(Date.now() + 600_000),
  });
  const { id } = await app.parts.db
    .selectFrom('messages')
    .select('id')
    .where('kind', '=', 'code')
    .executeTakeFirstOrThrow();
  const message = await app.ok('outbox.get', admin, { params: { message_id: id } });
  expect([message.is_open, message.body.includes('004217')]).toEqual([false, false]);
});

test('nobody registers: no code would reach them', async () => {
  const body = { phone: '+77011234567', kind: 'business' as const };
  const { status, json } = await app.raw('registration.phone', null, { body });
  expect([status, json]).toMatchObject([409, { code: 'registration.stand' }]);
});

test('webhooks of strangers reach no program on the machine of the stand', async () => {
  const mine = await begin();
  const body = { url: 'http://127.0.0.1:9/hook' };
  expect((await app.raw('webhooks.create', by(mine), { body })).status).toBe(422);
});

test('a key and its token are good at their own kind of installation alone, whatever database both use', async () => {
  const mine = await begin();
  const live = makeKeyText(false);
  const { director_id: user_id } = await app.parts.db
    .selectFrom('companies')
    .select('director_id')
    .where('id', '=', mine.company.id)
    .executeTakeFirstOrThrow();
  const row = { prefix: keyPrefix(live), hash: keyHash(live) };
  await addTestKey(app, { user_id: user_id!, company_id: mine.company.id }, undefined, row);
  const payload = (secret: string) =>
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: keyPrefix(secret),
      client_secret: secret,
    }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const ask = (at: typeof app, secret: string) =>
    at.http.inject({ method: 'POST', url: '/oauth/token', headers, payload: payload(secret) });
  const statusOf = async (at: typeof app, token: string) => (await at.raw('acts.list', { token })).status;
  for (const [own, other, key] of [
    [app, production, mine.key],
    [production, app, live],
  ] as const) {
    expect([await statusOf(own, key), await statusOf(other, key)], keyPrefix(key)).toEqual([200, 401]);
    expect((await ask(other, key)).statusCode, keyPrefix(key)).toBe(401);
    const { access_token } = (await ask(own, key)).json<{ access_token: string }>();
    expect([await statusOf(own, access_token), await statusOf(other, access_token)]).toEqual([200, 401]);
  }
});
