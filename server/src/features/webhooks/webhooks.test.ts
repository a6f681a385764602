import { setTimeout as sleep } from 'node:timers/promises';
import { pingEvent } from '@kelisim/shared/features/events/events.contract.ts';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { addTestKey } from '../../../test/api-keys.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { openFeed } from '../../../test/open-feed.ts';
import { makeSentAct } from '../../../test/papers.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeEmployee } from '../../../test/people.ts';
import { makeWebhookTrial } from '../../../test/webhook-trial.ts';
import { takeEndpoints } from './endpoints.queries.ts';

const HOUR_MS = 3_600_000;
const trial = await makeWebhookTrial();
const { app, deal, director, clock, receiver, move, add, endpoint, deliveries, deliver } = trial;
afterAll(() => app.close());
beforeEach(trial.beginAnew);
const sent = () => receiver.got.map(({ body }) => (JSON.parse(body) as { type: string }).type);

test('the secret is shown once, and the official library verifies what it signed', async () => {
  const { secret, item } = await add();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const id = await makeSentAct(app, deal);
  await deliver();
  expect(sent().filter((type) => type.startsWith('act.'))).toEqual(['act.created', 'act.sent']);
  for (const { body, headers } of receiver.got) {
    const seen = new Webhook(secret).verify(body, headers) as { id: string };
    expect(seen.id).toBe(headers['webhook-id']);
    expect(() => new Webhook(secret).verify(body.replace('evt', 'evx'), headers)).toThrow();
  }
  const first = JSON.parse(receiver.got[0]!.body) as object;
  expect(first).toMatchObject({ company_bin: deal.company.bin, data: { object: 'act', id, version: 1 } });
  for (const seen of [await app.ok('webhooks.list', director, {}), await endpoint(item.id)])
    expect(JSON.stringify(seen)).not.toContain(secret.slice(6));
  const { rows } = await sql<{
    all: string;
  }>`select string_agg(w::text, ',') as all from webhook_endpoints w`.execute(app.parts.db);
  expect(rows[0]!.all).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'));
  const history = await app.ok('companies.history', director, { query: {} });
  expect(history.items[0]).toMatchObject({ action: 'webhook_added' });
});

test('only chosen events are sent, and of no other company', async () => {
  const other = await makeOwnDeal(app);
  await add(director, { types: ['act.sent'] });
  await add(other.company.director, { url: 'https://other.example.kz/hook' });
  await makeSentAct(app, deal);
  await makeSentAct(app, other);
  await deliver();
  const of = (host: string) => receiver.got.filter(({ url }) => url.includes(host));
  expect(of('one').map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['act.sent']);
  expect(of('other').length).toBeGreaterThan(1);
  for (const { body } of of('other'))
    expect((JSON.parse(body) as { company_bin: string }).company_bin).toBe(other.company.bin);
});

test('what fails is tried again under the same id, less and less often, and the log says why', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  receiver.answer = () => ({ status: 500, text: `Ошибка ${'x'.repeat(5_000)}` });
  await makeSentAct(app, deal);
  await deliver();
  await deliver();
  expect(receiver.got).toHaveLength(1);
  const [row] = await deliveries(item.id);
  expect(row).toMatchObject({ state: 'waiting', attempts: 1, status: 500, fault: 'status' });
  const whole = await app.ok('webhooks.delivery', director, {
    params: { endpoint_id: item.id, delivery_id: row!.id },
  });
  expect(whole.answer).toHaveLength(1_000);
  expect(whole.request.body).toBe(receiver.got[0]!.body);
  expect(whole.request.headers).toMatchObject(
    Object.fromEntries(
      Object.entries(receiver.got[0]!.headers).filter(([name]) => name.startsWith('webhook')),
    ),
  );
  move(6_000);
  receiver.answer = () => 'timeout';
  await deliver();
  expect(receiver.got).toHaveLength(2);
  expect((await deliveries(item.id))[0]).toMatchObject({ attempts: 2, status: null, fault: 'timeout' });
  move(60_000);
  await deliver();
  expect(receiver.got).toHaveLength(2);
  receiver.answer = () => ({});
  move(6 * 60_000);
  await deliver();
  expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(1);
  expect((await deliveries(item.id))[0]).toMatchObject({ state: 'delivered', attempts: 3, fault: null });
  expect(await endpoint(item.id)).toMatchObject({ failing_since: null, waiting: 0 });
});

test('what waited through an outage is sent when it is over, in its order', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  receiver.answer = () => 'refused';
  const ids = [await makeSentAct(app, deal), await makeSentAct(app, deal), await makeSentAct(app, deal)];
  for (let hour = 0; hour < 60; hour++) {
    await deliver();
    move(HOUR_MS);
  }
  // An outage is no fault of a message: it spends five attempts before it is known for one, and none after.
  for (const { attempts } of await deliveries(item.id)) expect(attempts).toBeLessThanOrEqual(5);
  receiver.got.length = 0;
  receiver.answer = () => ({});
  await deliver();
  const things = receiver.got.map(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id);
  expect([...things].sort((a, b) => a - b)).toEqual(ids);
});

