import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { issueElsewhere, type IssuedElsewhere } from '../../../seeds/issue-elsewhere.ts';
import { makeReadyEsf, readyForEsf, signInToEsf } from '../../../test/esf-papers.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSentAct, makeSignedActs, signBy, TODAY, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeExecutor, signInAs } from '../../../test/people.ts';
import { movableClock } from '../../platform/clock.ts';
import { findBlockers } from '../bookkeeping/blockers.queries.ts';
import { askInbound } from './ask-inbound.ts';
import { linkInbound } from './inbound.queries.ts';

let deal: Deal;
const clock = movableClock(new Date());

const app = await makeTestApp({ clock });
const beside = await makeTestApp({ clock, beside: app });
afterAll(async () => {
  await beside.close();
  await app.close();
});
beforeEach(async () => {
  clock.set(new Date());
  await app.parts.db.deleteFrom('sandbox.esf_faults').execute();
  const company = await makeCompany(app);
  deal = await makeDeal(app, company, await makeExecutor(app, company));
  await readyForEsf(app, deal);
  await signInToEsf(app, director(), company.bin);
});

const director = () => deal.company.director;
/** With tokens that live there. */
async function later(minutes: number): Promise<void> {
  clock.set(new Date(clock.now().getTime() + minutes * 60_000));
  Object.assign(director(), await signInAs(app, director()));
}
/** Two servers at once, as each of them asks by itself. */
const ask = () => Promise.all([askInbound(app.parts), askInbound(beside.parts)]);
const list = async (query: Record<string, string> = {}) =>
  (await app.ok('esf.inbound', director(), { query })).items;
const SUPPLIER = { bin: '210140000105', name: 'ТОО «Поставщик»' };

let numbers = 0;
const issue = (given: Partial<IssuedElsewhere> = {}) =>
  issueElsewhere(app.parts.db, {
    seller: { bin: deal.executor.bin, name: 'ТОО «Исполнитель»' },
    buyer: { bin: deal.company.bin, name: 'ТОО «Заказчик»' },
    date: TODAY,
    number: String(++numbers),
    description: 'Услуги',
    amount_tiyn: 100_00n,
    vat_rate: null,
    ...given,
  });
const signedAct = async () => {
  const [act_id] = await makeSignedActs(app, deal, 1);
  return readAct(act_id!);
};
const readAct = async (act_id: number) => {
  const act = await app.ok('acts.get', director(), { params: { act_id } });
  const { amount_tiyn } = await app.parts.db
    .selectFrom('acts')
    .select('amount_tiyn')
    .where('id', '=', act_id)
    .executeTakeFirstOrThrow();
  return { id: act_id, amount_tiyn, delivery: { number: act.number, date: TODAY } };
};
const ofAct = (act_id: number, by = director()) => app.ok('esf.of_act', by, { params: { act_id } });
const blockers = async () => {
  const found = await findBlockers(app.parts.db, deal.company.id, null, addDays(TODAY, 400));
  return found.find(({ kind }) => kind === 'invoices')?.count ?? 0;
};

