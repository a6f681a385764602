import type { ActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  actBody,
  allDone,
  becomeIndividual,
  makeSentActs,
  makeSignedActs,
  signBy,
  type Deal,
} from '../../../test/papers.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import {
  advance,
  END,
  LAST,
  line,
  makeTwo,
  refund,
  sendNet,
  showPaid,
  THIS,
} from '../../../test/withheld.ts';
import { TODAY } from '../../../test/today.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { listRefunds, refundedIn, refundedOf } from '../acts/public.ts';
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

test('what earlier money failed to withhold is taken of income, never of a refund', async () => {
  const [deal] = await makeTwo(app);
  await sql`update companies set withholding_since = ${`${THIS}-01`} where id = ${deal.company.id}`.execute(
    app.owner,
  );
  await advance(app, deal, 300_000_00n, TODAY);
  const [covered] = await makeSignedActs(app, deal, 1, line('300000.00'));
  allDone(await app.ok('acts.pay', deal.company.director, { body: { act_ids: [covered!] } }));
  const [ticket] = await makeSignedActs(app, deal, 1, {
    services: withExpense('1.00', '90000.00').services.slice(1),
  });
  expect(await pay(deal, ticket!)).toEqual(['90000.00', '0.00', '0.00', '0.00', '0.00']);
  const [small] = await makeSignedActs(app, deal, 1, withExpense('1000.00', '90000.00'));
  expect(await pay(deal, small!)).toEqual(['90000.00', '1000.00', '0.00', '0.00', '0.00']);
});

test('deductions that work does not suffice for lessen the refund, and income is never below nothing', async () => {
  const [deal] = await makeTwo(app);
  const [work] = line('100000.00').services;
  const [act] = await makeSignedActs(app, deal, 1, {
    services: [
      work!,
      { ...work!, kind: 'deduction', rate: '150000.00' },
      { ...work!, kind: 'expense', rate: '200000.00' },
    ],
  });
  expect(await pay(deal, act!)).toEqual(['150000.00', '0.00', '0.00', '0.00', '0.00']);
  const next = await makeSignedActs(app, deal, 1, line('100000.00'));
  expect((await pay(deal, ...next))?.[1]).toBe('10000.00');
});

test('a correction takes back income and refunds as its act had them, and no more of either', async () => {
  const [deal] = await makeTwo(app);
  const { director: by } = deal.company;
  const { act_id, order } = await sendNet(app, deal, '', `${THIS}-01`, withExpense('100000.00', '200000.00'));
  await showPaid(app, by, order.id, `${THIS}-01`);
  const month = async () => {
    const [row] = await reckonRegister(
      app.parts.db,
      { company_id: deal.company.id },
      { date_from: `${THIS}-01`, date_to: TODAY },
    );
    return row!.of.gross_tiyn;
  };
  expect(await month()).toBe(100_000_00n);
  const back = await refund(app, deal, act_id, '-150000.00');
  expect(back.services.map(({ kind, taxed, amount }) => [kind, taxed, amount])).toEqual([
    ['work', true, '-50000.00'],
    ['expense', false, '-100000.00'],
  ]);
  expect(await month()).toBe(50_000_00n);

  const makeDraft = () =>
    app.ok('acts.correct', by, { params: { act_id }, body: { amount: '-1.00', reason: 'Ещё', date: TODAY } });
  const [work] = line('-60000.00').services;
  const change = ({ id, version }: { id: number; version: number }, services: ActInput['services']) => ({
    params: { act_id: id },
    body: { ...actBody(deal, { services }), version },
  });
  const expense = (rate: string) => [{ ...work!, kind: 'expense', taxed: false, rate } as const];
  const draft = await makeDraft();
  const refused = { status: 422, code: 'act.correction_kinds', field: 'services' };
  for (const services of [[work!], expense('-100000.01')])
    expect(await app.refused('acts.update', by, change(draft, services))).toMatchObject(refused);
  const binned: number[] = [];
  for (const [at, rate] of ['-100000.00', '-80000.00'].entries()) {
    const { id } = await app.ok(
      'acts.update',
      by,
      change(at === 0 ? draft : await makeDraft(), expense(rate)),
    );
    await app.ok('acts.delete', by, { params: { act_id: id } });
    binned.push(id);
  }
  // Out of the bin comes only what there is still room for.
  await refund(app, deal, act_id, '-30000.00');
  const [more, all] = binned.map((id) => ({ params: { act_id: id } }));
  expect(await app.refused('acts.restore', by, more!)).toMatchObject(refused);
  await app.ok('acts.restore', by, all!);
  expect(await month()).toBe(40_000_00n);
});

