import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const director = company.director;
const colleague = await makeEmployee(app, company, []);
const executor = (await makeExecutor(app, company, { algorithm: 'rsa' })).person;
afterAll(() => app.close());

const save = (by: Person, name: string, query: object = {}, is_default = false) =>
  app.ok('act_views.save', by, { body: { name, query, is_default } });
const names = async (by: Person) =>
  (await app.ok('act_views.list', by, {})).map((view) => `${view.name}${view.is_default ? '*' : ''}`);

test('a view is kept with its filters and order, by its person alone, on either side', async () => {
  const query = {
    status_id: [2, 4],
    amount_from: '1000.00',
    search: 'Ақтау',
    sort_by: 'amount',
    sort_order: 'asc',
  };
  const { id } = await save(director, ' Крупные ', query);
  expect(await app.ok('act_views.list', director, {})).toEqual([
    { id, name: 'Крупные', query, is_default: false },
  ]);
  await save(executor, 'К оплате', { status_id: [5] });
  expect([await names(colleague), await names(executor)]).toEqual([[], ['К оплате']]);
  expect(
    await app.refused('act_views.change', colleague, {
      params: { view_id: id },
      body: { name: 'Моё', query },
    }),
  ).toMatchObject({ status: 404 });
  await app.ok('act_views.delete', colleague, { params: { view_id: id } });
  expect(await names(director)).toEqual(['Крупные']);
});

test('one opens by itself; names are not taken twice; what is deleted is gone', async () => {
  const first = await save(director, 'А', {}, true);
  const second = await save(director, 'Б', { is_copy: true }, true);
  expect(await names(director)).toEqual(['А', 'Б*', 'Крупные']);
  const change = (view_id: number, body: object) =>
    app.raw('act_views.change', director, { params: { view_id }, body });
  expect((await change(first.id, { name: 'Б', query: {} })).json).toMatchObject({ code: 'view.name_taken' });
  expect((await change(first.id, { name: 'В', query: {}, is_default: true })).status).toBe(200);
  expect(await names(director)).toEqual(['Б', 'В*', 'Крупные']);
  // The same name again holds what it was given last.
  await save(director, 'Б', { is_copy: false });
  expect((await app.ok('act_views.list', director, {})).find((view) => view.id === second.id)?.query).toEqual(
    {
      is_copy: false,
    },
  );
  for (const _ of [1, 2]) await app.ok('act_views.delete', director, { params: { view_id: second.id } });
  expect(await names(director)).toEqual(['В*', 'Крупные']);
});

test('there are at most twenty, and a filter that lists do not know is refused', async () => {
  for (let n = 1; n <= 20; n++) await save(colleague, `Вид ${n}`);
  expect(await app.refused('act_views.save', colleague, { body: { name: 'Ещё', query: {} } })).toMatchObject({
    status: 422,
    code: 'view.too_many',
  });
  await save(colleague, 'Вид 7', { is_copy: true });
  expect(
    await app.refused('act_views.save', director, { body: { name: 'Ещё', query: { where: '1=1' } } }),
  ).toMatchObject({ status: 400, code: 'unknown_field' });
});
