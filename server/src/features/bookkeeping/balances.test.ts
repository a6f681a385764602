import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile, rowOfOrder } from '../../../test/bank-papers.ts';
import { statementOf, type Told } from '../../../test/bank-statement.ts';
import { holdInvariants, closeSound } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { allDone, makeSignedActs, makeSignedContract, signBy, TODAY } from '../../../test/papers.ts';
import { makeCompany, type Person } from '../../../test/people.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import { line } from '../../../test/withheld.ts';

const { app, deal, director, executor } = await makeDealApp({
  executor: { type: 'individual', name: 'Оспанова Айгуль' },
});
await payByFile(app, director);
afterAll(() => closeSound(app));

const of = (act_id: number) => ({ params: { act_id } });

async function signed(rate: string, contract_id = deal.contract_id): Promise<number> {
  const [id] = await makeSignedActs(app, { ...deal, contract_id }, 1, line(rate));
  return id!;
}

async function ordersOf(act_ids: number[], format: '1c' | 'mt102' = '1c') {
  const { shown } = await app.ok('payments.preview', director, { body: { act_ids } });
  allDone(await app.ok('acts.pay', director, { body: { act_ids, shown } }));
  const orders = await app.parts.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('act_id', 'in', act_ids)
    .where('status', '=', 'created')
    .orderBy('id')
    .execute();
  const transit_accounts = [{ bic: orders[0]!.payee_bic, iban: orders[0]!.payee_iban }];
  await app.ok('payments.make_file', director, {
    body: {
      format,
      order_ids: orders.map(({ id }) => id),
      ...(format === 'mt102' && { transit_accounts }),
    },
  });
  return orders;
}

let told = 0;
async function bankTells(account: string, sum: string, change: Partial<Told> = {}): Promise<number> {
  const operation = {
    number: `B-${(told += 1)}99`,
    amount_tiyn: parseMoney(sum)!,
    iban: 'KZ72998KZT0000000041',
    purpose: `Операция ${told}`,
    day: TODAY,
    ...change,
  };
  const { id } = await app.ok('payments.read_statement', director, {
    body: {},
    files: { file: { name: 'выписка.txt', bytes: statementOf(account, [operation]) } },
  });
  const { items } = await app.ok('payments.operations', director, { query: { statement_id: id } });
  return items[0]!.id;
}
const match = (operation_id: number, orders: { order_id: number; amount?: string }[], advance_to?: number) =>
  app.ok('payments.match', director, { params: { operation_id }, body: { orders, advance_to } });

const balances = async (by: Person, query: object = {}) => app.ok('bookkeeping.balances', by, { query });

