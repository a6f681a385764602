import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { requestOf } from './calls.ts';
import { makeEmbeddedProduct } from './embedded-product.ts';
import { holdInvariants } from './hold-invariants.ts';
import { makeTestApp } from './make-app.ts';
import { actBody, makeDeal, makeSentActs, signaturesOf } from './papers.ts';
import { makeCompany, makeExecutor, type Person } from './people.ts';
import { freePort } from './free-port.ts';
import { startProduct } from './product-process.ts';
import { makeThrowawayFolder } from './temporary-folder.ts';
import { isWhole } from './whole.ts';

const ACTS = 60;
/** So many signatures into the run, and whether what comes back is killed before it has come to anything. */
const KILLS: [rows: number, again: boolean][] = isWhole
  ? [
      [6, true],
      [20, true],
      [34, false],
    ]
  : [[20, true]];

let eye: pg.Client;
let signatures: { executor: { act_id: number; cms: string }[]; director: { act_id: number; cms: string }[] };
let server: ChildProcess | null = null;
/** What the server has said yes to, and what it gave no answer to. */
const journal = {
  made: [] as { id: number; title: string }[],
  lost: [] as string[],
  refused: [] as string[],
};

const data_dir = makeThrowawayFolder('kill');
const { postgres, app } = await makeEmbeddedProduct(data_dir);
const company = await makeCompany(app);
const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
const act_ids = await makeSentActs(app, deal, ACTS);
signatures = {
  executor: await signaturesOf(app, deal.executor.person, act_ids),
  director: await signaturesOf(app, company.director, act_ids),
};
await app.close();
await makeGate();
const port = await freePort();
afterAll(async () => {
  server?.kill('SIGKILL');
  await eye?.end().catch(() => undefined);
  await postgres?.stop();
  rmSync(data_dir, { recursive: true, force: true });
});

async function startServer(): Promise<void> {
  const log = openSync(join(data_dir, 'server.log'), 'a');
  const place = { database_url: postgres.url, data_dir, port };
  server = await startProduct(place, { SANDBOX: 'on', LOG_LEVEL: 'debug' }, log).finally(() =>
    closeSync(log),
  );
}

async function killServer(): Promise<void> {
  const gone = new Promise((done) => server!.once('exit', done));
  server!.kill('SIGKILL');
  await gone;
}

/** SIGKILL to the postmaster; whoever keeps it starts another one. */
async function killDatabase(): Promise<void> {
  const { pid } = postgres;
  process.kill(pid, 'SIGKILL');
  while (postgres.pid === pid) await sleep(5);
}

/**
 * While the gate of a side is shut the database is away for whoever signs the last act for it. The run is interrupted
 * there and taken up again, so each kill comes in the middle of it, however quick the server and slow this test.
 */
async function makeGate(): Promise<void> {
  await asOwner(`
    create table gates (side text primary key, is_open boolean not null default false);
    insert into gates values ('executor'), ('business');
    create function stop_at_gate() returns trigger language plpgsql security definer as $$
    begin
      if not (select is_open from gates where side = new.side) then
        raise exception using errcode = '57P03', message = 'the gate is shut';
      end if;
      return new;
    end $$;
    create trigger gate before insert on signatures
      for each row when (new.act_id = ${act_ids.at(-1)}) execute function stop_at_gate()`);
}

const openGate = (side: 'executor' | 'business') =>
  asOwner(`update gates set is_open = true where side = '${side}'`);

