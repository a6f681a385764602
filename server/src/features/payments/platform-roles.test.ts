import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  becomeIndividual,
  makeDeal,
  makeSignedActs,
  stateOf,
  TODAY,
  type Deal,
} from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { END, line, payNet, THIS } from '../../../test/withheld.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { lockOrder } from './payments.queries.ts';
import { returnMoney } from './return-money.ts';

const app = await makeTestApp();
afterAll(() => closeSound(app));

type Role = 'none' | 'kelisim_is_operator' | 'customer_is_operator';

const decide = (own: Deal, choice: Role, valid_from: string) =>
  app.ok('taxes.decide_for_company', own.company.director, {
    body: { question: 'platform_role', choice, valid_from, note: 'Юрист' },
  });

/** A self-employed person and a customer that withholds. */
async function makeSelfEmployed(role: Role, flags: { is_student?: boolean } = {}): Promise<Deal> {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  await sql`update companies set type = 'individual' where id = ${own.executor.id}`.execute(app.parts.db);
  await app.ok('taxes.set_standing', company.director, {
    body: {
      executor_company_id: own.executor.id,
      valid_from: '2026-01-01',
      standing: 'self_employed',
      ...flags,
    },
  });
  await app.ok('bookkeeping.set_withholding', company.director, { body: { is_on: true } });
  await sql`update companies set withholding_since = '2026-01-01' where id = ${company.id}`.execute(
    app.parts.db,
  );
  await decide(own, role, '2026-01-01');
  await payByFile(app, company.director);
  return own;
}

const preview = async (own: Deal, act_id: number) =>
  (await app.ok('payments.preview', own.company.director, { body: { act_ids: [act_id] } })).payees[0]!;

const pay = (own: Deal, rate: string, day = TODAY) => payNet(app, own, rate, day);

const singleOf = async (own: Deal, month = THIS) => {
  const { items } = await app.ok('obligations.month', own.company.director, { query: { month } });
  return items.filter(({ kind }) => kind === 'self_employed');
};

test.each(['customer_is_operator', 'kelisim_is_operator'] as const)(
  'under %s four equal parts are withheld of a self-employed person, rounded over the month',
  async (role) => {
    const own = await makeSelfEmployed(role);
    const { director: by } = own.company;
    const [act_id] = await makeSignedActs(app, own, 1, line('100000.00'));
    expect(await preview(own, act_id!)).toMatchObject({
      gross: '100000.00',
      amount: '96000.00',
      self_employed: '4000.00',
      ipn: '0.00',
      is_explained: true,
    });
    const { sentences } = await app.ok('payments.explain', by, {
      body: { act_ids: [act_id!], executor_company_id: own.executor.id },
    });
    expect(sentences.map((sentence) => sentence.split(':')[0])).toEqual([
      'ОПВ',
      'ОПВР',
      'СО',
      'ВОСМС',
      'К выплате',
    ]);
    for (const sentence of sentences.slice(0, 4)) expect(sentence).toMatch(/1 % от 100\s000\s₸ = 1\s000\s₸/);

    const { order, act_id: paid } = await pay(own, '149.00');
    expect(order.amount).toBe('145.00');
    expect(await stateOf(app, paid)).toBe('paid');
    // One percent of 251 is 3 by half up, though 149 and 102 alone have 1 each.
    expect((await pay(own, '102.00')).order.amount).toBe('94.00');
    expect(await singleOf(own)).toMatchObject([{ amount: '12.00', people: 1, payee: null }]);
  },
);

test('while nobody is the operator, and of students, the whole sum goes to the person', async () => {
  for (const own of [
    await makeSelfEmployed('none'),
    await makeSelfEmployed('customer_is_operator', { is_student: true }),
  ]) {
    expect((await pay(own, '100000.00')).order.amount).toBe('100000.00');
    expect(await singleOf(own)).toEqual([]);
  }
});

test('what was paid before somebody became the operator is not made up for', async () => {
  const own = await makeSelfEmployed('none');
  await pay(own, '100000.00', END);
  await decide(own, 'customer_is_operator', `${THIS}-01`);
  expect((await pay(own, '50000.00')).order.amount).toBe('48000.00');
  expect(await singleOf(own, END.slice(0, 7))).toEqual([]);
});

