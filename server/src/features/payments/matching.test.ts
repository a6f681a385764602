import { addDays, almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile, rowOfOrder } from '../../../test/bank-papers.ts';
import { statementOf, type Told } from '../../../test/bank-statement.ts';
import { holdInvariants, closeSound } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { allDone, makeSignedActs, stateOf, TODAY } from '../../../test/papers.ts';
import { makeCompany } from '../../../test/people.ts';
import { line } from '../../../test/withheld.ts';
import { seeWaiting } from '../../../test/see-waiting.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { addRule } from './bank-rules.queries.ts';
import { matchOperation } from './match-operation.ts';
import { getCompany } from '../../platform/db/get-company.ts';

let account: string;
let made = 0;

const { app, deal, director } = await makeDealApp({
  executor: { type: 'individual', name: 'Оспанова Айгуль' },
});
await payByFile(app, director);
afterAll(() => closeSound(app));

/** Orders of these sums that were carried to the bank in one file. */
/** As if it had been sent to the bank on another day. */
const sendOn = (day: string, order_id: number) =>
  sql`update payment_orders set sent_at = ${`${day}T00:10:00+05:00`} where id = ${order_id}`.execute(
    app.parts.db,
  );

async function ordersInFile(rates: string[], body: object = {}) {
  const act_ids: number[] = [];
  for (const rate of rates) act_ids.push(...(await makeSignedActs(app, deal, 1, line(rate))));
  allDone(await app.ok('acts.pay', director, { body: { act_ids } }));
  const rows = await app.parts.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('act_id', 'in', act_ids)
    .where('status', '=', 'created')
    .orderBy('act_id')
    .execute();
  account = rows[0]!.payer_iban;
  const transit_accounts = [{ bic: rows[0]!.payee_bic, iban: rows[0]!.payee_iban }];
  const list = 'format' in body && body.format === 'mt102' ? { transit_accounts } : {};
  const order_ids = rows.map(({ id }) => id);
  await app.ok('payments.make_file', director, { body: { format: '1c', order_ids, ...list, ...body } });
  return rows;
}

const debit = (sum: string, change: Partial<Told> = {}): Told => ({
  number: `X-${(made += 1)}7777`,
  amount_tiyn: BigInt(sum.replace('.', '')),
  iban: 'KZ72998KZT0000000041',
  purpose: `Оплата ${made}`,
  day: TODAY,
  ...change,
});
async function read(...told: Told[]) {
  return app.ok('payments.read_statement', director, {
    body: {},
    files: { file: { name: 'выписка.txt', bytes: statementOf(account, told) } },
  });
}
/** The statement tells of one operation; its id. */
async function readOne(told: Told): Promise<number> {
  const { id } = await read(told);
  const { items } = await app.ok('payments.operations', director, { query: { statement_id: id } });
  expect(items).toHaveLength(1);
  return items[0]!.id;
}
const match = (
  operation_id: number,
  body: { orders: { order_id: number; amount?: string }[]; advance_to?: number },
) => app.ok('payments.match', director, { params: { operation_id }, body });
const partsOf = ({ orders }: { orders: { id: number; amount: string }[] }) =>
  Object.fromEntries(orders.map(({ id, amount }) => [id, amount]));
const takeBack = (operation_id: number) =>
  app.ok('payments.take_back', director, { params: { operation_id } });
const ledger = async (date_from = addDays(TODAY, -60)) =>
  app.ok('bookkeeping.reconciliation', director, {
    query: { company_id: deal.executor.id, date_from, date_to: TODAY },
  });

