import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readyForEsf } from '../../../test/esf-papers.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSignedActs, TODAY, type Deal } from '../../../test/papers.ts';
import { makeAdministrator, makeCompany, makeExecutor, signInAs } from '../../../test/people.ts';
import { movableClock } from '../../platform/clock.ts';
import { remindOfInvoices } from './remind-invoice.ts';

let deal: Deal;
/** By day: nobody is reminded in the night. */
const noon = (day: string) => new Date(`${day}T12:00:00+05:00`);
const clock = movableClock(noon(TODAY));

const app = await makeTestApp({ clock });
afterAll(() => app.close());
beforeEach(async () => {
  // Proofs and contracts are made in real time, whatever the hour of the day.
  clock.set(new Date());
  const company = await makeCompany(app);
  deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  await readyForEsf(app, deal);
  await goTo(TODAY);
});

/** To noon of a day, with tokens that live there. */
async function goTo(day: string): Promise<void> {
  clock.set(noon(day));
  for (const person of [deal.company.director, deal.executor.person])
    Object.assign(person, await signInAs(app, person));
}

const END = addDays(TODAY, -9);
const SIGNED = addDays(TODAY, -4);
/** An act whose period ended five days before both had signed. */
async function makeAct(end_date = END): Promise<number> {
  const period = { start_date: addDays(end_date, -5), end_date };
  const [act_id] = await makeSignedActs(app, deal, 1, period);
  await sql`alter table act_history disable trigger user`.execute(app.owner);
  await sql`update act_history set created_at = ${noon(SIGNED)} where act_id = ${act_id}`.execute(app.owner);
  await sql`alter table act_history enable trigger user`.execute(app.owner);
  return act_id!;
}
const of = (act_id: number) => ({ params: { act_id } });
const seen = (act_id: number, by = deal.executor.person) => app.ok('esf.of_act', by, of(act_id));
const dayOf = async (act_id: number, turnover?: 'signed' | 'period_end') => {
  const query = { kind: 'invoice' as const, ...(turnover && { turnover }) };
  const { text } = await app.raw('esf.act_xml', deal.executor.person, { ...of(act_id), query });
  return /<turnoverDate>([^<]+)/.exec(text)?.[1];
};
const register = (act_id: number, turnover: 'signed' | 'period_end', n: number) =>
  app.ok('esf.by_hand', deal.executor.person, {
    ...of(act_id),
    body: {
      kind: 'invoice',
      turnover,
      registration_number: `ESF-${deal.executor.bin}-20261101-${String(n).padStart(8, '0')}`,
    },
  });
const told = (act_id: number) =>
  app.parts.db
    .selectFrom('notices')
    .select('words')
    .where((eb) => eb.and({ kind: 'invoice_due', path: `/lk/executor/acts/${act_id}` }))
    .execute();

test('the day of turnover is that of both signatures, or the end of the period, as the seller goes on to choose', async () => {
  const [first, second] = [await makeAct(), await makeAct()];
  expect((await seen(first)).turnover).toEqual([
    { rule: 'signed', date: SIGNED },
    { rule: 'period_end', date: END },
  ]);
  expect([await dayOf(first), await dayOf(first, 'period_end')]).toEqual([
    formatDate(SIGNED),
    formatDate(END),
  ]);
  expect((await register(first, 'period_end', 1)).turnover_date).toBe(END);
  expect((await seen(second)).turnover.map((one) => one.rule)).toEqual(['period_end', 'signed']);
  expect(await dayOf(second)).toBe(formatDate(END));
  const unended = await makeAct(addDays(TODAY, 3));
  expect((await seen(unended)).turnover[0]).toEqual({ rule: 'signed', date: SIGNED });
  expect(await dayOf(unended)).toBe(formatDate(SIGNED));
  expect((await register(second, 'signed', 2)).turnover_date).toBe(SIGNED);
});

test('both sides see until when it is due, and the company may ask once a day', async () => {
  const act_id = await makeAct();
  const { director } = deal.company;
  const due_by = addDays(SIGNED, 15);
  expect(await seen(act_id)).toMatchObject({ due_by, may_remind: false });
  expect(await seen(act_id, director)).toMatchObject({ due_by, may_remind: true, reminded_at: null });
  await app.ok('esf.remind', director, of(act_id));
  expect(await told(act_id)).toMatchObject([{ words: { date: formatDate(due_by) } }]);
  expect((await seen(act_id, director)).may_remind).toBe(false);
  expect(await app.refused('esf.remind', director, of(act_id))).toMatchObject({ code: 'esf.reminded' });
  await goTo(addDays(TODAY, 1));
  await app.ok('esf.remind', director, of(act_id));
  expect((await told(act_id)).length).toBe(2);
  await register(act_id, 'signed', 3);
  expect(await seen(act_id, director)).toMatchObject({ due_by: null, may_remind: false });
  expect(await app.refused('esf.remind', director, of(act_id))).toMatchObject({ code: 'esf.not_awaited' });
});