test('a closed month keeps what was withheld, whatever is said later, and the person sees it', async () => {
  const own = await makeSelfEmployed('customer_is_operator');
  const { director: by } = own.company;
  const { order, act_id } = await pay(own, '100000.00', END);
  const month = END.slice(0, 7);
  await app.ok('bookkeeping.close_period', by, { body: { closed_until: END, note: 'Проверка' } });
  const closed = await singleOf(own, month);
  expect(closed).toMatchObject([{ amount: '4000.00', people: 1 }]);
  await decide(own, 'none', '2026-01-01');
  await app.ok('taxes.set_standing', by, {
    body: { executor_company_id: own.executor.id, valid_from: '2026-01-01', standing: 'ip' },
  });
  expect(await singleOf(own, month)).toEqual(closed);
  await decide(own, 'customer_is_operator', '2026-01-01');
  await app.ok('taxes.set_standing', by, {
    body: { executor_company_id: own.executor.id, valid_from: '2026-01-01', standing: 'self_employed' },
  });

  const person = own.executor.person;
  const income = await app.ok('income.year', person, { query: { year: Number(month.slice(0, 4)) } });
  expect(income.total).toMatchObject({ gross: '100000.00', self_employed: '4000.00', net: '96000.00' });
  for (const [language, part, whole] of [
    ['ru', 'Единыйплатёж', '4000,00'],
    ['kz', 'Бірыңғайтөлем', '4000,00'],
  ] as const) {
    const { bytes } = await app.raw('income.payslip', person, {
      query: { language, company_id: own.company.id, act_id, order_number: order.number!, date: END },
    });
    const text = (await readPages(bytes)).join('');
    expect(text).toContain(part);
    expect(text).toContain(whole);
  }
});

test('what a payment back takes of the sum it takes of the single payment', async () => {
  const own = await makeSelfEmployed('customer_is_operator');
  const { order } = await pay(own, '100000.00');
  const mover = { side: 'business', user_id: null, company_id: own.company.id } as const;
  await app.parts.db.transaction().execute(async (tx) => {
    const locked = (await lockOrder(tx, order.id))!;
    await returnMoney(tx, locked, { amount_tiyn: 4_800_000n, day: TODAY, operation_id: null }, mover);
  });
  expect(await singleOf(own)).toMatchObject([{ amount: '2000.00' }]);
});

test('where the deduction is carried, what earlier months of the year left of it is used, and said', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  await becomeIndividual(app, own);
  await app.ok('bookkeeping.set_withholding', company.director, { body: { is_on: true } });
  await sql`update companies set withholding_since = '2026-01-01' where id = ${company.id}`.execute(
    app.parts.db,
  );
  await payByFile(app, company.director);
  const year = Number(TODAY.slice(0, 4));
  const since = await sql<{ valid_from: string }>`
    select valid_from from deduction_applications where executor_company_id = ${own.executor.id}`.execute(
    app.parts.db,
  );
  const first = since.rows[0]!.valid_from > `${year}-01-01` ? since.rows[0]!.valid_from : `${year}-01-01`;
  const unused = Number(THIS.slice(5)) - Number(first.slice(5, 7));
  const [act_id] = await makeSignedActs(app, own, 1, line('5000000.00'));
  const ipn = async () => Number((await preview(own, act_id!)).ipn);
  const before = await ipn();
  await app.ok('taxes.decide_for_company', company.director, {
    body: { question: 'deduction_carry', choice: 'year', valid_from: TODAY, note: 'Консультант' },
  });
  // Ten percent of 30 МРП for each month that left its deduction, and no more than the year allows.
  expect(before - (await ipn())).toBe(12_975 * unused);
  const { sentences } = await app.ok('payments.explain', company.director, {
    body: { act_ids: [act_id!], executor_company_id: own.executor.id },
  });
  if (unused > 0) expect(sentences.join()).toContain('с остатком прошлых месяцев положено');
  // What was deducted before Kelisim beyond the months before the application is not there to be carried.
  const told = 129_750 * (Number(first.slice(5, 7)) - 1) + 50_000;
  await app.ok('taxes.set_earlier', company.director, {
    body: {
      executor_company_id: own.executor.id,
      kind: 'deduction',
      period: String(year),
      amount: `${told}.00`,
      source: 'Справка',
      source_on: TODAY,
    },
  });
  if (unused > 0) expect(before - (await ipn())).toBe(12_975 * unused - 5_000);
  // Who was no tax resident in those months had no deduction in them.
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing, is_tax_resident)
    values (${own.executor.id}, ${first}, 'individual', false), (${own.executor.id}, ${`${THIS}-01`}, 'individual', true)`.execute(
    app.parts.db,
  );
  expect(before - (await ipn())).toBe(0);
});
