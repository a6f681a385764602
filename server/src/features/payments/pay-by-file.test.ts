import { randomUUID } from 'node:crypto';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { payByFile, rowOfOrder } from '../../../test/bank-papers.ts';
import { statementOf, type Told } from '../../../test/bank-statement.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, makeDeal, makeSignedActs, stateOf } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';
import { readOneCOrders } from '../../../test/read-one-c.ts';
import { followOrders } from './follow-orders.ts';

let account: string;

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const director = company.director;
const accountant = await makeEmployee(app, company, ['pay']);
const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
beforeEach(() => payByFile(app, director));
afterAll(() => closeSound(app));

/** Acts that are being paid by file now: their orders, oldest first. */
async function makeOrders(count: number, by: Person = director) {
  const act_ids = await makeSignedActs(app, deal, count);
  allDone(await app.ok('acts.pay', by, { body: { act_ids } }));
  const rows = await app.parts.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('act_id', 'in', act_ids)
    .orderBy('number')
    .execute();
  account = rows[0]!.payer_iban;
  return rows;
}
const makeFile = (order_ids: number[], change = {}, how = {}) =>
  app.ok('payments.make_file', director, { body: { format: '1c', order_ids, ...change } }, how);
const download = async (payment_file_id: number) =>
  (await app.raw('payments.file', director, { params: { payment_file_id } })).bytes;
const read = (bytes: Buffer) =>
  app.ok('payments.read_statement', director, { body: {}, files: { file: { name: 'выписка.txt', bytes } } });
const today = () => almatyDate(app.parts.clock.now());
const told = (
  order: { payee_iban: string; amount_tiyn: bigint; number: number | null },
  change: Partial<Told> = {},
): Told => ({
  number: `NT-${String(order.number).padStart(6, '0')}`,
  amount_tiyn: order.amount_tiyn,
  iban: order.payee_iban,
  purpose: 'Оплата',
  day: today(),
  ...change,
});

