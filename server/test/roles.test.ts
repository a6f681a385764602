import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts';
import type { Role } from '../src/platform/process-settings.ts';
import { requestOf } from './calls.ts';
import { makeEmbeddedProduct } from './embedded-product.ts';
import { freePort } from './free-port.ts';
import { makeDeal, makeDraftAct, type Deal } from './papers.ts';
import { PATIENT } from './patience.ts';
import { makeCompany, makeExecutor } from './people.ts';
import { startProduct } from './product-process.ts';
import { makeThrowawayFolder } from './temporary-folder.ts';

interface Started {
  url: string;
  metrics_url: string;
  child: ChildProcess;
}

let data_dir: string;
let postgres: EmbeddedPostgres;
let eye: pg.Client;
let deal: Deal;
const act_ids: number[] = [];
const started: Started[] = [];

beforeAll(async () => {
  data_dir = makeThrowawayFolder('roles');
  const product = await makeEmbeddedProduct(data_dir);
  const { app } = product;
  postgres = product.postgres;
  const company = await makeCompany(app);
  deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  for (let i = 0; i < 30; i++) act_ids.push((await makeDraftAct(app, deal)).id);
  await app.close();
  eye = new pg.Client({ connectionString: postgres.url });
  await eye.connect();
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await eye?.end();
  await postgres?.stop();
  rmSync(data_dir, { recursive: true, force: true });
});

async function start(role: Role): Promise<Started> {
  const [port, metrics_port] = [await freePort(), await freePort()];
  const child = await startProduct(
    { database_url: postgres.url, data_dir, port },
    { SANDBOX: 'empty', LOG_LEVEL: 'error', ROLE: role, METRICS_PORT: String(metrics_port) },
  );
  const one = {
    url: `http://127.0.0.1:${port}`,
    metrics_url: `http://127.0.0.1:${metrics_port}/metrics`,
    child,
  };
  started.push(one);
  return one;
}

/** When each watcher of a process has last succeeded, in Unix seconds. */
async function watchersOf({ metrics_url }: Started): Promise<Map<string, number>> {
  const text = await (await fetch(metrics_url)).text();
  const series = text.matchAll(/^kelisim_watcher_last_success\{watcher="([^"]+)"\} (\S+)/gm);
  return new Map([...series].map(([, name = '', at]) => [name, Number(at)]));
}

async function send({ url }: Started, ids: number[], prefer: 'respond-async' | null): Promise<BulkAnswer> {
  const { headers, payload, ...request } = requestOf(
    'acts.send',
    { body: { act_ids: ids } },
    { token: deal.company.director.token },
  );
  const answer = await fetch(`${url}${String(request.url)}`, {
    method: request.method!,
    headers: { ...(headers as Record<string, string>), ...(prefer && { prefer }) },
    body: payload as string,
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as BulkAnswer;
}

async function runOf(run_id: number) {
  const { rows } = await eye.query<{ state: string; taken: number; done: number }>(
    'select state, lease_token as taken, done from bulk_runs where id = $1',
    [run_id],
  );
  return rows[0]!;
}

const of = (name: string) => (watchers: Map<string, number>) => watchers.get(name) ?? 0;

test('a web process takes deeds, workers do them, and each of them once', async () => {
  const web = await start('web');
  const { run_id } = await send(web, act_ids.slice(0, 20), 'respond-async');
  // A watcher of runs would have had its turn three times by then.
  const asked_at = Date.now() / 1000;
  await expect.poll(() => watchersOf(web).then(of('clock.check')), PATIENT).toBeGreaterThan(asked_at + 5);
  expect([...(await watchersOf(web)).keys()].toSorted()).toEqual([
    'audit.denied',
    'clock.check',
    'files.claim',
    'files.leftovers',
    'process.beat',
  ]);
  expect(await runOf(run_id)).toEqual({ state: 'running', taken: 0, done: 0 });
  const untold = await eye.query('select from untold_changes');
  expect(untold.rowCount).toBe(0);

  const [worker] = [await start('worker'), await start('worker')];
  await expect.poll(() => runOf(run_id), PATIENT).toMatchObject({ state: 'done', done: 20 });
  // Who asks a web process and waits for the answer has it too.
  const { state, items } = await send(web, act_ids.slice(20), null);
  expect([state, new Set(items.map(({ status }) => status))]).toEqual(['done', new Set(['ok'])]);
  const { rows } = await eye.query<{ times: number; acts: number }>(`
    select count(*)::int as times, count(distinct act_id)::int as acts from act_history where action = 'send'`);
  expect(rows).toEqual([{ times: 30, acts: 30 }]);

  expect((await watchersOf(worker)).has('bulk.recover')).toBe(true);
  const status = async (path: string) => (await fetch(`${worker.url}${path}`)).status;
  expect(await status('/health')).toBe(200);
  expect(await status('/ready')).toBe(200);
  for (const path of ['/', '/auth/sign-in', '/api/v1/doc/acts', '/api/v1/live', '/.well-known/security.txt'])
    expect(await status(path), path).toBe(404);
});
