import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { statementOf } from '../../../test/bank-statement.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { actBody, makeDeal, TODAY } from '../../../test/papers.ts';
import {
  makeAdministrator,
  makeCompany,
  makeEmployee,
  makeExecutor,
  signInAs,
  type Administrator,
  type TestCompany,
} from '../../../test/people.ts';
import { tariffSeller } from '../../../test/tariffs.ts';
import { movableClock } from '../../platform/clock.ts';
import { listReached } from '../notices/public.ts';
import { settleTariffs } from './tariff.jobs.ts';
import { settleTariff } from './settle-tariff.ts';
import { findSellerOf, listDueCompanies } from './tariff.queries.ts';
import { tellOfBills } from './tell-of-bills.ts';
import { PATIENT } from '../../../test/patience.ts';

// Midnight of Almaty at the beginning of 2027.
const START = new Date('2026-12-31T19:00:00Z');
const clock = movableClock(START);
let app: TestApp;
let desk: Administrator;
let mine: TestCompany;
beforeAll(async () => {
  app = await makeTestApp({ clock });
  // A proof is as old as the database says.
  clock.set(new Date());
  desk = await makeAdministrator(app, ['tariffs']);
  await app.ok('tariff.set_seller', desk, { body: tariffSeller });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(START);
  desk = await makeAdministrator(app, ['tariffs']);
  mine = await makeCompany(app);
});

const terms = (change: object = {}) => ({
  company_id: mine.id,
  plan_type_id: 1,
  period_id: 1,
  price_per_executor: '1000.00',
  ...change,
});
const set = (change: object = {}) =>
  app.ok('tariff.set', desk, { body: { ...terms(), executor_limit_count: 10, ...change } });
const limit = (executor_limit_count: number, change: object = {}) =>
  app.ok('tariff.set_limit', desk, { body: { company_id: mine.id, executor_limit_count, ...change } });
const read = () => app.ok('tariff.get', desk, { params: { company_id: mine.id } });
/** Tokens use the same clock: a caller after it was moved signs in again. */
const goTo = async (day: string, time = '00:00:01') => {
  clock.set(new Date(`${day}T${time}+05:00`));
  desk = await makeAdministrator(app, ['tariffs']);
  Object.assign(mine.director, await signInAs(app, mine.director));
};
/** As if the password had been entered just now, by this clock. */
const prove = async (person: Administrator) => {
  const { session_id } = person;
  await app.parts.db
    .updateTable('sessions')
    .set({ proof_at: clock.now() })
    .where('id', '=', session_id)
    .execute();
  return person;
};
const settle = () => settleTariffs(app.parts);
const kept = async () =>
  (await read()).payment_calendar
    .filter(({ id }) => id !== null)
    .map(({ kind, period_start, covered_until, payment_amount, status }) =>
      [kind, period_start, covered_until, payment_amount, status].join(' '),
    );

test('a tariff has a plan, a limit and a calendar, and every field of them', async () => {
  const made = await set({ commission_percentage: '1.5', reason: ' Шарт бойынша ' });
  expect(made).toMatchObject({
    company_id: mine.id,
    today: '2027-01-01',
    tariff_plan: {
      plan_type: { id: 1, code: 'per_executor' },
      period: { id: 1, months: 1 },
      price_per_executor: '1000.00',
      commission_percentage: '1.50',
      banking_integration_enabled: true,
      start_date: '2027-01-01',
      end_date: null,
      is_active: true,
    },
    executor_limit: { limit_count: 10, valid_from: '2027-01-01', valid_until: null },
    pending_amount: '10000.00',
  });
  expect(made.tariff_plan_id).toBe(made.tariff_plan!.id);
  expect(made.payment_calendar[0]).toMatchObject({
    period_start: '2027-01-01',
    period_end: '2027-01-31',
    payment_amount: '10000.00',
    payment_due_date: '2027-01-11',
    paid_at: null,
    status_id: 2,
    status: 'due',
  });
  expect(made.payment_calendar.slice(1).map(({ id, status }) => [id, status])).toEqual([
    [null, 'upcoming'],
    [null, 'upcoming'],
    [null, 'upcoming'],
  ]);
  expect(
    (await app.refused('tariff.set', desk, { body: { ...terms(), executor_limit_count: 1 } })).code,
  ).toBe('tariff.exists');
  const profile = await app.ok('companies.profile', mine.director, {});
  expect(profile.tariff_plan_id).toBe(made.tariff_plan_id);
  expect((await app.ok('users.profile', mine.director, {})).tariff_plan_id).toBe(made.tariff_plan_id);
});

test('a change keeps whatever it leaves out: commission, price, period, plan and paying through a bank', async () => {
  const kept = {
    plan_type: { code: 'per_executor' },
    period: { months: 1 },
    commission_percentage: '1.50',
    banking_integration_enabled: false,
  };
  await set({ commission_percentage: '1.50', banking_integration_enabled: false });
  const company_id = mine.id;
  const switched = await app.ok('tariff.switch', desk, {
    body: { company_id, price_per_executor: '1200.00' },
  });
  expect(switched.tariff_plan).toMatchObject({ ...kept, price_per_executor: '1200.00' });
  expect(switched.executor_limit.limit_count).toBe(10);
  const body = { company_id, tariff_start_date: '2027-03-01', reason: 'Жылдық' };
  const { planned_changes } = await app.ok('tariff.plan_change', desk, { body });
  expect(planned_changes[0]!.terms).toMatchObject({ ...kept, price_per_executor: '1200.00' });
});

