import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { ActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { sql } from 'kysely';
import { payByFile } from './bank-papers.ts';
import type { TestApp } from './make-app.ts';
import { lockOrder } from '../src/features/payments/payments.queries.ts';
import { returnMoney } from '../src/features/payments/return-money.ts';
import { settleOrder } from '../src/features/payments/settle-order.ts';
import { statementOf } from './bank-statement.ts';
import { actBody, allDone, becomeIndividual, makeDeal, makeSignedActs, signBy, type Deal } from './papers.ts';
import { makeCompany, makeExecutor, type Person } from './people.ts';

import { END, LAST, THIS, TODAY } from './today.ts';

export { END, LAST, THIS };

export const line = (rate: string) => ({
  services: [{ category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate }],
});

/** A company that withholds, and two individuals with the deduction. */
export async function makeTwo(app: TestApp): Promise<[Deal, Deal]> {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const deals: Deal[] = [];
  for (let i = 0; i < 2; i += 1) {
    const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    await becomeIndividual(app, deal);
    deals.push(deal);
  }
  await app.ok('bookkeeping.set_withholding', company.director, { body: { is_on: true } });
  await payByFile(app, company.director);
  return deals as [Deal, Deal];
}

/** Paid, and carried out by the bank on a day; the act, and its order as it was then. */
export async function payNet(app: TestApp, deal: Deal, rate: string, day: string) {
  const { act_id, order } = await sendNet(app, deal, rate, day);
  await showPaid(app, deal.company.director, order.id, day);
  return { act_id, order };
}

/** An order that the bank has had since a day. */
export async function sendNet(
  app: TestApp,
  deal: Deal,
  rate: string,
  day: string,
  lines: Pick<ActInput, 'services'> = line(rate),
) {
  const { director: by } = deal.company;
  const date = day < `${THIS}-01` ? addDays(`${LAST}-01`, -1) : `${THIS}-01`;
  const [act_id] = await makeSignedActs(app, deal, 1, { ...lines, date });
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id!] } }));
  const [order] = (await app.ok('payments.orders', by, { query: {} })).items;
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  await sql`update payment_orders set sent_at = ${`${day}T12:00:00+05:00`} where id = ${order!.id}`.execute(
    app.parts.db,
  );
  return { act_id: act_id!, order: order! };
}

/** The bank has carried it out on a day. */
export const showPaid = (app: TestApp, by: Person, order_id: number, day: string) =>
  app.ok('payments.decide', by, {
    params: { order_id },
    body: { outcome: 'settled', reason: 'По выписке', date: day },
  });

/** A debit that belongs to no order. */
export async function advance(app: TestApp, { company, executor }: Deal, amount_tiyn: bigint, day: string) {
  const { director } = company;
  const [account] = await app.ok('banking.requisites', director, {});
  const told = { number: `A-${day}`, amount_tiyn, iban: 'KZ72998KZT0000000041', purpose: 'Аванс', day };
  const { id } = await app.ok('payments.read_statement', director, {
    body: {},
    files: { file: { name: 'выписка.txt', bytes: statementOf(account!.iban, [told]) } },
  });
  const { items } = await app.ok('payments.operations', director, { query: { statement_id: id } });
  await app.ok('payments.match', director, {
    params: { operation_id: items[0]!.id },
    body: { orders: [], advance_to: executor.id },
  });
}

/** The bank carries a part of an order out, or money of it comes back (below zero). */
export const moveMoney = (app: TestApp, { company }: Deal, order_id: number, tiyn: bigint, day = TODAY) =>
  app.parts.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, order_id);
    const mover = { side: 'business', user_id: null, company_id: company.id } as const;
    const told = { amount_tiyn: tiyn < 0n ? -tiyn : tiyn, day, operation_id: null };
    await (tiyn < 0n ? returnMoney : settleOrder)(tx, order!, told, mover);
  });

/** A correction takes a sum back, by the lines it is drafted with or by others, and the money came. */
export async function refund(
  app: TestApp,
  deal: Deal,
  act_id: number,
  amount: string,
  services?: ActInput['services'],
) {
  const { director: by } = deal.company;
  const back = await app.ok('acts.correct', by, {
    params: { act_id },
    body: { amount, reason: 'Не сделано', date: TODAY },
  });
  if (services)
    await app.ok('acts.update', by, {
      params: { act_id: back.id },
      body: { ...actBody(deal, { services }), version: back.version },
    });
  allDone(await app.ok('acts.send', by, { body: { act_ids: [back.id] } }));
  for (const signer of [deal.executor.person, by]) allDone(await signBy(app, signer, back.id));
  await app.ok('refunds.record', by, { params: { act_id: back.id }, body: { reason: 'Вернул' } });
  return back;
}
