import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  allDone,
  becomeIndividual,
  makeDeal,
  makeSignedActs,
  signBy,
  stateOf,
  TODAY,
} from '../../../test/papers.ts';
import { seeWaiting } from '../../../test/see-waiting.ts';
import { makeCompany, makeExecutor, type Person } from '../../../test/people.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import { line } from '../../../test/withheld.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { payAct } from './pay-act.ts';
import { lockOrder } from './payments.queries.ts';
import { returnMoney } from './return-money.ts';
import { settleOrder } from './settle-order.ts';

const app = await makeTestApp();
afterAll(() => closeSound(app));

const preview = async (by: Person, ...act_ids: number[]) =>
  app.ok('payments.preview', by, { body: { act_ids } });
const payAll = async (by: Person, ...act_ids: number[]) => {
  allDone(await app.ok('acts.pay', by, { body: { act_ids } }));
  return (await app.ok('payments.orders', by, { query: {} })).items;
};
async function makeIndividualDeal() {
  const own = await makeOwnDeal(app);
  await becomeIndividual(app, own);
  await app.ok('bookkeeping.set_withholding', own.company.director, { body: { is_on: true } });
  await payByFile(app, own.company.director);
  return own;
}

test('waits for the choice of an older company and for what the person is, and pays no gross sum meanwhile', async () => {
  const own = await makeOwnDeal(app);
  const { director: by } = own.company;
  const { db } = app.parts;
  const [act_id] = await makeSignedActs(app, own, 1, line('300000.00'));
  await payByFile(app, by);
  await sql`update companies set type = 'individual' where id = ${own.executor.id}`.execute(db);
  await sql`update companies set withholding = null where id = ${own.company.id}`.execute(db);
  const tryToPay = async () =>
    (await app.ok('acts.pay', by, { body: { act_ids: [act_id!] } })).items.map(({ code }) => code);
  expect((await preview(by, act_id!)).payees[0]).toMatchObject({ waits: 'choice', amount: '300000.00' });
  expect(await tryToPay()).toEqual(['taxes.choose_withholding']);
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  expect((await preview(by, act_id!)).payees[0]!.waits).toBe('standing');
  expect(await tryToPay()).toEqual(['taxes.standing_unknown']);
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing)
    values (${own.executor.id}, '2025-01-01', 'self_employed')`.execute(db);
  expect((await preview(by, act_id!)).payees[0]).toMatchObject({ waits: null, amount: '300000.00' });
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing)
    values (${own.executor.id}, ${addDays(TODAY, 1)}, 'ip'), (${own.executor.id}, ${TODAY}, 'individual')`.execute(
    db,
  );
  expect((await preview(by, act_id!)).payees[0]).toMatchObject({ waits: null, amount: '225450.00' });
});

test('is switched off with a reason alone, and then pays the gross sum', async () => {
  const own = await makeIndividualDeal();
  const { director: by } = own.company;
  const [act_id] = await makeSignedActs(app, own, 1, line('300000.00'));
  const { code } = await app.refused('bookkeeping.set_withholding', by, { body: { is_on: false } });
  expect(code).toBe('taxes.reason');
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: false, reason: 'Платим сами' } });
  expect(await preview(by, act_id!)).toMatchObject({ withholding: 'off', payees: [{ amount: '300000.00' }] });
});