test('the company reads its own by every call, in its language, and changes nothing', async () => {
  const { payment_calendar } = await set();
  const query = { company_id: mine.id };
  const employee = await makeEmployee(app, mine, []);
  for (const by of [mine.director, employee]) {
    expect((await app.ok('tariff.upcoming', by, { query: { ...query, days: 45 } })).amount).toBe('20000.00');
    expect((await app.ok('tariff.upcoming', by, { query: { ...query, days: 9 } })).items).toEqual([]);
    expect((await app.ok('tariff.changes', by, { query })).items).toMatchObject([
      { kind: 'plan', change_type: 'start', scheduled_for: '2027-01-01', is_applied: true, new_limit: 10 },
    ]);
  }
  const statuses = await app.ok('tariff.statuses', mine.director, { query });
  expect(statuses.items.map(({ id, code, count, amount }) => [id, code, count, amount])).toEqual([
    [1, 'upcoming', 3, '30000.00'],
    [2, 'due', 1, '10000.00'],
    [3, 'overdue', 0, '0.00'],
    [4, 'paid', 0, '0.00'],
    [5, 'cancelled', 0, '0.00'],
  ]);
  const kz = await app.raw('tariff.plan_types', mine.director, {}, { locale: 'kz' });
  expect(kz.json).toMatchObject({
    items: [{ id: 1, code: 'per_executor', name: 'Орындаушы саны бойынша' }, {}, {}],
  });
  const stranger = await makeCompany(app);
  for (const [by, code] of [
    [stranger.director, 'not_found'],
    [await makeAdministrator(app, ['companies']), 'not_found'],
  ] as const)
    expect((await app.refused('tariff.get', by as never, { params: { company_id: mine.id } })).code).toBe(
      code,
    );
  const id = payment_calendar[0]!.id!;
  expect((await app.refused('tariff.pay', mine.director, { params: { id } })).status).toBe(403);
  expect(
    (await app.refused('tariff.set_limit', mine.director, { body: { ...query, executor_limit_count: 99 } }))
      .status,
  ).toBe(403);
});

test('periods are listed by limit and offset, and a new one is there for everybody', async () => {
  const body = { name_ru: 'Четыре месяца', name_kz: 'Төрт ай', months: 4 };
  const made = await app.ok('tariff.add_period', desk, { body });
  expect(await app.ok('tariff.period', mine.director, { params: { id: made.id } })).toEqual({
    id: made.id,
    name: 'Четыре месяца',
    months: 4,
  });
  const first = await app.ok('tariff.periods', mine.director, { query: { limit: 2, offset: 2 } });
  expect(first.items.map(({ months }) => months)).toEqual([4, 6]);
  expect(first.total).toBe(5);
  expect((await app.refused('tariff.add_period', desk, { body })).code).toBe('tariff.period_exists');
});

test('a price below nothing, a start in the past and a limit below those who work are refused', async () => {
  const refuse = async (name: 'tariff.set' | 'tariff.plan_change', body: object) => {
    const { status, code, field } = await app.refused(name, desk, { body: body as never });
    return [status, code, field];
  };
  const first = { ...terms(), executor_limit_count: 3 };
  expect(await refuse('tariff.set', { ...first, price_per_executor: '-1.00' })).toEqual([
    400,
    'tariff.price',
    'price_per_executor',
  ]);
  expect(await refuse('tariff.set', { ...first, tariff_start_date: '2026-12-31' })).toEqual([
    409,
    'tariff.past',
    'tariff_start_date',
  ]);
  expect(await refuse('tariff.set', { ...first, plan_type_id: 9 })).toEqual([
    400,
    'field.choice',
    'plan_type_id',
  ]);
  await makeExecutor(app, mine);
  await makeExecutor(app, mine);
  expect((await refuse('tariff.set', { ...first, executor_limit_count: 1 })).slice(0, 2)).toEqual([
    409,
    'tariff.limit_below',
  ]);
  expect((await refuse('tariff.plan_change', { ...terms(), tariff_start_date: '2027-02-01' }))[1]).toBe(
    'tariff.none',
  );
  await set({ executor_limit_count: 3 });
  expect((await refuse('tariff.plan_change', { ...terms(), tariff_start_date: '2027-01-01' }))[1]).toBe(
    'tariff.not_ahead',
  );
  await app.ok('tariff.plan_change', desk, { body: { ...terms(), tariff_start_date: '2027-02-01' } });
  expect((await refuse('tariff.plan_change', { ...terms(), tariff_start_date: '2027-03-01' }))[1]).toBe(
    'tariff.planned',
  );
  const other = { company_id: mine.id, executor_limit_count: 9 };
  expect((await app.refused('executors.set_limit', desk, { body: other })).code).toBe(
    'tariff.limit_of_tariff',
  );
});

test('more places in the middle of a period are billed for the days that are left, fewer of them not at all', async () => {
  await set();
  await goTo('2027-01-11');
  // 21 days of 31, two places: 1000 × 2 × 21 / 31 = 1354.838…
  await limit(12, { reason: 'Жаңа жоба' });
  expect(await kept()).toEqual([
    'period 2027-01-01 2027-01-31 10000.00 due',
    'limit 2027-01-11 2027-01-31 1354.84 due',
  ]);
  await limit(5);
  await limit(12);
  expect((await kept()).length).toBe(2);
  const now = await read();
  expect(
    now.limit_changes.map(({ old_limit, new_limit, change_type }) => [old_limit, new_limit, change_type]),
  ).toEqual([
    [5, 12, 'raise'],
    [12, 5, 'lower'],
    [10, 12, 'raise'],
  ]);
  expect(now.payment_calendar.find(({ id }) => id === null)).toMatchObject({ payment_amount: '12000.00' });
});

