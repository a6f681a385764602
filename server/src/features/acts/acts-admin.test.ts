import { afterAll, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { actBody, allDone, makeDraftAct, makeSentAct } from '../../../test/papers.ts';
import { makeAdministrator } from '../../../test/people.ts';

const { app, deal, director } = await makeDealApp();
const support = (await makeAdministrator(app, ['support'])) as never;
afterAll(() => app.close());

const of = (act_id: number) => ({ params: { act_id } });
const seen = async (query: object) => {
  const { items } = await app.ok('acts_admin.list', support, { query: query as never });
  return items.map((act) => act.id);
};

test('support finds acts by number and БИН, and brings a deleted one back as it was', async () => {
  const returned = await makeSentAct(app, deal);
  await app.ok('acts.return', deal.executor.person, { ...of(returned), body: { reason: 'Не та сумма' } });
  const other = await makeDraftAct(app, deal);
  const { number } = await app.ok('acts.get', director, of(returned));
  await app.ok('acts.delete', director, of(returned));
  expect(await seen({})).toEqual([other.id]);
  expect(await seen({ deleted: true })).toEqual([returned]);
  expect(await seen({ deleted: true, search: number })).toEqual([returned]);
  expect(await seen({ search: deal.executor.bin })).toEqual([other.id]);
  expect(await seen({ search: 'что-то' })).toEqual([]);
  const [row] = (await app.ok('acts_admin.list', support, { query: { deleted: true } })).items;
  expect(row).toMatchObject({ number, status: { code: 'returned' }, deleted_by: expect.any(String) });

  const restore = { ...of(returned), body: { reason: '  Письмо компании № 4 ' } };
  for (let i = 0; i < 2; i++)
    expect(await app.ok('acts_admin.restore', support, restore)).toMatchObject({
      deleted_at: null,
      deleted_by: null,
    });
  const [entry, ...before] = await app.ok('acts.history', director, of(returned));
  expect(entry).toMatchObject({
    action: 'restore',
    side: 'support',
    note: 'Письмо компании № 4',
    // Whose device it was is not the company's affair.
    ip: null,
  });
  expect(before.map(({ action }) => action)).toEqual(['delete', 'return', 'send', 'create']);
  expect(await app.ok('acts.get', director, of(returned))).toMatchObject({ status: { code: 'returned' } });
  const users = (await makeAdministrator(app, ['users'])) as never;
  expect(await app.refused('acts_admin.list', users)).toMatchObject({ status: 403 });
});

test('history tells who, from where, and what the act said before and after', async () => {
  const { id } = await makeDraftAct(app, deal);
  const headers = { 'x-forwarded-for': '10.1.2.3' };
  await app.ok('acts.update', director, { ...of(id), body: actBody(deal, { title: 'Иначе' }) }, { headers });
  allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }, { headers }));
  const [send, edit, create] = await app.ok('acts.history', director, of(id));
  expect([create!.hash_before, edit!.hash_before]).toEqual([null, create!.hash_after]);
  expect(edit!.hash_after).not.toBe(create!.hash_after);
  expect([send!.hash_before, send!.hash_after]).toEqual([edit!.hash_after, edit!.hash_after]);
  expect([create!.version, edit!.version, send!.version]).toEqual([1, 2, 3]);
  // In a run too, which works when the call may be over.
  expect([create!.ip, edit!.ip, send!.ip]).toEqual(['127.0.0.1', '10.1.2.3', '10.1.2.3']);
  const theirs = await app.ok('acts.history', deal.executor.person, of(id));
  expect(theirs.map(({ ip }) => ip)).toEqual([null, null, null]);
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
