import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { becomeIndividual, makeDeal, makeSignedActs, TODAY } from '../../../test/papers.ts';
import { payAct, payOne } from '../../../test/pay-net.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { freezePeriod } from './freeze-period.ts';

const app = await makeTestApp();
afterAll(() => closeSound(app));

const year = Number(TODAY.slice(0, 4));
const month = TODAY.slice(0, 7);
const SUMS = {
  gross: '300000.00',
  opv: '30000.00',
  vosms: '6000.00',
  so: '13500.00',
  ipn: '12075.00',
  net: '238425.00',
};

test('what two customers paid a person: by customer, month and payment, and nobody else sees it', async () => {
  const one = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, one, { algorithm: 'rsa' });
  const { act_id } = await payOne(app, await makeDeal(app, one, executor));
  const other = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: other.id, executor_company_id: executor.id, status: 'active' })
    .execute();
  await payOne(app, await makeDeal(app, other, executor));

  const found = await app.ok('income.year', executor.person, { query: { year } });
  expect(found.total).toEqual({
    gross: '600000.00',
    opv: '60000.00',
    vosms: '12000.00',
    so: '27000.00',
    self_employed: '0.00',
    ipn: '24150.00',
    net: '476850.00',
  });
  expect(new Set(found.payers.map(({ payer }) => payer.id))).toEqual(new Set([one.id, other.id]));
  const { gross, net, ...parts } = SUMS;
  const mine = found.payers.find(({ payer }) => payer.id === one.id)!;
  expect(mine).toMatchObject({
    ...SUMS,
    months: [
      {
        month,
        is_closed: false,
        ...SUMS,
        payments: [{ kind: 'payment', date: TODAY, act_id, gross, withheld: '61575.00', net, parts }],
      },
    ],
  });
  expect((await app.ok('income.year', executor.person, { query: { year: year - 1 } })).payers).toEqual([]);

  const stranger = await makeExecutor(app, other, { algorithm: 'rsa' });
  expect((await app.ok('income.year', stranger.person, { query: { year } })).payers).toEqual([]);
  const certificate = { year, language: 'ru', company_id: one.id } as const;
  expect((await app.refused('income.certificate', stranger.person, { query: certificate })).code).toBe(
    'not_found',
  );
  const { order_number } = mine.months[0]!.payments[0]!;
  const payslip = { company_id: one.id, act_id, order_number: order_number!, date: TODAY };
  for (const language of ['ru', 'kz'] as const) {
    const query = { ...payslip, language };
    const paper = await app.raw('income.payslip', executor.person, { query });
    const said = (await readPages(paper.bytes)).join('');
    for (const words of ['=30000₸', '30000,00', '=6000₸', '=13500₸', '=12075₸', '61575,00', '238425,00'])
      expect(said).toContain(words);
    // Figures of later years are those of the tests, which have no article.
    const article = { ru: '(Налоговыйкодекс,ст.363)', kz: '(Салықкодексінің363-бабы)' }[language];
    expect(said).toContain(year === 2026 ? article : 'asintheyearbefore');
    expect((await app.refused('income.payslip', stranger.person, { query })).code).toBe('not_found');
  }
  // The company that paid gets the same paper; another one has no such payment.
  const { payment: order } = await app.ok('acts.get', one.director, { params: { act_id } });
  const ofOrder = { params: { order_id: order!.id }, query: { language: 'kz' } } as const;
  for (const date of [undefined, TODAY]) {
    const { bytes } = await app.raw('bookkeeping.payslip', one.director, {
      ...ofOrder,
      query: { ...ofOrder.query, ...(date && { date }) },
    });
    const said = (await readPages(bytes)).join('');
    for (const words of ['30000,00', '6000,00', '13500,00', '12075,00', '238425,00'])
      expect(said).toContain(words);
  }
  expect((await app.refused('bookkeeping.payslip', other.director, ofOrder)).code).toBe('not_found');
  const earlier = { ...ofOrder, query: { ...ofOrder.query, date: `${year - 1}-01-01` } };
  expect((await app.refused('bookkeeping.payslip', one.director, earlier)).code).toBe('not_found');
  for (const [wrong, value] of [
    ['company_id', other.id],
    ['date', `${year - 1}-01-01`],
    ['order_number', order_number! + 1],
  ] as const) {
    const query = { ...payslip, language: 'ru', [wrong]: value } as const;
    expect((await app.refused('income.payslip', executor.person, { query })).code).toBe('not_found');
  }
  for (const query of [certificate, { year, language: 'kz' } as const]) {
    const paper = await app.raw('income.certificate', executor.person, { query });
    expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('payslips of a day follow the payments in their order, not the acts', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, executor);
  await becomeIndividual(app, deal);
  await app.ok('bookkeeping.set_withholding', company.director, { body: { is_on: true } });
  await payByFile(app, company.director);
  const [earlier] = await makeSignedActs(app, deal, 1);
  const later = await payAct(app, deal);
  const { order_id } = await payAct(app, deal, earlier);
  // The first payment of the month used up the base deduction.
  for (const one of [later.order_id, order_id]) {
    const asked = { params: { order_id: one }, query: { language: 'ru' } } as const;
    const { bytes } = await app.raw('bookkeeping.payslip', company.director, asked);
    expect((await readPages(bytes)).join('')).not.toContain('следуетудержать');
  }
});

