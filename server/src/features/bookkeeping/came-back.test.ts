import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, makeSignedActs, TODAY, type Deal } from '../../../test/papers.ts';
import {
  advance,
  END,
  LAST,
  line,
  makeTwo,
  moveMoney,
  payNet,
  refund,
  sendNet,
  showPaid,
  THIS,
} from '../../../test/withheld.ts';
import { reckonRegister } from './reckon-months.ts';
import { dueOf } from './withhold.ts';

// Money that came back is taxed as what it was paid as, whatever the person is by then (0158).
const app = await makeTestApp();
afterAll(() => closeSound(app));

type Told = Parameters<typeof app.ok<'taxes.set_standing'>>[2]['body'];
const tell = ({ company, executor }: Deal, told: Omit<Told, 'executor_company_id'>) =>
  app.ok('taxes.set_standing', company.director, {
    body: { executor_company_id: String(executor.id), ...told },
  });

/** What this month comes to, and what it withheld: the contributions. */
async function thisMonth({ company, executor }: Deal) {
  const months = await reckonRegister(
    app.parts.db,
    { company_id: company.id },
    { date_from: `${THIS}-01`, date_to: TODAY },
  );
  const row = months.find(({ of }) => of.executor_company_id === executor.id);
  const contributions = (of: { opv_tiyn: bigint; vosms_tiyn: bigint; so_tiyn: bigint }) => [
    of.opv_tiyn,
    of.vosms_tiyn,
    of.so_tiyn,
  ];
  return row && { gross: row.of.gross_tiyn, due: contributions(dueOf(row)), kept: contributions(row.kept) };
}

/** What the payment of an act would withhold. */
async function next(deal: Deal, rate: string) {
  const [act_id] = await makeSignedActs(app, deal, 1, line(rate));
  const { payees } = await app.ok('payments.preview', deal.company.director, {
    body: { act_ids: [act_id!] },
  });
  const { opv, vosms, so, ipn } = payees[0]!;
  return [opv, vosms, so, ipn];
}

const FOREIGNER = { standing: 'individual', citizenship: 'other' } as const;

test('what a bank returns of the self-employed lessens no income of the individual', async () => {
  const [deal] = await makeTwo(app);
  await tell(deal, { valid_from: `${LAST}-01`, standing: 'self_employed' });
  const { order } = await payNet(app, deal, '300000.00', `${LAST}-04`);
  expect(order.amount).toBe('300000.00');
  await tell(deal, { valid_from: `${THIS}-01`, standing: 'individual' });
  await moveMoney(app, deal, order.id, -300_000_00n, `${THIS}-01`);
  expect(await next(deal, '200000.00')).toEqual(['20000.00', '4000.00', '9000.00', '3725.00']);
});

test.each([
  ['before', []],
  ['after', ['300000.00']],
] as const)(
  'what comes back of whom nothing was withheld takes nothing of what is withheld now: %s',
  async (_order, first) => {
    const [deal] = await makeTwo(app);
    await tell(deal, { valid_from: `${LAST}-01`, ...FOREIGNER });
    const { order } = await payNet(app, deal, '300000.00', `${LAST}-04`);
    await tell(deal, { valid_from: `${THIS}-01`, standing: 'individual' });
    for (const rate of first) await payNet(app, deal, rate, `${THIS}-01`);
    await moveMoney(app, deal, order.id, BigInt(-order.amount.replace('.', '')), TODAY);
    expect((await next(deal, '300000.00')).slice(0, 3)).toEqual(['30000.00', '6000.00', '13500.00']);
    if (first.length === 0) await payNet(app, deal, '300000.00', `${THIS}-01`);
    const kept = [30_000_00n, 6_000_00n, 13_500_00n];
    expect(await thisMonth(deal)).toEqual({ gross: 0n, due: kept, kept });
  },
);

test('what comes back of whom something was withheld is not withheld of who owes nothing', async () => {
  const [deal] = await makeTwo(app);
  const { order } = await payNet(app, deal, '300000.00', `${LAST}-04`);
  await tell(deal, { valid_from: `${THIS}-01`, standing: 'individual', pension: 'age' });
  await payNet(app, deal, '300000.00', `${THIS}-01`);
  await moveMoney(app, deal, order.id, BigInt(-order.amount.replace('.', '')), TODAY);
  const back = [-30_000_00n, -6_000_00n, -13_500_00n];
  expect(await thisMonth(deal)).toEqual({ gross: 0n, due: back, kept: back });
});

test('what a bank returns is taxed as what its own order paid, not another of its act', async () => {
  const [deal] = await makeTwo(app);
  const { director: by } = deal.company;
  await tell(deal, { valid_from: `${LAST}-01`, standing: 'self_employed' });
  const { act_id, order } = await sendNet(app, deal, '100000.00', `${LAST}-04`);
  expect(order.amount).toBe('100000.00');
  await moveMoney(app, deal, order.id, 60_000_00n, `${LAST}-04`);
  await app.ok('payments.cancel', by, { params: { order_id: order.id } });
  await tell(deal, { valid_from: `${THIS}-01`, standing: 'individual' });
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id] } }));
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  const { payment } = await app.ok('acts.get', by, { params: { act_id } });
  await moveMoney(app, deal, payment!.id, BigInt(payment!.amount.replace('.', '')), `${THIS}-01`);
  const paid = await thisMonth(deal);
  expect(paid).toMatchObject({ gross: 40_000_00n });
  await moveMoney(app, deal, order.id, -60_000_00n, TODAY);
  expect(await thisMonth(deal)).toEqual(paid);
});

test('a refund of an act that an advance paid is taxed as the advance', async () => {
  const [deal] = await makeTwo(app);
  const { director: by } = deal.company;
  await tell(deal, { valid_from: `${LAST}-01`, standing: 'self_employed' });
  await advance(app, deal, 300_000_00n, `${LAST}-04`);
  const [act_id] = await makeSignedActs(app, deal, 1, line('300000.00'));
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id!] } }));
  await tell(deal, { valid_from: `${THIS}-01`, standing: 'individual' });
  await refund(app, deal, act_id!, '-300000.00');
  expect(await thisMonth(deal)).toBeUndefined();
  expect((await next(deal, '300000.00')).slice(0, 3)).toEqual(['30000.00', '6000.00', '13500.00']);
});

test('late money that is taken back when its month too is closed is taxed by its own day', async () => {
  const [deal] = await makeTwo(app);
  const { director: by, id: company_id } = deal.company;
  const before_last = addDays(`${LAST}-01`, -1);
  const day = `${before_last.slice(0, 7)}-20`;
  await tell(deal, { valid_from: `${before_last.slice(0, 7)}-01`, standing: 'self_employed' });
  await tell(deal, { valid_from: `${LAST}-01`, standing: 'individual' });
  const { order } = await sendNet(app, deal, '100000.00', day);
  const close = (closed_until: string) =>
    app.ok('bookkeeping.close_period', by, { body: { closed_until, note: 'Итоги' } });
  await close(before_last);
  await showPaid(app, by, order.id, day);
  await close(END);
  await sql`update settlements set undone_at = now(), undone_by = ${by.user_id} where order_id = ${order.id}`.execute(
    app.owner,
  );
  const months = await reckonRegister(
    app.parts.db,
    { company_id },
    { date_from: `${THIS}-01`, date_to: TODAY },
  );
  // What it withheld by what the person is today is in the month; no income is lost.
  expect(months.map(({ of }) => of.gross_tiyn)).toEqual([0n]);
  await sql`update settlements set undone_at = null, undone_by = null where order_id = ${order.id}`.execute(
    app.owner,
  );
});