test('one debit of a list closes all its orders, by sum and number or by sum and day; what is not whole asks', async () => {
  const list = await ordersInFile(['270.00', '180.00', '50.00'], { format: 'mt102' });
  const number = Math.min(...list.map((order) => order.number!));
  const answer = await read(debit('500.00', { number: `NT-${number}` }));
  expect(answer).toMatchObject({ operations: 1, matched: 1 });
  for (const { id, act_id } of list) {
    expect(await rowOfOrder(app, id)).toMatchObject({ status: 'settled', settled_on: TODAY });
    expect(await stateOf(app, act_id)).toBe('paid');
  }
  const byDay = await ordersInFile(['11.00', '12.00'], { format: 'xlsx' });
  expect(await read(debit('23.00'))).toMatchObject({ matched: 1 });
  expect(await stateOf(app, byDay[1]!.act_id)).toBe('paid');
  // Neither number nor day, another sum, and a debit to a person of the list.
  const [one, two] = await ordersInFile(['31.00', '32.00'], { format: 'mt102' });
  await sql`update payment_orders set sent_at = sent_at - interval '3 days' where id in (${one!.id}, ${two!.id})`.execute(
    app.parts.db,
  );
  const first = String(Math.min(one!.number!, two!.number!));
  expect(await read(debit('63.00'))).toMatchObject({ matched: 0 });
  expect(await read(debit('63.01', { number: first }))).toMatchObject({ matched: 0 });
  expect(await read(debit('63.00', { iban: one!.payee_iban, number: first }))).toMatchObject({ matched: 0 });
  // Of its sum and day, but paid to somebody for something else; or to a bank.
  await ordersInFile(['33.00', '34.00'], { format: 'xlsx' });
  const { bin: other } = await getCompany(app.parts.db, director.company_id, ['bin']);
  expect(await read(debit('67.00', { bin: other }), debit('67.00', { knp: '710' }))).toMatchObject({
    matched: 0,
  });
  const bank = await app.parts.db
    .selectFrom('banks')
    .select('bin')
    .where('bin', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(await read(debit('67.00', { bin: bank.bin! }))).toMatchObject({ matched: 1 });
  // Two debits that could be the list: a person says which.
  const twice = await ordersInFile(['41.00', '42.00'], { format: 'mt102' });
  expect(await read(debit('83.00'), debit('83.00'))).toMatchObject({ matched: 0, unmatched: 2 });
  expect(await stateOf(app, twice[0]!.act_id)).toBe('paying');
});

test('a person does not match a debit with an order that was sent after it', async () => {
  const [order] = await ordersInFile(['77.00']);
  const day = addDays(TODAY, -1);
  const operation_id = await readOne(debit('77.00', { day }));
  const orders = [{ order_id: order!.id }];
  expect(
    await app.refused('payments.match', director, { params: { operation_id }, body: { orders } }),
  ).toMatchObject({
    code: 'statement.early',
    field: 'orders',
    message: expect.stringContaining(formatDate(TODAY)),
  });
  await sendOn(day, order!.id);
  expect(await match(operation_id, { orders })).toMatchObject({ state: 'matched' });
});

test('what was paid in the bank before its order was made is an advance, and the act is paid by it', async () => {
  const [order] = await ordersInFile(['79.00']);
  const day = addDays(TODAY, -1);
  const operation_id = await readOne(debit('79.00', { day }));
  expect(
    await app.refused('payments.match', director, {
      params: { operation_id },
      body: { orders: [{ order_id: order!.id }] },
    }),
  ).toMatchObject({ code: 'statement.early' });
  expect(await match(operation_id, { orders: [], advance_to: deal.executor.id })).toMatchObject({
    state: 'matched',
    advance: { executor_company_id: deal.executor.id, amount: '79.00' },
  });
  await app.ok('payments.decide', director, {
    params: { order_id: order!.id },
    body: { outcome: 'rejected', reason: 'Ушло раньше, помимо файла' },
  });
  expect(await stateOf(app, order!.act_id)).toBe('signed');
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [order!.act_id] } }));
  expect(await stateOf(app, order!.act_id)).toBe('paid');
  expect(await rowOfOrder(app, order!.id)).toMatchObject({ status: 'rejected', settled_tiyn: 0n });
  const { entries } = await ledger(day);
  expect(entries.filter(({ date, paid }) => date === day && paid === '79.00')).toMatchObject([
    { kind: 'advance' },
  ]);
});

