import { renameSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { movableClock } from '../src/platform/clock.ts';
import { makeDealApp } from './deal-app.ts';
import { holdInvariants } from './hold-invariants.ts';
import { makeTestApp } from './make-app.ts';
import { actBody, makeDraftAct, makeSentActs, makeSignedActs, signaturesOf } from './papers.ts';
import { PATIENT } from './patience.ts';

/** Of the machine, not of the product. */
let off_s = 0;
const system_clock = { now: () => new Date(Date.now() + off_s * 1000) };
const nowOff = (seconds: number) => void (off_s = seconds);

const { app, deal } = await makeDealApp({ app: { system_clock } });
afterAll(() => app.close());

const ready = () => app.http.inject({ url: '/ready' });
const create = () => app.raw('acts.create', deal.company.director, { body: actBody(deal) });
const list = () => app.raw('acts.list', deal.company.director, { query: {} });

describe('while the database', () => {
  beforeAll(async () => {
    await sql`create table fault (state text)`.execute(app.owner);
    await sql`create function raise_fault() returns trigger security definer language plpgsql as $$
      declare wanted text := (select state from fault);
      begin
        if wanted is not null then raise exception using errcode = wanted, message = 'as asked'; end if;
        return new;
      end $$`.execute(app.owner);
    await sql`create trigger raise_fault before insert on acts for each row execute function raise_fault()`.execute(
      app.owner,
    );
  });
  afterEach(() => sql`truncate fault`.execute(app.owner));

  const PASSING =
    '08000 08003 08006 08P01 25006 25P03 25P04 40001 40P01 53000 53100 53200 53300 53400 55P03 57014 57P01 57P02 57P03 58000 58030 58P01';
  test.each(PASSING.split(' '))(
    'answers %s, people are asked to come back and nothing is broken',
    async (state) => {
      await sql`insert into fault values (${state})`.execute(app.owner);
      const answer = await create();
      expect([answer.status, answer.json]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect((await list()).status).toBe(200);
      await sql`truncate fault`.execute(app.owner);
      expect((await create()).status).toBe(200);
    },
  );

  test.each(['22012', '42P01', 'XX000'])('answers %s, it is our own fault and said so', async (state) => {
    await sql`insert into fault values (${state})`.execute(app.owner);
    expect(await create()).toMatchObject({ status: 500, json: { code: 'internal' } });
  });

  test('takes no changes, /ready says so and reads go on; then everything goes on by itself', async () => {
    const name = new URL(app.database_url).pathname.slice(1);
    const asAdmin = async (...statements: string[]) => {
      const admin = new Client({ connectionString: inject('testServer').admin_url });
      await admin.connect();
      for (const statement of statements) await admin.query(statement);
      await admin.end();
    };
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
    expect((await ready()).statusCode).toBe(200);
    await asAdmin(`alter database ${name} set default_transaction_read_only = on`, cut);
    await vi.waitFor(async () => expect((await list()).status).toBe(200), PATIENT);
    expect((await ready()).statusCode).toBe(503);
    expect((await ready()).headers['retry-after']).toBeDefined();
    expect((await create()).status).toBe(503);
    await asAdmin(`alter database ${name} set default_transaction_read_only = off`, cut);
    await vi.waitFor(async () => expect((await ready()).statusCode).toBe(200), PATIENT);
    expect((await create()).status).toBe(200);
  });
});

describe('a clock of the machine', () => {
  afterEach(async () => {
    nowOff(0);
    await app.clocks.check();
  });

  test.each([-3600, -6, 6, 40 * 86_400])(
    'that is %i seconds off stops every change and no read',
    async (off) => {
      nowOff(off);
      await app.clocks.check();
      expect((await ready()).statusCode).toBe(503);
      expect(await create()).toMatchObject({ status: 503, json: { code: 'unavailable' } });
      expect((await list()).status).toBe(200);
      await expect(app.clocks.assertRight()).rejects.toThrow(/clock of this machine is -?\d+ s off/);
      nowOff(0);
      await app.clocks.check();
      expect((await ready()).statusCode).toBe(200);
      expect((await create()).status).toBe(200);
    },
  );

  test('that goes wrong stops what the product does by itself, and going right sets it going again', async () => {
    const watched = await makeTestApp({ beside: app, system_clock });
    const run_id = await watched.parts.bulk.start({
      company_id: deal.company.id,
      user_id: deal.company.director.user_id,
      session_id: deal.company.director.session_id,
      kind: 'acts.send',
      idempotency_key: 'begun-and-left',
      request_hash: Buffer.alloc(32),
      items: [{ subject_id: (await makeDraftAct(app, deal)).id }],
    });
    const stateNow = async () =>
      (
        await app.parts.db
          .selectFrom('bulk_runs')
          .select('state')
          .where('id', '=', run_id)
          .executeTakeFirstOrThrow()
      ).state;
    nowOff(60);
    await watched.clocks.check();
    watched.watch();
    // Some rounds of the watcher that takes up runs.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(await stateNow()).toBe('running');
    nowOff(0);
    await watched.clocks.check();
    await vi.waitFor(async () => expect(await stateNow()).toBe('done'), PATIENT);
    await watched.close();
  });

  test('is compared, not that of the product, which tests and the sandbox move', async () => {
    const clock = movableClock(new Date(Date.now() + 40 * 86_400_000));
    const moved = await makeTestApp({ beside: app, clock });
    await moved.clocks.assertRight();
    await moved.close();
  });
});

test('a store that goes away in the middle of sending, signing and paying fails no row', async () => {
  const { director } = deal.company;
  const files = join(app.data_dir, 'files');
  const aside = join(app.data_dir, 'files-aside');
  const takeAway = () => {
    renameSync(files, aside);
    writeFileSync(files, 'nothing is mounted here');
  };
  const bringBack = async () => {
    rmSync(files);
    renameSync(aside, files);
    await sql`update bulk_runs set not_before = now() where not_before is not null`.execute(app.parts.db);
    await app.parts.bulk.recover();
  };
  const drafts = [];
  for (let i = 0; i < 12; i++) drafts.push((await makeDraftAct(app, deal)).id);
  const to_sign = await makeSentActs(app, deal, 4);
  const signatures = await signaturesOf(app, deal.executor.person, to_sign);
  const to_pay = await makeSignedActs(app, deal, 4);

  takeAway();
  const answers = await Promise.all([
    app.ok('acts.send', director, { body: { act_ids: drafts } }),
    app.ok('acts.sign', deal.executor.person, { body: { signatures } }),
    app.ok('acts.pay', director, { body: { act_ids: to_pay } }),
  ]);
  expect(answers[0].state).toBe('running');
  const params = { run_id: answers[0].run_id };
  expect(await app.ok('jobs.get', director, { params })).toMatchObject({ failed: 0, waits_for: 'files' });
  await bringBack();
  for (const { run_id } of answers)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ state: string; codes: string[] }>`
        select state, array(select status || coalesce(' ' || code, '') from bulk_items where run_id = r.id) as codes
        from bulk_runs r where id = ${run_id}`.execute(app.parts.db);
      expect([rows[0]!.state, new Set(rows[0]!.codes)]).toEqual(['done', new Set(['ok'])]);
    }, PATIENT);
  expect(await app.ok('jobs.get', director, { params })).toMatchObject({ state: 'done', waits_for: null });
  await holdInvariants(app);
});