describe('invoices that others issued', () => {
  test('are told by when they came or changed, as those of the company are', async () => {
    await issue({ seller: SUPPLIER });
    await ask();
    const own = await makeReadyEsf(app, deal, (await signedAct()).id);
    const [invoice] = await list();
    const asked = (updated_since: Date) => ({ query: { updated_since: updated_since.toISOString() } });
    const before = new Date(clock.now().getTime() - 60_000);
    expect((await list(asked(before).query)).map(({ id }) => id)).toEqual([invoice!.id]);
    expect((await app.ok('esf.list', director(), asked(before))).items.map(({ id }) => id)).toEqual([own]);
    const after = new Date(clock.now().getTime() + 60_000);
    expect(await list(asked(after).query)).toEqual([]);
    expect((await app.ok('esf.list', director(), asked(after))).items).toEqual([]);
  });

  test('come by the clock once, newest first, and are asked for again only when it is time', async () => {
    expect(await app.ok('esf.inbound', director(), { query: {} })).toMatchObject({
      items: [],
      asked_at: null,
    });
    const first = await issue({
      seller: SUPPLIER,
      date: addDays(TODAY, -30),
      amount_tiyn: 116_00n,
      vat_rate: 16,
    });
    const second = await issue({ seller: SUPPLIER });
    // Older than a quarter, and somebody else's.
    await issue({ seller: SUPPLIER, date: addDays(TODAY, -95) });
    await issue({ seller: SUPPLIER, buyer: { bin: '190540000202', name: 'ТОО «Другой»' } });
    await ask();
    expect((await list()).map((one) => one.registration_number)).toEqual([second, first]);
    expect(await list({ search: SUPPLIER.bin, date_to: addDays(TODAY, -1) })).toMatchObject([
      { seller: { ...SUPPLIER, executor_company_id: null }, amount: '116.00', vat: '16.00', act: null },
    ]);
    const third = await issue({ seller: SUPPLIER });
    await ask();
    expect((await list()).length).toBe(2);
    await later(61);
    await ask();
    expect((await list())[0]!.registration_number).toBe(third);
    const [row] = await list({ search: first });
    const shown = await app.ok('esf.inbound_get', director(), { params: { inbound_id: row!.id } });
    expect(shown.lines).toEqual([{ description: 'Услуги', quantity: '1', amount: '116.00', vat: '16.00' }]);
    const xml = await app.raw('esf.inbound_xml', director(), { params: { inbound_id: row!.id } });
    expect(xml.text).toContain('<v2:invoice');
  });

  test('by more than a page, and by the table of the filter', async () => {
    for (let at = 0; at < 53; at++) await issue({ seller: SUPPLIER });
    await issue({ seller: { bin: '190540000202', name: 'ТОО «=cmd»' } });
    await ask();
    expect((await app.ok('esf.inbound', director(), { query: { limit: 100 } })).total).toBe(54);
    const csv = await app.raw('esf.inbound_sheet', director(), {
      query: { format: 'csv', search: '190540000202' },
    });
    expect(csv.text.trim().split('\r\n').length).toBe(2);
    expect(csv.text).toContain('190540000202');
    const xlsx = await app.raw('esf.inbound_sheet', director(), { query: {} });
    expect(xlsx.status).toBe(200);
  });

  test('are asked for now at most once a minute, and not before the sign-in', async () => {
    expect(await app.refused('esf.inbound_ask', deal.executor.person, {})).toMatchObject({ status: 403 });
    await ask();
    await issue({ seller: SUPPLIER });
    const now = async () => {
      await app.ok('esf.inbound_ask', director(), {});
      await ask();
      return (await list()).length;
    };
    expect(await now()).toBe(0);
    await later(2);
    expect(await now()).toBe(1);
    await app.parts.db.updateTable('sandbox.esf_sessions').set({ closed_at: clock.now() }).execute();
    await later(61);
    await ask();
    expect(await app.refused('esf.inbound_ask', director(), {})).toMatchObject({ code: 'esf.not_signed_in' });
    expect(await app.ok('esf.inbound', director(), { query: {} })).toMatchObject({
      trouble: 'sign_in',
      total: 1,
    });
  });

  test('wait while the system is silent', async () => {
    await issue({ seller: SUPPLIER });
    await app.parts.db
      .insertInto('sandbox.esf_faults')
      .values({ operation: 'queryInvoiceRequest', fault: 'error' })
      .execute();
    await ask();
    expect(await app.ok('esf.inbound', director(), { query: {} })).toMatchObject({
      trouble: 'silent',
      total: 0,
    });
    await app.parts.db.deleteFrom('sandbox.esf_faults').execute();
    await later(1);
    await ask();
    expect(await app.ok('esf.inbound', director(), { query: {} })).toMatchObject({ trouble: null, total: 1 });
  });
});