test('one debit pays several orders, and what remains is an advance that the next payment takes into account', async () => {
  const [one, two] = await ordersInFile(['100.00', '200.00']);
  const operation_id = await readOne(debit('350.00'));
  const said = await match(operation_id, { orders: [{ order_id: one!.id }, { order_id: two!.id }] });
  expect(said).toMatchObject({
    state: 'matched',
    advance: { executor_company_id: deal.executor.id, amount: '50.00' },
  });
  expect(partsOf(said)).toEqual({ [one!.id]: '100.00', [two!.id]: '200.00' });
  // The same again is the same; another wish is refused.
  expect(await match(operation_id, { orders: [{ order_id: one!.id }, { order_id: two!.id }] })).toEqual(said);
  expect(
    await app.refused('payments.match', director, {
      params: { operation_id },
      body: { orders: [{ order_id: one!.id }] },
    }),
  ).toMatchObject({ code: 'statement.matched' });
  const same = [{ order_id: one!.id }, { order_id: two!.id }];
  for (const body of [
    { orders: [{ order_id: one!.id, amount: '99.99' }, { order_id: two!.id }] },
    { orders: same, advance_to: deal.company.id },
  ])
    expect(await app.refused('payments.match', director, { params: { operation_id }, body })).toMatchObject({
      code: 'statement.matched',
    });
  expect((await ledger()).entries).toContainEqual(
    expect.objectContaining({ kind: 'advance', act_id: null, paid: '50.00', date: TODAY }),
  );
  // One act is covered wholly and has no order, the next in part.
  const act_ids = [
    ...(await makeSignedActs(app, deal, 1, line('30.00'))),
    ...(await makeSignedActs(app, deal, 1, line('70.00'))),
  ];
  const before = await app.ok('payments.preview', director, { body: { act_ids } });
  expect(before.payees).toMatchObject([{ amount: '50.00', advance: '50.00' }]);
  for (const act_id of act_ids) {
    const { shown } = await app.ok('payments.preview', director, { body: { act_ids: [act_id] } });
    allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id], shown } }));
  }
  expect(await Promise.all(act_ids.map((id) => stateOf(app, id)))).toEqual(['paid', 'paying']);
  const orders = await app.parts.db
    .selectFrom('payment_orders')
    .select(['act_id', 'amount_tiyn'])
    .where('act_id', 'in', act_ids)
    .execute();
  expect(orders).toEqual([{ act_id: act_ids[1], amount_tiyn: 5_000n }]);
  await holdInvariants(app, ['I1', 'I22']);
  // Undone, the advance covers nothing any more.
  expect(await takeBack(operation_id)).toMatchObject({ state: 'unmatched', orders: [], advance: null });
  expect(await stateOf(app, act_ids[0]!)).toBe('signed');
  expect(await stateOf(app, one!.act_id)).toBe('paying');
  expect((await rowOfOrder(app, one!.id)).status).toBe('accepted');
  await holdInvariants(app, ['I1', 'I5', 'I22']);
  // Nothing matches it by itself any more, and a person can.
  await read(debit('1.11'));
  const again = await match(operation_id, {
    orders: [{ order_id: two!.id }, { order_id: one!.id, amount: '60.00' }],
    advance_to: deal.executor.id,
  });
  expect(again.advance).toMatchObject({ amount: '90.00' });
  expect(partsOf(again)).toEqual({ [one!.id]: '60.00', [two!.id]: '200.00' });
  expect(await stateOf(app, one!.act_id)).toBe('paying');
  await takeBack(operation_id);
});

