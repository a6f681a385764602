import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeDraftAct, makeSentActs, makeSignedActs, signBy, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';
import { foldTotals } from './totals.queries.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const director = company.director;
const deal = await makeDeal(
  app,
  company,
  await makeExecutor(app, company, { algorithm: 'rsa', name: 'ИП Алия' }),
);
const second = await makeDeal(
  app,
  company,
  await makeExecutor(app, company, { algorithm: 'rsa', name: 'ИП Бота' }),
);
const over = (rate: string) => ({
  services: [{ category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate }],
});
await makeDraftAct(app, deal, over('1.00'));
const earlier = {
  date: addDays(TODAY, -62),
  start_date: addDays(TODAY, -70),
  end_date: addDays(TODAY, -62),
};
await makeSentActs(app, deal, 2, { ...over('10.00'), ...earlier });
await makeSignedActs(app, deal, 2, over('100.00'));
const [half, annulled] = await makeSentActs(app, second, 2, over('1000.00'));
await signBy(app, second.executor.person, half!);
await app.ok('acts.annul', director, { params: { act_id: annulled! }, body: { reason: 'Дубль' } });
await makeSignedActs(app, second, 1, { ...over('5000.00'), ...earlier });
// What took its time: the first of the signed ones lay for five hours, as if it had been sent earlier.
await sql`update act_totals_changes set seconds = 18000 where measure = 'time_to_sign'`.execute(app.parts.db);
afterAll(() => app.close());

const period = { from: addDays(TODAY, -92).slice(0, 7), to: TODAY.slice(0, 7) };
const read = (by: Person, query: { from?: string; to?: string } = period) =>
  app.ok('statistics.get', by, { query });

/** The same, counted from the acts one by one. */
async function countSlowly(by: Person) {
  const business = by.side === 'business';
  const { rows } = await sql<{ month: string; status: string; amount_tiyn: bigint; party: string }>`
    select to_char(a.act_date, 'YYYY-MM') as month, a.status, a.amount_tiyn, p.name as party
    from acts a join companies p on p.id = ${sql.ref(business ? 'a.contractor_company_id' : 'a.company_id')}
    where ${sql.ref(business ? 'a.company_id' : 'a.contractor_company_id')} = ${by.company_id}
      and a.deleted_at is null ${business ? sql`` : sql`and a.frozen_file_id is not null and a.status <> 'draft'`}`.execute(
    app.parts.db,
  );
  const total = (some: typeof rows) => ({
    count: some.length,
    amount: formatMoney(some.reduce((sum, row) => sum + row.amount_tiyn, 0n)),
  });
  const steps = (some: typeof rows) => ({
    made: total(some),
    sent: total(some.filter(({ status }) => !['draft', 'returned', 'annulled'].includes(status))),
    signed: total(some.filter(({ status }) => (BOTH_SIGNED as string[]).includes(status))),
    paid: total(some.filter(({ status }) => status === 'paid')),
  });
  return { rows, total, steps };
}

test.each(['before the lines are folded', 'and after'])(
  'says of each month what counting its acts says, for both roles, %s',
  async (when) => {
    if (when === 'and after') {
      await foldTotals(app.parts.db);
      const left = await sql`select 1 from act_totals_changes`.execute(app.parts.db);
      expect(left.rows).toEqual([]);
    }
    for (const by of [director, deal.executor.person, second.executor.person]) {
      const found = await read(by);
      const { rows, total, steps } = await countSlowly(by);
      expect(found).toMatchObject(period);
      expect(found.total).toEqual(steps(rows));
      expect([found.months[0]!.month, found.months.at(-1)!.month]).toEqual([period.from, period.to]);
      for (const { month, hours_to_sign, ...of_month } of found.months) {
        expect([month, of_month]).toEqual([month, steps(rows.filter((row) => row.month === month))]);
        expect(hours_to_sign).toBe(month === period.to ? 5 : null);
      }
      const signed = rows.filter(({ status }) => (BOTH_SIGNED as string[]).includes(status));
      const parties = [...Map.groupBy(signed, (row) => row.party)].map(([name, some]) => ({
        name,
        ...total(some),
      }));
      expect(found.parties.map(({ name, signed: { count, amount } }) => ({ name, count, amount }))).toEqual(
        parties.toSorted((a, b) => Number(b.amount) - Number(a.amount)),
      );
    }
    expect((await read(director)).parties.map((party) => party.name)).toEqual(['ИП Бота', 'ИП Алия']);
    await holdInvariants(app, ['I20']);
  },
);

