import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile, rowOfOrder } from '../../../test/bank-papers.ts';
import { statementOf, type Told } from '../../../test/bank-statement.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { allDone, makeDeal, makeSignedActs, stateOf, TODAY, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { listPayableOrders } from './candidates.queries.ts';
import { rankCandidates, type Known } from './rank-candidates.ts';
import { getCompany } from '../../platform/db/get-company.ts';

let account: string;
let made = 0;

const { app, deal, director } = await makeDealApp();
const { company } = deal;
const other = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
await payByFile(app, director);
afterAll(() => closeSound(app));

async function ordersInFile(rates: string[], of: Deal = deal) {
  const act_ids: number[] = [];
  for (const rate of rates) {
    const services = [{ category_id: 1, unit_id: 1, description: 'Услуга', quantity: '1', rate }];
    act_ids.push(...(await makeSignedActs(app, of, 1, { services })));
  }
  allDone(await app.ok('acts.pay', director, { body: { act_ids } }));
  const rows = await app.parts.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('act_id', 'in', act_ids)
    .orderBy('act_id')
    .execute();
  account = rows[0]!.payer_iban;
  const order_ids = rows.map(({ id }) => id);
  await app.ok('payments.make_file', director, { body: { format: '1c', order_ids } });
  return rows;
}

const debit = (sum: string, change: Partial<Told> = {}): Told => ({
  number: `X-${(made += 1)}8888`,
  amount_tiyn: BigInt(sum.replace('.', '')),
  iban: 'KZ72998KZT0000000041',
  purpose: `Перевод ${made}`,
  day: TODAY,
  ...change,
});
async function readAll(...told: Told[]) {
  const { id } = await app.ok('payments.read_statement', director, {
    body: {},
    files: { file: { name: 'a.txt', bytes: statementOf(account, told) } },
  });
  const { items } = await app.ok('payments.operations', director, { query: { statement_id: id } });
  return items.toSorted((a, b) => a.line - b.line);
}

test('an operation comes with what it most likely is and why; all are accepted at once as they were shown', async () => {
  const [one, two, three] = await ordersInFile(['100.00', '200.00', '300.00']);
  const [alien] = await ordersInFile(['100.00'], other);
  const { act_number } = await sql<{ act_number: string }>`
    select number || '/' || year as act_number from acts where id = ${two!.act_id}`
    .execute(app.parts.db)
    .then(({ rows }) => rows[0]!);
  const [same, several, part, more, nothing] = await readAll(
    debit('100.00', { iban: one!.payee_iban }),
    debit('500.00', { iban: one!.payee_iban }),
    debit('50.00', { iban: two!.payee_iban, purpose: `По акту № ${act_number}, часть` }),
    debit('120.00', { iban: alien!.payee_iban }),
    debit('9999.00'),
  );
  // Of two orders of that sum the one to the account; the number is missing, so nobody but a person says it.
  expect(same).toMatchObject({
    state: 'unmatched',
    candidate: { kind: 'order', reasons: ['sum', 'account'], orders: [{ id: one!.id, amount: '100.00' }] },
  });
  expect(several!.candidate).toMatchObject({ kind: 'orders', reasons: ['sum', 'account'] });
  expect(new Set(several!.candidate!.orders.map(({ id }) => id))).toEqual(new Set([two!.id, three!.id]));
  expect(part!.candidate).toMatchObject({
    reasons: ['part', 'act', 'account'],
    orders: [{ id: two!.id, amount: '50.00', left: '200.00' }],
  });
  expect(more!.candidate).toMatchObject({
    reasons: ['remainder', 'account'],
    orders: [{ id: alien!.id, amount: '100.00' }],
    advance: { executor_company_id: other.executor.id, amount: '20.00' },
  });
  expect(nothing!.candidate).toBeNull();
  const params = { operation_id: same!.id };
  const ranked = await app.ok('payments.candidates', director, { params });
  expect(ranked[0]).toEqual(same!.candidate);
  expect(ranked.map(({ orders }) => orders[0]?.id)).toContain(alien!.id);

  const wish = (row: typeof same) => ({
    operation_id: row!.id,
    orders: row!.candidate!.orders.map(({ id, amount }) => ({ order_id: id, amount })),
    advance_to: row!.candidate!.advance?.executor_company_id,
  });
  // The part takes from an order what the whole of it wanted: the later one is refused and keeps nothing from the others.
  const answer = await app.ok('payments.match_many', director, {
    body: { matches: [same, part, several, more].map(wish) },
  });
  expect(answer.done).toBe(3);
  expect(answer.left_out).toEqual([{ operation_id: several!.id, message: expect.stringContaining('Суммы') }]);
  expect(await stateOf(app, one!.act_id)).toBe('paid');
  expect((await rowOfOrder(app, two!.id)).settled_tiyn).toBe(5_000n);
  // Nobody else’s operations, whoever asks.
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const foreign = await app.ok('payments.match_many', stranger.director, {
    body: { matches: [{ operation_id: several!.id, orders: [{ order_id: three!.id }] }] },
  });
  expect(foreign).toMatchObject({ done: 0, left_out: [{ operation_id: several!.id }] });
});

