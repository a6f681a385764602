import { afterAll, expect, test, vi } from 'vitest';
import { makeTestDatabase } from '../../../../test/database.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { makeLog } from '../../../platform/log.ts';
import { sandboxBank } from './sandbox-bank.ts';
import { PATIENT } from '../../../../test/patience.ts';

const place = await makeTestDatabase();
const db = openDatabase({ url: place.url, log: makeLog('silent') });
afterAll(async () => {
  await db.destroy();
  await place.drop();
});

const party = { name: 'ТОО', bin: '940140000385', iban: 'KZ86125KZT5004100100', bic: 'KCJBKZKX', kbe: '17' };
const order = (end_to_end_id: string, amount_tiyn: bigint) => ({
  end_to_end_id,
  amount_tiyn,
  knp: '859',
  purpose: 'Оплата',
  payer: party,
  payee: party,
});

test('takes an order and settles it after a moment', async () => {
  const bank = sandboxBank(db);
  expect(await bank.submit(order('A1', 100n))).toEqual({ status: 'accepted' });
  expect(await bank.status('A1')).toEqual({ status: 'accepted' });
  await vi.waitFor(async () => expect(await bank.status('A1')).toEqual({ status: 'settled' }), PATIENT);
});

test('rejects sums that end in 13 tiyn, with a reason, and no others', async () => {
  const bank = sandboxBank(db);
  expect(await bank.submit(order('R1', 10_013n))).toEqual({
    status: 'rejected',
    reason: 'Счёт получателя закрыт',
  });
  expect(await bank.status('R1')).toMatchObject({ status: 'rejected' });
  for (const amount of [1_300n, 113_00n, 12n, 14n])
    expect((await bank.submit(order(`R${amount}`, amount))).status).toBe('accepted');
});

test('knows a repeated order by its id, though it came twenty times at once with another sum', async () => {
  const bank = sandboxBank(db);
  await bank.submit(order('D1', 500n));
  await Promise.all(Array.from({ length: 20 }, (_, i) => bank.submit(order('D1', BigInt(i + 1)))));
  const rows = await db
    .selectFrom('sandbox.bank_transfers')
    .select('amount_tiyn')
    .where('end_to_end_id', '=', 'D1')
    .execute();
  expect(rows).toEqual([{ amount_tiyn: 500n }]);
});

test('has never heard of an order that never came', async () => {
  expect(await sandboxBank(db).status('nobody')).toEqual({ status: 'not_found' });
});