test('several debits pay one order, each on its day; the rest can be given up and is paid anew', async () => {
  const [order] = await ordersInFile(['1000.00']);
  const past = addDays(TODAY, -4);
  await sendOn(past, order!.id);
  const first = await readOne(debit('400.00', { day: past }));
  await match(first, { orders: [{ order_id: order!.id }] });
  expect(await rowOfOrder(app, order!.id)).toMatchObject({
    status: 'accepted',
    settled_tiyn: 40_000n,
    settled_on: past,
  });
  expect(await stateOf(app, order!.act_id)).toBe('paying');
  const second = await readOne(debit('350.00', { day: addDays(TODAY, -1) }));
  await match(second, { orders: [{ order_id: order!.id }] });
  expect((await ledger()).entries.filter(({ act_id }) => act_id === order!.act_id)).toMatchObject([
    { kind: 'payment', date: past, paid: '400.00' },
    { kind: 'payment', date: addDays(TODAY, -1), paid: '350.00' },
    { kind: 'act', owed: '1000.00' },
  ]);
  const params = { order_id: order!.id };
  const shown = await app.ok('payments.cancel', director, { params });
  expect(shown).toMatchObject({ status: 'cancelled', settled_amount: '750.00', amount: '1000.00' });
  expect(await stateOf(app, order!.act_id)).toBe('signed');
  // A part is paid: the act can no more be annulled.
  expect(
    await app.refused('acts.annul', director, {
      params: { act_id: order!.act_id },
      body: { reason: 'Дубль' },
    }),
  ).toMatchObject({ code: 'act.paid_in_part' });
  const { payees } = await app.ok('payments.preview', director, { body: { act_ids: [order!.act_id] } });
  const advance = BigInt(payees[0]!.advance.replace('.', ''));
  expect(payees[0]!.amount).toBe(formatMoney(25_000n - advance));
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [order!.act_id] } }));
  const next = await app.parts.db
    .selectFrom('payment_orders')
    .selectAll()
    .where((eb) => eb.and({ act_id: order!.act_id, status: 'created' }))
    .executeTakeFirstOrThrow();
  expect(next.amount_tiyn).toBe(25_000n - advance);
  await app.ok('payments.make_file', director, { body: { format: '1c', order_ids: [next.id] } });
  await read(debit(formatMoney(next.amount_tiyn), { number: String(next.number), iban: next.payee_iban }));
  expect(await stateOf(app, order!.act_id)).toBe('paid');
  // The first part taken back: the order stays given up, and the act wants that part again.
  await takeBack(first);
  expect(await stateOf(app, order!.act_id)).toBe('signed');
  expect(await rowOfOrder(app, order!.id)).toMatchObject({ status: 'cancelled', settled_tiyn: 35_000n });
});

test('money that the payee’s bank returned reopens the act, and that can be taken back until it is paid again', async () => {
  const [order] = await ordersInFile(['77.00']);
  await read(debit('77.00', { number: String(order!.number), iban: order!.payee_iban }));
  expect(await stateOf(app, order!.act_id)).toBe('paid');
  const early = await readOne(
    debit('77.00', { direction: 'in', day: addDays(TODAY, -1), purpose: 'Возврат' }),
  );
  expect(
    await app.refused('payments.match', director, {
      params: { operation_id: early },
      body: { orders: [{ order_id: order!.id }] },
    }),
  ).toMatchObject({
    code: 'statement.return_early',
    field: 'orders',
    message: expect.stringContaining(formatDate(TODAY)),
  });
  const back = await readOne(debit('77.00', { direction: 'in', purpose: 'Возврат: счёт закрыт' }));
  expect(await stateOf(app, order!.act_id)).toBe('paid');
  await match(back, { orders: [{ order_id: order!.id }] });
  expect(await stateOf(app, order!.act_id)).toBe('signed');
  expect(await rowOfOrder(app, order!.id)).toMatchObject({ status: 'rejected', settled_tiyn: 0n });
  expect((await ledger()).entries.filter(({ act_id }) => act_id === order!.act_id)).toMatchObject([
    { kind: 'act' },
    { kind: 'payment', paid: '77.00' },
    { kind: 'refund', paid: '-77.00' },
  ]);
  await takeBack(back);
  expect(await stateOf(app, order!.act_id)).toBe('paid');
  expect(await rowOfOrder(app, order!.id)).toMatchObject({ status: 'settled', settled_tiyn: 7_700n });
  await match(back, { orders: [{ order_id: order!.id }] });
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [order!.act_id] } }));
  if ((await stateOf(app, order!.act_id)) === 'paying')
    expect(
      await app.refused('payments.take_back', director, { params: { operation_id: back } }),
    ).toMatchObject({ code: 'statement.paid_again' });
});