test('what was stated of the rest of an order is proposed for its debit, also when the first part was undone', async () => {
  const [order] = await ordersInFile(['730.00']);
  const { id: order_id, payee_iban: iban } = order!;
  const [first] = await readAll(debit('310.00', { iban }));
  const wish = { params: { operation_id: first!.id }, body: { orders: [{ order_id }] } };
  await app.ok('payments.match', director, wish);
  await app.ok('payments.decide', director, {
    params: { order_id },
    body: { outcome: 'settled', reason: 'По телефону' },
  });
  const [rest, whole] = await readAll(debit('420.00', { iban }), debit('730.00', { iban }));
  const proposal = {
    kind: 'order',
    reasons: ['sum', 'account'],
    orders: [{ id: order_id, amount: '420.00', left: '420.00' }],
    advance: null,
  };
  expect(rest!.candidate).toMatchObject(proposal);
  expect(whole!.candidate?.orders.map(({ id }) => id)).not.toContain(order_id);
  // Undone, the first part is open again, and what was stated is more than that.
  await app.ok('payments.take_back', director, { params: { operation_id: first!.id } });
  const ranked = await app.ok('payments.candidates', director, { params: { operation_id: rest!.id } });
  expect(ranked[0]).toMatchObject(proposal);
  const matched = await app.ok('payments.match', director, {
    params: { operation_id: rest!.id },
    body: { orders: [{ order_id, amount: '420.00' }] },
  });
  expect(matched).toMatchObject({
    state: 'matched',
    orders: [{ id: order_id, amount: '420.00' }],
    advance: null,
  });
  expect(await rowOfOrder(app, order_id)).toMatchObject({ status: 'accepted', settled_tiyn: 42_000n });
  await app.ok('payments.match', director, wish);
  expect(await rowOfOrder(app, order_id)).toMatchObject({ status: 'settled', settled_tiyn: 73_000n });
});

test('orders and operations tell what has changed since a moment', async () => {
  const now = async () =>
    (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.parts.db)).rows[0]!.at.toISOString();
  const since = async (updated_since: string) => {
    const query = { updated_since };
    const [orders, operations] = [
      await app.ok('payments.orders', director, { query }),
      await app.ok('payments.operations', director, { query }),
    ];
    return [orders.items.map(({ id }) => id), operations.items.map(({ id }) => id)];
  };
  const before = await now();
  const [order] = await ordersInFile(['77.00']);
  expect(await since(before)).toEqual([[order!.id], []]);
  const without = await now();
  const [operation] = await readAll(debit('77.00'));
  expect(await since(without)).toEqual([[], [operation!.id]]);
  const apart = await now();
  expect(await since(apart)).toEqual([[], []]);
  const params = { operation_id: operation!.id };
  await app.ok('payments.match', director, { params, body: { orders: [{ order_id: order!.id }] } });
  expect(await since(apart)).toEqual([[order!.id], [operation!.id]]);
  const matched = await now();
  expect(await since(matched)).toEqual([[], []]);
  await app.ok('payments.take_back', director, { params });
  expect(await since(matched)).toEqual([[order!.id], [operation!.id]]);
});

test('a debit of a stated part of one order and of another whole one is proposed and accepted as both', async () => {
  const [part, whole] = await ordersInFile(['810.00', '95.00']);
  const iban = part!.payee_iban;
  const [first] = await readAll(debit('310.00', { iban }));
  await app.ok('payments.match', director, {
    params: { operation_id: first!.id },
    body: { orders: [{ order_id: part!.id }] },
  });
  await app.ok('payments.decide', director, {
    params: { order_id: part!.id },
    body: { outcome: 'settled', reason: 'По телефону' },
  });
  const [both] = await readAll(debit('595.00', { iban }));
  const { candidate } = both!;
  expect(candidate).toMatchObject({ kind: 'orders', reasons: ['sum', 'account'], advance: null });
  expect(candidate!.orders.map(({ id, amount, left }) => [id, amount, left])).toEqual([
    [whole!.id, '95.00', '95.00'],
    [part!.id, '500.00', '500.00'],
  ]);
  const orders = candidate!.orders.map(({ id: order_id, amount }) => ({ order_id, amount }));
  const body = { matches: [{ operation_id: both!.id, orders }] };
  expect(await app.ok('payments.match_many', director, { body })).toEqual({ done: 1, left_out: [] });
  expect(await rowOfOrder(app, part!.id)).toMatchObject({ status: 'settled', settled_tiyn: 81_000n });
  expect(await rowOfOrder(app, whole!.id)).toMatchObject({ status: 'settled', settled_tiyn: 9_500n });
  // Shown now, the part is no candidate for a second debit.
  const [again] = await readAll(debit('595.00', { iban }));
  const ids = again!.candidate?.orders.map(({ id }) => id) ?? [];
  expect(ids).not.toContain(part!.id);
});

