import { createHash } from 'node:crypto';
import { almatyDate, addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { makeFileOrder, rowOfOrder } from '../../../test/bank-papers.ts';
import { statementOf, type Told } from '../../../test/bank-statement.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeSignedActs, stateOf } from '../../../test/papers.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { encodeWindows1251 } from '../../platform/text-encoding.ts';
import { readStatement } from './read-statement.ts';

const { app, deal, director } = await makeDealApp();
afterAll(() => closeSound(app));

const today = () => almatyDate(app.parts.clock.now());
const given = (bytes: Buffer) => ({ body: {}, files: { file: { name: 'выписка.txt', bytes } } });
const read = (bytes: Buffer) => app.ok('payments.read_statement', director, given(bytes));

async function orderInFile() {
  const [act_id] = (await makeSignedActs(app, deal, 1)) as [number];
  const id = await makeFileOrder(app, director, act_id);
  await app.ok('payments.make_file', director, { body: { format: '1c', order_ids: [id] } });
  const order = await rowOfOrder(app, id);
  const told = (change: Partial<Told> = {}): Told => ({
    number: String(order.number),
    amount_tiyn: order.amount_tiyn,
    iban: order.payee_iban,
    purpose: 'Оплата Қайрату по акту',
    day: today(),
    ...change,
  });
  return { act_id, account: order.payer_iban, told };
}

test('an operation in dollars settles no order in tenge, neither by itself nor by hand', async () => {
  const { act_id, account, told } = await orderInFile();
  const text = statementOf(account, [told()])
    .toString()
    .replace(/(СуммаРасход)/, 'Валюта=USD\r\n$1');
  expect(await read(Buffer.from(text))).toMatchObject({ added: 1, matched: 0 });
  const { items } = await app.ok('payments.operations', director, { query: {} });
  expect(items[0]).toMatchObject({ currency: 'USD', state: 'unmatched' });
  const params = { operation_id: items[0]!.id };
  expect((await app.ok('payments.summary', director, {})).unmatched).toBe(0);
  expect(await app.ok('payments.candidates', director, { params })).toEqual([]);
  const { payment } = await app.ok('acts.get', director, { params: { act_id } });
  const match = { params, body: { orders: [{ order_id: payment!.id }] } };
  expect((await app.refused('payments.match', director, match)).code).toBe('statement.other_currency');
  expect(await stateOf(app, act_id)).toBe('paying');
});

test('what was read stays read in another encoding, with other line ends, blanks and letters', async () => {
  const { account, told } = await orderInFile();
  const bytes = statementOf(account, [told(), told({ number: '7', purpose: 'Комиссия банка' })]);
  const first = await read(bytes);
  expect(first).toMatchObject({ operations: 2, matched: 1, added: 2, already_read: 0 });
  const text = bytes.toString();
  const again = { id: first.id, operations: 2, added: 0, already_read: 2 };
  expect(await read(bytes)).toMatchObject(again);
  // Windows-1251 has no «Қ»: a bank writes «К», a question mark or a letter of its own.
  for (const letter of ['К', '?', 'Ќ'])
    expect(await read(encodeWindows1251(text.replace('Қ', letter)).bytes)).toMatchObject(again);
  expect(await read(Buffer.from(text.replaceAll('\r\n', '\n').replace('по акту', 'по  акту')))).toMatchObject(
    again,
  );
  expect((await app.ok('payments.statements', director, { query: {} })).total).toBe(2);
  const longer = await read(statementOf(account, [told(), told({ number: '8', purpose: 'Комиссия' })]));
  expect(longer).toMatchObject({ operations: 1, added: 1, already_read: 1 });
});

test('what an older version of the product has read does not come twice', async () => {
  const { account, told } = await orderInFile();
  const bytes = statementOf(account, [told({ purpose: 'Старая оплата' })]);
  const { id } = await read(bytes);
  const { number, iban, amount_tiyn } = told();
  const said = [account, 'out', number, today(), String(amount_tiyn), iban, 'Старая оплата'];
  await app.owner
    .updateTable('bank_operations')
    .set({
      fingerprint: createHash('sha256')
        .update(`${JSON.stringify(said)}0`)
        .digest(),
    })
    .where('statement_id', '=', id)
    .execute();
  expect(await read(bytes)).toMatchObject({ id, added: 0, already_read: 1 });
});

test('one bad operation and one of tomorrow are listed with their lines, the others are taken', async () => {
  const { act_id, account, told } = await orderInFile();
  const tomorrow = addDays(today(), 1);
  const text = statementOf(account, [
    told({ number: '901', amount_tiyn: 123n }),
    told(),
    told({ number: '902', day: tomorrow }),
    told({ number: '903', iban: 'Acc 12/345' }),
  ])
    .toString()
    .replace('СуммаРасход=1.23', 'СуммаРасход=сто');
  const answer = await read(Buffer.from(text));
  expect(answer).toMatchObject({ added: 2, matched: 1 });
  expect(answer.refused.map(({ line }) => line)).toEqual([9, 24]);
  expect(answer.refused[0]!.message).toBe('Строка 9: «сто» — это не сумма.');
  expect(answer.refused[1]!.message).toContain('ещё не наступило');
  expect(await stateOf(app, act_id)).toBe('paid');
  const { items } = await app.ok('payments.operations', director, { query: { statement_id: answer.id } });
  expect(items.map(({ counterparty }) => counterparty.iban)).toContain('Acc 12/345');
  // The day has come: the same file brings the rest into the same statement.
  const parts = { ...app.parts, clock: { now: () => new Date(`${tomorrow}T12:00:00+05:00`) } };
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest();
  const upload = {
    name: 'a.txt',
    kind: null,
    size: bytes.length,
    sha256,
    read: () => Promise.resolve(bytes),
  };
  const actor = director as unknown as CompanyActor;
  const later = await app.parts.db.transaction().execute((tx) => readStatement(parts, tx, actor, upload));
  expect(later).toEqual({ statement_id: answer.id, added: 1, already_read: 2 });
  const kept = (await app.ok('payments.statements', director, { query: {} })).items[0]!;
  expect(kept).toMatchObject({ id: answer.id, operations: 3, refused: [{ line: 9 }] });
});

test('a statement without operations, or with none that can be read, is refused and leaves nothing', async () => {
  const { account, told } = await orderInFile();
  const { total } = await app.ok('payments.statements', director, { query: {} });
  const code = async (bytes: Buffer) =>
    (await app.refused('payments.read_statement', director, given(bytes))).code;
  expect(await code(statementOf(account, []))).toBe('statement.empty');
  expect(await code(Buffer.from('1CClientBankExchange\r\nКонецФайла\r\n'))).toBe('statement.empty');
  expect(await code(statementOf(account, [told({ day: '2030-01-01' })]))).toBe('statement.future');
  expect((await app.ok('payments.statements', director, { query: {} })).total).toBe(total);
});

test('letters that a database does not keep spoil neither their operation nor the others of the file', async () => {
  const { account, told } = await orderInFile();
  const sign = '\u{1F600}';
  const text = statementOf(account, [
    told({ number: '70001', purpose: `${'а'.repeat(999)}${sign} и дальше` }),
    told({ number: '70002', purpose: 'Оплата\u0000 по акту' }),
    told({ number: '70003', purpose: `Дата ${sign}` }),
  ])
    .toString()
    .replace(/(70003\r\nДатаОперации)=[^\r]*/, `$1=${'9'.repeat(99)}${sign}\u0000`);
  const answer = await read(Buffer.from(text));
  expect(answer).toMatchObject({ added: 2 });
  const { items } = await app.ok('payments.operations', director, { query: { statement_id: answer.id } });
  expect(items.map(({ purpose }) => purpose)).toEqual(['Оплата по акту', 'а'.repeat(999)]);
  expect(answer.refused).toMatchObject([{ line: expect.any(Number) }]);
});
