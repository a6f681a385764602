import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import {
  makeDeal,
  makeDraftAct,
  makeDraftContract,
  makeSentActs,
  makeSignedActs,
  signBy,
  signContractBy,
  stateOf,
  TODAY,
  type Deal,
} from '../../../test/papers.ts';
import { makeCompany, makeExecutor, signInAs, type Person } from '../../../test/people.ts';
import { inviteByPhone, newPhone } from '../../../test/registrations.ts';
import { followOrders } from '../payments/follow-orders.ts';
import { PATIENT } from '../../../test/patience.ts';
import { line } from '../../../test/withheld.ts';

const { app, deal, director, executor } = await makeDealApp();
afterAll(() => app.close());

async function payAndSettle(by: Person, act_id: number): Promise<void> {
  await app.ok('acts.pay', by, { body: { act_ids: [act_id] } });
  await settle(act_id);
}

async function settle(act_id: number): Promise<void> {
  await vi.waitFor(async () => {
    await sql`update sandbox.bank_transfers set settles_at = now()`.execute(app.parts.db);
    await sql`update payment_orders set updated_at = now() - interval '2 seconds'`.execute(app.parts.db);
    await followOrders(app.parts);
    expect(await stateOf(app, act_id)).toBe('paid');
  }, PATIENT);
}

test('of a new company counts nothing', async () => {
  const other = await makeCompany(app, { algorithm: 'rsa' });
  const home = await app.ok('home.analytics', other.director, {});
  expect(home).toMatchObject({
    role: 'business',
    acts_to_pay: 0,
    acts_total_amount_to_pay: '0.00',
    executors_active: 0,
    stuck: [],
    events: [],
  });
});

test.each([false, true])('leads a new company to its first paid act (executor first: %s)', async (first) => {
  const company = await makeCompany(app, { algorithm: 'rsa', executor_signs_first: first });
  const by = company.director;
  const next = async () => {
    const home = await app.ok('home.analytics', by, {});
    return home.role === 'business' ? home.first_step : 'another home';
  };
  expect(await next()).toBe('invite');
  await inviteByPhone(app, company, newPhone());
  expect(await next()).toBe('wait_executor');
  const other = await makeExecutor(app, company, { algorithm: 'rsa' });
  expect(await next()).toBe('make_contract');
  const contract_id = await makeDraftContract(app, company, other);
  expect(await next()).toBe('send_contract');
  await app.ok('documents.send', by, { params: { doc_id: contract_id } });
  expect(await next()).toBe('sign_contract');
  await signContractBy(app, by, contract_id);
  expect(await next()).toBe('wait_contract');
  await signContractBy(app, other.person, contract_id);
  expect(await next()).toBe('make_act');
  const { id } = await makeDraftAct(app, { company, executor: other, contract_id }, line('10.00'));
  expect(await next()).toBe('send_act');
  await app.ok('acts.send', by, { body: { act_ids: [id] } });
  expect(await next()).toBe(first ? 'wait_act' : 'sign_act');
  if (!first) await signBy(app, by, id);
  expect(await next()).toBe('wait_act');
  await signBy(app, other.person, id);
  if (first) {
    expect(await next()).toBe('sign_act');
    await signBy(app, by, id);
  }
  expect(await next()).toBe('pay_act');
  await app.ok('acts.pay', by, { body: { act_ids: [id] } });
  await vi.waitFor(async () => expect(await next()).toBe('wait_payment'), PATIENT);
  await settle(id);
  expect(await next()).toBeNull();
});

test('an executor without an account is told so', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const accountOf = async (account: boolean) => {
    const { person } = await makeExecutor(app, company, { algorithm: 'rsa', account });
    const home = await app.ok('home.analytics', person, {});
    return home.role === 'executor' && home.has_account;
  };
  expect([await accountOf(true), await accountOf(false)]).toEqual([true, false]);
});

