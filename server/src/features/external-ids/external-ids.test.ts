import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestKey } from '../../../test/api-keys.ts';
import { makeDealApp, makeOwnDeal } from '../../../test/deal-app.ts';
import type { TestApp } from '../../../test/make-app.ts';
import {
  actBody,
  contractBody,
  makeDraftAct,
  makeSentAct,
  samplePdf,
  type Deal,
} from '../../../test/papers.ts';
import type { Person } from '../../../test/people.ts';

let app: TestApp, deal: Deal, director: Person, executor: Person;
beforeAll(async () => {
  ({ app, deal, director, executor } = await makeDealApp());
});
afterAll(() => app.close());

const make = (external_id: string) =>
  app.ok('acts.create', director, { body: { ...actBody(deal), external_id } });
const listed = async (by: Person, external_id: string) =>
  (await app.ok('acts.list', by, { query: { external_id } })).items.map(({ id }) => id);

test('an act is made with the number of a program, found by it, and made once', async () => {
  const { id, external_id } = await make('00-0001');
  expect(external_id).toBe('00-0001');
  expect(await listed(director, '00-0001')).toEqual([id]);
  expect(await listed(director, '00-0002')).toEqual([]);
  const twice = { body: { ...actBody(deal), title: 'Другой', external_id: ' 00-0001 ' } };
  expect(await app.refused('acts.create', director, twice)).toMatchObject({
    code: 'external_id.taken',
    field: 'external_id',
    status: 409,
  });
  const both = await app.ok('acts.list', director, { query: { id: id + 1, external_id: '00-0001' } });
  expect(both.items).toEqual([]);
});

test('of two at the same time one is made', async () => {
  const bodies = [1, 2, 3, 4].map((n) => ({
    body: { ...actBody(deal), title: `Акт ${n}`, external_id: 'race' },
  }));
  const said = await Promise.all(bodies.map((body) => app.raw('acts.create', director, body)));
  expect(said.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await listed(director, 'race')).toHaveLength(1);
});

test('a name is changed, taken away, and free again when its act is deleted', async () => {
  const { id, version } = await make('first');
  const { external_id: _, ...kept } = await app.ok('acts.update', director, {
    params: { act_id: id },
    body: { ...actBody(deal), version },
  });
  expect(await listed(director, 'first')).toEqual([id]);
  const body = { ...actBody(deal), version: kept.version, external_id: 'second' };
  await app.ok('acts.update', director, { params: { act_id: id }, body });
  expect(await listed(director, 'first')).toEqual([]);
  const named = await app.ok('acts.name', director, { params: { act_id: id }, body: { external_id: null } });
  expect('external_id' in named).toBe(false);
  await app.ok('acts.name', director, { params: { act_id: id }, body: { external_id: 'third' } });
  await app.ok('acts.delete', director, { params: { act_id: id } });
  const again = await make('third');
  expect(await listed(director, 'third')).toEqual([again.id]);
});

test('each side has its own names, and a stranger has none of them', async () => {
  const id = await makeSentAct(app, deal);
  await app.ok('acts.name', director, { params: { act_id: id }, body: { external_id: 'ours' } });
  expect(await listed(executor, 'ours')).toEqual([]);
  await app.ok('acts.name', executor, { params: { act_id: id }, body: { external_id: 'theirs' } });
  const seen = await app.ok('acts.get', executor, { params: { act_id: id } });
  expect(seen.external_id).toBe('theirs');
  const other = await makeOwnDeal(app);
  const stranger = other.company.director;
  const asked = { params: { act_id: id }, body: { external_id: 'x' } };
  expect(await app.refused('acts.name', stranger, asked)).toMatchObject({ status: 404 });
  const { id: own } = await app.ok('acts.create', stranger, {
    body: { ...actBody(other), external_id: 'ours' },
  });
  expect(await listed(stranger, 'ours')).toEqual([own]);
});

