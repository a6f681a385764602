import { randomUUID } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany } from '../../../test/people.ts';
import { StoreAway } from '../../adapters/file-store/file-store.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { WorkerFailed } from '../worker-pool.ts';
import { makeBulk, type Bulk } from './bulk.ts';
import type { BulkItem, BulkKind } from './run-kind.ts';
import { PATIENT } from '../../../test/patience.ts';

const open: { bulk: Bulk; db: Database }[] = [];

const app = await makeTestApp();
const person = (await makeCompany(app, { algorithm: 'rsa' })).director;
await sql`create table done (run_id bigint, position integer, worker text, note text);
  grant all on done to public`.execute(app.owner);
afterEach(async () => {
  for (const { bulk, db } of open.splice(0)) {
    await bulk.stop();
    await db.destroy();
  }
});
afterAll(() => app.close());

type Work = (item: BulkItem, tx: Parameters<BulkKind['work']>[0]) => Promise<void>;

/** A process with workers of its own; each item it does leaves a row in `done`. */
function makeWorker(name: string, work: Work = async () => undefined, more: Partial<BulkKind> = {}): Bulk {
  const db = openDatabase({ url: app.database_url, log: app.parts.log, max: 8 });
  const kind: BulkKind = {
    kind: 'test',
    async work(tx, item) {
      await sql`insert into done values (${item.run_id}, ${item.position}, ${name}, '')`.execute(tx);
      await work(item, tx);
      return { label: `by ${name}` };
    },
    ...more,
  };
  const bulk = makeBulk(db, [kind], app.parts.log);
  open.push({ bulk, db });
  return bulk;
}

const newRun = (items: number, key: string = randomUUID()) => ({
  company_id: person.company_id,
  user_id: person.user_id,
  session_id: person.session_id,
  kind: 'test',
  idempotency_key: key,
  request_hash: Buffer.alloc(32, items % 256),
  items: Array.from({ length: items }, (_, i) => ({ subject_id: i + 1, payload: { n: i + 1 } })),
});

const doneOf = async (run_id: number) => {
  const { rows } = await sql<{ position: number; worker: string }>`
    select position, worker from done where run_id = ${run_id} order by position`.execute(app.parts.db);
  return rows;
};
const itemsOf = (run_id: number) =>
  app.parts.db
    .selectFrom('bulk_items')
    .selectAll()
    .where('run_id', '=', run_id)
    .orderBy('position')
    .execute();
const runOf = (run_id: number) =>
  app.parts.db.selectFrom('bulk_runs').selectAll().where('id', '=', run_id).executeTakeFirstOrThrow();
const letLeaseEnd = () =>
  sql`update bulk_runs set leased_until = now() - interval '1 second' where state = 'running'`.execute(
    app.parts.db,
  );
