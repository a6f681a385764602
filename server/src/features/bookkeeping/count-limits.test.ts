import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, makeDeal, makeDraftAct, makeSignedActs, TODAY, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, type Person } from '../../../test/people.ts';
import { END, line, moveMoney, refund } from '../../../test/withheld.ts';
import { quietUntil } from '../notices/public.ts';
import { findBounded } from '../taxes/public.ts';
import { bookkeepingWatchers } from './bookkeeping.jobs.ts';
import { countWhole, countYear } from './count-limits.ts';

let deal: Deal;
let by: Person;
const YEAR = TODAY.slice(0, 4);

const app = await makeTestApp();
beforeEach(async () => {
  deal = await makeOwnDeal(app);
  by = deal.company.director;
});
afterAll(() => closeSound(app));

const become = (standing: 'self_employed' | 'ip') =>
  sql`insert into tax_standings (executor_company_id, valid_from, standing)
    values (${deal.executor.id}, ${`${YEAR}-01-01`}, ${standing})`.execute(app.parts.db);
const counted = async (company_id: number | null = deal.company.id) => {
  const used = await countWhole(app.parts.db, { company_id, executor_id: deal.executor.id, day: TODAY });
  return [used.self_employed_month_tiyn!, used.vat_threshold_tiyn!].map(formatMoney);
};
const month = async () => (await counted())[0];
const turnover = async (company_id?: number | null) => (await counted(company_id))[1];
const owner = (text: ReturnType<typeof sql>) => text.execute(app.owner);

const settle = (order_id: number, tiyn: bigint, day = TODAY) => moveMoney(app, deal, order_id, tiyn, day);

/** Whose counters were marked since it was asked last. */
async function marks(): Promise<[number, number][]> {
  const { rows } = await sql<{ company_id: number; executor_company_id: number }>`
    delete from limit_checks returning company_id, executor_company_id`.execute(app.owner);
  return rows.map((row) => [row.company_id, row.executor_company_id]);
}

test('of an order the whole gross is counted once, from its making until it is carried out in parts', async () => {
  await become('self_employed');
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  await sql`insert into tax_decisions (company_id, question, choice, valid_from, created_by)
    values (${deal.company.id}, 'platform_role', 'customer_is_operator', ${`${YEAR}-01-01`}, ${by.user_id})`.execute(
    app.parts.db,
  );
  const [act_id] = await makeSignedActs(app, deal, 1, line('100000.00'));
  expect(await month()).toBe('0.00');
  await marks();
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id!] } }));
  expect(await marks()).toEqual([[deal.company.id, deal.executor.id]]);
  const { payment } = await app.ok('acts.get', by, { params: { act_id: act_id! } });
  expect([payment!.amount, await month()]).toEqual(['96000.00', '100000.00']);
  // Another customer does not see it.
  expect((await counted(deal.executor.id))[0]).toBe('0.00');
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  for (const half of [4_800_000n, 4_800_000n]) {
    await settle(payment!.id, half);
    expect(await month()).toBe('100000.00');
  }
  // Of what is taken back, and of what was paid in another month, nothing is counted.
  const change = (set: ReturnType<typeof sql>) =>
    owner(sql`update settlements set ${set} where order_id = ${payment!.id}
      and id = (select min(id) from settlements where order_id = ${payment!.id})`);
  await change(sql`undone_at = now(), undone_by = ${by.user_id}`);
  expect(await month()).toBe('50000.00');
  await change(sql`undone_at = null, undone_by = null, day = ${END}`);
  expect(await month()).toBe('50000.00');
  // Of a year whose figures nobody has entered the months are unknown, and nothing is refused.
  await change(sql`day = '2031-05-04'`);
  const of = { company_id: deal.company.id, executor_id: deal.executor.id, day: '2031-05-04' };
  expect(await countYear(app.parts.db, of)).toEqual({ lower_rate_tiyn: null, deduction_tiyn: null });
  await change(sql`day = ${TODAY}`);
  expect(await marks()).not.toEqual([]);
});