test('pays net, by what the month comes to, and the balance tells what was kept back', async () => {
  const own = await makeIndividualDeal();
  const { director: by } = own.company;
  const [first, second] = await makeSignedActs(app, own, 2, line('300000.00'));
  const { withholding, payees } = await preview(by, first!);
  expect([withholding, payees[0]]).toEqual([
    'on',
    expect.objectContaining({
      gross: '300000.00',
      opv: '30000.00',
      vosms: '6000.00',
      so: '13500.00',
      ipn: '12075.00',
      amount: '238425.00',
      waits: null,
    }),
  ]);
  const { sentences } = await app.ok('payments.explain', by, {
    body: { act_ids: [first!], executor_company_id: own.executor.id },
  });
  expect(sentences.join('\n')).toMatch(/12\s075/);
  const nobody = { act_ids: [first!], executor_company_id: own.company.id };
  expect((await app.refused('payments.explain', by, { body: nobody })).code).toBe('not_found');
  const both = (await preview(by, first!, second!)).payees[0]!;
  const [order] = await payAll(by, first!);
  expect(order!.amount).toBe('238425.00');
  // What is paid this month is in mind: the deduction is given once.
  expect((await preview(by, second!)).payees[0]).toMatchObject({
    so: '13500.00',
    ipn: '25050.00',
    amount: '225450.00',
  });
  const [later] = await payAll(by, second!);
  expect(sum(order!.amount, later!.amount)).toBe(both.amount);
  const query = { executor_company_id: own.executor.id };
  expect((await app.ok('taxes.standing', by, { query })).limits).toEqual([
    { kind: 'lower_rate', company: null, used: '371250.00', limit: '36762500.00', state: 'calm' },
    { kind: 'deduction', company: null, used: '129750.00', limit: '1557000.00', state: 'calm' },
  ]);

  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  for (const { id: order_id } of [order!, later!])
    await app.ok('payments.decide', by, {
      params: { order_id },
      body: { outcome: 'settled', reason: 'Банк' },
    });
  expect(await stateOf(app, first!)).toBe('paid');
  const { total_balance } = await app.ok('bookkeeping.balances', by, { query: {} });
  expect(total_balance).toMatchObject({
    accrued: '600000.00',
    paid: '463875.00',
    withheld: '136125.00',
    to_pay: '0.00',
  });
  const { entries, closing } = await app.ok('bookkeeping.reconciliation', by, {
    query: { company_id: own.executor.id, date_from: `${TODAY.slice(0, 7)}-01`, date_to: TODAY },
  });
  expect(closing).toBe('0.00');
  expect(entries.filter(({ kind }) => kind === 'withheld').map(({ paid }) => paid)).toEqual([
    '61575.00',
    '74550.00',
  ]);
  const register = await app.raw('bookkeeping.withholding_register', by, {
    query: { date_from: `${TODAY.slice(0, 4)}-01-01`, date_to: TODAY },
  });
  expect(register.bytes.subarray(0, 2).toString()).toBe('PK');
});

test('of two acts paid at once withholds what one payment would', async () => {
  const own = await makeIndividualDeal();
  const { director: by } = own.company;
  const acts = await makeSignedActs(app, own, 6, line('500000.00'));
  const whole = (await preview(by, ...acts)).payees[0]!.amount;
  await Promise.all(acts.map((id) => app.ok('acts.pay', by, { body: { act_ids: [id] } })));
  const { items } = await app.ok('payments.orders', by, { query: {} });
  expect(items).toHaveLength(6);
  expect(sum(...items.map(({ amount }) => amount))).toBe(whole);
});

test('takes its part along when the bank returns the money, and when half of it goes out', async () => {
  const own = await makeIndividualDeal();
  const { director: by } = own.company;
  const { db } = app.parts;
  const [act_id] = await makeSignedActs(app, own, 1, line('300000.00'));
  const [order] = await payAll(by, act_id!);
  const kept = async () => (await app.ok('bookkeeping.balances', by, { query: {} })).total_balance.withheld;
  const settle = async (amount_tiyn: bigint) =>
    db.transaction().execute(async (tx) => {
      const locked = await lockOrder(tx, order!.id);
      const settled = { amount_tiyn, day: TODAY, operation_id: null };
      const mover = { side: 'business', user_id: null, company_id: own.company.id } as const;
      return amount_tiyn > 0n
        ? settleOrder(tx, locked!, settled, mover)
        : returnMoney(tx, locked!, { ...settled, amount_tiyn: -amount_tiyn }, mover);
    });
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  // Whole tenge of each part, and the rest with the last money.
  await settle(11_921_250n);
  expect(await kept()).toBe('30787.00');
  await settle(11_921_250n);
  expect([await kept(), await stateOf(app, act_id!)]).toEqual(['61575.00', 'paid']);
  await settle(-23_842_500n);
  expect([await kept(), await stateOf(app, act_id!)]).toEqual(['0.00', 'signed']);
  expect((await preview(by, act_id!)).payees[0]!.amount).toBe('238425.00');
});