test('shows the month as a line, what is to be done, and what hangs', async () => {
  await makeDraftAct(app, deal, line('1.00'));
  const [half, returned] = await makeSentActs(app, deal, 3, line('10.00'));
  await signBy(app, executor, half!);
  await app.ok('acts.return', executor, { params: { act_id: returned! }, body: { reason: 'Не та дата' } });
  const [, paid] = await makeSignedActs(app, deal, 2, line('100.00'));
  await makeDraftAct(app, deal, { ...line('7.00'), date: addDays(TODAY, -40) });
  await payAndSettle(director, paid!);
  const home = await app.ok('home.analytics', director, {});
  if (home.role !== 'business') throw new Error('another home');
  expect(home).toMatchObject({
    acts_pending_sign: 2,
    acts_pending_sign_amount: '20.00',
    acts_to_pay: 1,
    acts_total_amount_to_pay: '100.00',
    acts_returned: 1,
    reasons: [{ act_id: returned, reason: 'Не та дата' }],
    executors_pending_payment: 1,
    executors_pending_sign: 1,
  });
  expect(home.month).toEqual([
    { step: 'made', count: 6, amount: '231.00' },
    { step: 'sent', count: 4, amount: '220.00' },
    { step: 'signed', count: 2, amount: '200.00' },
    { step: 'paid', count: 1, amount: '100.00' },
  ]);
  expect(home.stuck.map((row) => [row.act_id, row.why])).toEqual([[returned, 'Не та дата']]);
  expect(home.events[0]).toMatchObject({
    act_id: paid,
    action: 'settle',
    to_status: 'paid',
    party: deal.executor.name,
  });

  const shown = home.events.map((event) => event.act_id);
  expect(new Set(shown).size).toBe(shown.length);
  expect(home.events.find(({ act_id }) => act_id === returned)).toMatchObject({ action: 'return' });

  const his = await app.ok('home.analytics', executor, {});
  if (his.role !== 'executor') throw new Error('another home');
  expect(his).toMatchObject({
    acts_pending_sign: 1,
    acts_pending_sign_amount: '10.00',
    paid_this_month: '100.00',
  });
  expect(his.coming.map((row) => row.status).toSorted()).toEqual(['signed', 'signed_by_executor']);
  // The executor's account, and the day on which this customer usually pays, of what both have signed.
  const account = await app.parts.db
    .selectFrom('bank_requisites')
    .select('iban')
    .where('company_id', '=', deal.executor.id)
    .executeTakeFirstOrThrow();
  for (const { status, account_end, expected_on } of his.coming)
    expect([status, account_end, expected_on]).toEqual([
      status,
      account.iban.slice(-4),
      status === 'signed' ? TODAY : null,
    ]);
  expect(his.events.every((event) => event.to_status !== 'draft')).toBe(true);
});

test.each([false, true])(
  'counts what waits as the list of what waits does (executor first: %s)',
  async (executor_signs_first) => {
    const company = await makeCompany(app, { algorithm: 'rsa', executor_signs_first });
    const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    const person = own.executor.person;
    const [, half, returned] = await makeSentActs(app, own, 3);
    await signBy(app, person, half!);
    const because = { body: { reason: 'Не то' } };
    await app.ok('acts.return', person, { params: { act_id: returned! }, ...because });
    // What one asked for oneself waits for the other's answer, not for one's own.
    const signed: number[] = [];
    for (let i = 0; i < 3; i++) {
      const [id] = await makeSentActs(app, own, 1);
      for (const by of [person, company.director]) await signBy(app, by, id!);
      signed.push(id!);
    }
    await app.ok('acts.annul', company.director, { params: { act_id: signed[0]! }, ...because });
    await app.ok('acts.annul', person, { params: { act_id: signed[1]! }, ...because });
    const home = await app.ok('home.analytics', company.director, {});
    const list = await app.ok('acts.list', company.director, { query: { waiting: true } });
    if (home.role !== 'business') throw new Error('another home');
    expect([home.acts_pending_sign, home.acts_annulment_requested]).toEqual([
      executor_signs_first ? 1 : 2,
      1,
    ]);
    expect(
      home.acts_pending_sign + home.acts_to_pay + home.acts_returned + home.acts_annulment_requested,
    ).toBe(list.total);
    expect(home.reasons.map(({ act_id }) => act_id)).toEqual([returned, signed[1]]);
    const his = await app.ok('home.analytics', person, {});
    const waiting = await app.ok('acts.list', person, { query: { waiting: true } });
    if (his.role !== 'executor') throw new Error('another home');
    expect(his.acts_annulment_requested).toBe(1);
    expect(his.acts_pending_sign + his.acts_annulment_requested).toBe(waiting.total);
  },
);

