import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeAdministrator, makeCompany, type Administrator, type Person } from '../../../test/people.ts';
import { endWhatGoesOn } from '../../features/companies/companies.queries.ts';
import { StoreAway } from '../../adapters/file-store/file-store.ts';
import { makeBulk, type Bulk } from './bulk.ts';
import { eachJob, isDue, TRIES_OF_A_JOB } from './each-job.ts';

let app: TestApp;
let director: Person;
let desk: Administrator;
let bulk: Bulk;
let fault: Error | null;
beforeAll(async () => {
  app = await makeTestApp();
  director = (await makeCompany(app, { algorithm: 'rsa' })).director;
  desk = await makeAdministrator(app, ['users']);
  bulk = makeBulk(
    app.parts.db,
    [
      {
        kind: 'acts.delete',
        prepare: async () => {
          if (fault) throw fault;
          return [];
        },
        work: async () => ({}),
      },
    ],
    app.parts.log,
  );
});
afterAll(async () => {
  await bulk.stop();
  await app.close();
});

const startRun = () =>
  bulk.start({
    company_id: director.company_id,
    user_id: director.user_id,
    session_id: director.session_id,
    kind: 'acts.delete',
    idempotency_key: randomUUID(),
    request_hash: Buffer.alloc(32),
    items: [{ subject_id: 1 }, { subject_id: 2 }],
  });
const runOf = (run_id: number) =>
  app.parts.db.selectFrom('bulk_runs').selectAll().where('id', '=', run_id).executeTakeFirstOrThrow();
const setAside = async () => (await app.ok('jobs.set_aside', desk, { query: {} })).items;
async function workOften(run_id: number, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await bulk.work(run_id);
}

test('a run that always throws is set aside with its reason; the desk begins it again or closes it', async () => {
  fault = new TypeError('no such thing');
  const run_id = await startRun();
  await workOften(run_id, TRIES_OF_A_JOB - 1);
  expect(await runOf(run_id)).toMatchObject({ state: 'running', failures: TRIES_OF_A_JOB - 1 });
  expect(await setAside()).toEqual([]);
  await workOften(run_id, 1);
  expect(await runOf(run_id)).toMatchObject({ state: 'failed', not_before: null });
  const [job] = await setAside();
  expect(job).toMatchObject({
    job: 'bulk.run',
    run_kind: 'acts.delete',
    subject_id: run_id,
    reason: 'TypeError: no such thing',
    failures: TRIES_OF_A_JOB,
  });
  expect(await app.ok('jobs.get', director, { params: { run_id } })).toMatchObject({ state: 'failed' });
  const params = { job_id: job?.id ?? 0 };
  await app.ok('jobs.try_set_aside', desk, { params });
  expect(await setAside()).toEqual([]);
  expect(await app.refused('jobs.try_set_aside', desk, { params })).toMatchObject({ status: 404 });
  await workOften(run_id, TRIES_OF_A_JOB);
  const [again] = await setAside();
  await app.ok('jobs.close_set_aside', desk, {
    params: { job_id: again?.id ?? 0 },
    body: { reason: 'Не нужно' },
  });
  expect(await setAside()).toEqual([]);
  expect(await runOf(run_id)).toMatchObject({ state: 'stopped', done: 0 });
  expect(await app.parts.db.selectFrom('failing_jobs').selectAll().execute()).toEqual([]);
  const { items } = await app.ok('administration.audit', desk, { query: { by_user_id: desk.user_id } });
  expect(items.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['job_closed', { run_id, run_kind: 'acts.delete', reason: 'Не нужно' }],
    ['job_tried_again', { run_id, run_kind: 'acts.delete' }],
  ]);
});

test('a run that was set aside is out of the list however it is taken up', async () => {
  fault = new TypeError('no such thing');
  const takenUp = async (deed: (run_id: number) => Promise<unknown>) => {
    const run_id = await startRun();
    await workOften(run_id, TRIES_OF_A_JOB);
    expect(await setAside()).toMatchObject([{ subject_id: run_id }]);
    await deed(run_id);
    expect(await setAside()).toEqual([]);
    await bulk.halt(run_id);
  };
  const params = (run_id: number) => ({ params: { run_id } });
  await takenUp((run_id) => app.ok('jobs.run_again', desk, params(run_id)));
  await takenUp((run_id) => app.ok('jobs.stop', director, params(run_id)));
  await takenUp((run_id) =>
    app.parts.db
      .transaction()
      .execute((tx) => endWhatGoesOn(tx, director.company_id))
      .then(async () => {
        expect(await runOf(run_id)).toMatchObject({ state: 'stopped' });
        director = (await makeCompany(app, { algorithm: 'rsa' })).director;
      }),
  );
});

test('what is away is waited for without end, and a fault after it is counted from one', async () => {
  fault = new StoreAway('not now');
  const run_id = await startRun();
  await workOften(run_id, TRIES_OF_A_JOB + 3);
  expect(await runOf(run_id)).toMatchObject({ state: 'running', failures: TRIES_OF_A_JOB + 3 });
  fault = new Error('another');
  await workOften(run_id, 1);
  expect(await runOf(run_id)).toMatchObject({ state: 'running', failures: 1, waits_for: null });
  fault = null;
  await workOften(run_id, 1);
  expect(await runOf(run_id)).toMatchObject({ state: 'done', failures: 0 });
});

