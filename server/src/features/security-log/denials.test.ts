import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { TODAY } from '../../../test/papers.ts';
import { makeAdministrator, makeCompany, makeEmployee } from '../../../test/people.ts';
import type { Actor } from '../../platform/actor.ts';
import { makeLog } from '../../platform/log.ts';
import { makeDenials } from './denials.ts';
import { PATIENT } from '../../../test/patience.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
afterAll(() => app.close());

const noted = async (user_id: number) =>
  app.parts.db
    .selectFrom('security_events')
    .select(['kind', 'company_id', 'session_id', 'ip', 'detail'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
const untilNoted = (user_id: number, many: number) =>
  vi.waitFor(async () => expect(await noted(user_id)).toHaveLength(many), PATIENT);

test('a call that is refused to somebody is one event with who, what and of which number, however often', async () => {
  const employee = await makeEmployee(app, company, []);
  const { user_id, session_id } = employee;
  const act_id = 999_999_999;
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => app.raw('acts.delete', employee, { params: { act_id } })),
  );
  for (const { status } of replies) expect(status).toBe(403);
  expect((await app.refused('users.block', employee, { params: { user_id: 1 } })).status).toBe(403);
  await untilNoted(user_id, 2);
  const by = { kind: 'denied', company_id: company.id, session_id, ip: '127.0.0.1' };
  expect(await noted(user_id)).toEqual([
    { ...by, detail: { call: 'acts.delete', act_id } },
    { ...by, detail: { call: 'users.block', user_id: 1 } },
  ]);
  const desk = await makeAdministrator(app, ['users']);
  const { items } = await app.ok('administration.audit', desk, { query: { kind: 'denied', user_id } });
  expect(items).toHaveLength(2);
});

test('what a deed itself refuses is an event too; what is missing, taken or malformed is none', async () => {
  const deputy = await makeEmployee(app, company, []);
  await app.ok('employees.set_deputy', company.director, {
    params: { user_id: deputy.user_id },
    body: { from: TODAY, until: TODAY },
  });
  const before = (await noted(deputy.user_id)).length;
  await app.raw('acts.get', deputy, { params: { act_id: 999_999_999 } });
  await app.raw('acts.get', deputy, { params: { act_id: 'x' } });
  expect(
    (
      await app.refused('employees.set_deputy', deputy, {
        params: { user_id: deputy.user_id },
        body: { from: TODAY, until: TODAY },
      })
    ).status,
  ).toBe(403);
  await untilNoted(deputy.user_id, before + 1);
  expect((await noted(deputy.user_id)).at(-1)).toMatchObject({
    kind: 'denied',
    detail: { call: 'employees.set_deputy', user_id: deputy.user_id },
  });
});

test('the answer waits for no log, and what was tried while it could not be written is not lost', async () => {
  const employee = await makeEmployee(app, company, []);
  await app.parts.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('security_events', ${employee.user_id}))`.execute(
      tx,
    );
    expect((await app.refused('acts.delete', employee, { params: { act_id: 1 } })).status).toBe(403);
    expect(await noted(employee.user_id)).toEqual([]);
  });
  await untilNoted(employee.user_id, 1);
});

test('a loop is counted: the event after ten minutes says how often, and one person fills no log', async () => {
  const { user_id } = await makeEmployee(app, company, []);
  let now = Date.now();
  const { db } = app.parts;
  const denials = makeDenials({ db, clock: { now: () => new Date(now) }, log: makeLog('silent') });
  const actor = { user_id, company_id: company.id, session_id: 1 } as Actor;
  const tryIt = (call: string, times = 1) => {
    for (let i = 0; i < times; i++) denials.note({ actor, call, ids: {}, ip: '127.0.0.1' });
  };
  const details = async () => {
    await denials.settle();
    return (await noted(user_id)).map(({ detail }) => detail);
  };
  tryIt('acts.pay', 50);
  await denials.tellMissed();
  expect(await details()).toEqual([{ call: 'acts.pay' }]);
  now += 600_000;
  tryIt('acts.pay', 3);
  expect(await details()).toEqual([{ call: 'acts.pay' }, { call: 'acts.pay', times: 50 }]);
  // Nobody tries any more: what was only counted is told all the same, and once.
  now += 600_000;
  await denials.tellMissed();
  await denials.tellMissed();
  expect((await details()).at(-1)).toEqual({ call: 'acts.pay', times: 2 });
  for (let call = 0; call < 200; call++) tryIt(`call.${call}`);
  expect(await details()).toHaveLength(60);
  now += 3_600_000;
  await denials.tellMissed();
  expect(await details()).toHaveLength(120);
});
