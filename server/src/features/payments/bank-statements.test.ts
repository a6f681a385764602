import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { bccAtHand } from '../../../test/bcc-at-hand.ts';
import { makeFileOrder } from '../../../test/bank-papers.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSignedActs, stateOf, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { bccBank } from '../../adapters/banks/bcc/bcc-bank.ts';
import { readDueStatements } from './ask-statements.ts';

const own = { client_id: 'kelisim', client_secret: 'own-secret', mark: 'bcc' };
const bcc = bccAtHand(own);

const app = await makeTestApp();
app.parts.bank_connectors.BCC = bccBank(bcc.outbound, { ...own, url: 'https://api.bcc.kz' });
const company = await makeCompany(app, { algorithm: 'rsa' });
const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
const { director } = company;
const iban = (await app.ok('banking.requisites', director, {}))[0]!.iban;
afterAll(() => app.close());

const ask = (body: { date_from?: string; date_to?: string } = {}) =>
  app.ok('payments.ask_statement', director, { body });
const settings = async () => (await app.ok('payments.settings', director, {})).statements;
const matched = () => app.ok('payments.operations', director, { query: { state: 'matched' } });
const operations = async () => (await app.ok('payments.operations', director, { query: {} })).total;

async function orderInFile(): Promise<number> {
  const [act_id] = await makeSignedActs(app, deal, 1);
  const id = await makeFileOrder(app, director, act_id!);
  await app.ok('payments.make_file', director, { body: { format: '1c', order_ids: [id] } });
  return id;
}

/** As the reference of the bank has it: the sum a number, ИИН a number that has lost its noughts. */
async function transactionOf(order_id: number, change: object = {}): Promise<Record<string, unknown>> {
  const order = await app.parts.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  return {
    valueDate: TODAY,
    amount: Number(order.amount_tiyn) / 100,
    type: 'DEBIT',
    docNumber: String(order.number),
    partyIdn: Number(order.payee_bin),
    partyName: order.payee_name,
    partyIban: order.payee_iban,
    knp: order.knp,
    purpose: order.purpose,
    ...change,
  };
}

async function agree(): Promise<void> {
  bcc.state.accounts.push({ iban, currency: 'KZT', status: 'active', is_main: true, balance: 1 });
  const { address } = await app.ok('integrations.ask_consent', director, { params: { kind: 'BCC' } });
  const state = new URL(address).searchParams.get('state')!;
  const body = { code: `${own.mark}-code`, state };
  await app.ok('integrations.take_consent', director, { params: { kind: 'BCC' }, body });
}

test('without a bank that tells it a person is told what to do', async () => {
  expect(await settings()).toBeNull();
  expect(await app.refused('payments.ask_statement', director, { body: {} })).toMatchObject({
    status: 409,
    code: 'statement.no_bank',
  });
  await agree();
  expect(await settings()).toEqual({ bank: 'BCC', asked_at: null, fault: null });
});

test('what the bank has carried out is paid, once, however often it is asked and on however many pages it stands', async () => {
  const [first, second] = [await orderInFile(), await orderInFile()];
  const stranger = {
    amount: 7,
    type: 'CREDIT',
    partyName: 'ТОО «Другое»',
    purpose: 'Возврат',
    docNumber: 'X',
  };
  bcc.state.transactions.push(await transactionOf(first));
  // A hundred on a page: the second order stands on the third one.
  for (let n = 0; n < 230; n++)
    bcc.state.transactions.push(await transactionOf(first, { ...stranger, docNumber: `X-${n}` }));
  expect(await ask()).toEqual({ accounts: 1, operations: 231, matched: 1, unmatched: 230 });
  expect(await ask()).toEqual({ accounts: 1, operations: 0, matched: 0, unmatched: 0 });
  bcc.state.transactions.push(await transactionOf(second));
  const pages = bcc.state.asked.length;
  expect(await ask()).toEqual({ accounts: 1, operations: 1, matched: 1, unmatched: 0 });
  expect(bcc.state.asked.slice(pages).filter((path) => path.endsWith('/pages'))).toHaveLength(3);
  const acts = await app.parts.db
    .selectFrom('payment_orders')
    .select(['act_id', 'status'])
    .where('id', 'in', [first, second])
    .execute();
  for (const { act_id, status } of acts)
    expect([status, await stateOf(app, act_id)]).toEqual(['settled', 'paid']);
  const [statement] = (await app.ok('payments.statements', director, { query: {} })).items;
  expect(statement).toMatchObject({ name: 'BCC', bank: 'BCC', iban, operations: 1, date_to: TODAY });
  const [paid] = (await matched()).items;
  // ИИН has its noughts again.
  expect(paid!.counterparty.bin).toBe(deal.executor.bin);
  await holdInvariants(app);
});

test('the clock asks once an hour, of two processes one, and says on the page what kept the bank from telling', async () => {
  const { db } = app.parts;
  const rest = () => db.updateTable('bank_integrations').set({ statements_asked_at: null }).execute();
  const order = await orderInFile();
  bcc.state.transactions.push(await transactionOf(order));
  await readDueStatements(app.parts);
  expect((await matched()).total).toBe(2);
  await rest();
  const asked = bcc.state.asked.length;
  await Promise.all([readDueStatements(app.parts), readDueStatements(app.parts)]);
  expect(bcc.state.asked.slice(asked).filter((path) => path.endsWith('/accounts'))).toHaveLength(1);
  expect((await matched()).total).toBe(3);
  const [statement] = (await app.ok('payments.statements', director, { query: {} })).items;
  expect(statement).toMatchObject({ bank: 'BCC', uploaded_by: null });

  // Which way the money went is not said: nothing is guessed, nothing is taken.
  bcc.state.transactions.push(await transactionOf(order, { type: null, docNumber: 'dark' }));
  const before = await operations();
  await rest();
  await readDueStatements(app.parts);
  expect((await settings())!.fault).toMatch(/\S/);
  expect(await app.refused('payments.ask_statement', director, { body: {} })).toMatchObject({
    code: 'statement.bank_failed',
  });
  expect(await operations()).toBe(before);
  bcc.state.transactions.pop();
  await ask();
  expect((await settings())!.fault).toBeNull();
});

test('where the bank has the older question alone, that one is asked; days that cannot be are refused', async () => {
  bcc.state.pages = false;
  const at = bcc.state.asked.length;
  await ask({ date_from: addDays(TODAY, -1), date_to: TODAY });
  expect(bcc.state.asked.slice(at).at(-1)).toMatch(/^GET \/v1\/.*\/statement$/);
  const refused = (body: object) => app.refused('payments.ask_statement', director, { body });
  expect(await refused({ date_to: addDays(TODAY, 1) })).toMatchObject({
    code: 'statement.days',
    field: 'date_to',
  });
  expect(await refused({ date_from: addDays(TODAY, -400) })).toMatchObject({ field: 'date_from' });
});