test('what is planned waits for its midnight and is made once, by however many servers and after a week of silence', async () => {
  await set();
  await limit(20, { scheduled_for: '2027-02-03' });
  const planned = await app.ok('tariff.plan_change', desk, {
    body: {
      ...terms({ plan_type_id: 2, period_id: 2, price_per_executor: '5000.00' }),
      tariff_start_date: '2027-02-05',
    },
  });
  expect(planned.planned_changes.map(({ kind, scheduled_for }) => [kind, scheduled_for])).toEqual([
    ['limit', '2027-02-03'],
    ['plan', '2027-02-05'],
  ]);
  // A second before midnight of Almaty nothing has happened; a moment after, it has.
  clock.set(new Date('2027-01-31T18:59:59Z'));
  await settle();
  expect(
    (await app.parts.db.selectFrom('tariff_entries').where('company_id', '=', mine.id).select('id').execute())
      .length,
  ).toBe(1);
  clock.set(new Date('2027-01-31T19:00:00Z'));
  await settle();
  await goTo('2027-02-01');
  expect((await kept()).length).toBe(2);
  // Nobody looks for a week; then three servers look at once.
  await goTo('2027-02-08');
  await Promise.all([settle(), settle(), settle()]);
  expect(await kept()).toEqual([
    'period 2027-01-01 2027-01-31 10000.00 overdue',
    'period 2027-02-01 2027-02-04 10000.00 due',
    // 10 places, 26 of 28 days.
    'limit 2027-02-03 2027-02-04 9285.71 due',
    // Three months of 5000 less 24 days of 28 and 24 of 26: 8571.43 and 8571.42.
    'period 2027-02-05 2027-05-04 0.00 paid',
  ]);
  const after = await read();
  expect(after.credit_amount).toBe('2142.85');
  expect(after.planned_changes).toEqual([]);
  expect(after.plans.map(({ start_date, end_date, is_active }) => [start_date, end_date, is_active])).toEqual(
    [
      ['2027-02-05', null, true],
      ['2027-01-01', '2027-02-04', false],
    ],
  );
});

test('what is planned can be called off until its day, and a switch of today replaces today’s bill', async () => {
  await set();
  const { planned_changes } = await limit(30, { scheduled_for: '2027-01-05' });
  const change_id = planned_changes[0]!.id;
  for (const _ of [1, 2])
    expect((await app.ok('tariff.cancel_change', desk, { params: { change_id } })).planned_changes).toEqual(
      [],
    );
  await goTo('2027-01-06');
  await settle();
  expect((await read()).executor_limit.limit_count).toBe(10);
  const again = await limit(11, { scheduled_for: '2027-01-07' });
  expect(
    (
      await app.refused('tariff.set_limit', desk, {
        body: { company_id: mine.id, executor_limit_count: 12, scheduled_for: '2027-01-07' },
      })
    ).code,
  ).toBe('tariff.limit_planned');
  await goTo('2027-01-07');
  await settle();
  const late = await app.refused('tariff.cancel_change', desk, {
    params: { change_id: again.planned_changes[0]!.id },
  });
  expect(late.code).toBe('tariff.applied');
  await goTo('2027-02-01');
  await settle();
  await app.ok('tariff.switch', desk, { body: terms({ plan_type_id: 3, price_per_executor: '0' }) });
  expect((await kept()).slice(-2)).toEqual([
    'period 2027-02-01 2027-01-31 11000.00 cancelled',
    'period 2027-02-01 2027-02-28 0.00 paid',
  ]);
});

test('a preview tells what a change would cost and changes nothing', async () => {
  await set();
  await goTo('2027-01-11');
  const before = await kept();
  const told = await app.ok('tariff.preview', mine.director, {
    body: { company_id: mine.id, executor_limit_count: 12 },
  });
  expect(told.charges).toMatchObject([{ kind: 'limit', payment_amount: '1354.84' }]);
  expect(told.before[0]).toMatchObject({ period_start: '2027-02-01', payment_amount: '10000.00' });
  expect(told.after.find(({ period_start }) => period_start === '2027-02-01')).toMatchObject({
    payment_amount: '12000.00',
  });
  expect(await kept()).toEqual(before);
  // Said and done are the same.
  await limit(12);
  expect((await kept()).at(-1)).toContain('1354.84');
  const longer = await app.ok('tariff.preview', desk, {
    body: { company_id: mine.id, period_id: 4, scheduled_for: '2027-03-01' },
  });
  expect(longer.charges).toMatchObject([{ payment_amount: '144000.00', period_end: '2028-02-29' }]);
});

test('two weeks after the last day to pay new acts and invitations stop with the way to pay, the rest goes on', async () => {
  // Keys are valid around the day of the machine, whatever day it is here.
  await goTo(TODAY, '12:00:00');
  const deal = await makeDeal(app, mine, await makeExecutor(app, mine));
  await goTo('2027-01-01');
  const { payment_calendar } = await set();
  const act = () => app.raw('acts.create', mine.director, { body: actBody(deal) });
  const overdue = () => app.ok('tariff.overdue', mine.director, { query: { company_id: mine.id } });
  await goTo('2027-01-11');
  await settle();
  expect(await overdue()).toMatchObject({ items: [], blocks_on: null, is_blocked: false });
  await goTo('2027-01-25', '23:59:59');
  await settle();
  expect(await overdue()).toMatchObject({ amount: '10000.00', blocks_on: '2027-01-26', is_blocked: false });
  expect((await act()).status).toBe(200);
  await goTo('2027-01-26');
  await settle();
  expect((await overdue()).is_blocked).toBe(true);
  const refused = await act();
  expect(refused.status).toBe(402);
  const id = payment_calendar[0]!.id!;
  expect(refused.json).toMatchObject({
    code: 'tariff.overdue',
    message: expect.stringContaining(`KT-${id}`),
  });
  const invited = await app.refused('invitations.create', mine.director, {
    body: {
      name: 'Жаңа',
      phone: '+77015550101',
      end_date: '2027-06-01',
      contract_document_id: deal.contract_id,
    },
  });
  expect(invited.status).toBe(402);
  for (const _ of [1, 2]) expect((await app.ok('tariff.pay', desk, { params: { id } })).status).toBe('paid');
  expect((await act()).status).toBe(200);
});