test('a credit of returned money is proposed as a refund of its order, and always asks', async () => {
  const [order, twin] = await ordersInFile(['640.00', '640.00']);
  await readAll(
    ...[order, twin].map((one) => debit('640.00', { number: String(one!.number), iban: one!.payee_iban })),
  );
  expect(await stateOf(app, order!.act_id)).toBe('paid');
  const [back, foreign] = await readAll(
    debit('640.00', { direction: 'in', purpose: `Возврат по поручению № ${twin!.number}, счёт закрыт` }),
    debit('640.01', { direction: 'in', purpose: 'Оплата от покупателя' }),
  );
  expect(back).toMatchObject({
    state: 'unmatched',
    candidate: { kind: 'return', reasons: ['sum', 'number'], orders: [{ id: twin!.id, left: '640.00' }] },
  });
  expect(foreign!.candidate).toBeNull();
});

test('commissions and own transfers are recognised; a rule sets them aside, those that wait and those to come', async () => {
  const own = 'KZ139650000000000777';
  await sql`insert into bank_requisites (company_id, bank_id, iban, kbe, is_main, deleted_at)
    select ${deal.company.id}, bank_id, ${own}, kbe, false, now() from bank_requisites where company_id = ${deal.company.id} limit 1`.execute(
    app.owner,
  );
  const [fee, move, odd] = await readAll(
    debit('150.00', { purpose: 'Комиссия банка за перевод' }),
    debit('5000.00', { iban: own, purpose: 'Пополнение счёта' }),
    debit('151.00', { purpose: 'комиссия банка за ведение' }),
  );
  expect(fee!.candidate).toMatchObject({ kind: 'commission', reasons: ['words'], orders: [] });
  expect(move!.candidate).toMatchObject({ kind: 'own_transfer', reasons: ['own_account'] });
  const many = await app.ok('payments.match_many', director, {
    body: { matches: [{ operation_id: move!.id, orders: [], kind: 'own_transfer' }] },
  });
  expect(many).toEqual({ done: 1, left_out: [] });
  const aside = await app.ok('payments.set_aside', director, {
    params: { operation_id: odd!.id },
    body: { is_set_aside: false },
  });
  expect(aside).toMatchObject({ state: 'unmatched' });

  const body = { direction: 'out', words: 'КОМИССИЯ банка', kind: 'commission' } as const;
  const rule = await app.ok('payments.add_rule', director, { body });
  expect(rule).toMatchObject({ words: 'КОМИССИЯ банка', kind: 'commission', operations: 1 });
  expect((await app.ok('payments.add_rule', director, { body })).id).toBe(rule.id);
  const { items } = await app.ok('payments.operations', director, { query: { state: 'set_aside' } });
  expect(items.find(({ id }) => id === fee!.id)).toMatchObject({ kind: 'commission', is_by_rule: true });
  // A person has taken it back: no rule takes it again.
  expect(items.map(({ id }) => id)).not.toContain(odd!.id);
  const [next] = await readAll(debit('152.00', { purpose: 'Комиссия банка', day: addDays(TODAY, -1) }));
  expect(next).toMatchObject({ state: 'set_aside', kind: 'commission', is_by_rule: true });
  const params = { rule_id: rule.id };
  expect(await app.ok('payments.end_rule', director, { params })).toEqual([]);
  expect(await app.ok('payments.end_rule', director, { params })).toEqual([]);
  const [later] = await readAll(debit('153.00', { purpose: 'Комиссия банка' }));
  expect(later!.state).toBe('unmatched');
  const nothing = { body: { direction: 'out', kind: 'other' } as const };
  expect(await app.refused('payments.add_rule', director, nothing)).toMatchObject({
    code: 'field.required',
    field: 'words',
  });
});

test('an operation of an account that the bank does not name is nobody’s advance', () => {
  const operation = {
    direction: 'out' as const,
    number: '1',
    day: TODAY,
    amount_tiyn: 100n,
    counterparty_name: '',
    counterparty_bin: null,
    counterparty_iban: null,
    purpose: 'Налог',
    account: null,
  };
  // Somebody whose account nobody knows, and who stands on the page for another operation.
  const executors = [{ id: 7, name: 'Без счёта', bin: '900101300017', iban: null }];
  const own = { bin: '1', ibans: new Set<string>() };
  const known = { payable: [], lists: [], returnable: [], executors, own };
  expect(rankCandidates(operation, known)).toEqual([]);
  expect(rankCandidates({ ...operation, counterparty_bin: executors[0]!.bin }, known)).toMatchObject([
    { kind: 'advance', reasons: ['bin'], advance: { executor_company_id: 7 } },
  ]);
});