const positions = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
/** Something that is sure to come, however busy the machine is. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a run', () => {
  test('does every item once and says so', async () => {
    const bulk = makeWorker('a');
    const run_id = await bulk.start(newRun(120));
    await bulk.work(run_id);
    expect((await doneOf(run_id)).map((row) => row.position)).toEqual(positions(120));
    expect(await runOf(run_id)).toMatchObject({
      state: 'done',
      total: 120,
      done: 120,
      failed: 0,
      finished_at: expect.any(Date),
    });
    const items = await itemsOf(run_id);
    expect(items.every((item) => item.status === 'ok' && item.label === 'by a' && item.finished_at)).toBe(
      true,
    );
  });

  test('of more items than one statement takes is written whole', async () => {
    const bulk = makeWorker('a');
    const run_id = await bulk.start(newRun(2_500));
    expect((await itemsOf(run_id)).map((item) => item.subject_id)).toEqual(positions(2_500));
  });

  test('of nothing is done', async () => {
    const bulk = makeWorker('a');
    const run_id = await bulk.start(newRun(0));
    await bulk.work(run_id);
    expect((await runOf(run_id)).state).toBe('done');
  });

  test('is one for a key, whoever starts it and how often; another request under it is refused', async () => {
    const [a, b] = [makeWorker('a'), makeWorker('b')];
    const key = randomUUID();
    const ids = await Promise.all([a, b, a, b, a, b].map((bulk) => bulk.start(newRun(3, key))));
    expect(new Set(ids).size).toBe(1);
    expect(await itemsOf(ids[0]!)).toHaveLength(3);
    expect(await b.find(newRun(3, key))).toBe(ids[0]);
    expect(await b.find(newRun(3))).toBeNull();
    await expect(a.start(newRun(4, key))).rejects.toThrow('idempotency_mismatch');
    await expect(b.find(newRun(4, key))).rejects.toThrow('idempotency_mismatch');
  });

  test('goes in the order of its items when its kind asks for it', async () => {
    const seen: number[] = [];
    const bulk = makeWorker(
      'a',
      async ({ position }) => {
        await pause(position % 3);
        seen.push(position);
      },
      { in_order: true },
    );
    const run_id = await bulk.start(newRun(60));
    await bulk.work(run_id);
    expect(seen).toEqual(positions(60));
  });

  test('wakes what waits for its items, after each is committed', async () => {
    const seen: number[] = [];
    const bulk = makeWorker('a', async () => undefined, { after: ({ position }) => seen.push(position) });
    const run_id = await bulk.start(newRun(5));
    await bulk.work(run_id);
    expect(seen.toSorted()).toEqual(positions(5));
  });

  test('that was stopped goes on with what is asked for, and is stopped while anything of it is left', async () => {
    const bulk = makeWorker('a');
    const run_id = await bulk.start(newRun(5));
    await sql`update bulk_items set finished_at = now(),
      status = case position when 1 then 'ok' when 2 then 'failed' else 'stopped' end,
      code = case position when 2 then 'not_found' end where run_id = ${run_id}`.execute(app.parts.db);
    await sql`update bulk_runs set state = 'stopped', finished_at = now() where id = ${run_id}`.execute(
      app.parts.db,
    );
    const goneOn = async (rows: 'failed' | 'stopped') => {
      const by = { session_id: person.session_id, ip: null };
      await Promise.all([1, 2, 3].map(() => bulk.goOn(run_id, [rows], by)));
      await bulk.wait(run_id, PATIENT.timeout);
      const { state, done, failed } = await runOf(run_id);
      return [state, done, failed, (await doneOf(run_id)).map((row) => row.position)];
    };
    expect(await goneOn('failed')).toEqual(['stopped', 2, 0, [2]]);
    expect(await goneOn('failed')).toEqual(['stopped', 2, 0, [2]]);
    expect(await goneOn('stopped')).toEqual(['done', 5, 0, [2, 3, 4, 5]]);
  });

  test('is waited for no longer than one wants to', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const bulk = makeWorker('a', () => held, { in_order: true });
    const run_id = await bulk.start(newRun(2));
    await bulk.wait(run_id, 200);
    expect((await runOf(run_id)).state).toBe('running');
    release();
    await bulk.wait(run_id, PATIENT.timeout);
    expect((await runOf(run_id)).state).toBe('done');
  });

  test('in the hands of another process is seen to end', async () => {
    const [a, b] = [makeWorker('a', () => pause(30)), makeWorker('b')];
    const run_id = await a.start(newRun(20));
    const working = a.work(run_id);
    await vi.waitFor(async () => expect((await runOf(run_id)).lease_token).toBe(1), PATIENT);
    await b.wait(run_id, PATIENT.timeout);
    expect((await runOf(run_id)).state).toBe('done');
    expect(new Set((await doneOf(run_id)).map((row) => row.worker))).toEqual(new Set(['a']));
    await working;
  });
});

describe('an item that cannot be done', () => {
  test('fails alone, with its reason, and nothing it wrote is left', async () => {
    const bulk = makeWorker('a', async ({ position }) => {
      if (position === 2)
        throw new Problem('act.outside_contract', { values: { from: '01.01.2026', to: '31.12.2026' } });
      if (position === 3) throw new Error('a fault of ours');
    });
    const run_id = await bulk.start(newRun(5));
    await bulk.work(run_id);
    expect((await doneOf(run_id)).map((row) => row.position)).toEqual([1, 4, 5]);
    const items = await itemsOf(run_id);
    expect(items.map((item) => [item.status, item.code])).toEqual([
      ['ok', null],
      ['failed', 'act.outside_contract'],
      ['failed', 'internal'],
      ['ok', null],
      ['ok', null],
    ]);
    expect(items[1]!.detail).toEqual({ values: { from: '01.01.2026', to: '31.12.2026' } });
    expect(await runOf(run_id)).toMatchObject({ state: 'done', done: 5, failed: 2 });
  });

  test('a broken statement of one leaves the others alone', async () => {
    const bulk = makeWorker('a', async ({ position }, tx) => {
      if (position % 2) await sql`insert into done values (null, 1 / 0, '', '')`.execute(tx);
    });
    const run_id = await bulk.start(newRun(8));
    await bulk.work(run_id);
    expect((await doneOf(run_id)).map((row) => row.position)).toEqual([2, 4, 6, 8]);
  });
});

describe('a run that is interrupted', () => {
  const retryNow = () =>
    sql`update bulk_runs set not_before = now() - interval '1 second' where not_before is not null`.execute(
      app.parts.db,
    );

  test('by a store that is away waits, says so, and ends with every row when it is back', async () => {
    let is_away = true;
    const bulk = makeWorker('a', async ({ position }) => {
      if (position > 2 && is_away) throw new StoreAway('not now');
    });
    const run_id = await bulk.start(newRun(10));
    // Whoever asked is not kept waiting for what may take hours.
    await bulk.wait(run_id, 60_000);
    expect(await runOf(run_id)).toMatchObject({ state: 'running', waits_for: 'files', failed: 0 });
    const { not_before } = await runOf(run_id);
    await bulk.recover();
    expect((await runOf(run_id)).not_before).toEqual(not_before);
    await retryNow();
    await bulk.recover();
    await vi.waitFor(async () => expect((await runOf(run_id)).failures).toBe(2), PATIENT);
    is_away = false;
    await vi.waitFor(async () => {
      await retryNow();
      await bulk.recover();
      expect((await runOf(run_id)).state).toBe('done');
    }, PATIENT);
    expect(await runOf(run_id)).toMatchObject({ done: 10, failed: 0, waits_for: null, failures: 0 });
    expect((await doneOf(run_id)).map((row) => row.position)).toEqual(positions(10));
  });

  test('is tried twice as late each time, up to half a minute, and later where nobody knows why', async () => {
    let error: Error = new StoreAway('not now');
    const bulk = makeWorker('a', async () => undefined, {
      prepare: async () => {
        throw error;
      },
    });
    const run_id = await bulk.start(newRun(1));
    const now = async () =>
      (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.parts.db)).rows[0]!.at.getTime();
    const waitAfter = async (failures: number, seconds: number) => {
      await sql`update bulk_runs set failures = ${failures}, not_before = null,
        waits_for = ${error instanceof StoreAway ? 'files' : null} where id = ${run_id}`.execute(
        app.parts.db,
      );
      const before = await now();
      await bulk.work(run_id);
      const next = (await runOf(run_id)).not_before!.getTime();
      expect(next).toBeGreaterThanOrEqual(before + seconds * 1000);
      expect(next).toBeLessThanOrEqual((await now()) + seconds * 1000);
    };
    await waitAfter(0, 1);
    await waitAfter(3, 8);
    await waitAfter(9, 30);
    error = new Error('always');
    await waitAfter(3, 8);
    await waitAfter(8, 256);
    await bulk.halt(run_id);
  });

  test('again and again leaves the others their turn', async () => {
    const bulk = makeWorker('a', async () => undefined, {
      prepare: async ([item]) => {
        if ((item!.params as { is_poison?: boolean }).is_poison) throw new Error('always');
        return [];
      },
    });
    const poison = [];
    for (let i = 0; i < 20; i++) poison.push(await bulk.start({ ...newRun(1), params: { is_poison: true } }));
    const sound = await bulk.start(newRun(1));
    await vi.waitFor(async () => {
      await bulk.recover();
      expect((await runOf(sound)).state).toBe('done');
    }, PATIENT);
    await sql`delete from bulk_items where run_id = any(${poison}::bigint[])`.execute(app.owner);
    await sql`delete from bulk_runs where id = any(${poison}::bigint[])`.execute(app.owner);
  });

  test('begins nothing while it is told to pause', async () => {
    let is_paused = true;
    const db = openDatabase({ url: app.database_url, log: app.parts.log, max: 2 });
    const kind: BulkKind = { kind: 'test', work: async () => ({}) };
    const bulk = makeBulk(db, [kind], app.parts.log, { isPaused: () => is_paused });
    open.push({ bulk, db });
    const run_id = await bulk.start(newRun(1));
    await bulk.work(run_id);
    expect(await runOf(run_id)).toMatchObject({ state: 'running', done: 0 });
    is_paused = false;
    await bulk.work(run_id);
    expect(await runOf(run_id)).toMatchObject({ state: 'done', done: 1 });
  });
});

test.each([
  ['a deadlock', () => Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ['a transaction that could not be put in order', () => Object.assign(new Error('x'), { code: '40001' })],
  ['a worker that fell over', () => new WorkerFailed('crash')],
])('%s fails no row: it is tried again', async (_name, failure) => {
  const tries = new Map<number, number>();
  const bulk = makeWorker('a', async ({ position }) => {
    const before = tries.get(position) ?? 0;
    tries.set(position, before + 1);
    if (before < 2) throw failure();
  });
  const run_id = await bulk.start(newRun(3));
  await bulk.work(run_id);
  expect(await runOf(run_id)).toMatchObject({ state: 'done', done: 3, failed: 0 });
  expect([...tries.values()]).toEqual([3, 3, 3]);
});

describe('a worker that is gone', () => {
  test('in the middle leaves the rest to whoever looks next, and nothing is done twice', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = makeWorker('first', async ({ position }) => (position > 4 ? held : undefined), {
      in_order: true,
    });
    const run_id = await first.start(newRun(60));
    void first.work(run_id);
    await vi.waitFor(async () => expect((await doneOf(run_id)).length).toBe(4), PATIENT);
    const stopping = first.stop();
    release();
    await stopping;
    const before = await doneOf(run_id);
    expect(before.length).toBe(5);
    const second = makeWorker('second');
    await second.recover();
    await second.wait(run_id, PATIENT.timeout);
    const after = await doneOf(run_id);
    expect(after.map((row) => row.position)).toEqual(positions(60));
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)!.worker).toBe('second');
  });

  test('for too long finds that another has taken over, and writes nothing more', async () => {
    let held = 0;
    const release: (() => void)[] = [];
    const zombie = makeWorker('zombie', async () => {
      held++;
      await new Promise<void>((resolve) => release.push(resolve));
    });
    const run_id = await zombie.start(newRun(12));
    const asleep = zombie.work(run_id);
    await vi.waitFor(() => expect(held).toBe(4), PATIENT);
    const fresh = makeWorker('fresh');
    // The four items that the sleeper holds are waited for; the run is no longer its own. Its heartbeat may come in between.
    await vi.waitFor(async () => {
      await letLeaseEnd();
      await fresh.recover();
      expect((await runOf(run_id)).lease_token).toBe(2);
    }, PATIENT);
    for (const wake of release) wake();
    await asleep;
    await fresh.wait(run_id, PATIENT.timeout);
    const done = await doneOf(run_id);
    expect(done.map((row) => row.position)).toEqual(positions(12));
    expect(done.filter((row) => row.worker === 'zombie').map((row) => row.position)).toEqual([1, 2, 3, 4]);
    expect((await itemsOf(run_id)).every((item) => item.status === 'ok')).toBe(true);
    expect(await runOf(run_id)).toMatchObject({ state: 'done', lease_token: 2 });
  });

  test('five processes that all look at once share nothing and lose nothing', async () => {
    const workers = Array.from({ length: 5 }, (_, i) => makeWorker(`w${i}`, () => pause(2)));
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await workers[0]!.start(newRun(30)));
    for (const worker of workers) await worker.recover();
    for (const id of ids) await workers[0]!.wait(id, PATIENT.timeout);
    for (const id of ids) {
      const done = await doneOf(id);
      expect(done.map((row) => row.position)).toEqual(positions(30));
      expect(new Set(done.map((row) => row.worker)).size).toBe(1);
    }
  });

  test('and work of a kind that nobody knows any more disturbs nobody', async () => {
    const bulk = makeWorker('a');
    const unknown = await bulk.start({ ...newRun(2), kind: 'of yesterday' });
    const known = await bulk.start(newRun(2));
    await bulk.recover();
    await bulk.wait(known, PATIENT.timeout);
    expect([(await runOf(known)).state, (await runOf(unknown)).state]).toEqual(['done', 'running']);
    await sql`delete from bulk_items where run_id = ${unknown}`.execute(app.owner);
    await sql`delete from bulk_runs where id = ${unknown}`.execute(app.owner);
  });
});

test('a worker that is busy keeps its lease alive, so that nobody takes its run from it', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const busy = makeWorker('busy', () => held);
  const run_id = await busy.start(newRun(40));
  const working = busy.work(run_id);
  await vi.waitFor(async () => expect((await runOf(run_id)).lease_token).toBe(1), PATIENT);
  await sql`update bulk_runs set leased_until = now() + interval '2 seconds' where id = ${run_id}`.execute(
    app.parts.db,
  );
  const other = makeWorker('other');
  let busy_still = true;
  const looking = (async () => {
    for (; busy_still; await pause(50)) await other.recover();
  })();
  // More than what was left of the lease: it was renewed in between, though its items hold the run all the time.
  await vi.waitFor(async () => {
    const { left } = await app.parts.db
      .selectFrom('bulk_runs')
      .select(sql<number>`extract(epoch from leased_until - now())::float8`.as('left'))
      .where('id', '=', run_id)
      .executeTakeFirstOrThrow();
    expect(left).toBeGreaterThan(2);
  }, PATIENT);
  release();
  await working;
  busy_still = false;
  await looking;
  expect((await runOf(run_id)).lease_token).toBe(1);
  expect(new Set((await doneOf(run_id)).map((row) => row.worker))).toEqual(new Set(['busy']));
});