test('a bill is told of when it is there and once more when it is late, however many look', async () => {
  await set();
  await app.parts.db
    .updateTable('users')
    .set({ is_email_verified: true })
    .where('id', '=', mine.director.user_id)
    .execute();
  const tell = () => Promise.all([0, 1].map(() => tellOfBills(app.parts)));
  const told = async () =>
    (await app.ok('notices.list', mine.director, { query: {} })).items.map(({ text }) => text);
  const letters = () =>
    app.parts.db
      .selectFrom('messages')
      .select('kind')
      .where('user_id', '=', mine.director.user_id)
      .where('kind', 'like', 'tariff_%')
      .orderBy('id')
      .execute();
  // It is there from midnight on; nobody is woken by it.
  for (const time of ['00:00:01', '08:59:59']) {
    await goTo('2027-01-01', time);
    await tell();
    expect([await told(), await letters()]).toEqual([[], []]);
  }
  await goTo('2027-01-01', '09:00:00');
  await tell();
  await tell();
  expect(await told()).toEqual([
    expect.stringMatching(/^Счёт № KT-\d+ за тариф: 10\s000,00\s₸, оплатить до 11\.01\.2027$/),
  ]);
  await goTo('2027-01-12', '09:00:00');
  await tell();
  await tell();
  expect(await told()).toEqual([
    expect.stringMatching(/^Счёт № KT-\d+ не оплачен, срок был 11\.01\.2027\. С 26\.01\.2027 /),
    expect.stringContaining('оплатить до'),
  ]);
  expect(await letters()).toEqual([{ kind: 'tariff_bill' }, { kind: 'tariff_overdue' }]);
});

test('a payment that names its bill and has its sum pays it; others wait for somebody who says what they pay', async () => {
  const { payment_calendar } = await set();
  expect((await app.ok('tariff.seller', desk, {})).seller).toEqual(tariffSeller);
  const bill = payment_calendar[0]!;
  await limit(11);
  const more = (await read()).payment_calendar[1]!;
  const iban = makeIban('856', '0000000001234');
  const said = (number: string, amount_tiyn: bigint, purpose: string) =>
    ({ number, amount_tiyn, iban, purpose, day: '2027-01-01', direction: 'in' }) as const;
  const bytes = statementOf(tariffSeller.iban, [
    said('1', 1_000_000n, `Оплата по счёту КТ-${bill.id}`),
    said('2', 100_000n, 'За услуги'),
    said('3', 5n, `Оплата по счёту KT-${more.id}`),
  ]);
  const upload = () =>
    app.ok('tariff.read_payments', desk, { body: {}, files: { file: { name: 'выписка.txt', bytes } } });
  expect(await upload()).toEqual({ read: 3, added: 3, matched: 1, refused: [] });
  expect(await upload()).toEqual({ read: 3, added: 0, matched: 0, refused: [] });
  expect(await kept()).toEqual([
    'period 2027-01-01 2027-01-31 10000.00 paid',
    'limit 2027-01-01 2027-01-31 1000.00 due',
  ]);
  const open = await app.ok('tariff.incoming', desk, { query: { matched: false } });
  const [wrong, right] = ['3', '2'].map((number) => open.items.find((item) => item.number === number)!);
  expect(right!.candidates).toMatchObject([{ company_id: mine.id, entry: { id: more.id } }]);
  const match = { body: { entry_ids: [more.id!] } };
  const other = await app.refused('tariff.match', desk, { ...match, params: { payment_id: wrong!.id } });
  expect(other).toMatchObject({ status: 422, code: 'tariff.other_sum' });
  for (const _ of [1, 2])
    expect(await app.ok('tariff.match', desk, { ...match, params: { payment_id: right!.id } })).toMatchObject(
      {
        company: { id: mine.id },
        entry_ids: [more.id],
      },
    );
  expect((await read()).pending_amount).toBe('0.00');

  // A mistake: the bill is open again, the payment waits, and it can be matched again.
  const undo = { params: { payment_id: right!.id }, body: { reason: 'Не та компания' } };
  for (const _ of [1, 2])
    expect(await app.ok('tariff.unmatch', desk, undo)).toMatchObject({ company: null, entry_ids: [] });
  expect((await read()).pending_amount).toBe('1000.00');
  expect(await kept()).toContain('limit 2027-01-01 2027-01-31 1000.00 due');
  const events = await app.parts.db
    .selectFrom('security_events')
    .select('detail')
    .where((eb) => eb.and({ company_id: mine.id, kind: 'tariff_changed' }))
    .orderBy('id')
    .execute();
  expect(events.slice(-2).map(({ detail }) => detail)).toMatchObject([
    { matched: right!.id },
    { unmatched: right!.id, bills: String(more.id), reason: 'Не та компания' },
  ]);
  await app.ok('tariff.match', desk, { ...match, params: { payment_id: right!.id } });
  // A change of plan has ended what was paid and given the rest back: nothing is undone under it.
  await app.ok('tariff.plan_change', desk, { body: { ...terms(), tariff_start_date: '2027-01-10' } });
  await goTo('2027-01-10');
  await settle();
  expect((await app.refused('tariff.unmatch', desk, undo)).code).toBe('tariff.match_in_use');
  const foreign = statementOf(iban, [said('9', 100n, 'x')]);
  const strange = await app.refused('tariff.read_payments', desk, {
    body: {},
    files: { file: { name: 'a.txt', bytes: foreign } },
  });
  expect(strange.code).toBe('statement.foreign');
});

test('a tariff without banks means paying by files, whatever was chosen before', async () => {
  const settings = () => app.ok('payments.settings', mine.director, {});
  expect(await settings()).toMatchObject({ channel: 'bank', channels: ['bank', 'file'] });
  await set({ banking_integration_enabled: false });
  expect(await settings()).toMatchObject({ channel: 'file', channels: ['file'] });
});