test('counts on while the lines are folded, and never twice', async () => {
  const { db } = app.parts;
  await Promise.all([
    makeSentActs(app, deal, 6),
    ...Array.from({ length: 8 }, () => foldTotals(db)),
    makeSentActs(app, second, 6),
  ]);
  await Promise.all([
    foldTotals(db),
    foldTotals(db),
    sql`update acts set deleted_at = now() where company_id = ${deal.company.id} and status = 'draft'`.execute(
      db,
    ),
  ]);
  await holdInvariants(app, ['I20']);
  await foldTotals(db);
  await holdInvariants(app, ['I20']);
  const zeros = await sql`select 1 from act_totals where count = 0 and amount_tiyn = 0`.execute(db);
  expect(zeros.rows).toEqual([]);
});

test('counted all anew it is the same', async () => {
  const withoutTimes = ({ hours_to_sign: _, months, ...rest }: Awaited<ReturnType<typeof read>>) => ({
    ...rest,
    months: months.map(({ hours_to_sign: _hours, ...month }) => month),
  });
  const before = withoutTimes(await read(director));
  expect(before.total.signed.count).toBe(3);
  await sql`delete from act_totals`.execute(app.parts.db);
  expect((await read(director)).total.made.count).toBe(0);
  await sql`select count_all_acts()`.execute(app.parts.db);
  expect(withoutTimes(await read(director))).toEqual(before);
  // Nobody waited five hours in truth.
  expect((await read(director)).hours_to_sign).toBe(0);
});

test('is for those with the right, of the last twelve months when nothing is asked, and of three years at most', async () => {
  const allowed = await makeEmployee(app, deal.company, ['view_statistics']);
  expect((await read(allowed, {})).months.length).toBe(12);
  expect(
    await app.refused('statistics.get', await makeEmployee(app, deal.company, ['sign', 'pay'])),
  ).toMatchObject({
    code: 'forbidden',
  });
  for (const query of [
    { from: '2026-02', to: '2026-01' },
    { from: '2020-01', to: '2023-01' },
    { from: '2026-13' },
  ])
    expect(await app.refused('statistics.get', director, { query })).toMatchObject({
      status: 400,
      code: 'from' in query && query.from === '2026-13' ? 'field.month' : 'field.months',
    });
  expect((await read(director, { from: '2024-01', to: '2026-12' })).months.length).toBe(36);
});

test('comes as a spreadsheet in the language of the reader', async () => {
  for (const [locale, month, party] of [
    ['ru', 'Месяц', 'Исполнитель'],
    ['kz', 'Ай', 'Орындаушы'],
  ] as const) {
    const bytes = await app.ok('statistics.sheet', director, { query: period }, { locale });
    const sheets = ['', party].map((sheet) =>
      app.parts.spreadsheet.readRows(bytes, { ...(sheet && { sheet }), max_rows: 50, max_columns: 20 }),
    );
    const [months, parties] = await Promise.all(sheets);
    if (months?.status !== 'ok' || parties?.status !== 'ok') throw new Error('not read');
    expect(months.header[0]).toBe(month);
    expect(months.rows.map((row) => row.cells[0])).toEqual(
      (await read(director)).months.map((row) => ({ kind: 'text', value: row.month })),
    );
    expect(parties.rows[0]!.cells[0]).toEqual({ kind: 'text', value: 'ИП Бота' });
  }
});
