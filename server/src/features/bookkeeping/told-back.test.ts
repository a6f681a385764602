import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, makeSignedActs, makeSignedContract, TODAY, type Deal } from '../../../test/papers.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import { seeWaiting } from '../../../test/see-waiting.ts';
import { END, LAST, THIS, makeTwo, payNet } from '../../../test/withheld.ts';
import type { Handle } from '../../platform/db/database.ts';
import { holdPeriod } from './bookkeeping.queries.ts';
import { sumUntaxed } from './income.queries.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';

const app = await makeTestApp();
afterAll(() => closeSound(app));

const DAY = `${LAST}-04`;
const SUMS = { opv: '30000.00', vosms: '6000.00', so: '13500.00', ipn: '12075.00' };
const NOTHING = { opv: '0.00', vosms: '0.00', so: '0.00', ipn: '0.00' };

const owedIn = async ({ company }: Deal, month: string) => {
  const { items } = await app.ok('obligations.month', company.director, { query: { month } });
  return Object.fromEntries(items.map(({ kind, amount }) => [kind, amount]));
};
const incomeOf = async ({ executor }: Deal) => {
  const { payers } = await app.ok('income.year', executor.person, {
    query: { year: Number(LAST.slice(0, 4)) },
  });
  return payers[0]!.months.map(({ month, gross, net, opv, payments }) => ({
    month,
    gross,
    net,
    opv,
    payments,
  }));
};
const registerOf = async ({ company }: Deal) =>
  readSheet(
    app,
    (
      await app.raw('bookkeeping.withholding_register', company.director, {
        query: { date_from: `${LAST}-01`, date_to: END },
      })
    ).bytes,
  );
const untaxedOf = ({ company, executor }: Deal) =>
  sumUntaxed(
    app.parts.db,
    { company_id: company.id, executor_ids: [executor.id] },
    { from: `${LAST}-01`, to: END },
  );
const close = ({ company }: Deal, closed_until: string | null) =>
  app.ok('bookkeeping.close_period', company.director, { body: { closed_until, note: 'Итоги' } });

test('what was withheld stays in the month of the payment, though the person is told back to be a sole trader', async () => {
  const [deal] = await makeTwo(app);
  const { director: by } = deal.company;
  await payNet(app, deal, '300000.00', DAY);
  expect(await owedIn(deal, LAST)).toEqual(SUMS);
  const paid = [
    {
      month: LAST,
      gross: '300000.00',
      net: '238425.00',
      opv: '30000.00',
      payments: [{ gross: '300000.00' }],
    },
  ];
  expect(await incomeOf(deal)).toMatchObject(paid);

  await app.ok('taxes.set_standing', by, {
    body: {
      executor_company_id: String(deal.executor.id),
      valid_from: `${LAST}-01`,
      standing: 'ip',
      tax_regime: 'simplified',
    },
  });
  const check = async () => {
    expect(await owedIn(deal, LAST)).toEqual(SUMS);
    expect(await owedIn(deal, THIS)).toEqual(NOTHING);
    expect(await incomeOf(deal)).toMatchObject(paid);
    const [row, ...more] = await registerOf(deal);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      'Дни выплаты': formatDate(DAY),
      'Выплачено до удержаний': '300000',
      'Удержано всего': '61575',
      'Выплачено на руки': '238425',
      'По расчёту: ИПН': '0',
      // By the standing of now all of it goes back.
      'Осталось удержать': '-61575',
    });
  };
  await check();
  expect(await untaxedOf(deal)).toEqual([]);
  await close(deal, END);
  await check();
  expect(await untaxedOf(deal)).toEqual([]);

  // Nothing was due by what is known now, and the paper says what was withheld.
  const { act_id, order_number, date } = (await incomeOf(deal))[0]!.payments[0]!;
  const paper = await app.raw('income.payslip', deal.executor.person, {
    query: {
      company_id: deal.company.id,
      act_id: act_id!,
      order_number: order_number!,
      date,
      language: 'ru',
    },
  });
  const words = (await readPages(paper.bytes)).join('').replace(/\s+/g, '');
  expect(words).toContain('следуетудержать0,00,удержано61575,00');
  for (const part of ['ОПВ30000,00', 'ВОСМС6000,00', 'СО13500,00', 'ИПН12075,00'])
    expect(words).toContain(part);

  // An individual again: what was withheld too much of the year is not withheld of the next payment.
  await app.ok('taxes.set_standing', by, {
    body: { executor_company_id: String(deal.executor.id), valid_from: `${THIS}-01`, standing: 'individual' },
  });
  await sql`update companies set withholding_since = ${`${LAST}-01`} where id = ${deal.company.id}`.execute(
    app.owner,
  );
  await payNet(app, deal, '300000.00', TODAY);
  expect(await owedIn(deal, THIS)).toEqual(LAST.slice(0, 4) === THIS.slice(0, 4) ? NOTHING : SUMS);
  expect(await owedIn(deal, LAST)).toEqual(SUMS);
});

test('a month that was closed without such money still names it as not taxed here', async () => {
  const [deal] = await makeTwo(app);
  await payNet(app, deal, '300000.00', DAY);
  await app.ok('taxes.set_standing', deal.company.director, {
    body: {
      executor_company_id: String(deal.executor.id),
      valid_from: `${LAST}-01`,
      standing: 'ip',
      tax_regime: 'simplified',
    },
  });
  await close(deal, END);
  // As closings left it before they kept what was withheld of nothing.
  for (const table of ['frozen_payments', 'frozen_withholding'])
    await sql`delete from ${sql.table(table)} where company_id = ${deal.company.id}`.execute(app.owner);
  expect(await untaxedOf(deal)).toEqual([{ as: 'trader', gross_tiyn: 300_000_00n }]);
  await close(deal, null);
  expect(await untaxedOf(deal)).toEqual([]);
});