test('a bill is a PDF for the company and the desk, in the reader’s language', async () => {
  const { payment_calendar } = await set();
  const params = { id: payment_calendar[0]!.id! };
  for (const by of [mine.director, desk]) {
    const reply = await app.raw('tariff.bill', by, { params });
    expect(reply.status).toBe(200);
    expect(reply.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
  const list = await app.ok('tariff.admin_list', desk, { query: { search: mine.bin } });
  expect(list.items).toMatchObject([
    { company_id: mine.id, pending_amount: '10000.00', overdue_amount: '0.00' },
  ]);
});

test('in the sandbox the tariff of one company lives on to a day to come, and never back', async () => {
  await set();
  const move = (day: string) => ({ body: { company_id: mine.id, day } });
  expect((await app.ok('tariff.move_day', desk, move('2027-03-15'))).today).toBe('2027-03-15');
  expect((await kept()).length).toBe(3);
  expect((await app.refused('tariff.move_day', desk, move('2027-03-14'))).code).toBe('tariff.past');
  expect((await read()).is_blocked).toBe(true);
  const { items } = await app.ok('tariff.admin_list', desk, { query: { overdue: true, search: mine.bin } });
  expect(items).toMatchObject([{ overdue_amount: '30000.00', is_blocked: true }]);
  expect(almatyDate(clock.now())).toBe('2027-01-01');
});

test('a company that is closed is billed no more and written to no more', async () => {
  const { payment_calendar } = await set();
  await limit(30, { scheduled_for: '2027-02-10' });
  await app.ok('tariff.plan_change', desk, { body: { ...terms(), tariff_start_date: '2027-03-01' } });
  await goTo('2027-01-11', '10:00:00');
  const fresh = await makeCompany(app);
  await app.ok('tariff.set', desk, {
    body: { ...terms({ company_id: fresh.id }), executor_limit_count: 1 },
  });
  const closer = await prove(await makeAdministrator(app, ['companies']));
  for (const { id } of [mine, fresh])
    await app.ok('companies.delete', closer, { query: {}, body: { company_id: id } });
  const { db } = app.parts;
  const of = async (company_id: number) => ({
    bills: await db
      .selectFrom('tariff_entries')
      .select(['period_start', 'covered_until'])
      .select((eb) => eb('cancelled_at', 'is not', null).as('off'))
      .where('company_id', '=', company_id)
      .execute(),
    plans: await db
      .selectFrom('tariff_plans')
      .select('end_date')
      .where('company_id', '=', company_id)
      .execute(),
    waiting: (
      await db
        .selectFrom('tariff_changes')
        .select('id')
        .where((eb) => eb.and({ company_id, is_applied: false }))
        .where('cancelled_at', 'is', null)
        .execute()
    ).length,
    credits: await db
      .selectFrom('tariff_credits')
      .select('amount_tiyn')
      .where('company_id', '=', company_id)
      .execute(),
  });
  const closed = [
    {
      bills: [{ period_start: '2027-01-01', covered_until: '2027-01-10', off: false }],
      plans: [{ end_date: '2027-01-10' }],
      waiting: 0,
      // 21 days of 31.
      credits: [{ amount_tiyn: 677_419n }],
    },
    {
      bills: [{ period_start: '2027-01-11', covered_until: '2027-01-10', off: true }],
      plans: [{ end_date: '2027-01-10' }],
      waiting: 0,
      credits: [],
    },
  ];
  expect(await Promise.all([of(mine.id), of(fresh.id)])).toEqual(closed);
  await goTo('2027-04-01', '10:00:00');
  await settle();
  await tellOfBills(app.parts);
  expect(await Promise.all([of(mine.id), of(fresh.id)])).toEqual(closed);
  const told = await db
    .selectFrom('notices')
    .select('kind')
    .where('user_id', 'in', [mine.director.user_id, fresh.director.user_id])
    .execute();
  expect(told).toEqual([]);
  // What it owed is still paid by money that comes in later.
  const id = payment_calendar[0]!.id!;
  expect((await app.ok('tariff.pay', desk, { params: { id } })).status).toBe('paid');
});

test('one that was closed while its plan stayed open is billed no more either', async () => {
  await set();
  // As closing was before it ended the tariff.
  await app.parts.db.updateTable('companies').set({ status: 'deleted' }).where('id', '=', mine.id).execute();
  await goTo('2027-04-01', '10:00:00');
  const due = await listDueCompanies(app.parts.db, {
    today: '2027-04-01',
    is_sandbox: true,
    after: mine.id - 1,
  });
  expect(due).not.toContain(mine.id);
  await app.parts.db.transaction().execute((tx) => settleTariff(app.parts, tx, mine.id));
  await tellOfBills(app.parts);
  expect(await listReached(app.parts.db, mine.id, ['pay'])).toEqual([]);
  const bills = await app.parts.db
    .selectFrom('tariff_entries as e')
    .leftJoin('bill_notices as n', (join) =>
      join.onRef('n.company_id', '=', 'e.company_id').onRef('n.entry_id', '=', 'e.id'),
    )
    .select(['e.period_start', 'n.kind'])
    .where('e.company_id', '=', mine.id)
    .execute();
  expect(bills).toEqual([{ period_start: '2027-01-01', kind: null }]);
});

test('a plan leaves the limit as it is on its day, or at the places that are taken by then', async () => {
  await set({ executor_limit_count: 2 });
  const plan = (change: object) =>
    app.ok('tariff.plan_change', desk, {
      body: { ...terms({ price_per_executor: '2000.00' }), ...change } as never,
    });
  await plan({ tariff_start_date: '2027-02-01', executor_limit_count: 2 });
  // Before its day there is room for more, and more come.
  await limit(6);
  for (let come = 0; come < 4; come += 1) await makeExecutor(app, mine);
  const told = await app.ok('tariff.preview', desk, {
    body: { company_id: mine.id, scheduled_for: '2027-02-02', executor_limit_count: 5 },
  });
  expect(told.before.map(({ limit_count }) => limit_count)).toEqual([4, 4, 4]);
  await goTo('2027-02-01');
  await settle();
  const made = await read();
  expect(made.executor_limit.limit_count).toBe(4);
  expect((await kept()).at(-1)).toBe('period 2027-02-01 2027-02-28 8000.00 due');
  const { items } = await app.ok('tariff.changes', desk, { query: { company_id: mine.id } });
  expect(items.find(({ change_type }) => change_type === 'planned')).toMatchObject({
    old_limit: 6,
    new_limit: 4,
    asked_limit: 2,
  });
  // A limit of its own is held to the same on its day.
  await limit(10);
  await limit(5, { scheduled_for: '2027-02-10' });
  for (let come = 0; come < 2; come += 1) await makeExecutor(app, mine);
  await goTo('2027-02-10');
  await settle();
  expect((await read()).limit_changes[0]).toMatchObject({ old_limit: 10, new_limit: 6, asked_limit: 5 });
  // One that says nothing of the limit leaves it as it has become.
  await plan({ tariff_start_date: '2027-03-01' });
  await limit(9);
  await goTo('2027-03-01');
  await settle();
  expect((await read()).executor_limit.limit_count).toBe(9);
  expect((await kept()).at(-1)).toBe('period 2027-03-01 2027-03-31 18000.00 due');
});

test('a bill stays as it was issued, whoever issues later ones and whatever its company is called since', async () => {
  const { payment_calendar } = await set();
  const bill = payment_calendar[0]!;
  const paper = async () => {
    const { bytes } = await app.raw('tariff.bill', desk, { params: { id: bill.id! } });
    return Buffer.from(bytes).toString('base64');
  };
  const issued = await paper();
  const iban = makeIban('722', '0000000000888');
  const later = { ...tariffSeller, name: 'ТОО «Келісім Екінші»', bank_name: 'АО «Kaspi Bank»', iban };
  const asked = { ...later, vat_percentage: 12 };
  expect((await app.ok('tariff.set_seller', await prove(desk), { body: asked })).seller).toEqual(asked);
  await app.parts.db
    .updateTable('companies')
    .set({ name: 'ТОО «Жаңа атау»', address: 'Астана, 1' })
    .where('id', '=', mine.id)
    .execute();
  expect(await paper()).toBe(issued);
  // The next one is issued by whoever does it now, to the company as it is called now.
  await limit(11);
  const { db } = app.parts;
  const sides = await db
    .selectFrom('tariff_entries as e')
    .innerJoin('tariff_sellers as s', 's.id', 'e.seller_id')
    .select(['e.buyer_name', 'e.buyer_address', 's.iban', 's.vat_percentage'])
    .where('e.company_id', '=', mine.id)
    .orderBy('e.id')
    .execute();
  expect(sides).toEqual([
    { buyer_name: mine.name, buyer_address: null, iban: tariffSeller.iban, vat_percentage: 16 },
    { buyer_name: 'ТОО «Жаңа атау»', buyer_address: 'Астана, 1', iban, vat_percentage: 12 },
  ]);
  // The old bill is paid to the old account, whose statement is still read.
  const payer = makeIban('856', '0000000001234');
  const told = { number: '41', amount_tiyn: 1_000_000n, iban: payer, day: '2027-01-01' } as const;
  const bytes = statementOf(tariffSeller.iban, [
    { ...told, purpose: `Оплата по счёту KT-${bill.id}`, direction: 'in' },
  ]);
  const files = { file: { name: 'выписка.txt', bytes } };
  expect(await app.ok('tariff.read_payments', desk, { body: {}, files })).toMatchObject({ matched: 1 });
  await app.ok('tariff.set_seller', desk, { body: tariffSeller });
});

test('a bill that was there before anybody was said to issue it is drawn with the first one', async () => {
  const { payment_calendar } = await set();
  const { db } = app.parts;
  const id = payment_calendar[0]!.id!;
  await db.updateTable('tariff_entries').set({ seller_id: null }).where('id', '=', id).execute();
  const first = await db.selectFrom('tariff_sellers').select('iban').orderBy('id').executeTakeFirstOrThrow();
  const row = await db
    .selectFrom('tariff_entries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect((await findSellerOf(db, row))?.iban).toBe(first.iban);
  expect((await app.raw('tariff.bill', desk, { params: { id } })).status).toBe(200);
});

test('what is to be paid within a year has every period of it, and a change planned for its middle', async () => {
  await set();
  await app.ok('tariff.plan_change', desk, {
    body: { ...terms({ price_per_executor: '2000.00' }), tariff_start_date: '2027-07-01' },
  });
  const { items, amount } = await app.ok('tariff.upcoming', mine.director, {
    query: { company_id: mine.id, days: 366 },
  });
  // Due on the 11th of each month, the bill of January among them: six of 10 000, and from July six of 20 000.
  expect(
    items.map(({ payment_due_date, payment_amount }) => `${payment_due_date} ${payment_amount}`),
  ).toEqual(
    Array.from({ length: 12 }, (_, month) =>
      [`2027-${String(month + 1).padStart(2, '0')}-11`, month < 6 ? '10000.00' : '20000.00'].join(' '),
    ),
  );
  expect(amount).toBe('180000.00');
  // The page of the tariff still shows three of them.
  const shown = (await read()).payment_calendar.filter(({ id }) => id === null);
  expect(shown.map(({ period_start }) => period_start)).toEqual(['2027-02-01', '2027-03-01', '2027-04-01']);
});

/** Payments of 1 January that came to the account of the seller. */
const come = (...payments: { number: string; amount_tiyn: bigint; purpose: string }[]) => {
  const payer = { iban: makeIban('856', '0000000001234'), day: '2027-01-01', direction: 'in' } as const;
  const bytes = statementOf(
    tariffSeller.iban,
    payments.map((one) => ({ ...payer, ...one })),
  );
  const files = { file: { name: 'выписка.txt', bytes } };
  return app.ok('tariff.read_payments', desk, { body: {}, files });
};
const waiting = async (number: string) =>
  (await app.ok('tariff.incoming', desk, { query: { matched: false, limit: 100 } })).items.find(
    (item) => item.number === number,
  );

test('a bill that was marked paid gets its payment when that is seen, and stays paid when that was a mistake', async () => {
  const { payment_calendar } = await set();
  const [bill] = payment_calendar;
  const id = bill!.id!;
  await app.ok('tariff.pay', desk, { params: { id } });
  expect(
    await come(
      { number: '61', amount_tiyn: 1_000_000n, purpose: `Оплата по счёту KT-${id}` },
      { number: '62', amount_tiyn: 1_000_000n, purpose: `Ещё раз по счёту KT-${id}` },
    ),
  ).toMatchObject({ added: 2, matched: 1 });
  expect(await waiting('61')).toBeUndefined();
  // Paid once by hand and once by the payment that is its own: a second payment is nobody's yet.
  const second = (await waiting('62'))!;
  const match = { params: { payment_id: second.id }, body: { entry_ids: [id] } };
  expect((await app.refused('tariff.match', desk, match)).code).toBe('tariff.entry_paid');
  const all = (await app.ok('tariff.incoming', desk, { query: { matched: true, limit: 100 } })).items;
  const first = all.find(({ number }) => number === '61')!;
  expect(first).toMatchObject({ company: { id: mine.id }, entry_ids: [id] });
  const undo = { params: { payment_id: first.id }, body: { reason: 'Не тот платёж' } };
  expect(await app.ok('tariff.unmatch', desk, undo)).toMatchObject({ company: null });
  expect(await kept()).toEqual(['period 2027-01-01 2027-01-31 10000.00 paid']);
  // An administrator may also say it, even if a change of plan has ended the bill since.
  await app.ok('tariff.plan_change', desk, { body: { ...terms(), tariff_start_date: '2027-01-10' } });
  await goTo('2027-01-10');
  await settle();
  const found = await app.ok('tariff.bills', desk, { query: { search: `KT-${id}` } });
  expect(found.items).toMatchObject([{ company_id: mine.id, entry: { id, status: 'paid' } }]);
  for (const _ of [1, 2])
    expect(await app.ok('tariff.match', desk, match)).toMatchObject({ company: { id: mine.id } });
  expect((await app.ok('tariff.bills', desk, { query: { search: `KT-${id}` } })).items).toEqual([]);
  const undoSecond = { params: { payment_id: second.id }, body: { reason: 'Опять не тот' } };
  expect(await app.ok('tariff.unmatch', desk, undoSecond)).toMatchObject({ entry_ids: [] });
  expect((await kept())[0]).toBe('period 2027-01-01 2027-01-09 10000.00 paid');
});

test('bills are found by number, company and БИН, so that whoever paid for a company is matched with several', async () => {
  await set();
  const first = await limit(12);
  const ids = first.payment_calendar.flatMap(({ id }) => (id === null ? [] : [id]));
  expect(ids.length).toBe(2);
  await come({ number: '71', amount_tiyn: 1_200_000n, purpose: 'За компанию, два счёта' });
  const payment = (await waiting('71'))!;
  expect(payment.candidates.map(({ company_id }) => company_id)).not.toContain(mine.id);
  const find = async (search: string) =>
    (await app.ok('tariff.bills', desk, { query: { search } })).items.map(({ entry }) => entry.id);
  for (const words of [mine.name.slice(0, -1), mine.bin])
    expect((await find(words)).toSorted()).toEqual(ids.toSorted());
  expect(await find(`кт-${ids[1]}`)).toEqual([ids[1]]);
  expect(await find(String(ids[0]))).toContain(ids[0]);
  expect(await find('100 %_')).toEqual([]);
  const match = { params: { payment_id: payment.id }, body: { entry_ids: ids } };
  expect(await app.ok('tariff.match', desk, match)).toMatchObject({
    company: { id: mine.id },
    entry_ids: ids,
  });
  expect(await find(mine.bin)).toEqual([]);
});

test('a payment for no bill is set aside with a reason, leaves the queue and can be brought back', async () => {
  const { payment_calendar } = await set();
  await come({ number: '81', amount_tiyn: 1_000_000n, purpose: 'Возврат займа' });
  const { id: payment_id, candidates } = (await waiting('81'))!;
  expect(candidates.length).toBeGreaterThan(0);
  const params = { payment_id };
  const aside = { params, body: { reason: ' Возврат займа, не счёт ' } };
  for (const _ of [1, 2])
    expect(await app.ok('tariff.set_aside', desk, aside)).toMatchObject({
      company: null,
      set_aside: { reason: 'Возврат займа, не счёт' },
      candidates: [],
    });
  expect(await waiting('81')).toBeUndefined();
  const all = (await app.ok('tariff.incoming', desk, { query: { limit: 100 } })).items;
  expect(all.find(({ id }) => id === payment_id)).toMatchObject({
    set_aside: { reason: expect.any(String) },
  });
  const back = { params, body: { reason: 'Это всё же счёт' } };
  expect(await app.ok('tariff.unmatch', desk, back)).toMatchObject({ set_aside: null });
  expect(await waiting('81')).toBeDefined();
  // Whoever knows better says at once what it pays.
  await app.ok('tariff.set_aside', desk, aside);
  const match = { params, body: { entry_ids: [payment_calendar[0]!.id!] } };
  expect(await app.ok('tariff.match', desk, match)).toMatchObject({
    set_aside: null,
    company: { id: mine.id },
  });
  expect((await app.refused('tariff.set_aside', desk, aside)).code).toBe('tariff.matched');
  const events = await app.parts.db
    .selectFrom('security_events')
    .select('detail')
    .where((eb) => eb.and({ user_id: desk.user_id, kind: 'tariff_changed' }))
    .orderBy('id')
    .execute();
  expect(events.slice(-4).map(({ detail }) => detail)).toMatchObject([
    { set_aside: payment_id, reason: 'Возврат займа, не счёт' },
    { brought_back: payment_id, reason: 'Это всё же счёт' },
    { set_aside: payment_id },
    { matched: payment_id },
  ]);
});

const close = async (...ids: number[]) => {
  const closer = await prove(await makeAdministrator(app, ['companies']));
  for (const company_id of ids) await app.ok('companies.delete', closer, { query: {}, body: { company_id } });
};
/** What is to be paid, what credit is left, and each bill. */
const stands = async (company_id = mine.id) => {
  const { pending_amount, credit_amount, payment_calendar } = await app.ok('tariff.get', desk, {
    params: { company_id },
  });
  return [
    pending_amount,
    credit_amount,
    ...payment_calendar.map(({ payment_amount, status }) => `${payment_amount} ${status}`),
  ];
};
const matchedWith = async (number: string) => {
  const { items } = await app.ok('tariff.incoming', desk, { query: { matched: true, limit: 100 } });
  return items.find((item) => item.number === number)!;
};
const unmatch = async (number: string) =>
  app.ok('tariff.unmatch', desk, {
    params: { payment_id: (await matchedWith(number)).id },
    body: { reason: 'Не та компания' },
  });

test('a closed company owes its days alone, pays them by one transfer or the whole bill, and each match is taken back', async () => {
  const { payment_calendar } = await set();
  const id = payment_calendar[0]!.id!;
  const purpose = `Оплата по счёту KT-${id}`;
  await goTo('2027-01-11', '10:00:00');
  await close(mine.id);
  // Ten days of 31.
  const owes = ['3225.81', '0.00', '3225.81 overdue'];
  const due = ['3225.81', '0.00', '3225.81 due'];
  expect(await stands()).toEqual(due);
  expect((await app.raw('tariff.bill', desk, { params: { id } })).status).toBe(200);
  expect(await come({ number: '91', amount_tiyn: 322_581n, purpose })).toMatchObject({ matched: 1 });
  expect(await stands()).toEqual(['0.00', '0.00', '3225.81 paid']);
  expect(await unmatch('91')).toMatchObject({ company: null, entry_ids: [] });
  expect(await stands()).toEqual(due);
  const { id: payment_id } = (await waiting('91'))!;
  const match = { params: { payment_id }, body: { entry_ids: [id] } };
  expect(await app.ok('tariff.match', desk, match)).toMatchObject({ entry_ids: [id] });
  await unmatch('91');
  // Money that was on its way when the company was closed has paid the bill as it was issued: the rest is its own again.
  await goTo('2027-03-01', '10:00:00');
  expect(await stands()).toEqual(owes);
  expect(await come({ number: '92', amount_tiyn: 1_000_000n, purpose })).toMatchObject({ matched: 1 });
  expect(await stands()).toEqual(['0.00', '6774.19', '10000.00 paid']);
  await unmatch('92');
  expect(await stands()).toEqual(owes);
  expect(await come({ number: '93', amount_tiyn: 677_419n, purpose })).toMatchObject({ matched: 0 });
  const other = { params: { payment_id: (await waiting('93'))!.id }, body: { entry_ids: [id] } };
  expect((await app.refused('tariff.match', desk, other)).code).toBe('tariff.other_sum');
  const body = { ...terms(), executor_limit_count: 1 };
  expect((await app.refused('tariff.set', desk, { body })).code).toBe('not_found');
});

test('the credit of a closed company is taken off the bill it came from, then off the oldest; what is over stays', async () => {
  const [both, paid] = [mine, await makeCompany(app)];
  await set();
  await set({ company_id: paid.id, executor_limit_count: 1 });
  await limit(10, { company_id: paid.id, scheduled_for: '2027-02-01' });
  await goTo('2027-02-15', '10:00:00');
  await settle();
  const { payment_calendar } = await app.ok('tariff.get', desk, { params: { company_id: paid.id } });
  const february = payment_calendar.find(({ period_start }) => period_start === '2027-02-01')!;
  const said = { number: '94', amount_tiyn: 1_000_000n, purpose: `KT-${february.id}` };
  expect(await come(said)).toMatchObject({ matched: 1 });
  await close(both.id, paid.id);
  // Half of February comes back.
  expect(await stands()).toEqual(['15000.00', '0.00', '10000.00 overdue', '5000.00 overdue']);
  expect(await stands(paid.id)).toEqual(['0.00', '4000.00', '0.00 paid', '10000.00 paid']);
  // Matched before the company was closed, and by mistake: there is no next bill to set it right.
  await unmatch('94');
  expect(await stands(paid.id)).toEqual(['6000.00', '0.00', '0.00 paid', '6000.00 overdue']);
});

test('a payment seen after its bill had ended is taken back like any other', async () => {
  const { payment_calendar } = await set();
  await goTo('2027-01-10');
  await app.ok('tariff.switch', desk, { body: terms({ price_per_executor: '2000.00' }) });
  const before = await kept();
  const said = { number: '95', amount_tiyn: 1_000_000n, purpose: `KT-${payment_calendar[0]!.id}` };
  expect(await come(said)).toMatchObject({ matched: 1 });
  expect(await kept()).not.toEqual(before);
  await unmatch('95');
  expect(await kept()).toEqual(before);
});

test('a tariff that is set while its company is being closed is not found, and leaves nothing', async () => {
  const { db } = app.parts;
  const closer = await prove(await makeAdministrator(app, ['companies']));
  const waiters = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  };
  const replies = await db.transaction().execute(async (tx) => {
    await sql`select from companies where id = ${mine.id} for update`.execute(tx);
    const closed = app.raw('companies.delete', closer, { query: {}, body: { company_id: mine.id } });
    await vi.waitUntil(async () => (await waiters()) === 1, PATIENT);
    const asked = app.raw('tariff.set', desk, { body: { ...terms(), executor_limit_count: 1 } });
    await vi.waitUntil(async () => (await waiters()) === 2, PATIENT);
    return [closed, asked];
  });
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 404]);
  const changes = await db
    .selectFrom('tariff_changes')
    .select('id')
    .where('company_id', '=', mine.id)
    .execute();
  expect(changes).toEqual([]);
});
