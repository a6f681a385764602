import { afterAll, expect, test } from 'vitest';
import { makeFileOrder, payByFile, rowOfOrder } from '../../../test/bank-papers.ts';
import { statementOf } from '../../../test/bank-statement.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSignedActs, stateOf, TODAY } from '../../../test/papers.ts';
import { makeAdministrator, makeCompany, makeExecutor, type Person } from '../../../test/people.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const { director } = company;
const executor = await makeExecutor(app, company, { algorithm: 'rsa', name: 'Оспанова А. М.' });
const deal = await makeDeal(app, company, executor);
await payByFile(app, director);
const { db } = app.parts;
await db
  .updateTable('users')
  .set({ full_name: 'Оспанова Айгуль Маратовна' })
  .where('id', '=', executor.person.user_id)
  .execute();
afterAll(() => closeSound(app));

const setType = (type: 'ip' | 'individual') =>
  app.parts.db.updateTable('companies').set({ type }).where('id', '=', deal.executor.id).execute();

async function makeOrders(count: number) {
  const act_ids = await makeSignedActs(app, deal, count);
  const rows = [];
  for (const act_id of act_ids) rows.push(await rowOfOrder(app, await makeFileOrder(app, director, act_id)));
  return rows;
}
const check = (body: object) => app.ok('payments.check_file', director, { body: body as never });
const make = (body: object) => app.ok('payments.make_file', director, { body: body as never });
const refusedMake = (body: object) => app.refused('payments.make_file', director, { body: body as never });

test('a list is for individuals with full names, from an account of their bank, and its debit is shown before', async () => {
  const orders = await makeOrders(2);
  const order_ids = orders.map(({ id }) => id);
  const { payee_bic, payee_iban, number } = orders[0]!;
  const wish = { format: 'mt102', order_ids };
  const transit = { transit_accounts: [{ bic: payee_bic, iban: payee_iban }] };
  await setType('ip');
  expect((await check({ ...wish, ...transit })).faults).toMatchObject([
    { rule: 'list_individuals', number },
    { rule: 'list_individuals' },
  ]);
  expect(await refusedMake({ ...wish, ...transit })).toMatchObject({
    status: 422,
    code: 'payment.rule_list_individuals',
    message: expect.stringContaining(`Поручение № ${number}:`),
  });
  await setType('individual');
  expect(await refusedMake(wish)).toMatchObject({ code: 'payment.no_transit', field: 'transit_accounts' });
  const elsewhere = { transit_accounts: [{ bic: payee_bic, iban: 'KZ46965KZT0000000033' }] };
  expect(await refusedMake({ ...wish, ...elsewhere })).toMatchObject({
    code: 'payment.rule_list_transit_bank',
  });
  // Nothing was handed over by all that.
  const shown = await check({ ...wish, ...transit });
  expect(shown).toMatchObject({ orders: 2, amount: '9000.00', faults: [], left_out: 0, is_general: true });
  expect(shown.debits).toMatchObject([{ people: 1, amount: '9000.00' }]);
  const file = await make({ ...wish, ...transit });
  expect(file.debits).toEqual(shown.debits);
  const { bytes } = await app.raw('payments.file', director, { params: { payment_file_id: file.id } });
  const text = new TextDecoder('windows-1251').decode(bytes);
  expect(text).toContain('/FM/Оспанова\r\n/NM/Айгуль\r\n/FT/Маратовна\r\n');
  expect(text.match(/:21:/g)).toHaveLength(1);
  expect(text).toContain(':32B:KZT9000,00');
});

test('what the bank says of a file is kept with its rule, and what it still held can be paid again', async () => {
  const [settled, open] = await makeOrders(2);
  const file = await make({ format: '1c', order_ids: [settled!.id, open!.id] });
  expect(file).toMatchObject({ may_refuse: true, refusals: [] });
  const told = {
    number: String(settled!.number),
    amount_tiyn: settled!.amount_tiyn,
    iban: settled!.payee_iban,
  };
  const bytes = statementOf(settled!.payer_iban, [{ ...told, purpose: settled!.purpose, day: TODAY }]);
  await app.ok('payments.read_statement', director, { body: {}, files: { file: { name: 'a.txt', bytes } } });
  const refusal = {
    params: { payment_file_id: file.id },
    body: { rule: 'purpose_length' as const, words: 'Назначение длиннее 200 знаков' },
  };
  const { director: stranger } = await makeCompany(app, { algorithm: 'rsa' });
  expect((await app.refused('payments.refuse_file', stranger, refusal)).status).toBe(404);
  const refused = await app.ok('payments.refuse_file', director, refusal);
  expect(refused).toMatchObject({ may_refuse: false, refusals: [refusal.body] });
  expect([await stateOf(app, settled!.act_id), await stateOf(app, open!.act_id)]).toEqual(['paid', 'signed']);
  expect((await rowOfOrder(app, open!.id)).reason).toBe(refusal.body.words);
  expect(await app.refused('payments.refuse_file', director, refusal)).toMatchObject({
    status: 409,
    code: 'payment.file_settled',
  });
  // The next file for this bank shows it, and so does the desk of the operator.
  const again = await makeFileOrder(app, director, open!.act_id);
  expect((await check({ format: '1c', order_ids: [again] })).refusals).toMatchObject([refusal.body]);
  const desk = await makeAdministrator(app, ['companies']);
  const { items } = await app.ok('payments.refused_files', desk as unknown as Person, { query: {} });
  expect(items).toMatchObject([{ ...refusal.body, format: '1c', company: { id: deal.company.id } }]);
});
