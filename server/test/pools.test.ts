import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from './make-app.ts';
import { PATIENT } from './patience.ts';
import { makeCompany } from './people.ts';

const app = await makeTestApp({
  process_settings: { metrics: { port: 0, host: '127.0.0.1' }, pools: { people: 2, runs: 2 } },
});
const port = await app.metrics!.listen();
const authorization = `Bearer ${(await makeCompany(app)).director.token}`;
const holder = new pg.Client({ connectionString: app.parts.config.database_owner_url! });
await holder.connect();
afterAll(async () => {
  await holder.end();
  await app.close();
});

async function pendingOf(pool: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text
    .split('\n')
    .find((one) => one.startsWith('db_client_connection_pending_requests{') && one.includes(`"${pool}"`));
  return Number(line?.split(' ').at(-1));
}

const listActs = () => app.http.inject({ url: '/api/v1/doc/acts', headers: { authorization } });
/** As many at once as there are; of lists only some. */
const seekAct = () => app.http.inject({ url: '/api/v1/doc/acts/1', headers: { authorization } });
const ready = async () => (await app.http.inject({ url: '/ready' })).statusCode;

test('people who all wait for a table do not keep /ready waiting, and are answered when it is free', async () => {
  await holder.query('begin; lock table acts in access exclusive mode');
  const sought = Array.from({ length: 6 }, seekAct);
  await expect.poll(() => pendingOf('people'), PATIENT).toBeGreaterThan(0);
  expect(await ready()).toBe(200);
  await holder.query('rollback');
  expect((await Promise.all(sought)).map(({ statusCode }) => statusCode)).toEqual(sought.map(() => 404));
});

test('watchers that all wait keep neither people nor /ready waiting', async () => {
  await holder.query('begin; lock table messages, message_requests, notices in access exclusive mode');
  app.watch();
  await expect.poll(() => pendingOf('runs'), PATIENT).toBeGreaterThan(0);
  expect((await listActs()).statusCode).toBe(200);
  expect(await ready()).toBe(200);
  // They wait still: it was not the end of their waiting that let the others through.
  await expect.poll(() => pendingOf('runs'), PATIENT).toBeGreaterThan(0);
  await holder.query('rollback');
});