test('a refund takes back what the month paid of the act, and only in its own month', async () => {
  await become('self_employed');
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  const [act_id] = await makeSignedActs(app, deal, 1, line('100000.00'));
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id!] } }));
  const { payment } = await app.ok('acts.get', by, { params: { act_id: act_id! } });
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  for (const part of [6_000_000n, 4_000_000n]) await settle(payment!.id, part);
  const setDay = (rows: ReturnType<typeof sql>, day: string) =>
    owner(sql`update settlements set day = ${day} where ${rows}`);
  const first = sql`id = (select min(id) from settlements where order_id = ${payment!.id})`;
  await setDay(first, END);
  expect(await month()).toBe('40000.00');
  const back = await refund(app, deal, act_id!, '-100000.00');
  expect(await month()).toBe('0.00');
  const refunds = sql`order_id in (select id from payment_orders where act_id = ${back.id})`;
  await setDay(refunds, END);
  expect(await month()).toBe('40000.00');
  await setDay(refunds, TODAY);
  await setDay(first, TODAY);
});

test('of a refund the limit gets the income back that was taxed, and nothing for expenses', async () => {
  await become('self_employed');
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  const [work] = line('1000000.00').services;
  const expense = { ...work!, kind: 'expense', rate: '500000.00' } as const;
  const [act_id] = await makeSignedActs(app, deal, 1, { services: [work!, expense] });
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id!] } }));
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  const { payment } = await app.ok('acts.get', by, { params: { act_id: act_id! } });
  await settle(payment!.id, 1_500_000_00n);
  expect(await month()).toBe('1000000.00');
  await refund(app, deal, act_id!, '-500000.00', [{ ...expense, rate: '-500000.00' }]);
  expect(await month()).toBe('1000000.00');
  await refund(app, deal, act_id!, '-300000.00');
  expect(await month()).toBe('700000.00');
});

test('what the bank returns gives room in the month in which it was paid, and in no other', async () => {
  await become('self_employed');
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  const pay = async (act_id: number) =>
    (await app.ok('acts.pay', by, { body: { act_ids: [act_id] } })).items.map(({ code }) => code);
  const orderOf = async (act_id: number) => {
    await app.ok('payments.make_file', by, { body: { format: '1c' } });
    return (await app.ok('acts.get', by, { params: { act_id } })).payment!.id;
  };
  const [act_id] = await makeSignedActs(app, deal, 1, line('1000000.00'));
  const [whole] = await makeSignedActs(app, deal, 1, line('1297500.00'));
  await pay(act_id!);
  const first = await orderOf(act_id!);
  await settle(first, 1_000_000_00n, END);
  await settle(first, -1_000_000_00n);
  expect(await month()).toBe('0.00');
  await pay(act_id!);
  const again = await orderOf(act_id!);
  expect([again === first, await month()]).toEqual([false, '1000000.00']);
  expect(await pay(whole!)).toEqual(['taxes.self_employed_limit']);
  await settle(again, 1_000_000_00n);
  expect(await month()).toBe('1000000.00');
  // Of this month, all of it.
  await settle(again, -1_000_000_00n);
  expect(await month()).toBe('0.00');
  await pay(whole!);
  expect(await month()).toBe('1297500.00');
});

test('a part that came back of another month does not lessen what is paid of its order later', async () => {
  await become('self_employed');
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  const [act_id] = await makeSignedActs(app, deal, 1, line('100000.00'));
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id!] } }));
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  const { payment } = await app.ok('acts.get', by, { params: { act_id: act_id! } });
  const { id } = payment!;
  await settle(id, 4_000_000n, END);
  expect(await month()).toBe('60000.00');
  await settle(id, -4_000_000n);
  expect(await month()).toBe('100000.00');
  await settle(id, 10_000_000n);
  expect(await month()).toBe('100000.00');
  // What came last goes back first.
  await settle(id, -3_000_000n);
  expect(await month()).toBe('70000.00');
});

test('what is known of somebody on the day decides which limits are told of', async () => {
  const bounded = () => findBounded(app.parts.db, deal.executor.id, TODAY);
  const tell = (standing: string, tax_regime: string | null, is_tax_resident = true) =>
    sql`insert into tax_standings (executor_company_id, valid_from, standing, tax_regime, is_tax_resident)
      values (${deal.executor.id}, ${`${YEAR}-01-01`}, ${standing}, ${tax_regime}, ${is_tax_resident})`.execute(
      app.parts.db,
    );
  const plain = { tax_regime: null, is_tax_resident: true, pays_vat: false };
  await tell('individual', null, false);
  expect(await bounded()).toEqual({ ...plain, standing: 'individual', is_tax_resident: false });
  await tell('ip', 'simplified');
  const trader = { ...plain, standing: 'ip', tax_regime: 'simplified' };
  expect(await bounded()).toEqual(trader);
  const checked = { executor_company_id: deal.executor.id, register: 'x', is_answered: true };
  const registered = { is_registered: true, is_liquidating: false, is_vat_payer: true };
  const add = (vat_until: string | null) =>
    app.parts.db
      .insertInto('register_checks')
      .values({ ...checked, ...registered, vat_since: `${YEAR}-01-01`, vat_until })
      .execute();
  await add(addDays(TODAY, -1));
  expect(await bounded()).toEqual(trader);
  await add(null);
  expect(await bounded()).toEqual({ ...trader, pays_vat: true });
});

