import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { statementOf } from '../../../test/bank-statement.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, becomeIndividual, makeSignedActs, type Deal } from '../../../test/papers.ts';
import { line } from '../../../test/withheld.ts';
import { reckonRegister } from './reckon-months.ts';
import { reckonPayments } from './withhold.ts';

const app = await makeTestApp();
afterAll(() => closeSound(app));

/** The end of a year, and the end of a month in it. */
const ENDS = ['2025-12-31', '2026-01-31'];

/** An individual with an order of 300 000 ₸, of which 61 575 ₸ are withheld, that went to the bank before a day. */
async function makeSent(end: string): Promise<Deal & { order_id: number; account: string }> {
  const deal = await makeOwnDeal(app);
  const { director: by } = deal.company;
  await becomeIndividual(app, deal);
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await sql`update companies set withholding_since = '2025-01-01' where id = ${deal.company.id}`.execute(
    app.parts.db,
  );
  await payByFile(app, by);
  const act_ids = await makeSignedActs(app, deal, 1, line('300000.00'));
  allDone(await app.ok('acts.pay', by, { body: { act_ids } }));
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  const order = await app.parts.db
    .updateTable('payment_orders')
    .set({ sent_at: new Date(`${addDays(end, -5)}T12:00:00+05:00`) })
    .where('act_id', '=', act_ids[0]!)
    .returning(['id', 'payer_iban', 'amount_tiyn', 'withheld_tiyn'])
    .executeTakeFirstOrThrow();
  expect([order.amount_tiyn, order.withheld_tiyn].map(formatMoney)).toEqual(['238425.00', '61575.00']);
  return { ...deal, order_id: order.id, account: order.payer_iban };
}

/** A statement shows that the bank carried the order out on a day; the operation. */
async function showPaid({ company, order_id, account }: Awaited<ReturnType<typeof makeSent>>, day: string) {
  const { director: by } = company;
  const operation = {
    number: `9${day.replaceAll('-', '')}`,
    amount_tiyn: parseMoney('238425.00')!,
    iban: 'KZ72998KZT0000000041',
    purpose: day,
    day,
  };
  const { id } = await app.ok('payments.read_statement', by, {
    body: {},
    files: { file: { name: 'выписка.txt', bytes: statementOf(account, [operation]) } },
  });
  const { items } = await app.ok('payments.operations', by, { query: { statement_id: id } });
  const params = { operation_id: items[0]!.id };
  await app.ok('payments.match', by, { params, body: { orders: [{ order_id }] } });
  return params;
}

const close = ({ company }: Deal, closed_until: string) =>
  app.ok('bookkeeping.close_period', company.director, { body: { closed_until, note: 'Итоги' } });

/** What the next act of this sum would be paid, and what is withheld of it. */
async function next({ company, executor }: Deal, gross: string, day: string) {
  const sums = new Map([[executor.id, parseMoney(gross)!]]);
  const { parts } = (await reckonPayments(app.parts.db, { company_id: company.id, day }, sums)).get(
    executor.id,
  )!;
  return [parts.net_tiyn, parts.opv_tiyn, parts.vosms_tiyn, parts.so_tiyn, parts.ipn_tiyn].map(formatMoney);
}

/** What the register of a month says was paid and withheld. */
async function registerOf({ company }: Deal, first: string) {
  const actor = { company_id: company.id };
  const months = await reckonRegister(app.parts.db, actor, { date_from: first, date_to: addDays(first, 20) });
  return months.map(({ of, kept }) => [
    of.month,
    ...[of.gross_tiyn, kept.opv_tiyn, kept.vosms_tiyn, kept.so_tiyn, kept.ipn_tiyn].map(formatMoney),
  ]);
}

test.for(ENDS)('money of before %s that comes after it was closed is withheld of once', async (end) => {
  const deal = await makeSent(end);
  const first = addDays(end, 1);
  await close(deal, end);
  await showPaid(deal, addDays(end, -1));
  const late = [[first.slice(0, 7), '300000.00', '30000.00', '6000.00', '13500.00', '12075.00']];
  expect(await registerOf(deal, first)).toEqual(late);
  // Of the 400 000 of the month 86 425 are due, and 61 575 are withheld already.
  const paid = ['75150.00', '10000.00', '2000.00', '4500.00', '8350.00'];
  expect(await next(deal, '100000.00', addDays(first, 14))).toEqual(paid);
  await close(deal, addDays(first, 27));
  expect(await registerOf(deal, first)).toEqual(late);
});

test.for(ENDS)('money of before %s that is taken back and comes later is withheld of once', async (end) => {
  const deal = await makeSent(end);
  const first = addDays(end, 1);
  const params = await showPaid(deal, addDays(end, -1));
  await close(deal, end);
  const withheld = ['238425.00', '30000.00', '6000.00', '13500.00', '12075.00'];
  await app.ok('payments.take_back', deal.company.director, { params });
  // It takes the place of what was taken back.
  expect(await next(deal, '300000.00', addDays(first, 14))).toEqual(withheld);
  await showPaid(deal, addDays(first, 4));
  expect(await registerOf(deal, first)).toEqual([[first.slice(0, 7), ...Array(5).fill('0.00')]]);
  expect(await next(deal, '300000.00', addDays(first, 14))).toEqual(withheld);
});