test('each program has names of its own, and keeps them when its key is replaced', async () => {
  const one = await addTestKey(app, director, ['acts:read', 'acts:write']);
  const other = await addTestKey(app, director, ['acts:read', 'acts:write']);
  const by = (token: string) => ({ token });
  const body = { ...actBody(deal), external_id: 'program' };
  const { id } = await app.ok('acts.create', by(one.token), { body });
  const again = await app.ok('acts.create', by(other.token), { body });
  expect(again.id).not.toBe(id);
  const found = async (token: string) =>
    (await app.ok('acts.list', by(token), { query: { external_id: 'program' } })).items.map((act) => act.id);
  expect([await found(one.token), await found(other.token)]).toEqual([[id], [again.id]]);
  expect(await app.ok('acts.get', director, { params: { act_id: id } })).not.toHaveProperty('external_id');
  const next = await app.ok('api_keys.rotate', director, {
    params: { key_id: one.id },
    body: { overlap_hours: 1 },
  });
  expect(await found(next.key)).toEqual([id]);
  expect(
    await app.refused('acts.create', by(next.key), { body: { ...body, title: 'Второй' } }),
  ).toMatchObject({
    code: 'external_id.taken',
  });
});

test('contracts and executors have names too', async () => {
  const contract = await app.ok('documents.create', director, {
    body: { ...contractBody(deal.executor), external_id: 'Д-1' },
    files: { file: { name: 'договор.pdf', bytes: await samplePdf() } },
  });
  const found = await app.ok('documents.list', director, { query: { external_id: 'Д-1' } });
  expect(found.items.map(({ id, external_id }) => [id, external_id])).toEqual([[contract.id, 'Д-1']]);
  const name = { params: { doc_id: deal.contract_id }, body: { external_id: 'Д-1' } };
  expect(await app.refused('documents.name', director, name)).toMatchObject({ code: 'external_id.taken' });
  // The same name of a thing of another kind is another name.
  const act = await make('Д-1');
  expect(await listed(director, 'Д-1')).toEqual([act.id]);
  const again = await app.ok('documents.list', director, { query: { external_id: 'Д-1' } });
  expect(again.items.map(({ id }) => id)).toEqual([contract.id]);
  await app.parts.db
    .insertInto('external_ids')
    .values({
      company_id: deal.company.id,
      program_id: 0,
      thing: 'executor',
      thing_id: act.id,
      external_id: 'Не акт',
    })
    .execute();
  expect(await app.ok('acts.get', director, { params: { act_id: act.id } })).toMatchObject({
    external_id: 'Д-1',
  });
  // It is free when its draft is deleted.
  await app.ok('documents.delete', director, { params: { doc_id: contract.id } });
  await app.ok('documents.name', director, name);
  const executor_id = deal.executor.id;
  const named = { params: { executor_id }, body: { external_id: 'Контрагент 7' } };
  await app.ok('executors.name', director, named);
  const { items } = await app.ok('executors.list', director, { query: { external_id: 'Контрагент 7' } });
  expect(items.map((one) => [one.executor_company_id, one.external_id])).toEqual([
    [executor_id, 'Контрагент 7'],
  ]);
  expect((await app.ok('executors.profile', director, { params: { executor_id } })).external_id).toBe(
    'Контрагент 7',
  );
  expect((await app.ok('executors.list', director, { query: { external_id: 'no' } })).items).toEqual([]);
});

test('lists tell what has changed since a moment', async () => {
  const now = async () =>
    (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.parts.db)).rows[0]!.at.toISOString();
  const before = await now();
  const { id } = await makeDraftAct(app, deal);
  const query = { updated_since: before };
  expect((await app.ok('acts.list', director, { query })).items.map((act) => act.id)).toEqual([id]);
  expect((await app.ok('documents.list', director, { query })).items).toEqual([]);
  expect((await app.ok('executors.list', director, { query })).items).toEqual([]);
  await app.ok('executors.stop', director, { params: { executor_company_id: deal.executor.id } });
  expect((await app.ok('executors.list', director, { query })).items).toHaveLength(1);
  await app.ok('executors.resume', director, { params: { executor_company_id: deal.executor.id } });
  const after = { updated_since: await now() };
  for (const call of ['acts.list', 'documents.list', 'executors.list'] as const)
    expect((await app.ok(call, director, { query: after })).items).toEqual([]);
});