describe('the invoice of an act', () => {
  test('that names it is there for the closing and the reminders, until it is revoked', async () => {
    await app.ok('esf.set_vat', deal.executor.person, {
      body: { vat: { rate: 16, certificate_series: '60001', certificate_number: '0000001' } },
    });
    const act = await signedAct();
    expect(await blockers()).toBe(1);
    expect((await ofAct(act.id)).due_by).not.toBeNull();
    const number = await issue({ ...act, vat_rate: 16 });
    await ask();
    expect(await blockers()).toBe(0);
    expect(await ofAct(act.id)).toMatchObject({
      due_by: null,
      may_remind: false,
      inbound: [{ registration_number: number, differs: null, act: { id: act.id } }],
    });
    // Its executor sees it too, and issues no second one.
    expect(await ofAct(act.id, deal.executor.person)).toMatchObject({
      kinds: ['awp'],
      inbound: [{ registration_number: number }],
    });
    expect(await list({ match: 'linked' })).toMatchObject([
      { seller: { executor_company_id: deal.executor.id }, act: { number: act.delivery.number } },
    ]);
    await app.parts.db
      .updateTable('sandbox.esf_papers')
      .set({ status: 'REVOKED' })
      .where('registration_number', '=', number)
      .execute();
    await later(25 * 60);
    await ask();
    expect(await list()).toMatchObject([{ status: 'revoked', system_status: { code: 'REVOKED' } }]);
    expect(await blockers()).toBe(1);
  });

  test('that says something else shows it', async () => {
    const act = await signedAct();
    await issue({ ...act, vat_rate: 16 });
    await ask();
    const [row] = await list({ match: 'differs' });
    expect(row!.differs!.act).toMatchObject({ vat: '0.00' });
    expect(row!.differs!.invoices.vat).not.toBe('0.00');
    expect(row!.other_seller).toBeNull();
    expect((await ofAct(act.id)).inbound).toMatchObject([{ differs: { act: { vat: '0.00' } } }]);
  });

  test('of another seller is no invoice of the act it names, and says whose that act is', async () => {
    const act = await signedAct();
    const number = await issue({ ...act, seller: SUPPLIER });
    // The same number on another day is a paper of the supplier's own.
    await issue({ ...act, seller: SUPPLIER, delivery: { ...act.delivery, date: addDays(TODAY, -1) } });
    await ask();
    expect(await list({ match: 'differs' })).toMatchObject([
      {
        registration_number: number,
        act: null,
        differs: null,
        other_seller: {
          act: { id: act.id, number: act.delivery.number },
          executor: { bin: deal.executor.bin },
        },
      },
    ]);
    expect((await list()).length).toBe(2);
    // The act goes on waiting for the invoice of its executor.
    const waiting = await ofAct(act.id);
    expect(waiting.inbound).toEqual([]);
    expect(waiting.due_by).not.toBeNull();
    const csv = await app.raw('esf.inbound_sheet', director(), {
      query: { format: 'csv', match: 'differs' },
    });
    expect(csv.text).toContain('Другой поставщик');
  });

  test('is found by the contract where only one act has the sum, and never guessed', async () => {
    const act = await signedAct();
    const contract = await app.parts.db
      .selectFrom('acts as a')
      .innerJoin('documents as d', 'd.id', 'a.contract_id')
      .select(['d.number'])
      .where('a.id', '=', act.id)
      .executeTakeFirstOrThrow();
    const named = { contract: { number: contract.number!, date: TODAY }, amount_tiyn: act.amount_tiyn };
    await issue({ ...named, seller: SUPPLIER });
    await issue({ ...named, amount_tiyn: act.amount_tiyn + 1n });
    const right = await issue(named);
    await ask();
    expect(await list({ match: 'linked' })).toMatchObject([
      { registration_number: right, act: { id: act.id } },
    ]);
    const twins = [await signedAct(), await signedAct()];
    await issue({ ...named, amount_tiyn: twins[0]!.amount_tiyn });
    await later(61);
    await ask();
    expect((await list({ match: 'linked' })).length).toBe(1);
  });

  test('that is signed later finds it without a question', async () => {
    const act_id = await makeSentAct(app, deal);
    const act = await readAct(act_id);
    await issue(act);
    await ask();
    expect((await list())[0]!.act).toBeNull();
    await signBy(app, deal.executor.person, act_id);
    await signBy(app, director(), act_id);
    await linkInbound(app.parts.db, null);
    expect((await list())[0]!.act).toMatchObject({ id: act_id });
  });
});