async function asOwner(text: string): Promise<void> {
  const url = new URL(postgres.superuser_url);
  url.pathname = new URL(postgres.url).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Resolves to null when there was no answer. */
async function call(name: Parameters<typeof requestOf>[0], by: Person, given: object, key?: string) {
  const { method, url, headers, payload } = requestOf(name, given, { token: by.token, key });
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${String(url)}`, {
      method: method!,
      headers: headers as Record<string, string>,
      body: payload as string,
      signal: AbortSignal.timeout(120_000),
    });
    return { status: answer.status, json: (await answer.json()) as unknown };
  } catch {
    return null;
  }
}

/** Looks at the database from outside, over its deaths. */
async function count(text: string): Promise<number> {
  for (; ; await sleep(10)) {
    try {
      if (!eye) await connect();
      return Number((await eye.query<{ n: string }>(text)).rows[0]!.n);
    } catch (error) {
      // An error of SQL is one of this test.
      if (/^(22|42)/.test((error as pg.DatabaseError).code ?? '')) throw error;
      await connect().catch(() => undefined);
    }
  }
}

async function connect(): Promise<void> {
  await eye?.end().catch(() => undefined);
  const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  eye = client;
}

const signed = (side: 'executor' | 'business') =>
  count(`select count(*) as n from signatures where act_id is not null and side = '${side}'`);

async function reach(side: 'executor' | 'business', rows: number): Promise<void> {
  for (; (await signed(side)) < rows; await sleep(2))
    if (server!.exitCode !== null) throw new Error('the server left of itself');
}

/** Creates drafts all the while and records each answer. */
async function keepMaking(until: AbortSignal): Promise<void> {
  for (let i = 0; !until.aborted; i++) {
    const title = `Черновик ${i}`;
    const answer = await call('acts.create', deal.company.director, { body: actBody(deal, { title }) });
    if (answer?.status === 200) journal.made.push({ id: (answer.json as { id: number }).id, title });
    else if (answer === null || answer.status === 503) journal.lost.push(title);
    else journal.refused.push(`${answer.status} ${JSON.stringify(answer.json)}`);
    await sleep(30);
  }
}

test('kills of server and database lose nothing that was acknowledged and sign nothing twice', async () => {
  const ended = new AbortController();
  await startServer();
  const making = keepMaking(ended.signal);
  const { person: executor } = deal.executor;
  const { director } = deal.company;

  // The server dies; nobody asks again.
  const key = 'signing-of-the-executor';
  const asked = call('acts.sign', executor, { body: { signatures: signatures.executor } }, key);
  for (const [rows, again] of KILLS) {
    await reach('executor', rows);
    await killServer();
    await startServer();
    if (again) {
      await killServer();
      await startServer();
    }
  }
  expect(await asked).toBeNull();
  expect(await signed('executor')).toBeLessThan(ACTS);
  await openGate('executor');
  await reach('executor', ACTS);

  // The database dies; the person asks again with the same key.
  let answer: Awaited<ReturnType<typeof call>> = null;
  const keepAsking = (async () => {
    for (; answer?.status !== 200; await sleep(200)) {
      const next = await call(
        'acts.sign',
        director,
        { body: { signatures: signatures.director } },
        'signing-of-the-director',
      );
      if (next) expect([200, 503], JSON.stringify(next.json)).toContain(next.status);
      answer = next;
    }
  })();
  for (const [rows, again] of KILLS) {
    await reach('business', rows);
    await killDatabase();
    if (again) await killDatabase();
  }
  expect(await signed('business')).toBeLessThan(ACTS);
  await openGate('business');
  await keepAsking;
  await reach('business', ACTS);
  while (journal.made.length <= 20) await sleep(20);
  ended.abort();
  await making;

  // Each act has one signature of each side, one line of history for each, and both are told so by the same key.
  for (const [by, of, name] of [
    [executor, signatures.executor, key],
    [director, signatures.director, 'signing-of-the-director'],
  ] as const) {
    const again = await call('acts.sign', by, { body: { signatures: of } }, name);
    const { state, items } = again!.json as BulkAnswer;
    expect([state, items.length, new Set(items.map((row) => row.code ?? row.status))]).toEqual([
      'done',
      ACTS,
      new Set(['ok']),
    ]);
  }
  expect(await count('select count(*) as n from signatures where act_id is not null')).toBe(2 * ACTS);
  expect(await count("select count(*) as n from act_history where action = 'sign'")).toBe(2 * ACTS);
  expect(await count("select count(*) as n from acts where status = 'signed'")).toBe(ACTS);
  expect(await count('select count(*) as n from bulk_runs where state <> $$done$$')).toBe(0);

  // Whatever was answered with yes is there, once; what was not answered may be, but not twice.
  expect(journal.refused).toEqual([]);
  for (const { id, title } of journal.made)
    expect(await count(`select count(*) as n from acts where id = ${id} and title = '${title}'`), title).toBe(
      1,
    );
  expect(
    await count("select count(*) - count(distinct title) as n from acts where title like 'Черновик %'"),
  ).toBe(0);

  const app = await makeTestApp({ beside: { database_url: postgres.url, data_dir } });
  await holdInvariants(app);
  await app.close();

  // The log has told of all of it, line by line, and of nobody's numbers, names, titles, addresses or tokens.
  const log = readFileSync(join(data_dir, 'server.log'), 'utf8');
  expect(log).toContain('"event":"http.request"');
  for (const { iin, email, token } of [executor, director])
    for (const secret of [iin, email, token]) expect(log).not.toContain(secret);
  for (const secret of [deal.company.bin, deal.company.name, deal.executor.name, 'Черновик', 'KZ', 'Bearer'])
    expect(log).not.toContain(secret);
});
