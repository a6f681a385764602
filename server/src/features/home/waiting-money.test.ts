import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeSignedActs, TODAY } from '../../../test/papers.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeEmployee } from '../../../test/people.ts';
import { line, makeTwo, payNet } from '../../../test/withheld.ts';
import { listOverdue } from '../obligations/list-overdue.ts';
import { followOrders } from '../payments/follow-orders.ts';

const app = await makeTestApp();
afterAll(() => app.close());

test('tells those who pay of taxes past their day, and of payments of which the bank says nothing', async () => {
  const [own] = await makeTwo(app);
  const { director: payer } = own.company;
  const silentOf = async (by = payer) => {
    const home = await app.ok('home.analytics', by, {});
    if (home.role !== 'business') throw new Error('another home');
    return home.payments_silent;
  };
  const overdue = () => app.ok('obligations.overdue', payer, {});
  const { order } = await payNet(app, own, '300000.00', TODAY);
  // Its day is yet to come.
  expect(await overdue()).toEqual({ items: [], total: '0.00' });
  const month = addDays(`${TODAY.slice(0, 7)}-01`, -70).slice(0, 7);
  await sql`update settlements set day = ${`${month}-10`} where order_id = ${order.id}`.execute(app.parts.db);
  const page = await app.ok('obligations.month', payer, { query: { month } });
  const { due_on, total } = page;
  expect(await overdue()).toEqual({ items: [{ month, due_on, left: total }], total });
  // The last day itself is not late.
  const monthsLateOn = async (day: string) => {
    const clock = { ...app.parts.clock, now: () => new Date(`${day}T12:00:00+05:00`) };
    const late = await listOverdue({ db: app.parts.db, clock }, payer.company_id);
    return late.map((row) => row.month);
  };
  expect([await monthsLateOn(due_on!), await monthsLateOn(addDays(due_on!, 1))]).toEqual([[], [month]]);
  const tell = (kind: 'opv' | 'vosms', amount: string) =>
    app.ok('obligations.tell_paid', payer, { body: { month, kind, paid_on: `${month}-20`, amount } });
  // A part of one, and the whole of another.
  await tell('opv', '1.00');
  await tell('vosms', page.items.find(({ kind }) => kind === 'vosms')?.amount ?? '');
  const left = formatMoney((parseMoney(total) ?? 0n) - 6001_00n);
  expect(await overdue()).toEqual({ items: [{ month, due_on, left }], total: left });

  await app.ok('payments.change_settings', payer, {
    body: { channel: 'bank', payment_limit: null, bookkeeper_name: null },
  });
  const paid = await makeSignedActs(app, own, 1, line('10.00'));
  await app.ok('acts.pay', payer, { body: { act_ids: paid } });
  await vi.waitFor(async () => {
    await followOrders(app.parts);
    const { items } = await app.ok('payments.orders', payer, { query: { status: ['accepted'] } });
    expect(items).toHaveLength(1);
  }, PATIENT);
  expect(await silentOf()).toBe(0);
  await sql`update payment_orders set sent_at = now() - interval '31 minutes' where act_id = ${paid[0]}`.execute(
    app.parts.db,
  );
  const summary = await app.ok('payments.summary', payer, {});
  expect([await silentOf(), summary.needs_person]).toEqual([1, 1]);
  expect(await silentOf(await makeEmployee(app, own.company, ['manage_acts', 'sign']))).toBe(0);
});
