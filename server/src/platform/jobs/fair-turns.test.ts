import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeCompany, type TestCompany } from '../../../test/people.ts';
import { makeBulk, type Bulk } from './bulk.ts';
import type { BulkItem } from './run-kind.ts';

let app: TestApp;
let busy: TestCompany;
let small: TestCompany;
const open: Bulk[] = [];

beforeAll(async () => {
  app = await makeTestApp();
  [busy, small] = [
    await makeCompany(app, { algorithm: 'rsa' }),
    await makeCompany(app, { algorithm: 'rsa' }),
  ];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((bulk) => bulk.stop()));
});
afterAll(() => app.close());

/** A process that does nothing with a batch until it is let go, and tells whose batches it has in hand. */
function makeWorker() {
  const hands: { of: number; go: () => void }[] = [];
  const taken: number[] = [];
  const bulk = makeBulk(
    app.parts.db,
    [
      {
        kind: 'acts.delete',
        prepare: (items) =>
          new Promise((resolve) => {
            const of = items[0]?.company_id ?? 0;
            taken.push(of);
            hands.push({ of, go: () => resolve([]) });
          }),
        work: async (_tx, _item: BulkItem) => ({}),
      },
    ],
    app.parts.log,
    { limits: { at_once: 2, of_company: 1 } },
  );
  open.push(bulk);
  return { bulk, hands, taken };
}

const start = (bulk: Bulk, { id, director }: TestCompany, rows: number) =>
  bulk.start({
    company_id: id,
    user_id: director.user_id,
    session_id: director.session_id,
    kind: 'acts.delete',
    idempotency_key: randomUUID(),
    request_hash: Buffer.alloc(32),
    items: Array.from({ length: rows }, (_, i) => ({ subject_id: i + 1 })),
  });
const seen = async (company: TestCompany, run_id: number) => {
  const { state, is_queued, done } = await app.ok('jobs.get', company.director, { params: { run_id } });
  return { state, is_queued, done };
};

test('forty runs of one company leave a place to the next one, and each says whether it waits', async () => {
  const { bulk, hands } = makeWorker();
  const runs: number[] = [];
  for (let i = 0; i < 40; i++) runs.push(await start(bulk, busy, 1));
  for (const run_id of runs) void bulk.work(run_id);
  await vi.waitFor(() => expect(hands.length).toBe(1), PATIENT);
  expect(await seen(busy, runs[0]!)).toMatchObject({ state: 'running', is_queued: false });
  expect(await seen(busy, runs[39]!)).toMatchObject({ state: 'running', is_queued: true });
  const own = await start(bulk, small, 1);
  void bulk.work(own);
  await vi.waitFor(() => expect(hands.map(({ of }) => of)).toEqual([busy.id, small.id]), PATIENT);
  hands[1]!.go();
  await vi.waitFor(async () => expect((await seen(small, own)).state).toBe('done'), PATIENT);
  expect(await seen(busy, runs[39]!)).toMatchObject({ is_queued: true, done: 0 });
  const letGo = setInterval(() => hands.forEach(({ go }) => go()), 5);
  for (const run_id of runs) await bulk.wait(run_id, PATIENT.timeout);
  clearInterval(letGo);
  expect(await seen(busy, runs[39]!)).toEqual({ state: 'done', is_queued: false, done: 1 });
});

test('a long run gives its place up after a batch when another waits, and comes back to it', async () => {
  const { bulk, hands, taken } = makeWorker();
  const [long, other] = [await start(bulk, busy, 100), await start(bulk, busy, 1)];
  void bulk.work(long);
  await vi.waitFor(() => expect(hands.length).toBe(1), PATIENT);
  void bulk.work(other);
  await vi.waitFor(async () => expect((await seen(busy, other)).is_queued).toBe(true), PATIENT);
  hands[0]!.go();
  await vi.waitFor(() => expect(hands.length).toBe(2), PATIENT);
  expect(await seen(busy, long)).toEqual({ state: 'running', is_queued: true, done: 40 });
  expect(await seen(busy, other)).toMatchObject({ is_queued: false });
  const letGo = setInterval(() => hands.forEach(({ go }) => go()), 5);
  await Promise.all([long, other].map((run_id) => bulk.wait(run_id, PATIENT.timeout)));
  clearInterval(letGo);
  expect(await seen(busy, long)).toMatchObject({ state: 'done', done: 100 });
  // Three batches of the long one and the short one: nothing was done twice.
  expect(taken.length).toBe(4);
});

test('runs that were lost are found by turns between their companies', async () => {
  const { bulk, hands } = makeWorker();
  const lost: number[] = [];
  for (let i = 0; i < 25; i++) lost.push(await start(bulk, busy, 1));
  const own = await start(bulk, small, 1);
  await bulk.recover();
  await vi.waitFor(() => expect(hands.map(({ of }) => of)).toContain(small.id), PATIENT);
  const letGo = setInterval(() => hands.forEach(({ go }) => go()), 5);
  await vi.waitFor(async () => {
    await bulk.recover();
    expect((await seen(busy, lost[24]!)).state).toBe('done');
  }, PATIENT);
  clearInterval(letGo);
  expect((await seen(small, own)).state).toBe('done');
});
