import type { BinKind } from '@kelisim/shared/features/bin/bin-kinds.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeDraftAct, makeDraftContract } from '../../../test/papers.ts';
import { makeCompany, makeEmployee } from '../../../test/people.ts';
import { makeTemplate } from '../../../test/templates.ts';

const { app, company, deal, director } = await makeDealApp();
const stranger = (await makeCompany(app)).director;
afterAll(() => app.close());

const inBin = async (kind: BinKind, by = director, more = {}) =>
  app.ok('bin.list', by, { query: { kind, ...more } });

test('an act lies in it with its number, its executor, who deleted it and until when', async () => {
  const [one, two] = [await makeDraftAct(app, deal, { title: 'Первый' }), await makeDraftAct(app, deal)];
  const clerk = await makeEmployee(app, company, ['manage_acts']);
  await app.ok('acts.delete', clerk, { params: { act_id: one.id } });
  await app.ok('acts.delete', director, { params: { act_id: two.id } });
  const { items, total } = await inBin('act');
  expect(total).toBe(2);
  expect(items.map(({ id }) => id)).toEqual([two.id, one.id]);
  expect(items[1]).toMatchObject({
    name: `${one.number} · Первый`,
    party: expect.any(String),
    amount: one.amount,
    deleted_by: expect.any(String),
  });
  const { deleted_at, until } = items[1]!;
  expect(Date.parse(until) - Date.parse(deleted_at)).toBe(30 * 86_400_000);
  expect((await inBin('act', director, { page: 2, limit: 1 })).items.map(({ id }) => id)).toEqual([one.id]);
  expect(await inBin('act', stranger)).toMatchObject({ items: [], total: 0 });

  await app.ok('acts.restore', director, { params: { act_id: two.id } });
  await sql`update acts set deleted_at = now() - interval '31 days' where id = ${one.id}`.execute(app.owner);
  expect(await inBin('act')).toMatchObject({ items: [], total: 0 });
});

test('contracts and templates lie in it beside one another', async () => {
  const doc_id = await makeDraftContract(app, company, deal.executor, { title: 'Шарт' });
  const template_id = await makeTemplate(app, director, undefined, 'Үлгі');
  expect((await inBin('contract')).total).toBe(0);
  await app.ok('documents.delete', director, { params: { doc_id } });
  await app.ok('templates.delete', director, { params: { template_id } });
  expect((await inBin('contract')).items).toMatchObject([
    { id: doc_id, name: expect.stringMatching(/ · Шарт$/), amount: null, deleted_by: expect.any(String) },
  ]);
  expect((await inBin('template')).items).toMatchObject([
    { id: template_id, name: 'Үлгі', party: null, deleted_by: expect.any(String) },
  ]);
  expect((await inBin('contract', stranger)).items).toEqual([]);
  await app.ok('documents.restore', director, { params: { doc_id } });
  await app.ok('templates.restore', director, { params: { template_id } });
  expect([(await inBin('contract')).total, (await inBin('template')).total]).toEqual([0, 0]);
});
