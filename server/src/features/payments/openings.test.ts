import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeDealApp, makeOwnDeal } from '../../../test/deal-app.ts';
import { payByFile } from '../../../test/bank-papers.ts';
import { statementOf } from '../../../test/bank-statement.ts';
import { holdInvariants, closeSound } from '../../../test/hold-invariants.ts';
import { allDone, makeSignedActs, TODAY } from '../../../test/papers.ts';
import { makeExecutor, type TestExecutor } from '../../../test/people.ts';
import { line } from '../../../test/withheld.ts';

const DAY = addDays(TODAY, -20);

const { app, company, deal, director } = await makeDealApp();
const other = await makeExecutor(app, company);
await payByFile(app, director);
afterAll(() => closeSound(app));

const HEADERS = ['ИИН/БИН', 'Исполнитель', 'Договор', 'Долг исполнителю', 'Аванс исполнителю'];
async function table(rows: (string | null)[][], headers = HEADERS) {
  const bytes = await app.parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: 'Остатки',
        columns: headers.map((header) => ({ header, width: 20, kind: 'text' as const })),
        rows,
        freeze_header: true,
      },
    ],
  });
  return { body: { day: DAY }, files: { file: { name: 'остатки.xlsx', bytes } } };
}
const balance = async (of: TestExecutor) =>
  (await app.ok('bookkeeping.balances', director, { query: { company_id: of.id } })).total_balance;
const closing = async () =>
  app.ok('bookkeeping.reconciliation', director, {
    query: { company_id: deal.executor.id, date_from: DAY, date_to: TODAY },
  });

test('each wrong row is told, and nothing is taken in while there is one', async () => {
  const wrong = await table([
    ['000000000000', null, null, '10', null],
    [deal.executor.bin, null, 'Нет такого договора', '10', null],
    [deal.executor.bin, null, null, '10,555', 'много'],
    [other.bin, null, null, '20', null],
    [other.bin, null, null, '5', null],
    [deal.executor.bin, null, null, '0', null],
  ]);
  const checked = await app.ok('openings.check', director, wrong);
  expect(checked.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, 'bin', 'opening.no_executor'],
    [3, 'contract', 'opening.no_contract'],
    [4, 'owed', 'field.money'],
    [4, 'advance', 'field.money'],
    [6, 'bin', 'opening.twice'],
  ]);
  expect(checked.errors[4]!.message).toContain('5');
  expect(checked.rows).toMatchObject([{ row: 5, name: other.name, owed: '20.00', advance: '0.00' }]);
  expect(await app.refused('openings.take', director, wrong)).toMatchObject({
    code: 'opening.rows_wrong',
    field: 'file',
  });
  expect((await app.ok('openings.list', director, {})).items).toEqual([]);
  const body = { ...wrong, body: { day: addDays(TODAY, 1) } };
  expect(await app.refused('openings.check', director, body)).toMatchObject({ code: 'opening.day_ahead' });
  expect(
    await app.refused('openings.check', director, await table([['1', '2']], ['Имя', 'Сумма'])),
  ).toMatchObject({ code: 'opening.wrong_columns' });
});

test('the template is read back, and its empty rows are passed over', async () => {
  const sheet = await app.ok('openings.sheet', director, {});
  const read = await app.parts.spreadsheet.readRows(sheet, { max_rows: 10, max_columns: 10 });
  if (read.status !== 'ok') throw new Error(read.code);
  expect(read.header).toEqual(HEADERS);
  expect(read.rows).toHaveLength(2);
});

