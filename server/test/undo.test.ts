import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDealApp } from './deal-app.ts';
import { holdInvariants } from './hold-invariants.ts';
import { allDone, makeDraftAct, makeDraftContract, makeSentAct } from './papers.ts';
import { makeEmployee, makeExecutor } from './people.ts';
import { makeTemplate } from './templates.ts';

const { app, company, deal, director } = await makeDealApp();
const executor = deal.executor.person;
afterAll(() => app.close());

const act = (act_id: number) => ({ params: { act_id } });
const contract = (doc_id: number) => ({ params: { doc_id } });
const template = (template_id: number) => ({ params: { template_id } });

/** Moves a deletion so many days back. */
const age = (table: string, column: string, id: number, days: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - make_interval(days => ${days}) where id = ${id}`.execute(
    app.owner,
  );

describe('an act', () => {
  test('comes back as it was, also when the call comes twice', async () => {
    const id = await makeSentAct(app, deal);
    await app.ok('acts.return', executor, { ...act(id), body: { reason: 'Не та сумма' } });
    const before = await app.ok('acts.get', director, act(id));
    await app.ok('acts.delete', director, act(id));
    expect(await app.refused('acts.get', director, act(id))).toMatchObject({ status: 404 });
    for (let i = 0; i < 2; i++)
      expect(await app.ok('acts.restore', director, act(id))).toEqual({
        ...before,
        updated_at: expect.any(String),
      });
    const [last, ...rest] = await app.ok('acts.history', director, act(id));
    expect(last).toMatchObject({ action: 'restore', side: 'business' });
    expect(rest.map(({ action }) => action)).toEqual(['delete', 'return', 'send', 'create']);
  });

  test('repeats again when it did', async () => {
    const repeating = { auto_generate: true, period_id: 1 };
    const { id } = await makeDraftAct(app, deal, repeating);
    const { schedule } = await app.ok('acts.get', director, act(id));
    await app.ok('acts.delete', director, act(id));
    expect(await app.ok('acts.restore', director, act(id))).toMatchObject({ auto_generate: true, schedule });
  });

  test('is restored by whoever may delete, for thirty days', async () => {
    const { id } = await makeDraftAct(app, deal);
    await app.ok('acts.delete', director, act(id));
    const reader = await makeEmployee(app, company, ['pay']);
    expect(await app.refused('acts.restore', reader, act(id))).toMatchObject({ status: 403 });
    await age('acts', 'deleted_at', id, 31);
    expect(await app.refused('acts.restore', director, act(id))).toMatchObject({ status: 404 });
    await age('acts', 'deleted_at', id, 29);
    const clerk = await makeEmployee(app, company, ['manage_acts']);
    expect(await app.ok('acts.restore', clerk, act(id))).toMatchObject({ status: { code: 'draft' } });
  });
});

describe('a contract', () => {
  test('comes back as the draft that it was', async () => {
    const id = await makeDraftContract(app, company, deal.executor);
    const before = await app.ok('documents.get', director, contract(id));
    await app.ok('documents.delete', director, contract(id));
    for (let i = 0; i < 2; i++)
      expect(await app.ok('documents.restore', director, contract(id))).toEqual({
        ...before,
        updated_at: expect.any(String),
      });
  });

  test('comes back refused, with the reason, before the eyes of both', async () => {
    const id = await makeDraftContract(app, company, deal.executor);
    await app.ok('documents.send', director, contract(id));
    await app.ok('documents.refuse', executor, { ...contract(id), body: { reason: 'Не тот срок' } });
    await app.ok('documents.delete', director, contract(id));
    expect(await app.refused('documents.get', executor, contract(id))).toMatchObject({ status: 404 });
    const back = { status: { code: 'refused' }, reason: 'Не тот срок' };
    expect(await app.ok('documents.restore', director, contract(id))).toMatchObject(back);
    expect(await app.ok('documents.get', executor, contract(id))).toMatchObject(back);
  });

  test('does not come back under a number that was given away', async () => {
    const number = 'Д-2026/1';
    const id = await makeDraftContract(app, company, deal.executor, { number });
    await app.ok('documents.delete', director, contract(id));
    const other = await makeDraftContract(app, company, deal.executor, { number });
    expect(await app.refused('documents.restore', director, contract(id))).toMatchObject({
      status: 409,
      code: 'document.number_taken',
    });
    await app.ok('documents.delete', director, contract(other));
    await app.ok('documents.restore', director, contract(id));
    await age('documents', 'updated_at', other, 31);
    expect(await app.refused('documents.restore', director, contract(other))).toMatchObject({ status: 404 });
  });
});

test('a template comes back for thirty days', async () => {
  const id = await makeTemplate(app, director);
  const before = await app.ok('templates.get', director, template(id));
  await app.ok('templates.delete', director, template(id));
  for (let i = 0; i < 2; i++)
    expect(await app.ok('templates.restore', director, template(id))).toEqual(before);
  await app.ok('templates.delete', director, template(id));
  await age('contract_templates', 'deleted_at', id, 31);
  expect(await app.refused('templates.restore', director, template(id))).toMatchObject({ status: 404 });
});

describe('a work over many', () => {
  const undo = (run_id: number, by = director) =>
    app.ok('jobs.undo', by, { params: { run_id } }, { key: `undo-run-${run_id}` });

  test('is undone in what it has done, and the undoing by the same call', async () => {
    const drafts = [(await makeDraftAct(app, deal)).id, (await makeDraftAct(app, deal)).id];
    const sent = await makeSentAct(app, deal);
    const { run_id } = await app.ok('acts.delete_many', director, { body: { act_ids: [...drafts, sent] } });
    const undone = await undo(run_id);
    allDone(undone);
    expect(undone.items.map(({ act_id }) => act_id)).toEqual(drafts);
    for (const id of drafts)
      expect(await app.ok('acts.get', director, act(id))).toMatchObject({ status: { code: 'draft' } });
    expect(await undo(run_id)).toMatchObject({ run_id: undone.run_id });
    allDone(await undo(undone.run_id));
    expect(await app.refused('acts.get', director, act(drafts[0]!))).toMatchObject({ status: 404 });
  });

  test('what was done before is not told as done by it, and is not undone with it', async () => {
    const [before, now] = [(await makeDraftAct(app, deal)).id, (await makeDraftAct(app, deal)).id];
    await app.ok('acts.delete', director, act(before));
    const { run_id, items } = await app.ok('acts.delete_many', director, {
      body: { act_ids: [before, now] },
    });
    expect(items.map(({ act_id, status, code }) => [act_id, status, code])).toEqual([
      [before, 'failed', 'done_before'],
      [now, 'ok', null],
    ]);
    const undone = await undo(run_id);
    expect(undone.items.map(({ act_id }) => act_id)).toEqual([now]);
    expect(await app.refused('acts.get', director, act(before))).toMatchObject({ status: 404 });
    // The other way round: what a person took out of the bin is not deleted with the undoing.
    const second = await app.ok('acts.delete_many', director, { body: { act_ids: [now] } });
    await app.ok('acts.restore', director, act(now));
    const idle = await undo(second.run_id);
    expect(idle.items.map(({ code }) => code)).toEqual(['done_before']);
    expect(await app.refused('jobs.undo', director, { params: { run_id: idle.run_id } })).toMatchObject({
      code: 'job.nothing_to_do',
    });
  });

  test('of contracts and executors tells nothing as done that was so before', async () => {
    const doc_id = await makeDraftContract(app, company, deal.executor);
    await app.ok('documents.delete', director, { params: { doc_id } });
    const contracts = await app.ok('documents.delete_many', director, {
      query: {},
      body: { document_ids: [doc_id] },
    });
    const other = await makeExecutor(app, company, { status: 'stopped' });
    const stopped = await app.ok('executors.stop_many', director, { body: { ids: [other.id] } });
    for (const { items } of [contracts, stopped])
      expect(items.map(({ code }) => code)).toEqual(['done_before']);
  });

  test('of contracts and of stopped executors is undone too', async () => {
    const id = await makeDraftContract(app, company, deal.executor);
    const deleted = await app.ok('documents.delete_many', director, {
      query: {},
      body: { document_ids: [id] },
    });
    allDone(await undo(deleted.run_id));
    expect(await app.ok('documents.get', director, contract(id))).toMatchObject({
      status: { code: 'draft' },
    });
    const other = await makeExecutor(app, company);
    const stopped = await app.ok('executors.stop_many', director, { body: { ids: [other.id] } });
    allDone(await undo(stopped.run_id));
  });

  test('that nothing undoes says so, and so does one that has done nothing', async () => {
    const { id } = await makeDraftAct(app, deal);
    const sending = await app.ok('acts.send', director, { body: { act_ids: [id] } });
    const refused = (run_id: number) => app.refused('jobs.undo', director, { params: { run_id } });
    expect(await refused(sending.run_id)).toMatchObject({ code: 'job.not_undone' });
    const nothing = await app.ok('acts.delete_many', director, { body: { act_ids: [id] } });
    expect(await refused(nothing.run_id)).toMatchObject({ code: 'job.nothing_to_do' });
    const clerk = await makeEmployee(app, company, ['manage_acts']);
    expect(await app.refused('jobs.undo', clerk, { params: { run_id: nothing.run_id } })).toMatchObject({
      status: 404,
    });
  });
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
