import { calls } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_CLASSES, classOf } from '../src/platform/http/call-class.ts';
import { makeLoadShedding, watchLoop } from '../src/platform/http/shed-load.ts';
import { makeTestApp, type TestApp } from './make-app.ts';
import { PATIENT } from './patience.ts';
import { makeCompany } from './people.ts';

let app: TestApp;
let holder: pg.Client;
let authorization: string;
let port: number;

beforeAll(async () => {
  app = await makeTestApp({
    process_settings: { metrics: { port: 0, host: '127.0.0.1' }, pools: { people: 3, runs: 2 } },
  });
  port = (await app.metrics?.listen()) ?? 0;
  authorization = `Bearer ${(await makeCompany(app)).director.token}`;
  holder = new pg.Client({ connectionString: app.parts.config.database_owner_url ?? app.database_url });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await app.close();
});

const ask = (url: string) => app.http.inject({ url, headers: { authorization } });
async function shed(of: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text
    .split('\n')
    .find((one) => one.startsWith('kelisim_calls_shed') && one.includes(`"${of}"`));
  return Number(line?.split(' ').at(-1));
}

test('lists that all hang leave connections to the others, and are refused when too many wait', async () => {
  await holder.query('begin; lock table acts in access exclusive mode');
  const lists = Array.from({ length: 40 }, () => ask(calls['acts.list'].path));
  const early = await Promise.race(lists);
  expect(early.statusCode).toBe(503);
  expect(early.json()).toMatchObject({ code: 'overloaded' });
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
  // Two lists hold two of three connections; the third answers whoever comes.
  expect((await ask(calls['auth.me'].path)).statusCode).toBe(200);
  const bad = await app.http.inject({
    method: 'POST',
    url: calls['auth.login_too'].path,
    payload: { email: 'nobody@example.kz', password: 'not the right one' },
  });
  expect([400, 401, 422]).toContain(bad.statusCode);
  expect(await shed('list')).toBeGreaterThan(0);
  await holder.query('rollback');
  const ends = (await Promise.all(lists)).map(({ statusCode }) => statusCode);
  expect(ends.filter((status) => status === 200).length).toBeGreaterThan(1);
  expect(ends.filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

test('the further behind a process is, the more is refused; what is vital never is', () => {
  let behind_ms = 0;
  const load = makeLoadShedding({
    connections: 3,
    signs: { poolWaitMs: () => behind_ms, loopLagMs: () => 0 },
  });
  const admitted = () =>
    CALL_CLASSES.filter((of) => {
      try {
        load.admit(of);
        return true;
      } catch {
        return false;
      }
    });
  expect(admitted()).toEqual(['list', 'usual', 'vital']);
  behind_ms = 2_500;
  expect(admitted()).toEqual(['usual', 'vital']);
  behind_ms = 60_000;
  expect(admitted()).toEqual(['vital']);
  behind_ms = 0;
  expect(admitted()).toEqual(['list', 'usual', 'vital']);
  expect(load.refused).toEqual({ list: 2, usual: 1, vital: 0 });
});

test('one stall of the event loop is no overload, one after the other is', async () => {
  const loop = watchLoop();
  const stall = () => {
    for (const end = performance.now() + 600; performance.now() < end;);
  };
  const turn = () => new Promise((done) => setTimeout(done));
  stall();
  await turn();
  expect(loop.lagMs()).toBeLessThan(300);
  // Each stall is longer than the time between two looks.
  for (let at = 0; at < 3; at++) {
    stall();
    await turn();
  }
  expect(loop.lagMs()).toBeGreaterThan(300);
  loop.stop();
});

test('waiting for a connection is seen while it lasts', async () => {
  await holder.query('select pg_advisory_lock(77)');
  // All connections of people.
  const held = Array.from({ length: 3 }, () => sql`select pg_advisory_xact_lock(77)`.execute(app.parts.db));
  const codes: unknown[] = [];
  await expect
    .poll(() => {
      void ask(calls['acts.list'].path).then((reply) => codes.push(reply.json<{ code?: string }>().code));
      return codes;
    }, PATIENT)
    .toContain('overloaded');
  await holder.query('select pg_advisory_unlock(77)');
  await Promise.all(held);
});

test('the class of a call follows from the table of calls', () => {
  const of = (name: keyof typeof calls) => classOf(name, calls[name] as Call);
  const vital = [
    'auth.me',
    'auth.logout',
    'acts.sign',
    'acts.pay',
    'acts.get',
    'acts.file',
    'documents.sign',
    'payments.approve',
    'payments.decide',
    'payments.preview',
    'payments.callback',
    'qr.take',
    'quick_sign.sign',
    'jobs.get',
    'registration.sign_contract',
    'registration.contract_qr_check',
    'esf.qr_act',
    'esf.check',
    'payments.make_file',
    'live.stream',
  ] as const;
  expect(vital.filter((name) => of(name) !== 'vital')).toEqual([]);
  const lists = [
    'acts.list',
    'acts.export',
    'acts.zip',
    'documents.list',
    'documents.download_many',
    'executors.sheet',
    'payments.orders',
    'payments.orders_sheet',
    'statistics.sheet',
    'home.analytics',
    'administration.audit',
    'jobs.admin_list',
    'jobs.list',
    'registration.verifications',
  ] as const;
  expect(lists.filter((name) => of(name) !== 'list')).toEqual([]);
  expect([of('acts.create'), of('companies.update'), of('executors.stop')]).toEqual([
    'usual',
    'usual',
    'usual',
  ]);
});