test('an advance of the bank is counted in its month, unless it was taken back or is of before Kelisim', async () => {
  await become('self_employed');
  const { rows } = await sql<{ id: number }>`
    with s as (insert into bank_statements (company_id, name, sha256, refused, uploaded_by)
        values (${deal.company.id}, 'x', sha256('x'), '[]', ${by.user_id}) returning id),
      o as (insert into bank_operations (company_id, statement_id, line, fingerprint, direction, number, day, amount_tiyn,
          counterparty_name, purpose, state)
        select ${deal.company.id}, id, 1, sha256('x'), 'out', '1', ${TODAY}, 5000000, '', '', 'matched' from s returning id)
    insert into advances (company_id, executor_company_id, operation_id, amount_tiyn, day)
    select ${deal.company.id}, ${deal.executor.id}, id, 5000000, ${TODAY} from o returning id`.execute(
    app.owner,
  );
  expect(await month()).toBe('50000.00');
  const change = (set: ReturnType<typeof sql>) =>
    owner(sql`update advances set ${set} where id = ${rows[0]!.id}`);
  await change(sql`undone_at = now(), undone_by = ${by.user_id}`);
  expect(await month()).toBe('0.00');
  await change(sql`undone_at = null, undone_by = null, day = ${END}`);
  expect(await month()).toBe('0.00');
  await change(sql`day = ${TODAY}`);
  await sql`
    with b as (insert into opening_batches (company_id, day, file_name, made_by)
        values (${deal.company.id}, ${TODAY}, 'x', ${by.user_id}) returning id),
      o as (insert into opening_balances (company_id, batch_id, executor_company_id, owed_tiyn, advance_tiyn)
        select ${deal.company.id}, id, ${deal.executor.id}, 0, 100 from b returning id)
    insert into advances (company_id, executor_company_id, opening_id, amount_tiyn, day)
    select ${deal.company.id}, ${deal.executor.id}, id, 100, ${TODAY} from o`.execute(app.owner);
  expect(await month()).toBe('50000.00');
});

test('a turnover is of signed acts of the year and of one customer, and of no others', async () => {
  await become('ip');
  const other = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: other.id, executor_company_id: deal.executor.id, status: 'active' })
    .execute();
  const theirs = await makeDeal(app, other, deal.executor);
  await makeSignedActs(app, theirs, 1, line('20.00'));
  const acts = await makeSignedActs(app, deal, 4, line('300.00'));
  await makeDraftAct(app, deal, line('7000.00'));
  const change = (id: number, set: ReturnType<typeof sql>) =>
    owner(sql`update acts set ${set} where id = ${id}`);
  await change(acts[1]!, sql`deleted_at = now()`);
  await change(acts[2]!, sql`act_date = ${`${Number(YEAR) - 1}-12-31`}`);
  await change(acts[3]!, sql`act_date = ${`${Number(YEAR) + 1}-01-01`}`);
  expect([await turnover(), await turnover(other.id), await turnover(null)]).toEqual([
    '300.00',
    '20.00',
    '320.00',
  ]);
  for (const id of acts.slice(1)) await change(id, sql`deleted_at = null, act_date = ${TODAY}`);
  // What one customer told of the year is not known to another, and what it told of another year does not count.
  for (const [company_id, amount, year] of [
    [deal.company.id, 4_000_00, YEAR],
    [other.id, 500_00, YEAR],
    [deal.company.id, 70_000_00, String(Number(YEAR) - 1)],
  ])
    await sql`insert into earlier_incomes (executor_company_id, company_id, kind, period, amount_tiyn, source, source_on)
      values (${deal.executor.id}, ${company_id}, 'turnover', ${year}, ${amount}, 'x', ${TODAY})`.execute(
      app.parts.db,
    );
  expect([await turnover(), await turnover(other.id), await turnover(null)]).toEqual([
    '5200.00',
    '520.00',
    '5720.00',
  ]);
});