test('a payment that is too small for what is due withholds whole tenge', async () => {
  const own = await makeIndividualDeal();
  const { director: by } = own.company;
  const [paid] = await makeSignedActs(app, own, 1, line('300000.00'));
  const [order] = await payAll(by, paid!);
  // Nothing was withheld of it, so the next payment makes up for it.
  await sql`update companies set withholding_since = '2025-01-01' where id = ${own.company.id}`.execute(
    app.owner,
  );
  await sql`update payment_orders set opv_tiyn = 0, vosms_tiyn = 0, so_tiyn = 0, ipn_tiyn = 0 where id = ${order!.id}`.execute(
    app.owner,
  );
  const [small] = await makeSignedActs(app, own, 1, line('150.37'));
  const { payees } = await preview(by, small!);
  expect(payees[0]).toMatchObject({ gross: '150.37', opv: '149.00', vosms: '0.00', amount: '1.37' });
  await sql`update payment_orders set opv_tiyn = 3000000, vosms_tiyn = 600000, so_tiyn = 1350000, ipn_tiyn = 1207500
    where id = ${order!.id}`.execute(app.owner);
});

test('no two customers together pay a self-employed person above the limit of the month', async () => {
  const own = await makeIndividualDeal();
  const { executor } = own;
  const company = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: company.id, executor_company_id: executor.id, status: 'active' })
    .execute();
  const other = await makeDeal(app, company, executor);
  await payByFile(app, company.director);
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing)
    values (${executor.id}, '2026-01-01', 'self_employed')`.execute(app.parts.db);
  const [first] = await makeSignedActs(app, own, 1, line('700000.00'));
  const [second] = await makeSignedActs(app, other, 1, line('700000.00'));
  const by: CompanyActor = {
    ...own.company.director,
    full_name: 'Директор',
    role_id: 1,
    role: 'business',
    rights: 'all',
    key: null,
    platform_rights: new Set(),
    proof_at: null,
    locale: 'ru',
  };
  const later = await app.parts.db.transaction().execute(async (tx) => {
    await payAct(app.parts, tx, by, first!);
    const paying = app.ok('acts.pay', company.director, { body: { act_ids: [second!] } });
    // The second customer waits for the first, or is done without having asked what the first one pays.
    await Promise.race([paying, seeWaiting(app)]);
    return { paying };
  });
  expect((await later.paying).items.map(({ code }) => code)).toEqual(['taxes.self_employed_limit']);
});

test('money that comes while a month is closed waits, and is late in the month that follows', async () => {
  const own = await makeIndividualDeal();
  const { director: by } = own.company;
  const end = addDays(`${TODAY.slice(0, 7)}-01`, -1);
  const [act_id] = await makeSignedActs(app, own, 1, line('300000.00'));
  const [order] = await payAll(by, act_id!);
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  const closing = await app.parts.db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, order!.id);
    const mover = { side: 'business', user_id: null, company_id: own.company.id } as const;
    await settleOrder(tx, locked!, { amount_tiyn: 23_842_500n, day: end, operation_id: null }, mover);
    const body = { closed_until: end, note: 'Итоги' };
    const closed = app.ok('bookkeeping.close_period', by, { body });
    await Promise.race([closed, seeWaiting(app)]);
    return { closed };
  });
  await closing.closed;
  const stored = await app.parts.db
    .selectFrom('frozen_payments')
    .select(['date', 'gross_tiyn', 'opv_tiyn'])
    .where('company_id', '=', own.company.id)
    .execute();
  expect(stored).toEqual([{ date: end, gross_tiyn: 30_000_000n, opv_tiyn: 3_000_000n }]);
});

test('a self-employed person gets the gross sum up to the limit of the month', async () => {
  const own = await makeIndividualDeal();
  const { director: by } = own.company;
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing)
    values (${own.executor.id}, '2026-01-01', 'self_employed')`.execute(app.parts.db);
  const [first, second] = await makeSignedActs(app, own, 2, line('700000.00'));
  expect((await payAll(by, first!)).map(({ amount }) => amount)).toEqual(['700000.00']);
  expect((await preview(by, second!)).payees[0]!.waits).toBe('limit');
  const { items } = await app.ok('acts.pay', by, { body: { act_ids: [second!] } });
  expect(items.map(({ code }) => code)).toEqual(['taxes.self_employed_limit']);
  const query = { executor_company_id: own.executor.id };
  const limit = {
    kind: 'self_employed_month',
    company: null,
    used: '700000.00',
    limit: '1297500.00',
    state: 'calm',
  };
  expect((await app.ok('taxes.standing', by, { query })).limits).toEqual([limit]);
  // Another customer sees what it has paid itself, the person all of it.
  const other = await makeCompany(app, { algorithm: 'rsa' });
  await sql`
    insert into executors (company_id, executor_company_id, status)
    values (${other.id}, ${own.executor.id}, 'active')`.execute(app.parts.db);
  expect((await app.ok('taxes.standing', other.director, { query })).limits).toEqual([
    { ...limit, used: '0.00' },
  ]);
  expect((await app.ok('taxes.standing', own.executor.person, { query: {} })).limits).toEqual([limit]);
  // The bound is of the regime, not of withholding.
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: false, reason: 'Проверка' } });
  expect((await preview(by, second!)).payees[0]!.waits).toBe('limit');
});