test('the sum alone proposes nothing: it only brings an order into the list', async () => {
  const [order] = await ordersInFile(['777.00']);
  const [row] = await readAll(debit('777.00'));
  expect(row).toMatchObject({ state: 'unmatched', candidate: null });
  const ranked = await app.ok('payments.candidates', director, { params: { operation_id: row!.id } });
  expect(ranked.map(({ orders }) => orders[0]?.id)).toEqual([order!.id]);
  // Nor does it hide whose advance it is, where the bank names somebody else who works for the company.
  const { bin } = await getCompany(app.parts.db, other.executor.id, ['bin']);
  const [named] = await readAll(debit('777.00', { bin }));
  expect(named!.candidate).toMatchObject({
    kind: 'advance',
    advance: { executor_company_id: other.executor.id, amount: '777.00' },
  });
});

test('the day of an order is the last of its money, though a statement of an earlier day comes after', async () => {
  const [order] = await ordersInFile(['888.00']);
  const later = addDays(TODAY, 2);
  // A part that went out and came back.
  await sql`update payment_orders set settled_on = ${later} where id = ${order!.id}`.execute(app.owner);
  const [row] = await readAll(debit('888.00', { number: String(order!.number), iban: order!.payee_iban }));
  expect(row!.state).toBe('matched');
  const { settled_on } = await app.parts.db
    .selectFrom('payment_orders')
    .select('settled_on')
    .where('id', '=', order!.id)
    .executeTakeFirstOrThrow();
  expect(settled_on).toBe(later);
});

test('a rule sets aside what agrees in all it names, and nothing of the other direction', async () => {
  const iban = makeIban('998', '0000000000058');
  await app.ok('payments.add_rule', director, {
    body: { direction: 'in', words: 'аренда', kind: 'other' },
  });
  await app.ok('payments.add_rule', director, {
    body: { direction: 'out', counterparty_iban: iban, words: 'охрана', kind: 'other' },
  });
  await app.ok('payments.add_rule', director, {
    body: { direction: 'out', counterparty_bin: '900101300017', kind: 'other' },
  });
  const states = (
    await readAll(
      debit('7.00', { purpose: 'Аренда' }),
      debit('7.00', { purpose: 'Аренда', direction: 'in' }),
      debit('7.00', { purpose: 'Охрана' }),
      debit('7.00', { purpose: 'Охрана', iban }),
      debit('7.00', { purpose: 'Прочее', iban }),
    )
  ).map(({ state }) => state);
  expect(states).toEqual(['unmatched', 'set_aside', 'unmatched', 'set_aside', 'unmatched']);
});

test('what is of another account, before it was sent or more than was paid is no candidate', async () => {
  const [filed] = await ordersInFile(['81.00']);
  const order = (await listPayableOrders(app.parts.db, deal.company.id)).find(({ id }) => id === filed!.id)!;
  const said = {
    direction: 'out' as const,
    number: String(order.number),
    day: TODAY,
    amount_tiyn: order.amount_tiyn,
    counterparty_name: '',
    counterparty_bin: null,
    counterparty_iban: order.payee_iban,
    purpose: 'Возврат',
    account,
  };
  const known = {
    payable: [order],
    lists: [],
    returnable: [],
    executors: [],
    own: { bin: '1', ibans: new Set<string>() },
  };
  const kinds = (change: object, of: Partial<Known> = {}) =>
    rankCandidates({ ...said, ...change }, { ...known, ...of }).map(({ kind }) => kind);
  expect(kinds({})).toEqual(['order']);
  expect(kinds({ account: makeIban('998', '0000000000058') })).toEqual([]);
  expect(kinds({ day: addDays(TODAY, -1) })).toEqual([]);
  // A part of it only where more than a number speaks for it.
  const part = { amount_tiyn: 100n };
  expect(kinds(part)).toEqual(['order']);
  expect(kinds({ ...part, counterparty_iban: null })).toEqual([]);

  const paid = { ...order, status: 'settled' as const, settled_tiyn: order.amount_tiyn, settled_on: TODAY };
  const returned = { returnable: [paid] };
  const back = { direction: 'in' as const };
  expect(kinds(back, returned)).toEqual(['return']);
  expect(kinds({ ...back, account: makeIban('998', '0000000000058') }, returned)).toEqual([]);
  expect(kinds({ ...back, day: addDays(TODAY, -1) }, returned)).toEqual([]);
  expect(kinds({ ...back, amount_tiyn: order.amount_tiyn + 1n }, returned)).toEqual([]);
});