test('what is said of somebody marks each customer who still has them, and an old paper marks nobody', async () => {
  const other = await makeCompany(app, { algorithm: 'rsa' });
  const gone = await makeCompany(app, { algorithm: 'rsa' });
  for (const [company_id, status] of [
    [other.id, 'active'],
    [gone.id, 'removed'],
  ] as const)
    await app.parts.db
      .insertInto('executors')
      .values({ company_id, executor_company_id: deal.executor.id, status })
      .execute();
  const both = [
    [deal.company.id, deal.executor.id],
    [other.id, deal.executor.id],
  ];
  await marks();
  await become('ip');
  expect((await marks()).toSorted(([one], [two]) => one - two)).toEqual(both);
  await sql`insert into earlier_incomes (executor_company_id, kind, period, amount_tiyn, source, source_on)
    values (${deal.executor.id}, 'turnover', ${YEAR}, 100, 'x', ${TODAY})`.execute(app.parts.db);
  expect((await marks()).toSorted(([one], [two]) => one - two)).toEqual(both);
  const touch = (day: string) => sql`select touch_limits(${deal.company.id}, ${deal.executor.id}, ${day})`;
  await touch(addDays(TODAY, -368)).execute(app.owner);
  expect(await marks()).toEqual([]);
  await touch(addDays(TODAY, -360)).execute(app.owner);
  expect(await marks()).toEqual([both[0]]);
});

test('who pays or keeps executors hears of a limit with its place, in the day and as one message; nobody else does', async () => {
  const payer = await makeEmployee(app, deal.company, ['pay']);
  const keeper = await makeEmployee(app, deal.company, ['manage_executors']);
  const signer = await makeEmployee(app, deal.company, ['sign']);
  const { person } = deal.executor;
  await sql`insert into tax_standings (executor_company_id, valid_from, standing)
    values (${deal.executor.id}, ${`${YEAR}-01-01`}, 'individual')`.execute(app.parts.db);
  const { limits } = await app.ok('taxes.standing', by, { query: { executor_company_id: deal.executor.id } });
  const limit = limits.find(({ kind }) => kind === 'deduction')!.limit!;
  await app.ok('taxes.set_earlier', by, {
    body: {
      executor_company_id: deal.executor.id,
      kind: 'deduction',
      period: YEAR,
      amount: limit,
      source: 'Ведомость',
      source_on: TODAY,
    },
  });
  // More marks than one round takes.
  await sql`insert into limit_checks (company_id, executor_company_id)
    select ${deal.company.id}, ${deal.executor.id} from generate_series(1, 450)`.execute(app.owner);
  const night = new Date(`${TODAY}T23:00:00+05:00`);
  await sql`update users set is_email_verified = true, email = coalesce(email, 'limits@kelisim.example') where id = ${by.user_id}`.execute(
    app.owner,
  );
  await app.parts.db
    .insertInto('notice_choices')
    .values({ user_id: by.user_id, kind: 'limit_near', channel: 'email', is_on: true })
    .execute();
  const [watcher] = bookkeepingWatchers({ ...app.parts, clock: { ...app.parts.clock, now: () => night } });
  await watcher!.run();
  expect(await marks()).toEqual([]);
  const heard = await app.parts.db
    .selectFrom('notices')
    .select(['user_id', 'path', 'words'])
    .where('kind', '=', 'limit_near')
    .orderBy('user_id')
    .execute();
  const ids = [by, payer, keeper, person].map(({ user_id }) => user_id);
  expect(heard.map(({ user_id }) => user_id)).toEqual(ids.toSorted((one, two) => one - two));
  expect(heard.map(({ user_id }) => user_id)).not.toContain(signer.user_id);
  const of = (who: Person) => heard.find(({ user_id }) => user_id === who.user_id)!;
  expect(of(by)).toMatchObject({
    path: `/lk/business/executors/${deal.executor.id}`,
    words: { limit: 'deduction', party: deal.executor.name, period: YEAR },
  });
  expect(of(person)).toMatchObject({ path: '/lk/profile', words: { party: deal.company.name } });
  const messages = await app.parts.db
    .selectFrom('messages')
    .select(['event_key', 'next_try_at'])
    .where((eb) => eb.and({ user_id: by.user_id, kind: 'limit_near' }))
    .execute();
  expect(messages).toEqual([
    {
      event_key: `limit_near:${deal.company.id}:${TODAY}:${by.user_id}:email`,
      next_try_at: quietUntil(night),
    },
  ]);
});