test('a part, a list, an advance, a refund and a correction: every place says the same', async () => {
  const second = await makeSignedContract(app, deal.company, deal.executor);
  // Paid in part, its order open; paid by a list; to pay; of another contract; and one whose money came back.
  const part = await signed('1000.00');
  const [order] = await ordersOf([part]);
  const account = order!.payer_iban;
  await sql`update payment_orders set sent_at = sent_at - interval '1 day' where id = ${order!.id}`.execute(
    app.parts.db,
  );
  await match(await bankTells(account, '400.00', { day: addDays(TODAY, -1) }), [{ order_id: order!.id }]);
  const listed = [await signed('30.00'), await signed('20.00', second)];
  const list = await ordersOf(listed, 'mt102');
  const number = String(Math.min(...list.map((one) => one.number!)));
  await bankTells(account, '50.00', { number });
  const back = await signed('60.00');
  const [returned] = await ordersOf([back]);
  await match(await bankTells(account, '60.00'), [{ order_id: returned!.id }]);
  await match(await bankTells(account, '60.00', { direction: 'in' }), [{ order_id: returned!.id }]);
  expect((await rowOfOrder(app, returned!.id)).status).toBe('rejected');
  await signed('500.00', second);
  // An advance of 80: 25 of it pay an act, 55 stay.
  const small = await signed('25.00');
  await match(await bankTells(account, '80.00'), [], deal.executor.id);
  const { shown } = await app.ok('payments.preview', director, { body: { act_ids: [small] } });
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [small], shown } }));
  // A correction takes back 7 of the list; another one 3, and that came.
  for (const amount of ['-7.00', '-3.00']) {
    const { id } = await app.ok('acts.correct', director, {
      ...of(listed[0]!),
      body: { amount, reason: 'Лишний час', date: TODAY },
    });
    allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }));
    for (const person of [executor, director]) allDone(await signBy(app, person, id));
    if (amount === '-3.00')
      await app.ok('refunds.record', director, { ...of(id), body: { reason: 'Платёжка № 15' } });
  }

  const whole = {
    accrued: '1625.00',
    withheld: '0.00',
    paid: '472.00',
    under_way: '600.00',
    to_pay: '560.00',
    to_return: '7.00',
    opening_due: '0.00',
    advance: '55.00',
  };
  const mine = await balances(director, { company_id: deal.executor.id });
  expect(mine.total_balance).toEqual(whole);
  expect(mine.items).toMatchObject([
    { contract: { id: second }, accrued: '520.00', paid: '20.00', to_pay: '500.00', advance: '0.00' },
    {
      contract: { id: deal.contract_id },
      accrued: '1105.00',
      paid: '452.00',
      to_pay: '60.00',
      to_return: '7.00',
    },
    { contract: null, accrued: '0.00', advance: '55.00' },
  ]);
  expect((await balances(director)).total_balance).toEqual(whole);
  // The other side sees the same, by company and contract.
  const theirs = await balances(executor);
  expect(theirs.total_balance).toEqual(whole);
  expect(theirs.items.map(({ party, contract, ...sums }) => [party.id, contract?.id, sums])).toEqual(
    mine.items.map(({ party: _, contract, ...sums }) => [deal.company.id, contract?.id, sums]),
  );
  expect((await balances(executor, { contract_id: second })).total_balance).toMatchObject({
    accrued: '520.00',
    to_pay: '500.00',
  });

  const profile = await app.ok('executors.profile', director, { params: { executor_id: deal.executor.id } });
  expect(profile).toMatchObject({ balance: whole, acts: { to_pay: '560.00', paid: '472.00', count: 8 } });
  const listedPeople = await app.ok('executors.list', director, { query: { sort_by: 'to_pay' } });
  expect(listedPeople.items).toMatchObject([{ to_pay: '560.00', advance: '55.00' }]);
  expect(await app.ok('home.analytics', director, {})).toMatchObject({
    acts_to_pay: 2,
    acts_total_amount_to_pay: '560.00',
    executors_pending_payment: 1,
  });
  expect(await app.ok('home.analytics', executor, {})).toMatchObject({
    // To pay and under way: what is still to come.
    coming_amount: '1160.00',
    coming_count: 3,
  });
  for (const [by, name] of [
    [director, 'Оспанова'],
    [executor, deal.company.name],
  ] as const)
    expect((await app.ok('search.find', by, { query: { text: name } })).parties[0]).toMatchObject({
      to_pay: '560.00',
    });
  const statistics = await app.ok('statistics.get', director, { query: {} });
  expect(statistics.parties[0]).toMatchObject({ paid_amount: whole.paid });

  // Acts, one by one, come to it as well.
  const { items } = await app.ok('acts.list', director, { query: { limit: 100 } });
  const sum = (key: 'amount' | 'paid' | 'open') =>
    items.reduce((all, act) => all + parseMoney(act[key])!, 0n);
  expect([sum('amount'), sum('paid'), sum('open')]).toEqual([162_500n, 47_200n, 115_300n]);
  expect(await app.ok('acts.get', executor, of(part))).toMatchObject({ paid: '400.00', open: '600.00' });

  // Tables of the lists, by the filter that stands.
  const executorsSheet = await readSheet(app, await app.ok('executors.sheet', director, { query: {} }));
  expect(executorsSheet).toMatchObject([
    {
      Исполнитель: 'Оспанова Айгуль',
      Начислено: '1625',
      Выплачено: '472',
      'На пути': '600',
      'К выплате': '560',
      'К возврату': '7',
      Аванс: '55',
    },
  ]);
  expect(
    await readSheet(app, await app.ok('executors.sheet', director, { query: { search: 'Никто' } })),
  ).toEqual([]);
  const contracts = await readSheet(
    app,
    await app.ok('documents.sheet', executor, { query: { sort_by: 'start_date', sort_order: 'asc' } }),
  );
  expect(contracts.map((row) => row['Начислено']).toSorted()).toEqual(['1105', '520']);
  const orders = async (query: object) =>
    (await readSheet(app, await app.ok('payments.orders_sheet', director, { query }))).map(
      (row) => row['Сумма'],
    );
  const payee_company_id = deal.executor.id;
  expect((await orders({ payee_company_id })).toSorted()).toEqual(['1000', '20', '30', '60']);
  expect(await orders({ payee_company_id: deal.company.id })).toEqual([]);
  const yesterday = addDays(TODAY, -1);
  expect(await orders({ date_from: yesterday, date_to: yesterday })).toEqual(['1000']);
  expect(await orders({ date_from: TODAY, status: ['settled'] })).toHaveLength(2);

  // What is owed by the books of both: accrued less paid and less what was paid ahead.
  const { closing } = await app.ok('bookkeeping.reconciliation', executor, {
    query: { company_id: deal.company.id, date_from: addDays(TODAY, -400), date_to: TODAY },
  });
  expect(closing).toBe('1098.00');
  await holdInvariants(app, ['I1', 'I20', 'I22', 'I23']);
});

test('an executor without acts and one of others have no balance', async () => {
  const other = await makeCompany(app, { algorithm: 'rsa' });
  const answer = await balances(other.director, { company_id: deal.executor.id });
  expect(answer).toMatchObject({ items: [], total: 0, total_balance: { accrued: '0.00', to_pay: '0.00' } });
});
