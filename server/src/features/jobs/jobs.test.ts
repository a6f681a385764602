import { afterAll, expect, test, vi } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeDraftAct, makeSentAct } from '../../../test/papers.ts';
import { makeEmployee, type Person } from '../../../test/people.ts';

const { app, deal, director } = await makeDealApp();
afterAll(() => app.close());

test('a run is followed by its number: how far it is, each row, and the failed ones alone', async () => {
  const [{ id: draft }, sent] = [await makeDraftAct(app, deal), await makeSentAct(app, deal)];
  const act_ids = [draft, sent, 999_999_999];
  const { run_id } = await app.ok('acts.send', director, { body: { act_ids } });
  expect(await app.ok('jobs.get', director, { params: { run_id } })).toMatchObject({
    id: run_id,
    kind: 'acts.send',
    state: 'done',
    total: 3,
    done: 3,
    failed: 2,
    finished_at: expect.any(String),
  });
  const rows = await app.ok('jobs.rows', director, { params: { run_id }, query: {} });
  expect(rows.items.map((row) => [row.position, row.subject_id, row.status, row.code])).toEqual([
    [1, draft, 'ok', null],
    [2, sent, 'failed', 'act.wrong_state'],
    [3, 999_999_999, 'failed', 'not_found'],
  ]);
  // A row is called by its number whatever became of it; what one cannot see has no name.
  expect(rows.items.map((row) => row.label)).toEqual([
    expect.stringMatching(/^\d+\/\d{4}$/),
    expect.stringMatching(/^\d+\/\d{4}$/),
    '',
  ]);
  expect(rows.items[1]!.message).toBe('С актом в состоянии «Отправлен» это сделать нельзя.');
  const failed = await app.ok('jobs.rows', director, {
    params: { run_id },
    query: { only_failed: true, limit: 1 },
  });
  expect([failed.items.map((row) => row.position), failed.total, failed.pages]).toEqual([[2], 2, 2]);
});

test('the number of a run is answered at once to who prefers it, and the rows are read beside it', async () => {
  const { id } = await makeDraftAct(app, deal);
  const body = { act_ids: [id, 999_999_999] };
  const prefer = (value: string) =>
    app.raw('acts.send', director, { body }, { key: `at-once-${id}`, headers: { prefer: value } });
  const reply = await prefer('wait=10, respond-async');
  expect(reply.status).toBe(202);
  const { run_id } = reply.json as { run_id: number };
  expect(reply.json).toMatchObject({ state: 'running', items: [] });
  const run = () => app.ok('jobs.get', director, { params: { run_id } });
  await vi.waitFor(async () => expect((await run()).state).toBe('done'), PATIENT);
  const rows = await app.ok('jobs.rows', director, { params: { run_id }, query: {} });
  expect(rows.items.map((row) => [row.subject_id, row.status])).toEqual([
    [id, 'ok'],
    [999_999_999, 'failed'],
  ]);
  // The same request without the wish finds the same run, with its rows.
  const again = await prefer('respond-asynchronously');
  expect(again.status).toBe(200);
  expect(again.json).toMatchObject({ run_id, items: [{ act_id: id, status: 'ok' }, {}] });
});

test('the list has one’s own work, newest first, and nobody else’s', async () => {
  const colleague = await makeEmployee(app, deal.company, ['manage_acts']);
  const work = (by: Person) => app.ok('acts.send', by, { body: { act_ids: [999_999_999] } });
  const mine = [await work(director), await work(director)];
  const theirs = await work(colleague);
  const list = await app.ok('jobs.list', director, { query: { limit: 2 } });
  expect(list.items.map((run) => run.id)).toEqual([mine[1]!.run_id, mine[0]!.run_id]);
  expect((await app.ok('jobs.list', colleague, { query: {} })).items.map((run) => run.id)).toEqual([
    theirs.run_id,
  ]);
  expect(await app.refused('jobs.get', director, { params: { run_id: theirs.run_id } })).toMatchObject({
    status: 404,
  });
  expect(await app.refused('jobs.rows', director, { params: { run_id: theirs.run_id } })).toMatchObject({
    status: 404,
  });
});