test('sums that do not agree are refused, and nothing of them stays', async () => {
  const [one, two] = await ordersInFile(['10.00', '20.00']);
  const operation_id = await readOne(debit('25.00'));
  const refused = async (body: object) =>
    (
      await app.refused('payments.match', director, {
        params: { operation_id },
        body: body as { orders: { order_id: number }[] },
      })
    ).code;
  const part = (order_id: number, amount: string) => ({ order_id, amount });
  expect(await refused({ orders: [part(one!.id, '10.01')] })).toBe('statement.other_sum');
  expect(await refused({ orders: [part(one!.id, '10.00'), part(two!.id, '15.01')] })).toBe(
    'statement.other_sum',
  );
  expect(await refused({ orders: [{ order_id: one!.id }, { order_id: one!.id }] })).toBe('bad_input');
  expect(await refused({ orders: [] })).toBe('statement.remainder');
  expect(await refused({ orders: [], advance_to: deal.company.id })).toBe('not_found');
  const other = await makeCompany(app, { algorithm: 'rsa' });
  expect((await app.refused('payments.take_back', other.director, { params: { operation_id } })).status).toBe(
    404,
  );
  expect((await rowOfOrder(app, one!.id)).settled_tiyn).toBe(0n);
  // Two at once: the operation is given away once.
  const both = await Promise.all(
    [one, two].map((order) =>
      app.raw('payments.match', director, {
        params: { operation_id },
        body: { orders: [{ order_id: order!.id }] },
      }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await takeBack(operation_id);
});

test('a decision by hand carries the bank’s day, not one before it was sent or still to come', async () => {
  const [order] = await ordersInFile(['5.00']);
  const decide = (date: string) => ({
    params: { order_id: order!.id },
    body: { outcome: 'settled' as const, reason: 'По выписке', date },
  });
  expect(await app.refused('payments.decide', director, decide(addDays(TODAY, 1)))).toMatchObject({
    code: 'payment.day_ahead',
    field: 'date',
  });
  const day = addDays(TODAY, -2);
  // Almaty's day, which has begun when it is still the day before in Greenwich.
  await sendOn(day, order!.id);
  expect(await app.refused('payments.decide', director, decide(addDays(day, -1)))).toMatchObject({
    status: 422,
    code: 'payment.day_early',
    field: 'date',
    message: expect.stringContaining(formatDate(day)),
  });
  expect(await app.ok('payments.decide', director, decide(day))).toMatchObject({
    status: 'settled',
    settled_on: day,
    settled_amount: '5.00',
  });
  // Once more is the same; of another day it would be another decision.
  expect(await app.ok('payments.decide', director, decide(day))).toMatchObject({ settled_on: day });
  expect(await app.refused('payments.decide', director, decide(addDays(day, 1)))).toMatchObject({
    code: 'payment.wrong_state',
  });
  expect((await ledger()).entries).toContainEqual(
    expect.objectContaining({ act_id: order!.act_id, kind: 'payment', date: day }),
  );
  expect(await app.ok('acts.get', director, { params: { act_id: order!.act_id } })).toMatchObject({
    payment: { status: 'settled', settled_on: day },
  });
  // The statement says another day: the bank's day counts, and undone it is the stated one again.
  const operation_id = await readOne(
    debit('5.00', {
      number: String(order!.number),
      iban: order!.payee_iban,
      day: almatyDate(app.parts.clock.now()),
    }),
  );
  expect((await rowOfOrder(app, order!.id)).settled_on).toBe(TODAY);
  await takeBack(operation_id);
  expect(await rowOfOrder(app, order!.id)).toMatchObject({ status: 'settled', settled_on: day });
});

/** An order of this sum that a statement has settled; the operation that did. */
async function settledBy(sum: string) {
  const [order] = await ordersInFile([sum]);
  const { amount_tiyn, number, payee_iban: iban } = order!;
  const operation_id = await readOne(
    debit(formatMoney(amount_tiyn), { number: String(number), iban, purpose: `Оплата № ${number}` }),
  );
  expect(await rowOfOrder(app, order!.id)).toMatchObject({ status: 'settled' });
  return { order: order!, operation_id };
}
const refusedBack = async (operation_id: number) =>
  (await app.refused('payments.take_back', director, { params: { operation_id } })).code;

test('a debit stays matched while a return of its money is matched', async () => {
  const { order, operation_id } = await settledBy('64.00');
  const back = await readOne(debit('20.00', { direction: 'in', purpose: 'Возврат части' }));
  await match(back, { orders: [{ order_id: order.id }] });
  expect(await refusedBack(operation_id)).toBe('statement.returned');
  await takeBack(back);
  await takeBack(operation_id);
  // What a person has undone is matched by nothing but a person, however well it agrees.
  await read(debit('1.14'));
  expect(await rowOfOrder(app, order.id)).toMatchObject({ status: 'accepted', settled_tiyn: 0n });
});

test('what advances covered is undone in any order, but not under a payment that was made since', async () => {
  const advance = await readOne(debit('30.00'));
  await match(advance, { orders: [], advance_to: deal.executor.id });
  const { order, operation_id } = await settledBy('100.00');
  expect(order.amount_tiyn).toBe(7_000n);
  await takeBack(advance);
  expect(await stateOf(app, order.act_id)).toBe('signed');
  // The order is open again, and so its act is being paid.
  await takeBack(operation_id);
  expect(await stateOf(app, order.act_id)).toBe('paying');
  await match(operation_id, { orders: [{ order_id: order.id }] });
  expect(await stateOf(app, order.act_id)).toBe('signed');
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [order.act_id] } }));
  expect(await stateOf(app, order.act_id)).toBe('paying');
  expect(await refusedBack(operation_id)).toBe('statement.paid_again');
});