test('the review counts what goes: nothing of who waits, and of a self-employed person what fits into the month', async () => {
  const own = await makeIndividualDeal();
  const other = await makeDeal(
    app,
    own.company,
    await makeExecutor(app, own.company, { algorithm: 'rsa', type: 'individual' }),
  );
  const { director: by } = own.company;
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing)
    values (${own.executor.id}, '2026-01-01', 'self_employed')`.execute(app.parts.db);
  const acts = [
    ...(await makeSignedActs(app, own, 2, line('700000.00'))),
    ...(await makeSignedActs(app, own, 1, line('500000.00'))),
    ...(await makeSignedActs(app, other, 1, line('300000.00'))),
  ];
  const review = await preview(by, ...acts);
  expect(review).toMatchObject({ amount: '1200000.00', withheld: '0.00' });
  const ofOwn = review.payees.find(({ company_id }) => company_id === own.executor.id);
  expect(ofOwn).toMatchObject({ waits: 'limit', acts: 3, amount: '1900000.00' });
  expect(ofOwn).toMatchObject({ going_acts: 2, going: '1200000.00' });
  expect(review.payees.find(({ company_id }) => company_id === other.executor.id)).toMatchObject({
    waits: 'standing',
    going_acts: 0,
    going: '0.00',
  });
  const paid: string[] = [];
  for (const act_id of acts) {
    const { items } = await app.ok('acts.pay', by, { body: { act_ids: [act_id] } });
    paid.push(items[0]!.code ?? 'paid');
  }
  expect(paid).toEqual(['paid', 'taxes.self_employed_limit', 'paid', 'taxes.standing_unknown']);
});

test('what came back above what was paid in a month is carried to the next payments', async () => {
  const own = await makeIndividualDeal();
  const { director: by } = own.company;
  const [paid, small, large] = await makeSignedActs(app, own, 1, line('300000.00')).then(async ([first]) => [
    first!,
    ...(await makeSignedActs(app, own, 1, line('100000.00'))),
    ...(await makeSignedActs(app, own, 1, line('400000.00'))),
  ]);
  const usual = (await preview(by, small!)).payees[0]!.amount;
  const [order] = await payAll(by, paid!);
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  const before = `${addDays(`${TODAY.slice(0, 7)}-01`, -1)}`;
  await sql`update payment_orders set sent_at = ${`${before}T12:00:00+05:00`} where id = ${order!.id}`.execute(
    app.parts.db,
  );
  await app.ok('payments.decide', by, {
    params: { order_id: order!.id },
    body: { outcome: 'settled', reason: 'Банк', date: before },
  });
  const back = await app.ok('acts.correct', by, {
    params: { act_id: paid! },
    body: { amount: '-300000.00', reason: 'Работы не было', date: TODAY },
  });
  allDone(await app.ok('acts.send', by, { body: { act_ids: [back.id] } }));
  for (const person of [own.executor.person, by]) allDone(await signBy(app, person, back.id));
  await app.ok('refunds.record', by, { params: { act_id: back.id }, body: { reason: 'Вернул' } });

  expect((await preview(by, small!)).payees[0]!.amount).toBe('100000.00');
  const { payees } = await preview(by, large!);
  expect(sum('400000.00', `-${payees[0]!.amount}`)).toBe(sum('100000.00', `-${usual}`));
});

test('says of a supplier whether the cost is deducted, by the regime known when the act was sent', async () => {
  const own = await makeOwnDeal(app);
  const { director: by } = own.company;
  const say = (valid_from: string, tax_regime?: 'general' | 'simplified') =>
    app.ok('taxes.set_standing', by, {
      body: {
        executor_company_id: own.executor.id,
        valid_from,
        standing: 'ip',
        ...(tax_regime && { tax_regime }),
      },
    });
  const first = `${TODAY.slice(0, 4)}-01-01`;
  const costsOf = async (...ids: number[]) => (await preview(by, ...ids)).payees.map(({ costs }) => costs);
  await payByFile(app, by);
  const [unsaid] = await makeSignedActs(app, own, 1);
  expect(await costsOf(unsaid!)).toEqual(['unknown']);
  await say(first, 'simplified');
  expect(await costsOf(unsaid!)).toEqual(['not_deducted']);
  const setVat = (rate: number) =>
    sql`
    insert into company_vat (company_id, valid_from, rate, certificate_series, certificate_number, updated_by)
    values (${own.executor.id}, ${first}, ${rate}, '60001', '0012345', ${by.user_id})
    on conflict (company_id, valid_from) do update set rate = excluded.rate`.execute(app.owner);
  await setVat(16);
  const [frozen] = await makeSignedActs(app, own, 1);
  await setVat(0);
  await say(first, 'general');
  expect([await costsOf(frozen!), await costsOf(unsaid!)]).toEqual([['not_deducted'], ['deducted']]);
  expect(await costsOf(frozen!, unsaid!)).toEqual(['not_deducted']);
  // The list of executors says what each was when something was last received of them, not what they are now.
  expect(await readSheet(app, await app.ok('executors.sheet', by, { query: {} }))).toMatchObject([
    {
      'Налоговый статус': 'ИП',
      'Налоговый режим': 'Упрощённая декларация',
      НДС: '16 %',
      'Расходы для КПН': 'Не вычитаются',
    },
  ]);
  await say(TODAY);
  expect(await costsOf((await makeSignedActs(app, own, 1))[0]!)).toEqual(['unknown']);

  await payAll(by, frozen!, unsaid!);
  const rows = await readSheet(app, await app.ok('payments.orders_sheet', by, { query: {} }));
  expect(rows.map((row) => row['Расходы для КПН']).toSorted()).toEqual(['Не вычитаются', 'Не известно']);
});

const sum = (...sums: string[]) => formatMoney(sums.reduce((all, one) => all + parseMoney(one)!, 0n));

test('many acts are paid together as each alone would be, and what is not plain is left to say so itself', async () => {
  const [together, alone] = [await makeIndividualDeal(), await makeIndividualDeal()];
  const { db } = app.parts;
  const ordersOf = (own: typeof together) =>
    db
      .selectFrom('payment_orders')
      .select(['act_id', 'number', 'amount_tiyn', 'opv_tiyn', 'vosms_tiyn', 'so_tiyn', 'ipn_tiyn', 'purpose'])
      .select(['payee_iban', 'payee_bin', 'payer_iban', 'knp', 'channel', 'needs_approval'])
      .where('company_id', '=', own.company.id)
      .orderBy('act_id')
      .execute();
  const acts = await makeSignedActs(app, together, 5, line('300000.00'));
  const twins = await makeSignedActs(app, alone, 5, line('300000.00'));
  const { director: by } = together.company;
  await payAll(by, acts[0]!);
  const answer = await app.ok('acts.pay', by, { body: { act_ids: [...acts, twins[0]!] } });
  expect(answer.items.map(({ code }) => code)).toEqual([
    'act.already_paying',
    ...acts.slice(1).map(() => null),
    'not_found',
  ]);
  for (const act_id of twins) await payAll(alone.company.director, act_id);
  const [paid, expected] = [await ordersOf(together), await ordersOf(alone)];
  expect(paid.map(({ act_id }) => act_id)).toEqual(acts);
  expect(paid.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  const same = ['act_id', 'payee_iban', 'payee_bin', 'payer_iban', 'purpose'];
  const plain = (orders: typeof paid) =>
    orders.map((order) => Object.fromEntries(Object.entries(order).filter(([key]) => !same.includes(key))));
  expect(plain(paid)).toEqual(plain(expected));
  expect(paid.map(({ purpose }) => purpose.replace(/\d+\/\d{4}/, 'N'))).toEqual(
    expected.map(({ purpose }) => purpose.replace(/\d+\/\d{4}/, 'N')),
  );
  // One transaction for all of them: its time stands in each.
  const { rows } = await sql<{ ends: number; steps: number }>`
    select count(distinct i.finished_at) filter (where i.status = 'ok')::int as ends,
      (select count(*) from act_history h where h.company_id = ${together.company.id} and h.action = 'pay')::int as steps
    from bulk_items i join bulk_runs r on r.id = i.run_id
    where r.company_id = ${together.company.id} and r.kind = 'acts.pay' and i.subject_id = any(${acts.slice(1)}::bigint[])`.execute(
    db,
  );
  expect(rows).toEqual([{ ends: 1, steps: 5 }]);
});

test('of acts of several executors each gets its own number, and who waits keeps nobody else', async () => {
  const own = await makeIndividualDeal();
  const { company } = own;
  const [plain, waiting] = [
    await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' })),
    await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' })),
  ];
  await sql`update companies set type = 'individual' where id = ${waiting.executor.id}`.execute(app.parts.db);
  const acts: number[] = [];
  for (const deal of [own, plain, waiting])
    acts.push(...(await makeSignedActs(app, deal, 1, line('300000.00'))));
  const { items } = await app.ok('acts.pay', company.director, { body: { act_ids: acts } });
  expect(items.map(({ code }) => code)).toEqual([null, null, 'taxes.standing_unknown']);
  const orders = await app.parts.db
    .selectFrom('payment_orders')
    .select(['act_id', 'number', 'amount_tiyn'])
    .where('company_id', '=', company.id)
    .orderBy('act_id')
    .execute();
  expect(orders).toEqual([
    { act_id: acts[0], number: 1, amount_tiyn: 23_842_500n },
    { act_id: acts[1], number: 2, amount_tiyn: 30_000_000n },
  ]);
  const ends = await app.parts.db
    .selectFrom('bulk_items as i')
    .innerJoin('bulk_runs as r', 'r.id', 'i.run_id')
    .select('i.finished_at')
    .distinct()
    .where('r.kind', '=', 'acts.pay')
    .where('i.subject_id', 'in', acts.slice(0, 2))
    .execute();
  expect(ends).toHaveLength(1);
});
