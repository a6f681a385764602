import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { addSecurityEvent } from '../src/features/security-log/public.ts';
import { noteBase, noteLog, noteTrial } from '../src/platform/backup/backup-standing.ts';
import { makeTestApp, type TestApp, type TestAppOptions } from './make-app.ts';
import { PATIENT } from './patience.ts';
import { makeCompany } from './people.ts';

interface Watched {
  app: TestApp;
  port: number;
  read(): Promise<string>;
  /** Returns the value of the one series that has these labels; undefined if there is none. */
  valueOf(name: string, labels?: Record<string, string>): Promise<number | undefined>;
}

async function makeWatched(options: TestAppOptions = {}): Promise<Watched> {
  const app = await makeTestApp({
    ...options,
    process_settings: { metrics: { port: 0, host: '127.0.0.1' } },
  });
  const port = await app.metrics!.listen();
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return {
    app,
    port,
    read,
    async valueOf(name, labels = {}) {
      const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
      const found = (await read())
        .split('\n')
        .filter((line) => /^(\w+)/.exec(line)?.[1] === name && wanted.every((label) => line.includes(label)));
      expect(found.length, `${name} ${wanted.join()}`).toBeLessThan(2);
      return found[0] === undefined ? undefined : Number(found[0].split(' ').at(-1));
    },
  };
}

const watched = await makeWatched();
afterAll(() => watched.app.close());

test('answers are counted by the pattern of their route, and no address is told', async () => {
  const { app, port, read, valueOf } = watched;
  const url = '/api/v1/doc/acts/987654321';
  const labels = {
    http_route: '/api/v1/doc/acts/:act_id',
    http_request_method: 'GET',
    http_response_status_code: '401',
  };
  await app.http.inject({ url });
  expect(await valueOf('http_server_request_duration_count', labels)).toBe(1);
  await app.http.inject({ url });
  expect(await valueOf('http_server_request_duration_count', labels)).toBe(2);
  expect(await read()).not.toContain('987654321');
  const elsewhere = await fetch(`http://127.0.0.1:${port}${url}`);
  expect(elsewhere.status).toBe(404);
});

test('the process, its pools and its queries are measured', async () => {
  const { app, valueOf } = watched;
  await app.http.inject({ url: '/ready' });
  const people = { db_client_connection_pool_name: 'people' };
  const idle = { ...people, db_client_connection_state: 'idle' };
  expect(await valueOf('db_client_connection_max', people)).toBe(12);
  expect(await valueOf('db_client_connection_count', idle)).toBeGreaterThan(0);
  expect(await valueOf('db_client_connection_pending_requests', people)).toBe(0);
  expect(await valueOf('db_client_connection_wait_time_count', people)).toBeGreaterThan(0);
  expect(await valueOf('process_memory_usage')).toBeGreaterThan(50e6);
  expect(await valueOf('nodejs_eventloop_delay_p99')).toBeGreaterThan(0);
  expect(await valueOf('process_cpu_time_total', { cpu_mode: 'user' })).toBeGreaterThan(0);
  const failed = { ...people, outcome: 'error' };
  expect(await valueOf('db_client_operation_duration_count', failed)).toBeUndefined();
  await expect(sql`select no_such_column`.execute(app.parts.db)).rejects.toThrow();
  expect(await valueOf('db_client_operation_duration_count', failed)).toBe(1);
});

test('connections that are waited for are seen while they are', async () => {
  const { app, valueOf } = watched;
  const people = { db_client_connection_pool_name: 'people' };
  const asked = Array.from({ length: 15 }, () => sql`select pg_sleep(0.5)`.execute(app.parts.db));
  await expect
    .poll(() => valueOf('db_client_connection_pending_requests', people), PATIENT)
    .toBeGreaterThan(0);
  await Promise.all(asked);
});

test('the store of files and the services of НУЦ are measured by what came of it', async () => {
  const { app, valueOf } = watched;
  await app.parts.store.check();
  await expect(app.parts.store.get('ab/nothing')).rejects.toThrow();
  const missing = { operation: 'get', outcome: 'missing' };
  expect(await valueOf('kelisim_store_operation_duration_count', missing)).toBe(1);
  await app.parts.nca.timestamps.stamp(new Uint8Array([1]));
  expect(await valueOf('kelisim_nca_request_duration_count', { service: 'timestamp' })).toBe(1);
  expect(
    await valueOf('kelisim_nca_certificate_days_left', { certificate: 'SANDBOX НУЦ (GOST)' }),
  ).toBeGreaterThan(1);
});