test('money that came back is not taken for paid under a request to annul its act', async () => {
  const { order } = await settledBy('55.00');
  const back = await readOne(debit('55.00', { direction: 'in', purpose: 'Возврат: счёт закрыт' }));
  await match(back, { orders: [{ order_id: order.id }] });
  const act = { params: { act_id: order.act_id } };
  await app.ok('acts.annul', director, { ...act, body: { reason: 'Не та сумма' } });
  expect(await refusedBack(back)).toBe('statement.annulled');
  await app.ok('acts.refuse_annulment', deal.executor.person, act);
  await takeBack(back);
  expect(await stateOf(app, order.act_id)).toBe('paid');
});

test('a rule that comes while a person matches the same operation leaves it to the person', async () => {
  const [order] = await ordersInFile(['33.00']);
  const operation_id = await readOne(debit('33.00', { purpose: 'Перевод по правилу' }));
  const actor = {
    company_id: deal.company.id,
    user_id: order!.created_by!,
    role: 'business',
  } as CompanyActor;
  const { db } = app.parts;
  let rule: Promise<number> | undefined;
  await db.transaction().execute(async (tx) => {
    await matchOperation(tx, actor, operation_id, { orders: [{ order_id: order!.id }] });
    rule = db
      .transaction()
      .execute((other) => addRule(other, actor, { direction: 'out', words: 'по правилу', kind: 'other' }));
    // It waits for the row that this transaction holds.
    await seeWaiting(app);
  });
  await rule;
  const { items } = await app.ok('payments.operations', director, { query: { limit: 100 } });
  expect(items.find(({ id }) => id === operation_id)).toMatchObject({ state: 'matched', kind: null });
});