test('what takes money back is no money to come, to pay or received', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const [payer, person] = [company.director, own.executor.person];
  const homes = async () => {
    const [business, his] = [
      await app.ok('home.analytics', payer, {}),
      await app.ok('home.analytics', person, {}),
    ];
    if (business.role !== 'business' || his.role !== 'executor') throw new Error('another home');
    return { business, his };
  };
  const [paid] = await makeSignedActs(app, own, 1, line('1000.00'));
  await payAndSettle(payer, paid!);
  const back = await app.ok('acts.correct', payer, {
    params: { act_id: paid! },
    body: { amount: '-50.00', reason: 'Лишний час', date: TODAY },
  });
  await app.ok('acts.send', payer, { body: { act_ids: [back.id] } });
  await signBy(app, person, back.id);
  expect((await homes()).his).toMatchObject({ coming: [], coming_count: 0, coming_amount: '0.00' });
  await signBy(app, payer, back.id);
  const nothing = await homes();
  expect(nothing.his).toMatchObject({ coming: [], coming_count: 0, paid_this_month: '1000.00' });
  expect(nothing.business).toMatchObject({ acts_to_pay: 0, executors_pending_payment: 0 });

  // More than are shown one by one are counted whole, and the list that the home page leads to has the same.
  const signed = await makeSignedActs(app, own, 12, line('10.00'));
  const { business, his } = await homes();
  expect(his.coming.map((row) => row.amount)).toEqual(Array(10).fill('10.00'));
  expect(his).toMatchObject({ coming_count: 12, coming_amount: '120.00' });
  expect(business).toMatchObject({
    acts_to_pay: 12,
    acts_total_amount_to_pay: '120.00',
    executors_pending_payment: 1,
  });
  const to_pay = { status_id: [5], amount_from: '0.01' };
  for (const query of [to_pay, { ...to_pay, sort_by: 'status' as const }, { ...to_pay, date_to: TODAY }]) {
    const list = await app.ok('acts.list', payer, { query: { ...query, limit: 100 } });
    expect(list).toMatchObject({ total: 12, is_exact: true, total_amount: '120.00' });
    expect(list.items.map((item) => item.id).toSorted((a, b) => a - b)).toEqual(signed);
  }
  const coming = await app.ok('acts.list', person, {
    query: { status_id: [4, 5, 9], amount_from: '0.01', sort_by: 'act_date', sort_order: 'asc' },
  });
  expect([coming.total, coming.total_amount]).toEqual([12, '120.00']);
  const deeds = async (filter: object) =>
    (await app.ok('acts.selection', payer, { body: { filter } })).deeds.includes('pay');
  expect([await deeds(to_pay), await deeds({ status_id: [5] })]).toEqual([true, false]);

  await app.ok('refunds.record', payer, { params: { act_id: back.id }, body: { reason: 'Поручение № 15' } });
  expect((await homes()).his.paid_this_month).toBe('950.00');
});

test('«К оплате» is the same everywhere, whatever state the money of other acts is in', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const payer = company.director;
  const [own, half, idle] = await Promise.all(
    [1, 2, 3].map(async () => makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }))),
  );
  const signed = (of: Deal | undefined, rate: string) => makeSignedActs(app, of!, 1, line(rate));
  await signed(own, '100.00');
  const [asked] = await signed(own, '20.00');
  await app.ok('acts.annul', payer, { params: { act_id: asked! }, body: { reason: 'Не то' } });
  // Its order waits for the bank.
  const [paying] = await signed(half, '3.00');
  await app.ok('acts.pay', payer, { body: { act_ids: [paying!] } });
  await makeSentActs(app, idle!, 1, line('1.00'));
  // Of an executor who has left too.
  await app.ok('executors.remove', payer, { params: { executor_id: own!.executor.id } });

  const home = await app.ok('home.analytics', payer, {});
  if (home.role !== 'business') throw new Error('another home');
  const list = await app.ok('acts.list', payer, { query: { status_id: [5], amount_from: '0.01' } });
  const waiting = await app.ok('acts.list', payer, { query: { waiting: true } });
  const cards = await Promise.all(
    [own, half, idle].map((one) =>
      app.ok('executors.profile', payer, { params: { executor_id: one!.executor.id } }),
    ),
  );
  expect([home.acts_to_pay, list.total, waiting.total - home.acts_pending_sign]).toEqual([1, 1, 1]);
  expect([home.acts_total_amount_to_pay, list.total_amount]).toEqual(['100.00', '100.00']);
  expect(cards.map((card) => card.acts.to_pay)).toEqual(['100.00', '0.00', '0.00']);

  const pending = async (kind: 'payment' | 'sign') =>
    (await app.ok('executors.list', payer, { query: { pending: kind } })).items.map(
      (one) => one.executor_company_id,
    );
  expect([await pending('payment'), await pending('sign')]).toEqual([
    [own!.executor.id],
    [idle!.executor.id],
  ]);
  expect(home).toMatchObject({
    executors_active: 2,
    executors_pending_payment: 1,
    executors_pending_sign: 1,
  });
});