test('backups are told by their age, and the last trial by what came of it', async () => {
  const { app, valueOf } = await makeWatched();
  const last = (of: string) => valueOf('kelisim_backup_last_success', { of });
  expect(await Promise.all(['base', 'log', 'trial'].map(last))).toEqual([0, 0, 0]);
  expect(await valueOf('kelisim_backup_trial_failed')).toBe(0);
  const moment = new Date('2026-11-20T03:00:00Z');
  const { db } = app.parts;
  await noteBase(db, moment);
  await noteLog(db, new Date('2026-11-20T03:00:50Z'));
  // A note less than a minute after the last is not worth one.
  await noteLog(db, new Date('2026-11-20T03:01:00Z'));
  await noteTrial(db, { began_at: moment, backup_id: 'one', reached: moment, failure: null, fault: null });
  expect(await last('base')).toBe(moment.getTime() / 1000);
  expect(await last('log')).toBe(moment.getTime() / 1000 + 50);
  const held_at = await last('trial');
  expect(held_at).toBeGreaterThan(moment.getTime() / 1000);
  await noteTrial(db, {
    began_at: moment,
    backup_id: null,
    reached: null,
    failure: 'a part is missing',
    fault: 'damaged',
  });
  expect(await valueOf('kelisim_backup_trial_failed')).toBe(1);
  expect(await last('trial')).toBe(held_at);
  await app.close();
});

test('what waits is counted over the whole database, and names nobody', async () => {
  const { app, read, valueOf } = await makeWatched();
  const company = await makeCompany(app);
  const run = { company_id: company.id, user_id: company.director.user_id, session_id: null };
  await app.parts.bulk.start({
    ...run,
    kind: 'acts.send',
    idempotency_key: 'waiting',
    request_hash: createHash('sha256').digest(),
    items: [{ subject_id: 1 }],
  });
  await sql`insert into messages (channel, kind, recipient, locale, body, created_at)
    values ('sms', 'code', '+77010000001', 'ru', 'x', now() - interval '1 hour')`.execute(app.owner);
  await sql`delete from untold_changes`.execute(app.owner);
  await sql`insert into untold_changes values ('acts', 1, now() - interval '1 minute')`.execute(app.owner);
  await addSecurityEvent(app.parts.db, { user_id: company.director.user_id, kind: 'signed_out', ip: null });
  const labels = (of: string, state: string) => ({ of, state });
  expect(await valueOf('kelisim_backlog_count', labels('runs', 'waiting'))).toBe(1);
  expect(await valueOf('kelisim_backlog_count', labels('messages', 'sms'))).toBe(1);
  expect(await valueOf('kelisim_backlog_age', labels('messages', 'sms'))).toBeGreaterThan(3_500);
  expect(await valueOf('kelisim_backlog_count', labels('untold_changes', 'waiting'))).toBe(1);
  expect(await valueOf('kelisim_backlog_age', labels('untold_changes', 'waiting'))).toBeGreaterThan(59);
  expect(await valueOf('kelisim_backlog_count', labels('unsealed_events', 'waiting'))).toBe(1);
  expect(await valueOf('kelisim_backlog_count', labels('unknown_orders', 'payment'))).toBe(0);
  const text = await read();
  for (const secret of [company.bin, company.name, '77010000001']) expect(text).not.toContain(secret);
  await app.close();
});

test('watchers tell their last success and their failures, and what else is known is told without the database', async () => {
  const { app, read, valueOf } = await makeWatched();
  await sql`alter table messages rename to messages_elsewhere`.execute(app.owner);
  app.watch();
  const of = (watcher: string) => ({ watcher });
  await expect
    .poll(() => valueOf('kelisim_watcher_last_success', of('bulk.recover')), PATIENT)
    .toBeGreaterThan(1e9);
  await expect
    .poll(() => valueOf('kelisim_watcher_failures', of('messages.send')), PATIENT)
    .toBeGreaterThan(0);
  expect(await valueOf('kelisim_watcher_last_success', of('messages.send'))).toBe(0);
  expect(await read()).not.toContain('kelisim_backlog_count{');
  await app.close();
});

test('the difference to the clock of the database is told', async () => {
  const fast = { now: () => new Date(Date.now() + 3_000) };
  const { app, valueOf } = await makeWatched({ system_clock: fast });
  await app.clocks.check();
  expect(await valueOf('kelisim_clock_difference')).toBeCloseTo(3, 0);
  await app.close();
});
