import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { actBody, makeDraftAct, TODAY } from '../../../test/papers.ts';

const { app, deal, director } = await makeDealApp();
const beside = await makeTestApp({ beside: app });
afterAll(async () => {
  await beside.close();
  await closeSound(app);
});
const ROWS = 45;
const { company } = deal;

async function start(name: string, change: (n: number) => Partial<ActInput> = () => ({})): Promise<number> {
  const { id: session_id } = await app.parts.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', director.user_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return app.parts.bulk.start({
    company_id: company.id,
    user_id: director.user_id,
    session_id,
    kind: 'acts.import',
    idempotency_key: randomUUID(),
    request_hash: randomBytes(32),
    items: Array.from({ length: ROWS }, (_, n) => ({
      subject_id: null,
      payload: { row: n + 2, input: actBody(deal, { title: `${name} ${n}`, ...change(n) }), again: true },
    })),
  });
}

/** What the runs made, in the order of numbers, and in how many transactions. */
async function made(...runs: number[]) {
  const { rows } = await sql<{ year: number; number: number; title: string; tx: string; item: number }>`
    select a.year, a.number, a.title, a.xmin::text as tx, i.position as item from acts a
    left join bulk_items i on i.run_id = a.import_run_id and i.subject_id = a.id and i.label = a.number || '/' || a.year
    where a.import_run_id = any(${runs}::bigint[]) order by a.year, a.number`.execute(app.parts.db);
  return rows;
}

const titles = (name: string, without: number[] = []) =>
  Array.from({ length: ROWS }, (_, n) => n)
    .filter((n) => !without.includes(n))
    .map((n) => `${name} ${n}`);

test('the numbers of an import are taken in blocks, and each row knows its act', async () => {
  const run = await start('Блок');
  await app.parts.bulk.work(run);
  const rows = await made(run);
  expect(rows.map(({ title }) => title)).toEqual(titles('Блок'));
  expect(new Set(rows.map(({ number }, n) => number - n)).size).toBe(1);
  expect(rows.map(({ item }) => item).every((item) => item !== null)).toBe(true);
  expect(new Set(rows.map(({ tx }) => tx)).size).toBe(Math.ceil(ROWS / 20));
});

test('a row that fails takes no number, and those around it keep their order', async () => {
  const run = await start('Ряд', (n) => ([3, 41].includes(n) ? { contract_id: 999_999_999 } : {}));
  await app.parts.bulk.work(run);
  const rows = await made(run);
  expect(rows.map(({ title }) => title)).toEqual(titles('Ряд', [3, 41]));
  expect(new Set(rows.map(({ number }, n) => number - n)).size).toBe(1);
  const failed = await app.ok('jobs.rows', director, {
    params: { run_id: run },
    query: { only_failed: true },
  });
  expect(failed.items.map(({ code }) => code)).toEqual([
    'act.contract_not_usable',
    'act.contract_not_usable',
  ]);
});

test('two imports over the end of a year in two processes, and acts by hand beside them, share the numbers', async () => {
  const lastYear = addDays(`${TODAY.slice(0, 4)}-01-01`, -1);
  const dates = (n: number) => (n % 2 === 0 ? {} : { date: lastYear });
  const runs = [await start('Бір', dates), await start('Екі', (n) => dates(n + 1))];
  const byHand = async () => {
    for (let i = 0; i < 15; i++) await makeDraftAct(app, deal, { title: 'Қолмен' });
  };
  await Promise.all([
    ...runs.flatMap((run) => [app, beside].map((one) => one.parts.bulk.work(run))),
    byHand(),
  ]);
  const rows = await made(...runs);
  expect(rows).toHaveLength(2 * ROWS);
  const own = Map.groupBy(rows, ({ title, year }) => `${title.split(' ')[0]} ${year}`);
  expect(own.size).toBe(4);
  for (const of_year of own.values()) {
    const order = of_year.map(({ title }) => Number(title.split(' ')[1]));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  }
  const { rows: gaps } = await sql`
    select year from acts where company_id = ${company.id} group by year having max(number) <> count(*)`.execute(
    app.parts.db,
  );
  expect(gaps).toEqual([]);
});
