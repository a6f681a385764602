import { calls } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addTestKey } from '../../../test/api-keys.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { actBody, makeDraftAct, TODAY } from '../../../test/papers.ts';
import { repeatActs } from '../acts/repeat-acts.ts';

const app = await makeTestApp();
afterAll(() => app.close());

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
  const lacks = async (name: 'act_schedules.set' | 'acts.update' | 'acts.restore', given: object) =>
    expect((await app.refused(name, writes, given as never)).code, name).toBe('scope_missing');
  await app.ok('acts.update', writes, edit);
  await lacks('act_schedules.set', repeats);
  await app.ok('act_schedules.set', sends, repeats);
  await lacks('acts.update', edit);
  await app.ok('acts.update', sends, edit);
  await app.ok('acts.delete', writes, { params });
  await lacks('acts.restore', { params });
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
