import { randomUUID } from 'node:crypto';
import { MOST_ACTS_MADE } from '@kelisim/shared/features/acts/act-bulk.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/problems.ts';
import ru from '@kelisim/shared/texts/ru/problems.ts';
import { afterAll, expect, test } from 'vitest';
import { addTestKey } from '../../../test/api-keys.ts';
import { makeDealApp, makeOwnDeal } from '../../../test/deal-app.ts';
import { actBody } from '../../../test/papers.ts';

const { app, deal, director } = await makeDealApp();
const others = await makeOwnDeal(app);
afterAll(() => app.close());

const program = async () => ({ ...director, ...(await addTestKey(app, director)) });
type By = Awaited<ReturnType<typeof program>>;
const named = (external_id: string, change: object = {}) => ({ ...actBody(deal), external_id, ...change });
const make = (by: By, items: Record<string, unknown>[], key = randomUUID()) =>
  app.ok('acts.create_many', by, { body: { items } }, { key });
const countOf = async (by: By) => (await app.ok('acts.list', by, { query: { limit: 1 } })).total;

test('a bad item fails alone, and says in which field', async () => {
  const by = await program();
  const before = await countOf(by);
  const { state, items } = await make(by, [
    named('A-1'),
    named('A-2', { date: '31.12.2026' }),
    named('A-3', { services: [{ ...actBody(deal).services[0], rate: '-5' }] }),
    named('A-4', { colour: 'red' }),
    { external_id: 'A-5' },
    named('A-6', { contract_id: others.contract_id, contractor_company_id: others.executor.id }),
    { ...actBody(deal) },
  ]);
  expect(state).toBe('done');
  expect(
    items.map(({ index, external_id, status, code, field }) => [index, external_id, status, code, field]),
  ).toEqual([
    [0, 'A-1', 'ok', null, null],
    [1, 'A-2', 'failed', 'field.date', 'date'],
    [2, 'A-3', 'failed', 'field.money', 'services.0.rate'],
    [3, 'A-4', 'failed', 'unknown_field', 'colour'],
    [4, 'A-5', 'failed', 'missing_field', 'title'],
    [5, 'A-6', 'failed', expect.any(String), null],
    [6, null, 'ok', null, null],
  ]);
  expect(items.filter(({ act_id }) => act_id !== null).map(({ index }) => index)).toEqual([0, 6]);
  expect(await countOf(by)).toBe(before + 2);
  const act_id = items[0]?.act_id ?? 0;
  expect(await app.ok('acts.get', by, { params: { act_id } })).toMatchObject({ external_id: 'A-1' });
  expect((await app.ok('acts.list', by, { query: { external_id: 'A-1' } })).items).toMatchObject([
    { id: act_id },
  ]);
});

test('what is wrong with an item is said in the language of the reader, at once and later', async () => {
  const by = await program();
  const list = [named('L-1', { date: '31.12.2026' }), named('L-2', { colour: 'red' })];
  for (const [locale, texts] of Object.entries({ ru, kz })) {
    const reads = { locale: locale as Locale };
    const { run_id, items } = await app.ok('acts.create_many', by, { body: { items: list } }, reads);
    const said = [texts['field.date'], texts.unknown_field.replace('{{name}}', 'colour')];
    expect(items.map(({ message }) => message)).toEqual(said);
    const rows = await app.ok('jobs.rows', by, { params: { run_id }, query: {} }, reads);
    expect(rows.items.map(({ message }) => message)).toEqual(said);
  }
});

test('a list that is sent again makes nothing twice, by its key, by its content and by its names', async () => {
  const by = await program();
  const before = await countOf(by);
  const list = ['B-1', 'B-2', 'B-1'].map((name) => named(name));
  const key = randomUUID();
  const first = await make(by, list, key);
  const made = first.items.map(({ act_id }) => act_id);
  expect(made[2]).toBe(made[0]);
  for (const again of [key, null, null, randomUUID()]) {
    const reply = await app.ok('acts.create_many', by, { body: { items: list } }, { key: again });
    expect(reply.items.map(({ act_id }) => act_id)).toEqual(made);
  }
  // What is known is not changed by what the list says of it now.
  const changed = await make(by, [named('B-1', { title: 'Другое' }), named('B-3')]);
  expect(changed.items.map(({ status }) => status)).toEqual(['ok', 'ok']);
  expect(changed.items[0]?.act_id).toBe(made[0]);
  expect(await countOf(by)).toBe(before + 3);
});

test('lists that come at once make each name once', async () => {
  const by = await program();
  const before = await countOf(by);
  const list = Array.from({ length: 20 }, (_, at) => named(`C-${at}`));
  const answers = await Promise.all([make(by, list), make(by, list.toReversed()), make(by, list)]);
  for (const { items } of answers) expect(items.every(({ status }) => status === 'ok')).toBe(true);
  expect(await countOf(by)).toBe(before + 20);
});

test('each program has names of its own, and a deleted act keeps none', async () => {
  const [one, two] = [await program(), await program()];
  const idOf = async (by: By) => (await make(by, [named('D-1')])).items[0]?.act_id ?? 0;
  const made = await idOf(one);
  expect(await idOf(two)).not.toBe(made);
  await app.ok('acts.delete', one, { params: { act_id: made } });
  expect(await idOf(one)).not.toBe(made);
});

test('more items than one request may make are refused as a whole, and so is none', async () => {
  const by = await program();
  const items = Array.from({ length: MOST_ACTS_MADE + 1 }, () => ({}));
  const many = await app.raw('acts.create_many', by, { body: { items } });
  expect([many.status, many.json]).toMatchObject([413, { code: 'field.ids_many', field: 'items' }]);
  expect((await app.raw('acts.create_many', by, { body: { items: [] } })).status).toBe(400);
});

test('five hundred acts are made by one request', async () => {
  const by = await program();
  const list = Array.from({ length: MOST_ACTS_MADE }, (_, at) => named(`E-${at}`));
  const { items } = await make(by, list);
  const left = items.filter(({ status }) => !['ok', 'waiting'].includes(status));
  expect(left).toEqual([]);
});