test('every counter is what going through all rows one by one gives', async () => {
  const { db } = app.parts;
  const acts = await db.selectFrom('acts').selectAll().where('deleted_at', 'is', null).execute();
  const documents = await db.selectFrom('documents').selectAll().execute();
  const executors = await db.selectFrom('executors').selectAll().execute();
  const companies = await db.selectFrom('companies').selectAll().where('role', '=', 'business').execute();
  const directors = await db.selectFrom('memberships').selectAll().where('role_id', '=', 1).execute();
  for (const company of companies) {
    const { user_id } = directors.find((row) => row.company_id === company.id)!;
    const by = await signInAs(app, { user_id, company_id: company.id });
    const own = acts.filter((act) => act.company_id === company.id);
    const inState = (...states: string[]) => own.filter((act) => states.includes(act.status));
    const toPay = (...states: string[]) => inState(...states).filter((act) => act.amount_tiyn > 0n);
    const parties = (some: typeof own) => new Set(some.map((act) => act.contractor_company_id)).size;
    const first = company.executor_signs_first;
    expect(await app.ok('home.analytics', by, {})).toMatchObject({
      acts_pending_sign: inState(...(first ? [] : ['sent']), 'signed_by_executor').length,
      acts_total_amount_to_pay: formatMoney(toPay('signed').reduce((sum, act) => sum + act.amount_tiyn, 0n)),
      contracts_pending_sign: documents.filter(
        (row) => row.company_id === company.id && ['sent', 'signed_by_executor'].includes(row.status),
      ).length,
      executors_active: executors.filter((row) => row.company_id === company.id && row.status === 'active')
        .length,
      executors_pending_payment: parties(toPay('signed')),
      executors_pending_sign: parties(inState('sent', 'signed_by_business')),
    });
  }
  const his = acts.filter((act) => act.contractor_company_id === executor.company_id);
  expect(await app.ok('home.analytics', executor, {})).toMatchObject({
    acts_pending_sign: his.filter((act) => ['sent', 'signed_by_business'].includes(act.status)).length,
    contracts_pending_sign: documents.filter(
      (row) =>
        row.contractor_company_id === executor.company_id &&
        ['sent', 'signed_by_business'].includes(row.status),
    ).length,
  });
});

test('names the executors in the order of the alphabet, with the contracts that acts can be made under', async () => {
  const { company } = deal;
  const late = await makeExecutor(app, company, { name: 'Әлия', algorithm: 'rsa' });
  const early = await makeExecutor(app, company, { name: 'Алия', algorithm: 'rsa' });
  await makeExecutor(app, company, { name: 'Ушёл', algorithm: 'rsa', status: 'removed' });
  const list = await app.ok('executors.names', director, {});
  expect(list.map((row) => row.company_name)).toEqual(['Алия', 'Әлия', deal.executor.name]);
  expect(list.map((row) => row.executor_company_id).slice(0, 2)).toEqual([early.id, late.id]);
  expect(list[2]!.contracts.map((contract) => contract.id)).toEqual([deal.contract_id]);
  expect(list[0]!.contracts).toEqual([]);
});

test('names the companies in which acts wait for the person, where they may sign them, and no other', async () => {
  const { db } = app.parts;
  const withAct = async (options = {}) => {
    const company = await makeCompany(app, { algorithm: 'rsa', ...options });
    const theirs = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    await makeSentActs(app, theirs, 2);
    return theirs;
  };
  const own = await withAct();
  const { director: person } = own.company;
  const join = (company_id: number, role_id: number, rights: string[] = []) =>
    db.insertInto('memberships').values({ user_id: person.user_id, company_id, role_id, rights }).execute();
  const ofExecutor = await withAct();
  await join(ofExecutor.executor.id, 3);
  const signing = await withAct();
  await join(signing.company.id, 2, ['sign']);
  // Their numbers are nobody's who may not sign there, who has left, or who never was there.
  await join((await withAct()).company.id, 2, ['manage_acts', 'view_statistics']);
  const left = await withAct();
  await join(left.company.id, 2, ['sign']);
  await sql`update memberships set ended_at = now()
    where user_id = ${person.user_id} and company_id = ${left.company.id}`.execute(db);
  const closed = await withAct();
  await join(closed.company.id, 2, ['sign']);
  await sql`update companies set status = 'deleted' where id = ${closed.company.id}`.execute(db);
  // Here the executors sign first, so nothing waits for the company.
  await join((await withAct({ executor_signs_first: true })).company.id, 2, ['sign']);

  const waits = (company: { id: number; name: string }, role: 'business' | 'executor') => ({
    id: company.id,
    name: company.name,
    name_kz: null,
    role,
    count: 2,
    amount: expect.stringMatching(/^[1-9]/),
  });
  const expected = [
    waits(own.company, 'business'),
    waits(ofExecutor.executor, 'executor'),
    waits(signing.company, 'business'),
  ].toSorted((a, b) => a.id - b.id);
  expect(await app.ok('home.companies_to_sign', person, {})).toEqual(expected);
  // The same from each of them, and nobody else's there.
  const there = await signInAs(app, { user_id: person.user_id, company_id: signing.company.id });
  expect(await app.ok('home.companies_to_sign', there, {})).toEqual(expected);
  expect(await app.ok('home.companies_to_sign', signing.company.director, {})).toEqual([
    waits(signing.company, 'business'),
  ]);
});