test('nobody waits for the invoice of an individual', async () => {
  const act_id = await makeAct();
  await sql`update companies set type = 'individual' where id = ${deal.executor.id}`.execute(app.parts.db);
  expect(await seen(act_id, deal.company.director)).toMatchObject({ due_by: null, may_remind: false });
  expect(await seen(act_id, deal.executor.person)).toMatchObject({ issues: false, may_issue: false });
  expect(
    await app.refused('esf.act_xml', deal.executor.person, { ...of(act_id), query: { kind: 'invoice' } }),
  ).toMatchObject({ code: 'esf.not_issued' });
});

test.each([
  ['self_employed', false],
  ['ip', true],
] as const)('what an executor was told to be when the work ended counts: %s', async (standing, issues) => {
  const act_id = await makeAct();
  const type = issues ? 'individual' : 'ip';
  await sql`update companies set type = ${type} where id = ${deal.executor.id}`.execute(app.parts.db);
  await sql`insert into tax_standings (executor_company_id, standing, valid_from)
    values (${deal.executor.id}, ${standing}, ${END})`.execute(app.parts.db);
  expect(await seen(act_id, deal.executor.person)).toMatchObject({ issues, may_issue: issues });
  expect((await seen(act_id, deal.company.director)).may_remind).toBe(issues);
});

/** How often the executor was told of an act when both servers have gone their round. */
async function toldOn(act_id: number, day: string, hour = '12'): Promise<number> {
  clock.set(new Date(`${day}T${hour}:00:00+05:00`));
  await Promise.all([remindOfInvoices(app.parts), remindOfInvoices(app.parts)]);
  return (await told(act_id)).length;
}

test('who issues by the end of the period is shown and told the term that runs from there', async () => {
  await register(await makeAct(), 'period_end', 4);
  const act_id = await makeAct();
  const due_by = addDays(END, 15);
  for (const by of [deal.executor.person, deal.company.director])
    expect(await seen(act_id, by)).toMatchObject({ due_by });
  expect(await toldOn(act_id, addDays(END, 9))).toBe(0);
  expect(await toldOn(act_id, addDays(END, 10))).toBe(1);
  expect(await toldOn(act_id, addDays(SIGNED, 10))).toBe(1);
  expect(await told(act_id)).toMatchObject([{ words: { date: formatDate(due_by) } }]);
});

test('a term that was over before both had signed is told at once, and an old one no more', async () => {
  await register(await makeAct(), 'period_end', 5);
  const late = addDays(SIGNED, -40);
  const [old, fresh] = [await makeAct(late), await makeAct(late)];
  await sql`alter table act_history disable trigger user`.execute(app.owner);
  await sql`update act_history set created_at = ${noon(addDays(SIGNED, -20))} where act_id = ${old}`.execute(
    app.owner,
  );
  await sql`alter table act_history enable trigger user`.execute(app.owner);
  expect([await toldOn(fresh, TODAY), (await told(old)).length]).toEqual([1, 0]);
});

test('the clock reminds once, in the last five days', async () => {
  const act_id = await makeAct();
  const on = (day: string, hour = '12') => toldOn(act_id, day, hour);
  expect(await on(addDays(SIGNED, 9))).toBe(0);
  // It is due, but nobody is woken.
  expect(await on(addDays(SIGNED, 10), '08')).toBe(0);
  expect(await on(addDays(SIGNED, 10))).toBe(1);
  expect(await on(addDays(SIGNED, 12))).toBe(1);
});

test('another term entered at the desk holds from the turnovers of its first day, for what is shown and told', async () => {
  const [before, act_id] = [await makeAct(), await makeAct()];
  const term = async (valid_from: string, value: string) => {
    // Like other proofs, that of the desk is made in real time.
    clock.set(new Date());
    await app.ok('taxes.set_figure', await makeAdministrator(app, ['tariffs']), {
      body: { figure: 'invoice_due_days', valid_from, valid_until: '2099-12-31', value, source: 'Закон' },
    });
    clock.set(noon(TODAY));
  };
  await term(addDays(SIGNED, 1), '3');
  expect(await seen(before)).toMatchObject({ due_by: addDays(SIGNED, 15) });
  await term(SIGNED, '6');
  expect(await seen(act_id)).toMatchObject({ due_by: addDays(SIGNED, 6) });
  expect(await toldOn(act_id, SIGNED)).toBe(0);
  expect(await toldOn(act_id, addDays(SIGNED, 1))).toBe(1);
  expect(await told(act_id)).toMatchObject([{ words: { date: formatDate(addDays(SIGNED, 6)) } }]);
  clock.set(new Date());
  const desk = await makeAdministrator(app, ['tariffs']);
  for (const value of ['0', '1.5', '400'])
    expect(
      await app.refused('taxes.set_figure', desk, {
        body: {
          figure: 'invoice_due_days',
          valid_from: SIGNED,
          valid_until: '2099-12-31',
          value,
          source: 'Закон',
        },
      }),
    ).toMatchObject({ status: 422, code: 'taxes.value' });
});
