import { afterAll, expect, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { TODAY, type Deal } from '../../../test/papers.ts';
import { END, LAST, makeTwo, payNet, sendNet, showPaid, THIS } from '../../../test/withheld.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { reckonRegister } from './reckon-months.ts';
import { dueOf, reckonPayments } from './withhold.ts';

// The status on the bank's day decides (decisions-2, 22): what is told of a later day does not tax again what was paid before.
const app = await makeTestApp();
afterAll(() => closeSound(app));

type Told = Parameters<typeof app.ok<'taxes.set_standing'>>[2]['body'];
const tell = ({ company, executor }: Deal, told: Omit<Told, 'executor_company_id'>) =>
  app.ok('taxes.set_standing', company.director, {
    body: { executor_company_id: String(executor.id), ...told },
  });

/** What the month before comes to, and what it withheld. */
async function lastMonth({ company, executor }: Deal) {
  const months = await reckonRegister(
    app.parts.db,
    { company_id: company.id },
    { date_from: `${LAST}-01`, date_to: END },
  );
  const row = months.find(({ of }) => of.executor_company_id === executor.id)!;
  return { due: dueOf(row), kept: row.kept, changes: row.spans.length, acts: row.of.acts };
}

async function payslipOf({ company, executor }: Deal, date: string): Promise<string> {
  const { payers } = await app.ok('income.year', executor.person, {
    query: { year: Number(LAST.slice(0, 4)) },
  });
  const payments = payers.flatMap(({ months }) => months.flatMap((month) => month.payments));
  const { act_id, order_number } = payments.find((one) => one.date === date)!;
  const { bytes } = await app.raw('income.payslip', executor.person, {
    query: { company_id: company.id, act_id: act_id!, order_number: order_number!, date, language: 'ru' },
  });
  return (await readPages(bytes)).join(' ').replace(/\s+/g, '');
}

test('each payment of a month is taxed by what the person was on its day', async () => {
  const [deal] = await makeTwo(app);
  // Nothing is paid to the medical fund for a student.
  await tell(deal, { valid_from: `${LAST}-01`, standing: 'individual', is_student: true });
  await payNet(app, deal, '300000.00', `${LAST}-04`);
  await tell(deal, { valid_from: `${LAST}-10`, standing: 'individual' });
  await payNet(app, deal, '200000.00', `${LAST}-20`);
  const check = async (acts = 2) => {
    const { due, kept, ...of } = await lastMonth(deal);
    expect(of).toEqual({ changes: 2, acts });
    expect([due.opv_tiyn, due.vosms_tiyn, due.so_tiyn]).toEqual([50_000_00n, 4_000_00n, 22_500_00n]);
    expect([kept.opv_tiyn, kept.vosms_tiyn, kept.so_tiyn]).toEqual([50_000_00n, 4_000_00n, 22_500_00n]);
    const payslip = await payslipOf(deal, `${LAST}-20`);
    expect(payslip).toContain('Вэтоммесяцеизменилисьсведенияобисполнителе');
    expect(payslip).not.toContain('следуетудержать');
    return payslip;
  };
  await check();
  const now = await reckonPayments(
    app.parts.db,
    { company_id: deal.company.id, day: `${THIS}-01` },
    new Map([[deal.executor.id, 100_000_00n]]),
  );
  expect(now.get(deal.executor.id)?.parts.vosms_tiyn).toBe(2_000_00n);
  expect(now.get(deal.executor.id)?.month).not.toBeNull();
  // Of a further payment in that month no one sentence is.
  const further = await reckonPayments(
    app.parts.db,
    { company_id: deal.company.id, day: END },
    new Map([[deal.executor.id, 100_000_00n]]),
  );
  expect(further.get(deal.executor.id)).toMatchObject({ month: null, parts: { vosms_tiyn: 2_000_00n } });

  await app.ok('bookkeeping.close_period', deal.company.director, {
    body: { closed_until: END, note: 'Итоги' },
  });
  const closed = await check();
  const { items } = await app.ok('bookkeeping.closed_differences', deal.company.director, { query: {} });
  expect(items).toEqual([]);
  // What is told now of the days before changes no paper of a closed month.
  await tell(deal, { valid_from: `${LAST}-09`, standing: 'individual', is_student: true });
  expect(await payslipOf(deal, `${LAST}-20`)).toBe(closed);
});

test('a certificate of disability that ends in a month lessens what was paid until its last day alone', async () => {
  const [deal] = await makeTwo(app);
  const disabled = { disability: '1_2', disability_until: `${LAST}-10` } as const;
  await tell(deal, { valid_from: `${LAST}-01`, standing: 'individual', ...disabled });
  await payNet(app, deal, '300000.00', `${LAST}-04`);
  await payNet(app, deal, '200000.00', `${LAST}-20`);
  const { due, changes } = await lastMonth(deal);
  // Nothing to the medical fund of the first, and the whole of it is deducted.
  expect([changes, due.opv_tiyn, due.vosms_tiyn, due.so_tiyn]).toEqual([
    2,
    50_000_00n,
    4_000_00n,
    22_500_00n,
  ]);
  expect(due.ipn_tiyn).toBe(16_700_00n);
});

test('money of a closed month that came late is taxed by its own day', async () => {
  const [deal] = await makeTwo(app);
  await tell(deal, { valid_from: `${LAST}-01`, standing: 'individual', is_student: true });
  await tell(deal, { valid_from: `${THIS}-01`, standing: 'individual' });
  const { director: by } = deal.company;
  const { order } = await sendNet(app, deal, '300000.00', `${LAST}-04`);
  await app.ok('bookkeeping.close_period', by, { body: { closed_until: END, note: 'Итоги' } });
  await showPaid(app, by, order.id, `${LAST}-04`);
  const months = await reckonRegister(
    app.parts.db,
    { company_id: deal.company.id },
    { date_from: `${THIS}-01`, date_to: TODAY },
  );
  const row = months.find(({ of }) => of.executor_company_id === deal.executor.id)!;
  expect(row.of.month).toBe(THIS);
  expect([row.of.gross_tiyn, dueOf(row).opv_tiyn, dueOf(row).vosms_tiyn]).toEqual([
    300_000_00n,
    30_000_00n,
    0n,
  ]);
});
