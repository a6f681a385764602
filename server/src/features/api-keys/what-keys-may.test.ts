import { calls } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { EMPLOYEE_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addTestKey } from '../../../test/api-keys.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { actBody, makeDraftAct, TODAY } from '../../../test/papers.ts';
import { admit } from '../../platform/http/admit.ts';
import { repeatActs } from '../acts/repeat-acts.ts';
import { authenticateKey } from './authenticate-key.ts';

const app = await makeTestApp();
afterAll(() => app.close());

test('the actor of a key never has all rights: what its scopes do not ask for is refused', async () => {
  const { company } = await makeOwnDeal(app);
  const { token } = await addTestKey(app, company.director, ['acts:read', 'acts:write']);
  const actor = await authenticateKey(app.parts, token, '127.0.0.1');
  expect(actor.rights).toEqual(new Set(['manage_acts']));
  const ask = (access: Call['access']) => () => {
    admit({ ...calls['acts.get'], access, scope: 'acts:read' }, actor, new Date());
  };
  expect(ask({ who: 'business', right: 'manage_acts' })).not.toThrow();
  for (const right of EMPLOYEE_RIGHTS.filter((one) => one !== 'manage_acts'))
    expect(ask({ who: 'business', right }), right).toThrow(new Problem('forbidden'));
  expect(ask({ who: 'business', director: 'or_deputy' })).toThrow(new Problem('forbidden'));
});

test('a ticket that a key has asked for is good where and while the key is', async () => {
  const { company } = await makeOwnDeal(app);
  const networks = ['127.0.0.1/32'];
  const give = async (by: { token: string }) =>
    (await app.ok('documents.download_ticket', by, { body: { document_ids: [1] } })).ticket;
  const open = async (ticket: string, headers = {}) =>
    (await app.raw('documents.download_by_ticket', null, { params: { ticket } }, { headers })).status;
  const key = await addTestKey(app, company.director, ['contracts:read'], { networks });
  const [one, other, over, last] = [await give(key), await give(key), await give(key), await give(key)];
  expect(await open(one, { 'x-forwarded-for': '198.51.100.9' })).toBe(404);
  expect(await open(one)).toBe(200);
  const set = (change: RawBuilder<unknown>) =>
    sql`update api_keys set ${change} where id = ${key.id}`.execute(app.parts.db);
  await set(sql`created_at = now() - interval '2 days', expires_at = now()`);
  expect(await open(over)).toBe(404);
  await set(sql`expires_at = now() + interval '1 day'`);
  expect(await open(other)).toBe(200);
  await app.ok('api_keys.revoke', company.director, { params: { key_id: key.id } });
  expect(await open(last)).toBe(404);
  // One of the person is no affair of the key.
  expect(await open(await give(company.director))).toBe(200);
});

test('each field of a body that sends, or has the clock send, asks the scope of sending too', () => {
  const fieldsOf = (schema: unknown): string[] =>
    typeof schema !== 'object' || schema === null
      ? []
      : Object.entries(schema).flatMap(([name, held]: [string, unknown]) => [
          ...(name === 'properties' ? Object.keys(held as object) : []),
          ...fieldsOf(held),
        ]);
  const asking = new Map<string, Call['field_scopes']>();
  for (const [name, { scope, body, field_scopes }] of Object.entries<Call>(calls)) {
    if (!scope || !body || scope.endsWith(':send')) continue;
    const fields = new Set(fieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })));
    const feature = scope.replace(/:.*/, '');
    const sending = [...fields].filter((field) => /^(send|auto)(_|$)|_send$/.test(field));
    const expected = Object.fromEntries(sending.map((field) => [field, `${feature}:send`]));
    // Its items are read one by one, as acts.create reads them.
    if (name !== 'acts.create_many') expect(field_scopes ?? {}, name).toEqual(expected);
    if (field_scopes) asking.set(name, field_scopes);
  }
  expect(asking.get('acts.create_many')).toEqual(asking.get('acts.create'));
  expect([...asking.keys()].sort()).toEqual([
    'act_schedules.set',
    'acts.create',
    'acts.create_many',
    'acts.update',
    'documents.create_many',
    'documents.renew',
  ]);
});

test('an act that repeats is begun, changed and brought back by a key that may send, and stopped by any that may write', async () => {
  const deal = await makeOwnDeal(app);
  const { company } = deal;
  const writes = await addTestKey(app, company.director, ['acts:write', 'acts:read']);
  const sends = await addTestKey(app, company.director, ['acts:write', 'acts:send']);
  const { id } = await makeDraftAct(app, deal);
  const params = { act_id: id };
  const repeats = { params, body: { auto_generate: true, period_id: 1 } };
  const edit = { params, body: actBody(deal) };
  const lacks = async (refused: Promise<{ code: string }>) =>
    expect((await refused).code).toBe('scope_missing');
  await app.ok('acts.update', writes, edit);
  await lacks(app.refused('act_schedules.set', writes, repeats));
  await app.ok('act_schedules.set', sends, repeats);
  await lacks(app.refused('acts.update', writes, edit));
  await app.ok('acts.update', sends, edit);
  await app.ok('acts.delete', writes, { params });
  await lacks(app.refused('acts.restore', writes, { params }));
  await app.ok('acts.restore', sends, { params });
  await app.ok('act_schedules.set', writes, { params, body: { auto_generate: false } });
  await app.ok('acts.update', writes, edit);
  // A person needs no scope.
  await app.ok('act_schedules.set', company.director, repeats);
});

test('a schedule goes on when the key that made it is dead, as one of a person who has left does', async () => {
  const deal = await makeOwnDeal(app);
  const { company } = deal;
  const key = await addTestKey(app, company.director, ['acts:write', 'acts:send']);
  const { id } = await makeDraftAct(app, deal, { start_date: TODAY, end_date: TODAY });
  const params = { act_id: id };
  const weekly = { auto_generate: true, period_id: 3 };
  await app.ok('act_schedules.set', key, { params, body: weekly });
  await app.ok('act_schedules.set_settings', company.director, { body: { auto_acts_sent: true } });
  await app.ok('api_keys.revoke', company.director, { params: { key_id: key.id } });
  await repeatActs({ ...app.parts, clock: { now: () => new Date(`${addDays(TODAY, 7)}T12:00:00+05:00`) } });
  const made = app.parts.db.selectFrom('acts').select('status').where('repeats_act_id', '=', id);
  expect(await made.execute()).toEqual([{ status: 'sent' }]);
});