test('of large sums too the database and the program refund the same to the tiyn', async () => {
  const [deal] = await makeTwo(app);
  const [act_id = 0] = await makeSignedActs(app, deal, 1, withExpense('55554444.44', '43210987.67'));
  const refunds = await listRefunds(app.parts.db, deal.company.id, [act_id]);
  // What is left of the quotient is less than one by a ten thousand millionth.
  for (const gross_tiyn of [7_551_710_177n, -7_551_710_177n]) {
    const { refunded_tiyn } = await app.parts.db
      .selectFrom('acts as a')
      .select(refundedIn(sql`a.company_id`, 'a.id', sql`${gross_tiyn}::bigint`).as('refunded_tiyn'))
      .where('a.id', '=', act_id)
      .executeTakeFirstOrThrow();
    expect(refunded_tiyn).toBe(refundedOf(gross_tiyn, refunds.get(act_id)));
  }
});

test('a month that was closed with the expenses in its income keeps its payslip', async () => {
  const [deal] = await makeTwo(app);
  const { director: by, id: company_id } = deal.company;
  const day = `${LAST}-04`;
  const { act_id, order } = await sendNet(app, deal, '', day, withExpense('300000.00', '60000.00'));
  await showPaid(app, by, order.id, day);
  await app.ok('bookkeeping.close_period', by, { body: { closed_until: END, note: 'Итоги' } });
  await sql`update frozen_withholding set gross_tiyn = gross_tiyn + untaxed_gross_tiyn,
    net_tiyn = net_tiyn + untaxed_gross_tiyn, untaxed_gross_tiyn = 0
    where company_id = ${company_id}`.execute(app.owner);
  const paper = await app.raw('income.payslip', deal.executor.person, {
    query: { company_id, act_id, order_number: order.number!, date: day, language: 'ru' },
  });
  const words = (await readPages(paper.bytes)).join('').replace(/\s+/g, '');
  expect(words).not.toContain('возмещение');
  expect(words).toContain('ОПВ:10%от360000');
});

test('what is over the limit of a month already holds up no refund', async () => {
  const deal = await makeOwnDeal(app);
  await becomeIndividual(app, deal);
  await sql`insert into tax_standings (executor_company_id, valid_from, standing)
    values (${deal.executor.id}, ${`${THIS}-01`}, 'self_employed')`.execute(app.parts.db);
  await sql`insert into earlier_incomes (executor_company_id, kind, period, amount_tiyn, source, source_on, told_by)
    values (${deal.executor.id}, 'self_employed', ${THIS}, 140000000, 'e-Salyq', ${TODAY}, ${deal.executor.person.user_id})`.execute(
    app.owner,
  );
  await app.ok('bookkeeping.set_withholding', deal.company.director, { body: { is_on: true } });
  await payByFile(app, deal.company.director);
  const [expense] = await makeSignedActs(app, deal, 1, {
    services: withExpense('1.00', '50000.00').services.slice(1),
  });
  const [work] = await makeSignedActs(app, deal, 1, line('1.00'));
  const act_ids = [expense!, work!];
  const { amount } = await app.ok('payments.preview', deal.company.director, { body: { act_ids } });
  expect(amount).toBe('50000.00');
  const { items } = await app.ok('acts.pay', deal.company.director, { body: { act_ids } });
  expect(items.map(({ code }) => code)).toEqual([null, 'taxes.self_employed_limit']);
});
