import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { statementOf, type Told } from '../../../test/bank-statement.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import type { TestApp } from '../../../test/make-app.ts';
import { allDone, makeSignedActs, stateOf, TODAY, type Deal } from '../../../test/papers.ts';
import { makeCompany, type Person } from '../../../test/people.ts';
import { getCompany } from '../../platform/db/get-company.ts';

const YESTERDAY = addDays(TODAY, -1);

let app: TestApp, deal: Deal, director: Person;
let account: string, payee: { bin: string; iban: string };
let act_id: number;

beforeAll(async () => {
  ({ app, deal, director } = await makeDealApp({
    executor: { type: 'individual', name: 'Оспанова Айгуль' },
  }));
  await payByFile(app, director);
  [act_id] = (await makeSignedActs(app, deal, 1)) as [number];
  const { payer, payees } = await app.ok('payments.preview', director, { body: { act_ids: [act_id] } });
  account = payer.iban!;
  payee = { bin: payees[0]!.bin, iban: payees[0]!.iban! };
});
afterAll(() => closeSound(app));

const preview = async () =>
  (await app.ok('payments.preview', director, { body: { act_ids: [act_id] } })).payees;
const ELSEWHERE = 'KZ72998KZT0000000041';
let made = 0;
const debit = (sum: string, change: Partial<Told> = {}): Told => ({
  number: `X-${(made += 1)}7777`,
  amount_tiyn: BigInt(sum.replace('.', '')),
  iban: ELSEWHERE,
  purpose: `Оплата ${made}`,
  day: YESTERDAY,
  ...change,
});
const read = (...told: Told[]) =>
  app.ok('payments.read_statement', director, {
    body: {},
    files: { file: { name: 'выписка.txt', bytes: statementOf(account, told) } },
  });
const withExecutor = async (executor_company_id: number, state: 'unmatched' | 'matched' = 'unmatched') =>
  (await app.ok('payments.operations', director, { query: { executor_company_id, state } })).items;

test('the review names debits to a payee that nobody has decided, until they are decided', async () => {
  expect(await preview()).toMatchObject([{ undecided: null }]);
  const { bin: stranger } = await getCompany(app.parts.db, deal.company.id, ['bin']);
  await read(
    debit('100.00', { iban: payee.iban, day: addDays(TODAY, -9) }),
    debit('20.00', { bin: payee.bin }),
    // Both speak for the payee: one operation still.
    debit('3.00', { iban: payee.iban, bin: payee.bin, day: addDays(TODAY, -5) }),
    debit('5000.00', { bin: stranger }),
    debit('6000.00'),
    debit('7000.00', { iban: payee.iban, direction: 'in' }),
  );
  expect(await preview()).toMatchObject([
    { undecided: { operations: 3, amount: '123.00', last_on: YESTERDAY } },
  ]);
  const items = await withExecutor(deal.executor.id);
  expect(items.map(({ amount, direction }) => `${direction} ${amount}`).toSorted()).toEqual([
    'in 7000.00',
    'out 100.00',
    'out 20.00',
    'out 3.00',
  ]);
  const idOf = (sum: string) => ({ operation_id: items.find(({ amount }) => amount === sum)!.id });
  await app.ok('payments.set_aside', director, {
    params: idOf('20.00'),
    body: { is_set_aside: true, kind: 'other' },
  });
  await app.ok('payments.match', director, {
    params: idOf('100.00'),
    body: { orders: [], advance_to: deal.executor.id },
  });
  expect(await preview()).toMatchObject([
    { undecided: { operations: 1, amount: '3.00', last_on: addDays(TODAY, -5) }, advance: '100.00' },
  ]);
  await app.ok('payments.match', director, {
    params: idOf('3.00'),
    body: { orders: [], advance_to: deal.executor.id },
  });
  expect(await preview()).toMatchObject([{ undecided: null, advance: '103.00' }]);
  // Taken back it is asked about again.
  await app.ok('payments.take_back', director, { params: idOf('3.00') });
  expect(await preview()).toMatchObject([{ undecided: { operations: 1, amount: '3.00' } }]);
});

test('an account that the payee has closed was theirs; an operation with no executor of the company is nobody’s', async () => {
  const gone = 'KZ86125KZT5004100100';
  const bank = await app.parts.db.selectFrom('banks').select('id').executeTakeFirstOrThrow();
  await app.parts.db
    .insertInto('bank_requisites')
    .values({
      company_id: deal.executor.id,
      bank_id: bank.id,
      iban: gone,
      kbe: '19',
      is_main: false,
      deleted_at: new Date(),
    })
    .execute();
  await read(debit('40.00', { iban: gone }));
  expect(await preview()).toMatchObject([{ undecided: { operations: 2, amount: '43.00' } }]);
  const [to_gone] = (await withExecutor(deal.executor.id)).filter(({ amount }) => amount === '40.00');
  expect(to_gone!.candidate).toMatchObject({
    kind: 'advance',
    advance: { executor_company_id: deal.executor.id },
  });
  // A stranger’s account is not told by asking for its holder.
  const stranger = await makeCompany(app);
  const { bin } = await getCompany(app.parts.db, stranger.id, ['bin']);
  await read(debit('50.00', { bin }));
  expect(await withExecutor(stranger.id)).toEqual([]);
});

test('a warning stops nobody: the act is paid all the same', async () => {
  expect((await preview())[0]!.undecided).not.toBeNull();
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id] } }));
  expect(await stateOf(app, act_id)).toBe('paying');
});