test('taken in on a day they enter balance and reconciliation, and are undone until they are used', async () => {
  const { title } = await app.ok('documents.get', director, { params: { doc_id: deal.contract_id } });
  const asked = await table([
    [deal.executor.bin, null, title, '1 000,50 ₸', null],
    [deal.executor.bin, null, null, null, '300'],
    [other.bin, null, null, '20', null],
  ]);
  const first = (await app.ok('openings.take', director, asked)).items[0]!;
  expect(first).toMatchObject({ day: DAY, rows: 3, owed: '1020.50', advance: '300.00', may_undo: true });
  expect(await balance(deal.executor)).toMatchObject({
    accrued: '1000.50',
    opening_due: '1000.50',
    to_pay: '0.00',
    advance: '300.00',
  });
  expect(await closing()).toMatchObject({
    opening: '0.00',
    closing: '700.50',
    entries: [
      { kind: 'opening', date: DAY, owed: '1000.50' },
      { kind: 'opening', date: DAY, owed: '-300.00' },
    ],
  });
  // The same table again is no second debt.
  expect((await app.ok('openings.check', director, asked)).errors.map(({ code }) => code)).toEqual([
    'opening.exists',
    'opening.exists',
    'opening.exists',
  ]);
  const params = { batch_id: first.id };
  const undone = await app.ok('openings.undo', director, { params, body: { reason: 'Не тот день' } });
  expect(undone.items[0]).toMatchObject({ may_undo: false, undone_why: 'Не тот день' });
  expect(await balance(deal.executor)).toMatchObject({ accrued: '0.00', advance: '0.00' });
  expect((await closing()).entries).toEqual([]);
  await holdInvariants(app, ['I1', 'I22', 'I23']);

  const again = (await app.ok('openings.take', director, asked)).items[0]!;
  // A debit to the executor that belongs to no order pays the debt of before; what is over is an advance.
  const [act_id] = await makeSignedActs(app, deal, 1, {
    services: [{ category_id: 1, unit_id: 1, description: 'Услуга', quantity: '1', rate: '250.00' }],
  });
  const { iban } = await app.parts.db
    .selectFrom('bank_requisites')
    .select('iban')
    .where((eb) => eb.and({ company_id: deal.company.id, is_main: true }))
    .executeTakeFirstOrThrow();
  const told = {
    number: 'OB-1',
    amount_tiyn: 60_000n,
    iban: 'KZ72998KZT0000000041',
    purpose: 'Долг',
    day: TODAY,
  };
  const { id } = await app.ok('payments.read_statement', director, {
    body: {},
    files: { file: { name: 'выписка.txt', bytes: statementOf(iban, [told]) } },
  });
  const { items } = await app.ok('payments.operations', director, { query: { statement_id: id } });
  const operation = { params: { operation_id: items[0]!.id } };
  await app.ok('payments.match', director, {
    ...operation,
    body: { orders: [], advance_to: deal.executor.id },
  });
  expect(await balance(deal.executor)).toMatchObject({
    paid: '600.00',
    opening_due: '400.50',
    to_pay: '250.00',
    advance: '300.00',
  });
  expect((await closing()).closing).toBe('350.50');
  // The advance of before is set off when an act is paid, as any other.
  const { shown } = await app.ok('payments.preview', director, { body: { act_ids: [act_id!] } });
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id!], shown } }));
  expect(await balance(deal.executor)).toMatchObject({ to_pay: '0.00', paid: '850.00', advance: '50.00' });
  const refused = { params: { batch_id: again.id }, body: { reason: 'Передумали' } };
  expect(await app.refused('openings.undo', director, refused)).toMatchObject({ code: 'opening.used' });
  await holdInvariants(app, ['I1', 'I22', 'I23']);
  // The match taken back, the debt is open again.
  await app.ok('payments.take_back', director, operation);
  expect(await balance(deal.executor)).toMatchObject({ opening_due: '1000.50', paid: '250.00' });
  await holdInvariants(app, ['I1', 'I22', 'I23']);
  // Nobody changes what was signed off, and a closed day takes in nothing.
  await expect(sql`update opening_balances set owed_tiyn = 1`.execute(app.parts.db)).rejects.toThrow();
  await sql`update companies set closed_until = ${DAY} where id = ${deal.company.id}`.execute(app.parts.db);
  expect(await app.refused('openings.check', director, asked)).toMatchObject({ code: 'period.closed' });
});

test('of acts that are paid together an advance is set off once, and what is above the limit waits', async () => {
  const own = await makeOwnDeal(app);
  const { director: by } = own.company;
  await app.ok('openings.take', by, await table([[own.executor.bin, null, null, null, '500000']]));
  const acts = await makeSignedActs(app, own, 3, line('300000.00'));
  await sql`update companies set payment_limit_tiyn = 25000000 where id = ${own.company.id}`.execute(
    app.parts.db,
  );
  allDone(await app.ok('acts.pay', by, { body: { act_ids: acts } }));
  const orders = await app.parts.db
    .selectFrom('payment_orders')
    .select(['amount_tiyn', 'needs_approval'])
    .where('company_id', '=', own.company.id)
    .orderBy('amount_tiyn')
    .execute();
  expect(orders).toEqual([
    { amount_tiyn: 10_000_000n, needs_approval: false },
    { amount_tiyn: 30_000_000n, needs_approval: true },
  ]);
});
