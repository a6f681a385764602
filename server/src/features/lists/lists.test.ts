import type { Density, ListName } from '@kelisim/shared/features/lists/list-look.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, type Person } from '../../../test/people.ts';

const app = await makeTestApp();
const company = await makeCompany(app);
const colleague = await makeEmployee(app, company, []);
afterAll(() => app.close());

const looks = (of: Person) => app.ok('lists.looks', of, {});

test('a person keeps the columns of a list and its rows, the last choice alone, for nobody else', async () => {
  const { director } = company;
  expect(await looks(director)).toEqual([]);
  const set = (list: ListName, body: { columns: string[]; density: Density }) =>
    app.ok('lists.set_look', director, { params: { list }, body });
  await set('orders', { columns: ['sum', 'recipient'], density: 'wide' });
  await set('acts', { columns: ['number', 'amount'], density: 'compact' });
  await set('acts', { columns: [], density: 'wide' });
  expect(await looks(director)).toEqual([
    { list: 'acts', columns: [], density: 'wide' },
    { list: 'orders', columns: ['sum', 'recipient'], density: 'wide' },
  ]);
  expect(await looks(colleague)).toEqual([]);
});