test('a statement that comes while a person matches the same stated order leaves its debit to the person', async () => {
  const [order] = await ordersInFile(['34.00']);
  const { id: order_id, payee_iban: iban } = order!;
  await app.ok('payments.decide', director, {
    params: { order_id },
    body: { outcome: 'settled', reason: 'По телефону' },
  });
  const operation_id = await readOne(debit('34.00', { iban }));
  await app.ok('payments.set_aside', director, { params: { operation_id }, body: { is_set_aside: true } });
  const actor = {
    company_id: deal.company.id,
    user_id: order!.created_by!,
    role: 'business',
  } as CompanyActor;
  const { db } = app.parts;
  let reading: ReturnType<typeof read> | undefined;
  await db.transaction().execute(async (tx) => {
    await matchOperation(tx, actor, operation_id, { orders: [{ order_id }] });
    reading = read(debit('34.00', { number: String(order!.number), iban }));
    // It waits for the order that this transaction holds.
    await seeWaiting(app);
  });
  expect(await reading).toMatchObject({ operations: 1, matched: 0, unmatched: 1 });
  const { items } = await app.ok('payments.operations', director, { query: { limit: 100 } });
  expect(items.find(({ id }) => id === operation_id)).toMatchObject({
    state: 'matched',
    orders: [{ id: order_id }],
  });
});

test('where one thing does not agree, an order is left to a person', async () => {
  const [order, twin, part] = await ordersInFile(['91.00', '91.00', '92.00']);
  const right = { number: String(order!.number), iban: order!.payee_iban };
  const second = makeIban(account.slice(4, 7), '0000000000666');
  await sql`insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
    select company_id, bank_id, ${second}, kbe, false from bank_requisites where iban = ${account}`.execute(
    app.owner,
  );
  const readFile = (bytes: Buffer) =>
    app.ok('payments.read_statement', director, { body: {}, files: { file: { name: 'a.txt', bytes } } });
  const bin = 'ПолучательБИН_ИИН=900101300017\r\nПолучательНаименование';
  const withBin = statementOf(account, [debit('91.00', right)])
    .toString()
    .replace('ПолучательНаименование', bin);
  expect(await readFile(Buffer.from(withBin))).toMatchObject({ added: 1, matched: 0 });
  expect(await readFile(statementOf(second, [debit('91.00', right)]))).toMatchObject({ matched: 0 });
  for (const change of [{ iban: 'KZ72998KZT0000000041' }, { number: '999999' }, { day: addDays(TODAY, -1) }])
    expect(await read(debit('91.00', { ...right, ...change }))).toMatchObject({ matched: 0 });

  // A part of it is settled: a debit of the whole is another.
  await sendOn(addDays(TODAY, -2), part!.id);
  await match(await readOne(debit('42.00')), { orders: [{ order_id: part!.id }] });
  await match(await readOne(debit('8.00', { day: addDays(TODAY, -2) })), {
    orders: [{ order_id: part!.id }],
  });
  expect(await rowOfOrder(app, part!.id)).toMatchObject({ settled_tiyn: 5_000n, settled_on: TODAY });
  const whole = { number: String(part!.number), iban: part!.payee_iban };
  expect(await read(debit('92.00', whole))).toMatchObject({ matched: 0 });

  // Numbers of orders start again each year: of two that agree it is unknown which is meant.
  const { number, year } = twin!;
  const rename = (to: { number: number | null; year: number | null }) =>
    app.parts.db.updateTable('payment_orders').set(to).where('id', '=', twin!.id).execute();
  await rename({ number: order!.number, year: year! - 1 });
  expect(await read(debit('91.00', right))).toMatchObject({ matched: 0 });
  await rename({ number, year });
  // What waits is looked at again.
  await read(debit('1.13'));
  expect(await stateOf(app, order!.act_id)).toBe('paid');
  expect(await stateOf(app, twin!.act_id)).toBe('paying');
});