test('after three days it is switched off, those who head the company are told, and it goes on when switched on', async () => {
  const { item } = await add(director, { types: ['act.sent', 'endpoint.disabled'] });
  receiver.answer = () => 'timeout';
  const id = await makeSentAct(app, deal);
  for (let hour = 0; hour < 74; hour++) {
    await deliver();
    move(HOUR_MS);
  }
  expect(await endpoint(item.id)).toMatchObject({ state: 'off', off_why: 'failing', waiting: 1 });
  const { items } = await app.ok('notices.list', director, { query: {} });
  expect(items[0]!.text).toContain('one.example.kz');
  const params = { endpoint_id: item.id };
  expect(await app.refused('webhooks.test', director, { params })).toMatchObject({ code: 'webhook.off' });
  receiver.answer = () => ({});
  receiver.got.length = 0;
  await deliver();
  expect(receiver.got).toEqual([]);
  await app.ok('webhooks.update', director, { params, body: { state: 'on' } });
  const later = await makeSentAct(app, deal);
  move(24 * HOUR_MS);
  await deliver();
  const things = receiver.got.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { id: number } };
    return `${type} ${data.id}`;
  });
  expect(things.sort()).toEqual(
    [`act.sent ${id}`, `act.sent ${later}`, `endpoint.disabled ${item.id}`].sort(),
  );
});

test('an endpoint that is gone is switched off at once; one that asks for time is given it', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  receiver.answer = () => ({ status: 429, retry_after: '1800' });
  await makeSentAct(app, deal);
  await deliver();
  move(20 * 60_000);
  await deliver();
  expect(receiver.got).toHaveLength(1);
  receiver.answer = () => ({ status: 410 });
  move(15 * 60_000);
  await deliver();
  expect(await endpoint(item.id)).toMatchObject({ state: 'off', off_why: 'gone' });
});

test('a message that is never taken keeps no other waiting, and is given up after ten attempts', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  const bad = await makeSentAct(app, deal);
  receiver.answer = ({ body }) =>
    (JSON.parse(body) as { data: { id: number } }).data.id === bad ? { status: 500 } : {};
  for (let i = 0; i < 12; i++) {
    await deliver();
    move(3_000);
    await makeSentAct(app, deal);
    await deliver();
    move(25 * HOUR_MS);
  }
  const rows = await deliveries(item.id);
  expect(rows.filter(({ state }) => state === 'delivered')).toHaveLength(12);
  expect(rows.filter(({ state }) => state === 'failed')).toMatchObject([{ attempts: 10, status: 500 }]);
  expect((await endpoint(item.id)).state).toBe('on');
});

test('nothing of a company that is blocked leaves, and all of it when that has ended', async () => {
  const own = await makeOwnDeal(app);
  await add(own.company.director, { types: ['act.sent'] });
  const set = (status: 'blocked' | 'active') =>
    app.parts.db.updateTable('companies').set({ status }).where('id', '=', own.company.id).execute();
  await makeSentAct(app, own);
  await set('blocked');
  await deliver();
  expect(sent()).toEqual([]);
  await set('active');
  await deliver();
  expect(sent()).toEqual(['act.sent']);
});

test('a test is what the document for programs says of it, sent and shown', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  const params = { endpoint_id: item.id };
  const { id: delivery_id, message_id } = await app.ok('webhooks.test', director, { params });
  await deliver();
  const [got] = receiver.got;
  const ping = z.strictObject(pingEvent.shape).parse(JSON.parse(got?.body ?? ''));
  expect(ping).toMatchObject({ id: message_id, company_bin: deal.company.bin, data: { id: item.id } });
  expect(got?.headers['webhook-id']).toBe(message_id);
  const whole = await app.ok('webhooks.delivery', director, { params: { ...params, delivery_id } });
  expect(whole.request.body).toBe(got?.body);
});

test('a secret that is replaced signs for a day more', async () => {
  const { secret, item } = await add(director, { types: ['act.sent'] });
  const { secret: next } = await app.ok('webhooks.rotate', director, { params: { endpoint_id: item.id } });
  expect(next).not.toBe(secret);
  const verifies = async (by: string) => {
    receiver.got.length = 0;
    await app.ok('webhooks.test', director, { params: { endpoint_id: item.id } });
    await deliver();
    const { body, headers } = receiver.got[0]!;
    vi.setSystemTime(clock.now());
    try {
      return (new Webhook(by).verify(body, headers) as { type: string }).type === 'ping';
    } catch {
      return false;
    } finally {
      vi.useRealTimers();
    }
  };
  expect([await verifies(secret), await verifies(next)]).toEqual([true, true]);
  move(25 * HOUR_MS);
  expect([await verifies(secret), await verifies(next)]).toEqual([false, true]);
});