describe('paying by file', () => {
  test('orders wait, stand in one file, and are settled by the statement', async () => {
    const orders = await makeOrders(3);
    const ids = orders.map(({ id }) => id);
    await followOrders(app.parts);
    expect((await rowOfOrder(app, ids[0]!)).status).toBe('created');
    const summary = await app.ok('payments.summary', director, {});
    expect(summary.waiting_file).toEqual({ orders: 3, amount: '13500.00' });

    const file = await makeFile(ids);
    expect(file).toMatchObject({ format: '1c', orders: 3, amount: '13500.00' });
    const bytes = await download(file.id);
    expect(
      readOneCOrders(bytes).map(({ number, payee_iban, amount_tiyn }) => [number, payee_iban, amount_tiyn]),
    ).toEqual(orders.map((order) => [order.number, order.payee_iban, order.amount_tiyn]));
    expect(await download(file.id)).toEqual(bytes);
    const refused = await app.refused('payments.make_file', director, {
      body: { format: '1c', order_ids: ids },
    });
    expect(refused).toMatchObject({ status: 409, code: 'payment.nothing_for_file' });

    const statement = statementOf(account, [
      told(orders[0]!),
      told(orders[1]!),
      told(orders[2]!, { number: '7', direction: 'in' }),
    ]);
    const answer = await read(statement);
    expect(answer).toMatchObject({ operations: 3, matched: 2, unmatched: 1, iban: account });
    expect(await Promise.all(orders.map(({ act_id }) => stateOf(app, act_id)))).toEqual([
      'paid',
      'paid',
      'paying',
    ]);
    // The same file again, and a longer one that tells of the same operations.
    expect((await read(statement)).id).toBe(answer.id);
    const longer = await read(
      statementOf(account, [
        told(orders[0]!),
        told(orders[1]!),
        told(orders[2]!, { number: '9', purpose: `Перевод ${orders[2]!.end_to_end_id}` }),
      ]),
    );
    expect(longer).toMatchObject({ operations: 1, matched: 1 });
    expect(await stateOf(app, orders[2]!.act_id)).toBe('paid');
  });

  test('the same key makes one file, and two at once put no order into two', async () => {
    const orders = await makeOrders(2);
    const ids = orders.map(({ id }) => id);
    const key = randomUUID();
    const [one, same] = await Promise.all([makeFile(ids, {}, { key }), makeFile(ids, {}, { key })]);
    expect(same.id).toBe(one.id);
    const more = await makeOrders(4);
    const asked = Array.from({ length: 6 }, () =>
      app.raw('payments.make_file', director, {
        body: { format: '1c', order_ids: more.map(({ id }) => id) },
      }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    for (const row of [...orders, ...more])
      await app.ok('payments.decide', director, {
        params: { order_id: row.id },
        body: { outcome: 'rejected', reason: 'Файл не отнесли в банк' },
      });
    expect(await stateOf(app, more[0]!.act_id)).toBe('signed');
  });

  test('names what the encoding lacks', async () => {
    await app.parts.db
      .updateTable('companies')
      .set({ name: 'ТОО «Көктөбе»' })
      .where('id', '=', deal.company.id)
      .execute();
    const [order] = await makeOrders(1);
    const file = await makeFile([order!.id], { format: 'mt100' });
    expect(file.changed).toContainEqual({ from: 'ө', to: 'о' });
    const text = new TextDecoder('windows-1251').decode(await download(file.id));
    expect(text).toContain('/NAME/ТОО Коктобе');
  });

  test('what was not sent can be cancelled, what stands in a file cannot', async () => {
    const [waiting, carried] = await makeOrders(2);
    await makeFile([carried!.id]);
    const cancel = { params: { order_id: waiting!.id } };
    expect(await app.ok('payments.cancel', director, cancel)).toMatchObject({ status: 'cancelled' });
    expect(await app.ok('payments.cancel', director, cancel)).toMatchObject({ status: 'cancelled' });
    expect(await stateOf(app, waiting!.act_id)).toBe('signed');
    expect(
      await app.refused('payments.cancel', director, { params: { order_id: carried!.id } }),
    ).toMatchObject({ status: 409, code: 'payment.sent' });
  });
});

describe('a statement', () => {
  test('never guesses: two orders alike are left to a person, who says which', async () => {
    const [one, two] = await makeOrders(2);
    await makeFile([one!.id, two!.id]);
    // Neither the number nor the purpose says which of the two it is.
    await read(statementOf(account, [told(one!, { number: 'X-999' })]));
    const { items } = await app.ok('payments.operations', director, {
      query: { state: 'unmatched', direction: 'out' },
    });
    const [operation] = items;
    expect(operation).toMatchObject({ state: 'unmatched', amount: '4500.00', orders: [] });
    const params = { operation_id: operation!.id };
    const candidates = await app.ok('payments.candidates', director, { params });
    expect(candidates.flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(
      expect.arrayContaining([one!.id, two!.id]),
    );
    const match = { params, body: { orders: [{ order_id: two!.id }] } };
    const answers = await Promise.all([1, 2, 3].map(() => app.ok('payments.match', director, match)));
    for (const answer of answers)
      expect(answer).toMatchObject({ state: 'matched', orders: [{ id: two!.id }] });
    expect([await stateOf(app, one!.act_id), await stateOf(app, two!.act_id)]).toEqual(['paying', 'paid']);
    expect(
      await app.refused('payments.match', director, { params, body: { orders: [{ order_id: one!.id }] } }),
    ).toMatchObject({ status: 409, code: 'statement.matched' });
  });

  test('of another sum, of another’s account, or before the order was sent settles nothing', async () => {
    const [order] = await makeOrders(1);
    await makeFile([order!.id]);
    const answer = await read(
      statementOf(account, [
        told(order!, { amount_tiyn: order!.amount_tiyn + 1n }),
        told(order!, { iban: 'KZ72998KZT0000000041' }),
        told(order!, { day: '2026-01-01' }),
      ]),
    );
    expect(answer).toMatchObject({ operations: 3, matched: 0, unmatched: 3 });
    expect(await stateOf(app, order!.act_id)).toBe('paying');
    const refusal = await app.refused('payments.read_statement', director, {
      body: {},
      files: { file: { name: 'a.txt', bytes: statementOf('KZ72998KZT0000000041', []) } },
    });
    expect(refusal).toMatchObject({ status: 422, code: 'statement.foreign', field: 'file' });
  });

  test('is refused with the line, in the reader’s language, and leaves nothing behind', async () => {
    const broken = Buffer.from(
      statementOf(account, [told((await makeOrders(1))[0]!)])
        .toString()
        .replace(/СуммаРасход=.*/, 'СуммаРасход=сто'),
    );
    const refusal = await app.refused('payments.read_statement', director, {
      body: {},
      files: { file: { name: 'a.txt', bytes: broken } },
    });
    expect(refusal).toMatchObject({ status: 422, code: 'statement.wrong_amount' });
    expect(refusal.message).toBe('Строка 9: «сто» — это не сумма.');
  });

  test('set aside is out of the way, and comes back', async () => {
    await read(
      statementOf(account, [
        told(
          { payee_iban: account, amount_tiyn: 77n, number: 1 },
          { number: 'комиссия', iban: 'KZ72998KZT0000000041' },
        ),
      ]),
    );
    const { items } = await app.ok('payments.operations', director, { query: { state: 'unmatched' } });
    const params = { operation_id: items[0]!.id };
    const before = (await app.ok('payments.summary', director, {})).unmatched;
    await app.ok('payments.set_aside', director, {
      params,
      body: { is_set_aside: true, note: 'Комиссия банка' },
    });
    expect((await app.ok('payments.summary', director, {})).unmatched).toBe(before - 1);
    expect(
      await app.ok('payments.set_aside', director, { params, body: { is_set_aside: false } }),
    ).toMatchObject({
      state: 'unmatched',
    });
  });
});

describe('the second person', () => {
  test('agrees to orders above the limit, and nobody agrees to his own', async () => {
    await payByFile(app, director, '1000.00');
    const [order] = await makeOrders(1, accountant);
    const waits = { query: { awaiting_approval: true } };
    expect((await app.ok('payments.orders', director, waits)).items).toMatchObject([
      { id: order!.id, needs_approval: true, may_approve: true },
    ]);
    expect((await app.ok('payments.orders', accountant, waits)).items[0]!.may_approve).toBe(false);
    expect(
      await app.refused('payments.make_file', director, { body: { format: '1c', order_ids: [order!.id] } }),
    ).toMatchObject({ code: 'payment.nothing_for_file' });
    const approve = { body: { order_ids: [order!.id] } };
    const { director: stranger } = await makeCompany(app, { algorithm: 'rsa' });
    for (const by of [accountant, stranger])
      expect(await app.ok('payments.approve', by, approve)).toEqual({ approved: 0, left_out: 1 });
    expect(await app.ok('payments.approve', director, approve)).toEqual({ approved: 1, left_out: 0 });
    const file = { body: { format: '1c' as const, order_ids: [order!.id] } };
    expect((await app.refused('payments.make_file', stranger, file)).code).toBe('payment.nothing_for_file');
    expect((await makeFile([order!.id])).orders).toBe(1);
    await expect(
      sql`update payment_orders set approved_by = created_by where id = ${order!.id}`.execute(app.parts.db),
    ).rejects.toThrow(/second_person/);
  });

  test('is for orders above the limit: one of the limit itself goes without', async () => {
    const needs = async (limit: string) => {
      await payByFile(app, director, limit);
      const [act_id] = (await makeSignedActs(app, deal, 1)) as [number];
      const { above_limit } = await app.ok('payments.preview', director, { body: { act_ids: [act_id] } });
      allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id] } }));
      const order = await app.parts.db
        .selectFrom('payment_orders')
        .select(['amount_tiyn', 'needs_approval'])
        .where('act_id', '=', act_id)
        .executeTakeFirstOrThrow();
      expect(order.amount_tiyn).toBe(450_000n);
      return [above_limit, order.needs_approval];
    };
    expect(await needs('4500.00')).toEqual([0, false]);
    expect(await needs('4499.99')).toEqual([1, true]);
  });

  test('is waited for also where a bank is connected', async () => {
    await app.ok('payments.change_settings', director, {
      body: { channel: 'bank', payment_limit: '1000.00', bookkeeper_name: null },
    });
    const [order] = await makeOrders(1, accountant);
    await followOrders(app.parts);
    expect((await rowOfOrder(app, order!.id)).status).toBe('created');
    await app.ok('payments.approve', director, { body: { order_ids: [order!.id] } });
    await followOrders(app.parts);
    expect((await rowOfOrder(app, order!.id)).status).toBe('accepted');
  });
});

