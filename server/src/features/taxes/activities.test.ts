import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { findActivity } from './activities.queries.ts';

const app = await makeTestApp();
afterAll(() => app.close());

test('an activity is entered once, ends by a later row, and keeps its history', async () => {
  const desk = await makeAdministrator(app, ['tariffs']);
  const body = {
    oked: '96021',
    name: 'Парикмахеры',
    valid_from: '2026-03-01',
    valid_until: null,
    source: 'Постановление № 994',
  };
  const first = await app.ok('activities.set', desk, { body });
  expect(await app.ok('activities.set', desk, { body })).toEqual(first);
  const on = (day: string) => findActivity(app.parts.db, '96021', day);
  expect(await on('2026-02-28')).toBeUndefined();
  expect(await on('2030-01-01')).toMatchObject({ name: 'Парикмахеры' });
  const reversed = { ...body, valid_until: '2026-02-28' };
  expect(await app.refused('activities.set', desk, { body: reversed })).toMatchObject({
    status: 422,
    code: 'taxes.days',
  });
  await app.ok('activities.set', desk, { body: { ...body, valid_until: '2026-12-31' } });
  expect(await on('2026-12-31')).toBeDefined();
  expect(await on('2027-01-01')).toBeUndefined();
  const rows = (await app.ok('activities.list', desk, {})).filter(({ oked }) => oked === '96021');
  expect(rows.map(({ valid_until, is_past }) => [valid_until, is_past])).toEqual([
    ['2026-12-31', false],
    [null, true],
  ]);
});
