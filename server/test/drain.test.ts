import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { get } from 'node:http';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeEmbeddedProduct } from './embedded-product.ts';
import { PATIENT } from './patience.ts';
import { makeCompany } from './people.ts';
import { freePort } from './free-port.ts';
import { startProduct } from './product-process.ts';
import { makeThrowawayFolder } from './temporary-folder.ts';

/** Sees what the connections of other roles wait for. */
let server: ChildProcess | null = null;

const data_dir = makeThrowawayFolder('drain');
const { postgres, app } = await makeEmbeddedProduct(data_dir);
const director = (await makeCompany(app)).director;
await app.close();
const eye = new pg.Client({ connectionString: postgres.owner_url });
const postmaster = new pg.Client({ connectionString: postgres.superuser_url });
await Promise.all([eye.connect(), postmaster.connect()]);
afterAll(async () => {
  server?.kill('SIGKILL');
  await Promise.all([eye?.end(), postmaster?.end()]);
  await postgres?.stop();
  rmSync(data_dir, { recursive: true, force: true });
});

async function startServer(
  settings: Record<string, string>,
): Promise<{ url: string; gone: Promise<number | null> }> {
  const place = { database_url: postgres.url, data_dir, port: await freePort() };
  const child = await startProduct(place, { SANDBOX: 'empty', LOG_LEVEL: 'error', ...settings });
  server = child;
  return {
    url: `http://127.0.0.1:${place.port}`,
    gone: new Promise((done) => child.once('exit', done)),
  };
}

const authorization = () => `Bearer ${director.token}`;
/** On a connection that is not kept from before. */
const status = (url: string) =>
  new Promise<number>((done) =>
    get(url, { agent: false }, (answer) => {
      answer.resume();
      done(answer.statusCode!);
    }).on('error', () => done(0)),
  );

test('a process that leaves says so first, answers what it has taken, and ends its streams', async () => {
  const { url, gone } = await startServer({ DRAIN_SECONDS: '3' });
  const stream = await fetch(`${url}/api/v1/live`, { headers: { authorization: authorization() } });
  expect(stream.status).toBe(200);
  // The list waits for its table until the port is closed.
  await eye.query('begin; lock table acts in access exclusive mode');
  const list = fetch(`${url}/api/v1/doc/acts`, { headers: { authorization: authorization() } });
  const waits = async () => {
    const { rowCount } = await postmaster.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'kelisim'",
    );
    return rowCount;
  };
  await expect.poll(waits, PATIENT).toBeGreaterThan(0);

  server!.kill('SIGTERM');
  await expect.poll(() => status(`${url}/ready`), PATIENT).toBe(503);
  const leaving = await fetch(`${url}/ready`);
  expect(await leaving.json()).toEqual({ status: 'leaving' });
  expect(leaving.headers.get('connection')).toBe('close');
  // Whoever has not heard of it yet is still served.
  expect(await status(`${url}/health`)).toBe(200);

  await expect.poll(() => status(`${url}/health`), PATIENT).toBe(0);
  await eye.query('rollback');
  expect((await list).status).toBe(200);
  // An answer that is cut off would throw here.
  expect(await stream.text()).toContain('data:');
  expect(await gone).toBe(0);
});

test('who asks twice is not made to wait', async () => {
  const { url, gone } = await startServer({ DRAIN_SECONDS: '600' });
  server!.kill('SIGTERM');
  await expect.poll(() => status(`${url}/ready`), PATIENT).toBe(503);
  server!.kill('SIGTERM');
  expect(await gone).toBe(0);
});
