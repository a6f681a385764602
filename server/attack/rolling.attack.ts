/**
 * A rolling restart of two web and two worker processes behind a proxy that keeps the rules of deploy/Caddyfile, while
 * people read, write and start runs: no request fails, live streams are back within two seconds, and each row of each
 * run is done once. ROLLING_ROUNDS restarts all of them so often (1).
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { sql } from 'kysely';
import type { Role } from '../src/platform/process-settings.ts';
import { requestOf, type Given } from '../test/calls.ts';
import { freePort } from '../test/free-port.ts';
import { actBody, makeDeal } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { startProduct } from '../test/product-process.ts';
import { attackProduct } from './attacked-product.ts';
import { report } from './report.ts';
import { startExampleProxy } from './example-proxy.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? 1);
const READERS = 6;
const WRITERS = 3;
const STREAMS = 4;
const MOST_BACK_MS = 2_000;
/** As web/src/features/live/listen.ts. */
const STREAM_PAUSE_MS = 1_000;
/** Above twice the interval at which the proxy asks. */
const DRAIN_SECONDS = '5';

interface Running {
  role: Role;
  port: number;
  child: ChildProcess;
}

await attackProduct(async (plain) => {
  const app = await testAppOf(plain);
  const company = await makeCompany(app);
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const { token } = company.director;
  const { database_url, data_dir, master_key } = plain.parts.config;
  const proxy_port = await freePort();
  const url = `http://127.0.0.1:${proxy_port}`;
  const started: ChildProcess[] = [];
  const start = async (role: Role, port: number): Promise<Running> => {
    const settings = {
      SANDBOX: 'empty',
      LOG_LEVEL: 'error',
      MASTER_KEY: master_key.toString('hex'),
      PUBLIC_URL: url,
      ROLE: role,
      DRAIN_SECONDS,
    };
    const child = await startProduct({ database_url, data_dir, port }, settings, 2);
    started.push(child);
    return { role, port, child };
  };
  const ended = new AbortController();
  const running: Running[] = [];
  try {
    for (const role of ['web', 'web', 'worker', 'worker'] as const)
      running.push(await start(role, await freePort()));
    const web = running.filter(({ role }) => role === 'web').map(({ port }) => port);
    const proxy = await startExampleProxy(proxy_port, web);

    const failed: string[] = [];
    const waits: number[] = [];
    const made: number[] = [];
    const drafts: number[] = [];
    const runs: number[] = [];
    let requests = 0;
    const call = async (name: Parameters<typeof requestOf>[0], given: Given, more: object = {}) => {
      const { method, url: path, headers, payload } = requestOf(name, given, { token, key: randomUUID() });
      const began = performance.now();
      requests++;
      const answer = await fetch(`${url}${String(path)}`, {
        method: method ?? 'GET',
        headers: { ...(headers as Record<string, string>), ...more },
        ...(payload !== undefined && { body: payload as string }),
      }).catch((error: unknown) => String(error));
      waits.push(performance.now() - began);
      if (typeof answer !== 'string' && answer.ok) return (await answer.json()) as unknown;
      failed.push(
        `${name} ${typeof answer === 'string' ? answer : `${answer.status} ${await answer.text()}`}`,
      );
      return null;
    };
    const again = async (pause_ms: number, deed: () => Promise<unknown>) => {
      for (; !ended.signal.aborted; await sleep(pause_ms)) await deed();
    };
    const load = [
      ...Array.from({ length: READERS }, (_, n) =>
        again(150, () =>
          n % 2 === 0 || made.length === 0
            ? call('acts.list', {})
            : call('acts.get', { params: { act_id: made.at(-1) } }),
        ),
      ),
      ...Array.from({ length: WRITERS }, () =>
        again(300, async () => {
          const act = (await call('acts.create', { body: actBody(deal) })) as { id: number } | null;
          if (!act) return;
          made.push(act.id);
          drafts.push(act.id);
        }),
      ),
      again(1_000, async () => {
        if (drafts.length === 0) return;
        const act_ids = drafts.splice(0, 10);
        const run = await call('acts.send', { body: { act_ids } }, { prefer: 'respond-async' });
        if (run) runs.push((run as BulkAnswer).run_id);
      }),
    ];

    const back_ms: number[] = [];
    const follow = async () => {
      const lost: { at: number | null } = { at: null };
      for (; !ended.signal.aborted; await sleep(STREAM_PAUSE_MS * Math.random())) {
        await new Promise<void>((done) => {
          const asked = get(`${url}/api/v1/live`, {
            agent: false,
            headers: { authorization: `Bearer ${token}` },
          });
          ended.signal.addEventListener('abort', () => asked.destroy(), { once: true });
          asked.once('error', () => done());
          asked.once('response', (answer) => {
            answer.once('data', () => {
              if (answer.statusCode !== 200) return;
              if (lost.at !== null) back_ms.push(performance.now() - lost.at);
              lost.at = null;
            });
            answer.resume().once('close', () => {
              lost.at ??= performance.now();
              done();
            });
          });
        });
      }
      // One that never came back counts too.
      const away_ms = lost.at === null ? 0 : performance.now() - lost.at;
      if (away_ms > MOST_BACK_MS) back_ms.push(away_ms);
    };
    const streams = Array.from({ length: STREAMS }, follow);

    await sleep(3_000);
    for (let round = 0; round < ROUNDS; round++)
      for (const [n, { role, port, child }] of running.entries()) {
        const gone = new Promise((done) => child.once('exit', done));
        child.kill('SIGTERM');
        await gone;
        running[n] = await start(role, port);
        // The next one leaves when this one is used again.
        while (role === 'web' && !proxy.sendsTo(port)) await sleep(100);
      }
    await sleep(3_000);
    ended.abort();
    await Promise.all([...load, ...streams]);

    const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
      (await query.execute(app.parts.db)).rows[0]?.n ?? -1;
    const unfinished = () =>
      count(sql`select count(*)::int as n from bulk_runs where state = 'running' and id = any(${runs})`);
    for (const end = Date.now() + 120_000; Date.now() < end && (await unfinished()) > 0;) await sleep(200);
    const sent = made.length - drafts.length;
    const history = await count(sql`
      select count(*)::int as n from act_history where action = 'send' and act_id = any(${made})`);
    const distinct = await count(sql`
      select count(distinct act_id)::int as n from act_history where action = 'send' and act_id = any(${made})`);
    const there = await count(
      sql`select count(*)::int as n from acts where contract_id = ${deal.contract_id}`,
    );
    proxy.close();
    for (const one of failed.slice(0, 10)) console.error(one);
    const slowest_back = Math.round(Math.max(...back_ms));
    waits.sort((a, b) => a - b);
    return report({
      attack: 'rolling restart',
      passed:
        failed.length === 0 &&
        (await unfinished()) === 0 &&
        there === made.length &&
        history === sent &&
        distinct === sent &&
        back_ms.length >= STREAMS &&
        slowest_back <= MOST_BACK_MS,
      restarts: 4 * ROUNDS,
      requests,
      failed: failed.length,
      tried_again: proxy.retried(),
      p99_ms: Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0),
      slowest_ms: Math.round(waits.at(-1) ?? 0),
      acts: made.length,
      acts_there: there,
      runs: runs.length,
      unfinished: await unfinished(),
      rows: sent,
      rows_done: history,
      rows_done_twice: history - distinct,
      streams_back: back_ms.length,
      slowest_back_ms: slowest_back,
    });
  } finally {
    ended.abort();
    for (const child of started) child.kill('SIGKILL');
  }
}, furnishAuthorities);
