import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { afterAll, expect, test } from 'vitest';
import { payByFile, rowOfOrder } from '../../../test/bank-papers.ts';
import { statementOf } from '../../../test/bank-statement.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { allDone, becomeIndividual, makeSignedActs, stateOf, TODAY } from '../../../test/papers.ts';
import { line } from '../../../test/withheld.ts';

// A part of an order and what comes back of it each carry whole tenge of what is withheld, which do not always add up.
const { app, deal, director } = await makeDealApp();
await becomeIndividual(app, deal);
await app.ok('bookkeeping.set_withholding', director, { body: { is_on: true } });
await payByFile(app, director);
afterAll(() => closeSound(app));

let made = 0;

/** An order of 238 425 net, of which 61 575 are withheld, carried to the bank. */
async function makeOrder() {
  const [act_id] = await makeSignedActs(app, deal, 1, line('300000.00'));
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id!] } }));
  const order = await app.parts.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('act_id', '=', act_id!)
    .executeTakeFirstOrThrow();
  await app.ok('payments.make_file', director, { body: { format: '1c', order_ids: [order.id] } });
  return order;
}
type Order = Awaited<ReturnType<typeof makeOrder>>;

/** The statement tells of money of an order, and a person matches it; the operation. */
async function moved({ id: order_id, payer_iban }: Order, direction: 'out' | 'in', amount_tiyn: bigint) {
  const told = {
    number: `R-${(made += 1)}7777`,
    amount_tiyn,
    iban: 'KZ72998KZT0000000041',
    purpose: direction === 'in' ? 'Возврат части' : 'Оплата части',
    day: TODAY,
    direction,
  };
  const { id } = await app.ok('payments.read_statement', director, {
    body: {},
    files: { file: { name: 'выписка.txt', bytes: statementOf(payer_iban, [told]) } },
  });
  const { items } = await app.ok('payments.operations', director, { query: { statement_id: id } });
  const params = { operation_id: items[0]!.id };
  await app.ok('payments.match', director, { params, body: { orders: [{ order_id }] } });
  return params;
}
const takeBack = (params: { operation_id: number }) => app.ok('payments.take_back', director, { params });
const withheld = async () =>
  (await app.ok('bookkeeping.balances', director, { query: {} })).total_balance.withheld;
const coveredOf = async ({ act_id }: Order) =>
  (
    await app.parts.db
      .selectFrom('acts')
      .select('covered_tiyn')
      .where('id', '=', act_id)
      .executeTakeFirstOrThrow()
  ).covered_tiyn;

test('a part stays matched while what came back would be left without its whole tenge', async () => {
  const order = await makeOrder();
  expect(formatMoney(order.amount_tiyn)).toBe('238425.00');
  const first = await moved(order, 'out', 10_000_000n);
  const rest = await moved(order, 'out', 13_842_500n);
  expect([await stateOf(app, order.act_id), await withheld()]).toEqual(['paid', '61575.00']);
  const back = await moved(order, 'in', 10_000_000n);
  const before = await withheld();
  expect(await app.refused('payments.take_back', director, { params: rest })).toMatchObject({
    status: 409,
    code: 'statement.returned',
  });
  expect([await stateOf(app, order.act_id), await withheld()]).toEqual(['signed', before]);
  expect(await rowOfOrder(app, order.id)).toMatchObject({ status: 'rejected', settled_tiyn: 13_842_500n });
  // The other part took as much as came back of it or less: what is left is the money of the second.
  await takeBack(first);
  expect(await rowOfOrder(app, order.id)).toMatchObject({ settled_tiyn: 3_842_500n });
  expect(await app.refused('payments.take_back', director, { params: rest })).toMatchObject({
    code: 'statement.returned',
  });
  // Undone from the return on, nothing is left of it.
  await takeBack(back);
  await takeBack(rest);
  expect(await rowOfOrder(app, order.id)).toMatchObject({ settled_tiyn: 0n });
  expect([await coveredOf(order), await withheld()]).toEqual([0n, '0.00']);
});

test('parts without a return are undone in any order, and matched anew withhold all that the order does', async () => {
  const order = await makeOrder();
  const { withheld_tiyn } = order;
  const before = await coveredOf(order);
  const first = await moved(order, 'out', 10_000_000n);
  const rest = await moved(order, 'out', order.amount_tiyn - 10_000_000n);
  await takeBack(first);
  await app.ok('payments.match', director, { params: first, body: { orders: [{ order_id: order.id }] } });
  await takeBack(rest);
  await takeBack(first);
  expect([before, await coveredOf(order)]).toEqual([0n, 0n]);
  await moved(order, 'out', order.amount_tiyn);
  expect(await coveredOf(order)).toBe(order.amount_tiyn + withheld_tiyn);
});

test('a return stays matched while what came after it would be left without its whole tenge', async () => {
  const order = await makeOrder();
  await moved(order, 'out', 10_000_000n);
  const back = await moved(order, 'in', 10_000_000n);
  const rest = await moved(order, 'out', order.amount_tiyn - 10_000_000n);
  expect(await rowOfOrder(app, order.id)).toMatchObject({ status: 'accepted' });
  expect(await app.refused('payments.take_back', director, { params: back })).toMatchObject({
    status: 409,
    code: 'statement.paid_again',
  });
  await takeBack(rest);
  await takeBack(back);
  await app.ok('payments.match', director, { params: rest, body: { orders: [{ order_id: order.id }] } });
  expect(await rowOfOrder(app, order.id)).toMatchObject({ status: 'settled' });
  expect([await stateOf(app, order.act_id), await coveredOf(order)]).toEqual(['paid', 30_000_000n]);
});

test('an order is settled once a return is undone between its parts', async () => {
  await app.ok('bookkeeping.set_withholding', director, {
    body: { is_on: false, reason: 'Без удержаний' },
  });
  const order = await makeOrder();
  await moved(order, 'out', 10_000_000n);
  const back = await moved(order, 'in', 10_000_000n);
  await moved(order, 'out', order.amount_tiyn - 10_000_000n);
  expect(await rowOfOrder(app, order.id)).toMatchObject({ status: 'accepted' });
  await takeBack(back);
  expect(await rowOfOrder(app, order.id)).toMatchObject({
    status: 'settled',
    settled_tiyn: order.amount_tiyn,
  });
  expect(await stateOf(app, order.act_id)).toBe('paid');
});