test('a closed month stays as it was; what changed later counts in the first open one', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const { order_id } = await payOne(app, await makeDeal(app, company, executor));
  const { db } = app.parts;
  const before = `${year}-01`;
  await sql`update settlements set day = ${`${before}-20`} where order_id = ${order_id}`.execute(db);
  await db.transaction().execute((tx) => freezePeriod(tx, company.id, `${before}-31`, new Date()));
  await sql`update settlements set undone_at = now(), undone_by = ${company.director.user_id} where order_id = ${order_id}`.execute(
    db,
  );

  const { payers, total } = await app.ok('income.year', executor.person, { query: { year } });
  const [closed, open] = payers[0]!.months;
  expect(closed).toMatchObject({ month: before, is_closed: true, ...SUMS });
  const { gross: _gross, net, ...parts } = SUMS;
  expect(closed!.payments).toMatchObject([{ parts, withheld: '61575.00', net }]);
  const { act_id, order_number, date } = closed!.payments[0]!;
  const query = {
    language: 'kz',
    company_id: company.id,
    act_id: act_id!,
    order_number: order_number!,
    date,
  } as const;
  const payslip = await app.raw('income.payslip', executor.person, { query });
  expect((await readPages(payslip.bytes)).join('')).toContain('61575,00');
  // A month that was closed before its parts were kept.
  await sql`update frozen_payments set opv_tiyn = 0 where company_id = ${company.id}`.execute(app.owner);
  expect((await app.refused('income.payslip', executor.person, { query })).code).toBe(
    'income.payslip_changed',
  );
  await sql`update frozen_payments set opv_tiyn = 3000000 where company_id = ${company.id}`.execute(
    app.owner,
  );
  expect(open).toMatchObject({
    month: `${year}-02`,
    is_closed: false,
    gross: '-300000.00',
    opv: '-30000.00',
  });
  expect(total).toMatchObject({ gross: '0.00', net: '0.00', ipn: '0.00' });
  await sql`update settlements set undone_at = null, undone_by = null where order_id = ${order_id}`.execute(
    db,
  );
});

test('a closed month after one below zero says what was paid in it', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, executor);
  const { db } = app.parts;
  const first = await payOne(app, deal);
  const move = (order_id: number, day: string) =>
    sql`update settlements set day = ${day} where order_id = ${order_id}`.execute(db);
  const freeze = (until: string) =>
    db.transaction().execute((tx) => freezePeriod(tx, company.id, until, new Date()));
  await move(first.order_id, `${year}-01-20`);
  await freeze(`${year}-01-31`);
  await sql`update settlements set undone_at = now(), undone_by = ${company.director.user_id} where order_id = ${first.order_id}`.execute(
    db,
  );
  const second = await payAct(app, deal);
  await move(second.order_id, `${year}-03-20`);
  await freeze(`${year}-03-31`);

  const { rows: paid } = await sql<{ net: string }>`
    select round(settled_tiyn / 100.0, 2)::text as net from payment_orders where id = ${second.order_id}`.execute(
    db,
  );
  const { payers, total } = await app.ok('income.year', executor.person, { query: { year } });
  expect(payers[0]!.months.map((of) => [of.month, of.is_closed, of.gross, of.net])).toEqual([
    [`${year}-01`, true, '300000.00', SUMS.net],
    [`${year}-02`, true, '-300000.00', `-${SUMS.net}`],
    // What was paid, whatever the month of the payment would come to: after March nothing was withheld of it, because
    // the month below zero made up for it.
    [`${year}-03`, true, '300000.00', paid[0]?.net],
  ]);
  expect(total).toMatchObject({ gross: '300000.00', net: paid[0]?.net });
  if (month > `${year}-03`) expect(paid[0]?.net).toBe('300000.00');
  await sql`update settlements set undone_at = null, undone_by = null where order_id = ${first.order_id}`.execute(
    db,
  );
});

test('the certificate of a self-employed person says why what was paid is not in it', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const own = await makeDeal(app, company, executor);
  await becomeIndividual(app, own);
  await payByFile(app, company.director);
  await app.ok('taxes.set_standing', executor.person, {
    body: {
      executor_company_id: executor.id,
      valid_from: TODAY,
      standing: 'self_employed',
      activity: '53200',
    },
  });
  await payAct(app, own);
  for (const [language, words] of [
    ['ru', 'выплаченныекаксамозанятому'],
    ['kz', 'Өзін-өзіжұмыспенқамтығанғатөленген'],
  ] as const)
    for (const company_id of [undefined, company.id]) {
      const query = { year, language, ...(company_id && { company_id }) };
      const paper = await app.raw('income.certificate', executor.person, { query });
      const said = (await readPages(paper.bytes)).join('').replaceAll(/\s/g, '');
      expect(said).toContain(words);
      expect(said).toContain('300000,00');
    }
});