test('an order whose bank is silent for half an hour is handed to a person, not sooner', async () => {
  await app.ok('payments.change_settings', director, {
    body: { channel: 'bank', payment_limit: null, bookkeeper_name: null },
  });
  const [order] = await makeOrders(1);
  await followOrders(app.parts);
  const decide = {
    params: { order_id: order!.id },
    body: { outcome: 'settled' as const, reason: 'Банк подтвердил по телефону' },
  };
  expect(await app.refused('payments.decide', director, decide)).toMatchObject({
    status: 409,
    code: 'payment.bank_follows',
  });
  await sql`update payment_orders set sent_at = now() - interval '31 minutes' where id = ${order!.id}`.execute(
    app.parts.db,
  );
  await sql`update sandbox.bank_transfers set status = 'settled', settles_at = now() where end_to_end_id = ${order!.end_to_end_id}`.execute(
    app.parts.db,
  );
  const { items } = await app.ok('payments.orders', director, { query: { status: ['accepted'] } });
  expect(items.find(({ id }) => id === order!.id)).toMatchObject({ needs_person: true, may_decide: true });
  const decided = await app.ok('payments.decide', director, decide);
  expect(decided).toMatchObject({ status: 'settled', reason: 'Банк подтвердил по телефону' });
  expect(await app.ok('payments.decide', director, decide)).toEqual(decided);
  expect(await stateOf(app, order!.act_id)).toBe('paid');
});