test('one message, or all since a moment, are sent once more under their ids', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  const params = { endpoint_id: item.id };
  await makeSentAct(app, deal);
  await deliver();
  const since = (
    await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.parts.db)
  ).rows[0]!.at.toISOString();
  await makeSentAct(app, deal);
  await makeSentAct(app, deal);
  await deliver();
  const [first, second, third] = receiver.got.map(({ id }) => id);
  receiver.got.length = 0;
  const rows = await deliveries(item.id);
  const delivery_id = rows.at(-1)!.id;
  await app.ok('webhooks.resend', director, { params: { ...params, delivery_id } });
  await deliver();
  expect(receiver.got.map(({ id }) => id)).toEqual([first]);
  receiver.got.length = 0;
  await app.ok('webhooks.resend_since', director, { params, body: { since } });
  await deliver();
  expect(receiver.got.map(({ id }) => id)).toEqual([second, third]);
  // The attempts of each are counted from one again.
  expect((await deliveries(item.id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
});

test('an endpoint has one message in flight, whoever serves it, and a dead one keeps others not waiting', async () => {
  await add(director, { types: ['act.sent'] });
  const other = await makeOwnDeal(app);
  await add(other.company.director, { url: 'https://dead.example.kz/hook' });
  for (let i = 0; i < 5; i++) await makeSentAct(app, deal);
  await makeSentAct(app, other);
  let dead_until: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => (dead_until = resolve));
  receiver.most_at_once = 0;
  receiver.answer = async ({ url }) => {
    if (url.includes('dead')) await dead;
    else await sleep(5);
    return {};
  };
  const rounds = [deliver(), deliver(), deliver()];
  await vi.waitFor(
    () => expect(receiver.got.filter(({ url }) => url.includes('one')).length).toBe(5),
    PATIENT,
  );
  await vi.waitFor(
    () => expect(receiver.got.filter(({ url }) => url.includes('dead'))).toHaveLength(1),
    PATIENT,
  );
  dead_until();
  await Promise.all(rounds);
  expect(receiver.most_at_once).toBe(1);
  const ids = receiver.got.map(({ url, id }) => `${url} ${id}`);
  expect(new Set(ids).size).toBe(ids.length);
});

test('what a process was at when it was killed is sent by another', async () => {
  await add(director, { types: ['act.sent'] });
  await makeSentAct(app, deal);
  await vi.waitFor(async () => {
    clock.set(new Date());
    const how = { troubled: false, most: 1, of_company: 1, lease_s: 60 };
    expect(await takeEndpoints(app.parts.db, clock.now(), how)).toHaveLength(1);
  }, PATIENT);
  await deliver();
  expect(receiver.got).toEqual([]);
  move(61_000);
  await deliver();
  expect(sent()).toEqual(['act.sent']);
});

test('a key with the scope manages endpoints, and no secret is read or made with it again', async () => {
  const { items } = await app.ok('companies.history', director, { query: {} });
  const { token } = await addTestKey(app, director, ['webhooks:manage']);
  const { secret, item } = await app.ok(
    'webhooks.create',
    { token },
    { body: { url: 'https://n8n.example.kz/hook', types: ['act.sent'] } },
  );
  const params = { endpoint_id: item.id };
  const seen = await app.ok('webhooks.update', { token }, { params, body: { state: 'off' } });
  expect(JSON.stringify(seen)).not.toContain(secret.slice(6));
  expect(await app.refused('webhooks.rotate', { token }, { params })).toMatchObject({ code: 'not_for_keys' });
  await app.ok('webhooks.remove', { token }, { params });
  const after = await app.ok('companies.history', director, { query: {} });
  expect(after.total - items.length).toBeGreaterThan(0);
  // Whoever reads it sees that a program did it, and which.
  expect(after.items[0]).toMatchObject({ action: 'webhook_removed', api_key: '1С' });
  const told = await app.parts.db
    .selectFrom('notices')
    .select('words')
    .where('user_id', '=', director.user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(told.words).toMatchObject({ who: expect.stringMatching(/ \(API: 1С\)$/) });
  const { token: other } = await addTestKey(app, director, ['events:read']);
  expect(await app.refused('webhooks.list', { token: other })).toMatchObject({ code: 'scope_missing' });
  await openFeed(() => app.ok('events.list', { token: other }, { query: {} }));
});

test('only a director with a fresh proof manages them, ten at most, and nowhere but the internet', async () => {
  const employee = await makeEmployee(app, deal.company, ['manage_settings']);
  for (const by of [employee, deal.executor.person])
    expect(await app.refused('webhooks.list', by)).toMatchObject({ code: 'forbidden' });
  for (const url of [
    'http://one.example.kz/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://169.254.169.254/latest',
    'https://user:word@one.example.kz/',
    'https://one.example.kz:22/',
    'ftp://one.example.kz',
    'javascript:alert(1)',
  ])
    expect(await app.refused('webhooks.create', director, { body: { url } }), url).toMatchObject({
      code: 'webhook.address',
      field: 'url',
    });
  for (let i = 0; i < 10; i++) await add();
  const body = { url: 'https://one.example.kz/hook' };
  expect(await app.refused('webhooks.create', director, { body })).toMatchObject({
    code: 'webhook.too_many',
  });
  await sql`update sessions set proof_at = now() - interval '11 minutes'`.execute(app.owner);
  expect(await app.refused('webhooks.create', director, { body })).toMatchObject({
    code: 'fresh_proof_required',
  });
});
