import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { TODAY, type Deal } from '../../../test/papers.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import { END, LAST, THIS, makeTwo, payNet } from '../../../test/withheld.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';

let app: TestApp;
beforeAll(async () => void (app = await makeTestApp()));
afterAll(async () => {
  await holdInvariants(app);
  await app.close();
});

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
  await close(deal, END);
  await check();

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
