import { addDays, almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { shiftByPeriods } from '@kelisim/shared/features/acts/act-periods.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, makeDeal, makeDraftAct, makeSentAct, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor, signInAs } from '../../../test/people.ts';
import { gatherNotices } from '../notices/gather-notices.ts';
import { movableClock } from '../../platform/clock.ts';
import { repeatActs } from './repeat-acts.ts';

const clock = movableClock(new Date());
const app = await makeTestApp({ clock });
/** Another process of the same product. */
const beside = await makeTestApp({ clock, beside: app });
const company = await makeCompany(app, { algorithm: 'rsa' });
const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
const director = company.director;
await app.parts.db.updateTable('users').set({ is_email_verified: true }).execute();
afterAll(async () => {
  await beside.close();
  await app.close();
});

const of = (act_id: number) => ({ params: { act_id } });
const weekly = { auto_generate: true, period_id: 3 };
const schedule = async (act_id: number) => (await app.ok('acts.get', director, of(act_id))).schedule;
const day = (days: number) => addDays(TODAY, days);
/** Noon of a day in Almaty; tokens of other days are worth nothing then. */
async function go(date: string): Promise<void> {
  clock.set(new Date(`${date}T12:00:00+05:00`));
  for (const person of [director, deal.executor.person]) Object.assign(person, await signInAs(app, person));
}
const made = (act_id: number) =>
  app.parts.db
    .selectFrom('acts')
    .select(['id', 'number', 'act_date', 'start_date', 'end_date', 'status', 'slot_date'])
    .where('repeats_act_id', '=', act_id)
    .orderBy('number')
    .execute();
const dates = async (act_id: number) => (await made(act_id)).map((act) => act.act_date);
const short = { start_date: TODAY, end_date: TODAY };

describe('an act that repeats', () => {
  test('says when the next one comes; each slot makes one draft, in order, those of a long stop too', async () => {
    await go(TODAY);
    const draft = await makeDraftAct(app, deal, {
      ...weekly,
      ...short,
      services: [
        {
          category_id: 1,
          description: 'Уборка',
          quantity: '1.5',
          rate: '10.00',
          unit_id: 1,
          service_date: TODAY,
        },
      ],
    });
    expect(draft).toMatchObject({
      auto_generate: true,
      is_copy: false,
      schedule: { next_date: day(7), made: 0 },
    });
    await repeatActs(app.parts);
    expect(await made(draft.id)).toEqual([]);
    await go(day(24));
    await Promise.all([app, beside, app, beside].map(({ parts }) => repeatActs(parts)));
    expect(await dates(draft.id)).toEqual([day(7), day(14), day(21)]);
    const [first] = await made(draft.id);
    const copy = await app.ok('acts.get', director, of(first!.id));
    expect(copy).toMatchObject({
      title: draft.title,
      status: { code: 'draft' },
      act_date: day(7),
      start_date: day(7),
      end_date: day(7),
      amount: '15.00',
      is_copy: true,
      auto_generate: false,
      repeats: { id: draft.id, number: draft.number },
      schedule: null,
      services: [{ description: 'Уборка', quantity: '1.5', rate: '10.00', service_date: day(7) }],
    });
    const [entry] = await app.ok('acts.history', director, of(first!.id));
    expect(entry).toMatchObject({
      action: 'generate',
      side: 'clock',
      user_name: null,
      note: `№ ${draft.number}`,
    });
    expect(await schedule(draft.id)).toMatchObject({ next_date: day(28), made: 3, stopped_at: null });
    await repeatActs(app.parts);
    expect(await dates(draft.id)).toHaveLength(3);
    const list = await app.ok('acts.list', director, { query: { is_copy: true, limit: 100 } });
    expect(list.items.map((act) => act.id)).toContain(first!.id);
    await stop(draft.id);
  });

  const stop = (act_id: number) =>
    app.ok('act_schedules.set', director, { ...of(act_id), body: { auto_generate: false } });

  test('is stopped by a person and started again, and nothing is made up between', async () => {
    await go(TODAY);
    const { id } = await makeDraftAct(app, deal, { ...weekly, ...short });
    expect(await stop(id)).toMatchObject({
      next_date: null,
      stop_reason: 'person',
      stopped_by: expect.any(String),
    });
    expect(await app.ok('acts.get', director, of(id))).toMatchObject({ auto_generate: false });
    await go(day(20));
    await repeatActs(app.parts);
    expect(await dates(id)).toEqual([]);
    const again = await app.ok('act_schedules.set', director, { ...of(id), body: { auto_generate: true } });
    expect(again).toMatchObject({ next_date: day(21), period: { code: 'weekly' }, stop_reason: null });
    await go(day(21));
    await repeatActs(app.parts);
    expect(await dates(id)).toEqual([day(21)]);
    await stop(id);
  });

  test('at the ends of months keeps the last day', async () => {
    const year = Number(TODAY.slice(0, 4)) + 1;
    const [start, end] = [`${year}-01-01`, `${year}-01-31`];
    await sql`update documents set end_date = ${`${year + 1}-12-31`} where id = ${deal.contract_id}`.execute(
      app.parts.db,
    );
    await go(TODAY);
    const { id } = await makeDraftAct(app, deal, {
      auto_generate: true,
      period_id: 1,
      date: end,
      start_date: start,
      end_date: end,
    });
    await go(`${year}-05-01`);
    await repeatActs(app.parts);
    await go(TODAY);
    const slots = [1, 2, 3].map((step) => shiftByPeriods(end, 'monthly', step));
    expect((await made(id)).map((act) => [act.start_date, act.end_date, act.act_date])).toEqual(
      slots.map((last) => [`${last.slice(0, 7)}-01`, last, last]),
    );
    await stop(id);
  });

  test('follows its date while it is a draft, and never makes a slot twice', async () => {
    await go(TODAY);
    const { id } = await makeDraftAct(app, deal, { ...weekly, ...short });
    await go(day(7));
    await repeatActs(app.parts);
    const body = { ...draftBody(), date: day(1), start_date: day(1), end_date: day(1) };
    const edited = await app.ok('acts.update', director, { ...of(id), body });
    expect(edited.schedule).toMatchObject({ next_date: day(8) });
    // As if the clock had been set back: the slot is there already.
    await sql`update act_schedules set next_step = 1, next_date = ${day(7)} where act_id = ${id}`.execute(
      app.parts.db,
    );
    await repeatActs(app.parts);
    expect(await dates(id)).toEqual([day(7)]);
    await expect(
      sql`insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date,
        start_date, end_date, amount_tiyn, repeats_act_id, slot_date)
        select company_id, contractor_company_id, contract_id, year, 99999, title, 'draft', act_date, start_date,
        end_date, amount_tiyn, ${id}, ${day(7)} from acts where id = ${id}`.execute(app.parts.db),
    ).rejects.toThrow(/acts_slot/);
    await stop(id);
  });

  const draftBody = () => ({
    title: 'Уборка',
    contract_id: deal.contract_id,
    contractor_company_id: deal.executor.id,
    services: [{ category_id: 1, description: 'Уборка', quantity: '1', rate: '10.00', unit_id: 1 }],
  });

  test('is sent at once where the company says so', async () => {
    await go(TODAY);
    const settings = { auto_acts_sent: true };
    expect(await app.ok('act_schedules.set_settings', director, { body: settings })).toEqual(settings);
    expect(await app.ok('act_schedules.settings', director, {})).toEqual(settings);
    const { id } = await makeDraftAct(app, deal, { ...weekly, ...short });
    await go(day(7));
    clock.set(new Date(`${day(7)}T00:00:30+05:00`));
    await repeatActs(app.parts);
    await gatherNotices(app.parts);
    const [act] = await made(id);
    // The executor finds it at once; nothing rings before nine.
    const messages = await app.parts.db
      .selectFrom('messages')
      .select(['user_id', 'next_try_at'])
      .where((eb) => eb.and({ kind: 'act_sent', user_id: deal.executor.person.user_id }))
      .where('created_at', '>', sql<Date>`now() - interval '1 minute'`)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(messages).toMatchObject([{ next_try_at: new Date(`${day(7)}T09:00:00+05:00`) }]);
    await go(day(7));
    expect(await app.ok('acts.get', deal.executor.person, of(act!.id))).toMatchObject({
      status: { code: 'sent' },
      repeats: null,
      schedule: null,
    });
    const history = await app.ok('acts.history', director, of(act!.id));
    expect(history.map(({ action, side }) => `${action} ${side}`)).toEqual(['send clock', 'generate clock']);
    await app.ok('act_schedules.set_settings', director, { body: { auto_acts_sent: false } });
    await stop(id);
  });

  test.each([
    [
      'contract_ended',
      sql`update documents set status = 'terminated'`,
      sql`update documents set status = 'signed'`,
    ],
    [
      'executor_stopped',
      sql`update executors set status = 'stopped'`,
      sql`update executors set status = 'active'`,
    ],
  ] as const)('ends, and says so: %s', async (reason, end, mend) => {
    await go(TODAY);
    const { id } = await makeDraftAct(app, deal, { ...weekly, ...short });
    await end.execute(app.parts.db);
    await go(day(8));
    await repeatActs(app.parts);
    expect(await dates(id)).toEqual([]);
    expect(await schedule(id)).toMatchObject({ next_date: null, stop_reason: reason, stopped_by: null });
    await mend.execute(app.parts.db);
    // It does not begin again by itself, and is told of once: to those whose business it is.
    await repeatActs(app.parts);
    expect(await dates(id)).toEqual([]);
    const told = await app.parts.db
      .selectFrom('messages')
      .select(['user_id', 'company_id', 'body'])
      .where('kind', '=', `repeat_${reason}`)
      .where('event_key', 'like', `repeat_${reason}:${id}:%`)
      .execute();
    expect(told).toMatchObject([{ user_id: director.user_id, company_id: director.company_id }]);
    expect(told[0]!.body).toContain(`/lk/business/acts/${id}`);
  });

  test('leaves out a slot whose period was closed meanwhile, says so once, and goes on', async () => {
    await go(TODAY);
    const { id } = await makeDraftAct(app, deal, { ...weekly, ...short });
    const close = (until: string | null) =>
      sql`update companies set closed_until = ${until} where id = ${director.company_id}`.execute(
        app.parts.db,
      );
    await close(day(7));
    await go(day(8));
    clock.set(new Date(`${day(7)}T22:00:00+05:00`));
    await Promise.all([app, beside].map(({ parts }) => repeatActs(parts)));
    clock.set(new Date(`${day(8)}T12:00:00+05:00`));
    expect(await dates(id)).toEqual([]);
    expect(await schedule(id)).toMatchObject({ next_date: day(14), stopped_at: null });
    await go(day(15));
    await repeatActs(app.parts);
    expect(await dates(id)).toEqual([day(14)]);
    const told = await app.parts.db
      .selectFrom('messages')
      .select(['user_id', 'body', 'next_try_at'])
      .where('kind', '=', 'repeat_period_closed')
      .execute();
    // It was found out in the evening and is told in the morning.
    const next_try_at = new Date(`${day(8)}T09:00:00+05:00`);
    expect(told).toMatchObject([{ user_id: director.user_id, next_try_at }]);
    expect(told[0]!.body).toContain(formatDate(day(7)));
    await close(null);
    await stop(id);
  });

  test('ends with the dates of the contract', async () => {
    await go(TODAY);
    await sql`update documents set end_date = ${day(15)} where id = ${deal.contract_id}`.execute(
      app.parts.db,
    );
    const { id } = await makeDraftAct(app, deal, { ...weekly, ...short });
    await go(day(30));
    await repeatActs(app.parts);
    expect(await dates(id)).toEqual([day(7), day(14)]);
    expect(await schedule(id)).toMatchObject({ stop_reason: 'contract_ended', made: 2 });
    await sql`update documents set end_date = ${day(500)} where id = ${deal.contract_id}`.execute(
      app.parts.db,
    );
  });

  test('ends when it is annulled or deleted, and an annulled one never begins again', async () => {
    await go(TODAY);
    const id = await makeSentAct(app, deal, { ...weekly, ...short });
    await app.ok('acts.annul', director, { ...of(id), body: { reason: 'Дубль' } });
    expect(await schedule(id)).toMatchObject({ stop_reason: 'act_gone', next_date: null });
    const again = { ...of(id), body: weekly };
    expect(await app.refused('act_schedules.set', director, again)).toMatchObject({
      code: 'act.never_repeats',
    });
    const draft = await makeDraftAct(app, deal, { ...weekly, ...short });
    allDone(await app.ok('acts.delete_many', director, { body: { act_ids: [draft.id] } }));
    await go(day(8));
    await repeatActs(app.parts);
    expect([await dates(id), await dates(draft.id)]).toEqual([[], []]);
  });

  test('needs a period that there is; what lies behind is not made up', async () => {
    await go(TODAY);
    const refused = (wish: object) =>
      app.refused('acts.create', director, { body: { ...draftBody(), date: TODAY, ...short, ...wish } });
    expect(await refused({ auto_generate: true })).toMatchObject({
      code: 'field.required',
      field: 'period_id',
    });
    expect(await refused({ ...weekly, period_id: 9 })).toMatchObject({
      code: 'field.choice',
      field: 'period_id',
    });
    const old = await makeDraftAct(app, deal, { ...weekly, date: day(-30) });
    expect(old.schedule).toMatchObject({ next_date: day(5) });
    const periods = await app.ok('act_schedules.periods', director, {}, { locale: 'kz' });
    expect(periods.map(({ id, code }) => [id, code])).toEqual([
      [1, 'monthly'],
      [2, 'twice_monthly'],
      [3, 'weekly'],
      [4, 'quarterly'],
    ]);
    await stop(old.id);
  });
});

test('copies of acts are drafts with new dates, each answered for itself', async () => {
  await go(TODAY);
  expect(almatyDate(clock.now())).toBe(TODAY);
  const one = await makeSentAct(app, deal, { title: 'Октябрь' });
  const two = await makeDraftAct(app, deal);
  const period = { date: day(3), start_date: day(1), end_date: day(3) };
  const body = { act_ids: [one, 999_999, two.id], ...period };
  const answer = await app.ok('acts.copy', director, { body });
  expect(answer.items.map((row) => row.code ?? row.status)).toEqual(['ok', 'not_found', 'ok']);
  const copy = await app.ok('acts.get', director, of(answer.items[0]!.act_id));
  expect(copy).toMatchObject({
    title: 'Октябрь',
    status: { code: 'draft' },
    is_copy: true,
    act_date: day(3),
  });
  const outside = { act_ids: [one], ...period, end_date: day(900) };
  expect((await app.ok('acts.copy', director, { body: outside })).items[0]!.code).toBe(
    'act.outside_contract',
  );
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app, ['I3', 'I5', 'I6', 'I19']);
});