/** What can be told of taxes, as rows of their own; `of` says of whom. */
const WORDS: Record<string, (tx: Handle, of: Deal) => Promise<unknown>> = {
  standing: (tx, { executor }) =>
    sql`insert into tax_standings (executor_company_id, valid_from, standing, pension)
      values (${executor.id}, ${`${LAST}-01`}, 'individual', 'age')`.execute(tx),
  deduction: (tx, { company, executor }) =>
    sql`update deduction_applications set valid_until = valid_until
      where company_id = ${company.id} and executor_company_id = ${executor.id}`.execute(tx),
  earlier: (tx, { company, executor }) =>
    sql`insert into earlier_incomes (executor_company_id, company_id, kind, period, amount_tiyn, source, source_on)
      values (${executor.id}, ${company.id}, 'taxed', ${LAST.slice(0, 4)}, 100, 'Справка', ${END})`.execute(
      tx,
    ),
  'answer of the company': (tx, { company }) =>
    sql`insert into tax_decisions (company_id, question, choice, valid_from, created_by)
      values (${company.id}, 'deduction_carry', 'none', ${`${LAST}-01`}, ${company.director.user_id})`.execute(
      tx,
    ),
  'answer of the desk': (tx, { company }) =>
    sql`insert into tax_decisions (question, choice, valid_from, created_by)
      values ('deduction_carry', 'none', ${`${LAST}-01`}, ${company.director.user_id})`.execute(tx),
  figure: (tx) =>
    sql`insert into tax_figures (figure, valid_from, valid_until, value, source)
      values ('opv_percent', '2099-01-01', '2099-12-31', 10, 'Проба')`.execute(tx),
};

test('what is told of taxes while a month closes waits until it is closed', async () => {
  const [deal] = await makeTwo(app);
  const [other] = await makeTwo(app);
  for (const [name, tell] of Object.entries(WORDS)) {
    let is_told = false;
    const telling = await app.parts.db.transaction().execute(async (tx) => {
      await holdPeriod(tx, deal.company.id);
      // Another company's word waits for nobody.
      if (name !== 'answer of the desk' && name !== 'figure') await tell(app.parts.db, other);
      const told = tell(app.parts.db, deal).then(() => void (is_told = true));
      await Promise.race([told, seeWaiting(app)]);
      expect(is_told, name).toBe(false);
      return { told };
    });
    await telling.told;
  }
  await sql`delete from tax_figures where source = 'Проба'`.execute(app.owner);
});

test('who tells something while one customer closes keeps no other customer’s payment waiting', async () => {
  const [deal] = await makeTwo(app);
  const [{ company: other }] = await makeTwo(app);
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: other.id, executor_company_id: deal.executor.id, status: 'active' })
    .execute();
  const contract_id = await makeSignedContract(app, other, deal.executor);
  const act_ids = await makeSignedActs(app, { company: other, executor: deal.executor, contract_id }, 1);
  const telling = await app.parts.db.transaction().execute(async (tx) => {
    await holdPeriod(tx, deal.company.id);
    const told = app.ok('taxes.set_standing', deal.company.director, {
      body: {
        executor_company_id: String(deal.executor.id),
        valid_from: `${LAST}-01`,
        standing: 'individual',
        pension: 'age',
      },
    });
    await Promise.race([told, seeWaiting(app)]);
    allDone(await app.ok('acts.pay', other.director, { body: { act_ids } }));
    return { told };
  });
  await telling.told;
});

test('a closing that waits for its own company keeps neither the desk nor another closing waiting', async () => {
  const [deal] = await makeTwo(app);
  const [{ company: other }] = await makeTwo(app);
  const { db } = app.parts;
  const closing = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(closed_period_lock(${deal.company.id}))`.execute(tx);
    const closed = db.transaction().execute((own) => holdPeriod(own, deal.company.id));
    await Promise.race([closed, seeWaiting(app)]);
    await WORDS.figure!(db, deal);
    await db.transaction().execute((own) => holdPeriod(own, other.id));
    return { closed };
  });
  await closing.closed;
  await sql`delete from tax_figures where source = 'Проба'`.execute(app.owner);
});

test('a month is closed by what was told before, though it is not kept yet', async () => {
  const [deal] = await makeTwo(app);
  await payNet(app, deal, '300000.00', DAY);
  for (const tell of [WORDS.standing!, WORDS.figure!]) {
    await close(deal, null);
    let is_closed = false;
    const closing = await app.parts.db.transaction().execute(async (tx) => {
      await tell(tx, deal);
      const closed = close(deal, END).then(() => void (is_closed = true));
      await Promise.race([closed, seeWaiting(app)]);
      expect(is_closed).toBe(false);
      return { closed };
    });
    await closing.closed;
  }
  const stored = await app.parts.db
    .selectFrom('frozen_withholding')
    .select(['opv_tiyn', 'kept_opv_tiyn'])
    .where('company_id', '=', deal.company.id)
    .execute();
  expect(stored).toEqual([{ opv_tiyn: 0n, kept_opv_tiyn: 3_000_000n }]);
  await sql`delete from tax_figures where source = 'Проба'`.execute(app.owner);
});