test('a run that ends one worker after the other is not given to the next for ever', async () => {
  fault = null;
  const run_id = await startRun();
  // What a process leaves behind that was killed: a lease that nobody gave back.
  const lose = (failures: number) =>
    sql`update bulk_runs set leased_until = now() - interval '1 second', failures = ${failures} where id = ${run_id}`.execute(
      app.parts.db,
    );
  await lose(TRIES_OF_A_JOB - 1);
  await bulk.work(run_id);
  expect((await runOf(run_id)).state).toBe('failed');
  const [job] = await setAside();
  expect(job).toMatchObject({ subject_id: run_id, reason: expect.stringContaining('WorkersLost') });
  await app.ok('jobs.try_set_aside', desk, { params: { job_id: job?.id ?? 0 } });
  await sql`update bulk_items set status = 'ok', finished_at = now() where run_id = ${run_id} and position = 1`.execute(
    app.parts.db,
  );
  await lose(TRIES_OF_A_JOB - 1);
  // One row of it was done meanwhile: it gets on.
  await bulk.work(run_id);
  expect(await runOf(run_id)).toMatchObject({ state: 'done', done: 2 });
});

test('a worker that is lost after an outage is the first failure of a run', async () => {
  fault = new StoreAway('not now');
  const run_id = await startRun();
  await workOften(run_id, TRIES_OF_A_JOB + 1);
  await sql`update bulk_runs set leased_until = now() - interval '1 second' where id = ${run_id}`.execute(
    app.parts.db,
  );
  fault = new TypeError('no such thing');
  await bulk.work(run_id);
  // The lost worker was the first, this one the second.
  expect(await runOf(run_id)).toMatchObject({ state: 'running', failures: 2, waits_for: null });
  await bulk.halt(run_id);
});

test('a statement that is only too slow puts a job off, uncounted, and the others pass', async () => {
  const { db, log } = app.parts;
  const rows = [7, 8].map((id) => ({ id, company_id: director.company_id }));
  const done: number[] = [];
  const round = () =>
    eachJob({ db, log }, 'documents.hands', rows, async ({ id }) => {
      if (id === 7)
        await db.transaction().execute(async (tx) => {
          await sql`set local statement_timeout = 20`.execute(tx);
          await sql`select pg_sleep(600)`.execute(tx);
        });
      done.push(id);
    });
  await round();
  await round();
  expect(done).toEqual([8, 8]);
  const failing = db.selectFrom('failing_jobs').selectAll().where('job', '=', 'documents.hands');
  expect(await failing.execute()).toMatchObject([{ subject_id: 7, failures: 0, set_aside_at: null }]);
  await db.deleteFrom('failing_jobs').where('job', '=', 'documents.hands').execute();
});

test('a job of a watcher that always throws lets the others pass, is put off, set aside and tried again', async () => {
  const { db, log } = app.parts;
  const rows = [1, 2, 3].map((id) => ({ id, company_id: director.company_id }));
  const done: number[] = [];
  let is_broken = true;
  const round = async () => {
    const due = [];
    for (const row of rows) {
      const { rows: found } =
        await sql`select 1 where ${isDue('documents.expire', sql`${row.id}::bigint`)}`.execute(db);
      if (found.length > 0) due.push(row);
    }
    await eachJob({ db, log }, 'documents.expire', due, async ({ id }) => {
      if (id === 2 && is_broken) throw new Error('always');
      done.push(id);
    });
  };
  const endPause = () =>
    sql`update failing_jobs set not_before = now() - interval '1 second' where not_before is not null`.execute(
      db,
    );
  await round();
  await round();
  expect(done).toEqual([1, 3, 1, 3]);
  // Of two rounds that overlap the second counts nothing.
  await eachJob({ db, log }, 'documents.expire', [rows[1]!], () => Promise.reject(new Error('always')));
  expect(
    await db.selectFrom('failing_jobs').select('failures').where('job', '=', 'documents.expire').execute(),
  ).toEqual([{ failures: 1 }]);
  for (let i = 1; i < TRIES_OF_A_JOB; i++) {
    await endPause();
    await round();
  }
  const [job] = await setAside();
  expect(job).toMatchObject({
    job: 'documents.expire',
    subject_id: 2,
    reason: 'Error: always',
    run_kind: null,
  });
  // Only its cause can be mended: the next round would find it again.
  const close = { params: { job_id: job?.id ?? 0 }, body: { reason: 'Не нужно' } };
  expect(await app.refused('jobs.close_set_aside', desk, close)).toMatchObject({ status: 404 });
  await endPause();
  is_broken = false;
  await round();
  expect(done).not.toContain(2);
  await app.ok('jobs.try_set_aside', desk, { params: { job_id: job?.id ?? 0 } });
  await round();
  expect(done).toContain(2);
  expect(
    await db.selectFrom('failing_jobs').select('id').where('job', '=', 'documents.expire').execute(),
  ).toEqual([]);
});
