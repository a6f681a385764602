import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  allDone,
  becomeIndividual,
  makeSentActs,
  makeSignedActs,
  signBy,
  type Deal,
} from '../../../test/papers.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import { END, LAST, line, makeTwo, sendNet, showPaid, THIS } from '../../../test/withheld.ts';
import { TODAY } from '../../../test/today.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { reckonRegister } from './reckon-months.ts';
import { dueOf } from './withhold.ts';

// Lines of an act that refund expenses are paid, and are no income: nothing is withheld of them (0082).
const app = await makeTestApp();
afterAll(() => closeSound(app));

const withExpense = (rate: string, expense: string, taxed = false) => {
  const [work] = line(rate).services;
  return { services: [work!, { ...work!, kind: 'expense', taxed, rate: expense } as const] };
};

/** What a review says, what is ordered then, and that both are the same. */
async function pay({ company: { director: by } }: Deal, ...act_ids: number[]) {
  const { payees } = await app.ok('payments.preview', by, { body: { act_ids } });
  allDone(await app.ok('acts.pay', by, { body: { act_ids } }));
  const { items } = await app.ok('payments.orders', by, { query: {} });
  const orders = items.slice(0, act_ids.length);
  const sum = (of: (one: (typeof items)[number]) => string) =>
    orders.reduce((whole, one) => whole + Number(of(one)), 0).toFixed(2);
  const said = payees.map(({ amount, opv, vosms, so, ipn }) => [amount, opv, vosms, so, ipn])[0];
  expect(said?.[0]).toBe(sum(({ amount }) => amount));
  return said;
}

test('nothing is withheld of refunded expenses, and all is of those that are income', async () => {
  const [deal, other] = await makeTwo(app);
  const [sent] = await makeSentActs(app, deal, 1, withExpense('300000.00', '60000.00'));
  const { url } = await app.ok('quick_sign.create', deal.company.director, {
    body: { doc_type: 'act', id: sent! },
  });
  const { withheld } = await app.ok('quick_sign.get', null, { params: { token: url.split('/').at(-1)! } });
  expect(withheld?.net).toBe('298425.00');
  await signBy(app, deal.executor.person, sent!);
  const home = await app.ok('home.analytics', deal.executor.person, {});
  expect(home).toMatchObject({ coming_amount: '360000.00', coming_net: '298425.00' });
  await signBy(app, deal.company.director, sent!);
  expect(await pay(deal, sent!)).toEqual(['298425.00', '30000.00', '6000.00', '13500.00', '12075.00']);
  // The next act of the month begins where the income stopped.
  const more = await makeSignedActs(app, deal, 2, withExpense('100000.00', '50000.00'));
  expect(await pay(deal, ...more)).toEqual(['250300.00', '20000.00', '4000.00', '9000.00', '16700.00']);

  const [taxed] = await makeSignedActs(app, other, 1, withExpense('240000.00', '60000.00', true));
  expect(await pay(other, taxed!)).toEqual(['238425.00', '30000.00', '6000.00', '13500.00', '12075.00']);
});

test('the month of the person and the payslip tell the income from what was refunded', async () => {
  const [deal] = await makeTwo(app);
  const { director: by, id: company_id } = deal.company;
  const day = `${LAST}-04`;
  const { act_id, order } = await sendNet(app, deal, '300000.00', day, withExpense('300000.00', '60000.00'));
  await showPaid(app, by, order.id, day);
  const check = async () => {
    const { bytes } = await app.raw('bookkeeping.withholding_register', by, {
      query: { date_from: `${LAST}-01`, date_to: END },
    });
    const [row] = await readSheet(app, bytes);
    expect(row).toMatchObject({
      'Выплачено до удержаний': '360000',
      'Удержано всего': '61575',
      'Выплачено на руки': '298425',
      'Осталось удержать': '0',
    });
    const paper = await app.raw('income.payslip', deal.executor.person, {
      query: { company_id, act_id, order_number: order.number!, date: day, language: 'ru' },
    });
    const words = (await readPages(paper.bytes)).join('').replace(/\s+/g, '');
    expect(words).toContain('Изнихвозмещениерасходов,недоход60000,00');
    expect(words).toContain('ОПВ:10%от300000');
    expect(words).not.toContain('следуетудержать');
  };
  await check();
  await app.ok('bookkeeping.close_period', by, { body: { closed_until: END, note: 'Итоги' } });
  await check();
  const next = await makeSignedActs(app, deal, 1, line('100000.00'));
  expect((await pay(deal, ...next))?.[1]).toBe('10000.00');
});

test.each([
  ['none', '1897500.00'],
  // 4 % of 1 297 500 goes to the State Corporation.
  ['customer_is_operator', '1845600.00'],
] as const)(
  'refunded expenses take no room of the month of a self-employed person: %s',
  async (choice, paid) => {
    const deal = await makeOwnDeal(app);
    await becomeIndividual(app, deal);
    await sql`insert into tax_standings (executor_company_id, valid_from, standing)
    values (${deal.executor.id}, ${`${THIS}-01`}, 'self_employed')`.execute(app.parts.db);
    await app.ok('bookkeeping.set_withholding', deal.company.director, { body: { is_on: true } });
    await app.ok('taxes.decide_for_company', deal.company.director, {
      body: { question: 'platform_role', choice, valid_from: `${THIS}-01`, note: 'Юрист' },
    });
    await payByFile(app, deal.company.director);
    const acts = [
      ...(await makeSignedActs(app, deal, 1, withExpense('1000000.00', '500000.00'))),
      ...(await makeSignedActs(app, deal, 1, withExpense('297500.00', '100000.00'))),
      ...(await makeSignedActs(app, deal, 1, withExpense('1.00', '1.00'))),
    ];
    const { payees, amount } = await app.ok('payments.preview', deal.company.director, {
      body: { act_ids: acts },
    });
    expect([amount, payees[0]?.going_acts]).toEqual([paid, 2]);
    const { items } = await app.ok('acts.pay', deal.company.director, { body: { act_ids: acts } });
    expect(items.map(({ code }) => code)).toEqual([null, null, 'taxes.self_employed_limit']);
    const { id: company_id } = deal.company;
    const [row] = await reckonRegister(
      app.parts.db,
      { company_id },
      { date_from: `${THIS}-01`, date_to: TODAY },
    );
    expect(row && [dueOf(row), row.kept]).toEqual(
      choice === 'none'
        ? undefined
        : [
            expect.objectContaining({ self_employed_tiyn: 51_900_00n }),
            expect.objectContaining({ self_employed_tiyn: 51_900_00n }),
          ],
    );
  },
);
