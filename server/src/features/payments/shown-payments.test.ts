import { randomUUID } from 'node:crypto';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newAccount } from '../../../test/accounts.ts';
import { payByFile, rowOfOrder } from '../../../test/bank-papers.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, makeDeal, makeSignedActs, stateOf } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';
import { followOrders } from './follow-orders.ts';
import { payAct } from './pay-act.ts';
import { payPlainActs } from './pay-plain-acts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { getCompany } from '../../platform/db/get-company.ts';

// What is paid and approved is what was before the person's eyes (business logic 3–5).
const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const director = company.director;
const accountant = await makeEmployee(app, company, ['pay']);
const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
const other = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
beforeEach(() => payByFile(app, director));
afterAll(() => app.close());

const preview = (act_ids: number[]) => app.ok('payments.preview', director, { body: { act_ids } });
const signed = async (count = 1) => makeSignedActs(app, deal, count);
const moveAccount = async (by: Person) => {
  const body = { ...(await newAccount(app)), is_main: true };
  return app.ok('banking.add_requisite', by, { body });
};

test('an order whose payee has another account goes nowhere until it is cancelled and its act paid again', async () => {
  const one = await makeDeal(app, deal.company, await makeExecutor(app, deal.company, { algorithm: 'rsa' }));
  const act_ids = await makeSignedActs(app, one, 2);
  const orderOf = async (act_id: number) => {
    const { items } = await app.ok('payments.orders', director, {
      query: { payee_company_id: one.executor.id },
    });
    return items.find(({ act }) => act.id === act_id)!;
  };
  const body = (order_ids: number[]) => ({ body: { format: '1c' as const, order_ids } });
  const pay = (id: number) => app.ok('acts.pay', director, { body: { act_ids: [id] } });
  const cancel = (order_id: number) => app.ok('payments.cancel', director, { params: { order_id } });
  const [byFile, byBank] = act_ids as [number, number];
  allDone(await pay(byFile));
  await app.ok('payments.change_settings', director, {
    body: { channel: 'bank', payment_limit: '1.00', bookkeeper_name: null },
  });
  allDone(await pay(byBank));
  await moveAccount(one.executor.person);
  const old = await orderOf(byFile);
  expect(old).toMatchObject({ status: 'created', payee_changed: true });
  const refusal = await app.refused('payments.make_file', director, body([old.id]));
  expect(refusal).toMatchObject({ status: 409, code: 'payment.payee_changed' });
  expect(refusal.message).toContain(old.payee.name);

  // Of the other the second person is asked about the new account, too.
  const waiting = await orderOf(byBank);
  const approve = (order_id: number) =>
    app.ok('payments.approve', accountant, { body: { order_ids: [order_id] } });
  expect(await approve(waiting.id)).toEqual({ approved: 0, left_out: 1 });
  await sql`update payment_orders set approved_by = ${accountant.user_id}, approved_at = now() where id = ${waiting.id}`.execute(
    app.parts.db,
  );
  await followOrders(app.parts);
  expect(await orderOf(byBank)).toMatchObject({ status: 'created', payee_changed: true, may_cancel: true });

  for (const { id } of [old, waiting]) await cancel(id);
  allDone(await pay(byBank));
  const again = await orderOf(byBank);
  expect(again).toMatchObject({ payee_changed: false });
  expect(again.payee.iban).not.toBe(waiting.payee.iban);
  expect(await approve(again.id)).toEqual({ approved: 1, left_out: 0 });
  await followOrders(app.parts);
  expect((await orderOf(byBank)).status).not.toBe('created');
  await payByFile(app, director);
  allDone(await pay(byFile));
  await app.ok('payments.make_file', director, body([(await orderOf(byFile)).id]));
});

describe('a payment says what was shown', () => {
  test('and goes through while that is so; the same key again is the same payment', async () => {
    const act_ids = [...(await signed(2)), ...(await makeSignedActs(app, other, 1))];
    const { shown } = await preview(act_ids);
    const key = randomUUID();
    const answer = await app.ok('acts.pay', director, { body: { act_ids, shown } }, { key });
    allDone(answer);
    expect(await app.ok('acts.pay', director, { body: { act_ids, shown } }, { key })).toEqual(answer);
  });

  test('another account of a payee is refused and named, and nothing is paid', async () => {
    const act_ids = [...(await signed()), ...(await makeSignedActs(app, other, 1))];
    const { shown, payees } = await preview(act_ids);
    await moveAccount(other.executor.person);
    const refusal = await app.refused('acts.pay', director, { body: { act_ids, shown } });
    expect(refusal).toMatchObject({ status: 409, code: 'payment.account_changed', field: 'shown' });
    const named = payees.filter(({ name }) => refusal.message.includes(name));
    expect(named.map(({ company_id }) => company_id)).toEqual([other.executor.id]);
    for (const id of act_ids) expect(await stateOf(app, id)).toBe('signed');
    // The shape of the specification alone says nothing of accounts, and is accepted.
    allDone(await app.ok('acts.pay', director, { body: { act_ids } }));
  });

  test('an account changed within three days is shown before it is paid; the first one is no change', async () => {
    const one = await makeDeal(
      app,
      deal.company,
      await makeExecutor(app, deal.company, { algorithm: 'rsa' }),
    );
    const act_ids = await makeSignedActs(app, one, 1);
    const day = async () => (await preview(act_ids)).payees[0]!.account_changed_on;
    expect(await day()).toBeNull();
    const { id } = await moveAccount(one.executor.person);
    expect(await day()).toBe(almatyDate(new Date()));
    const old = (days: number) =>
      sql`update company_history set created_at = now() - make_interval(days => ${days}, hours => 1)
        where company_id = ${one.executor.id}`.execute(app.owner);
    await old(3);
    expect(await day()).toBeNull();
    const body = { id, kbe: '19', ...(await newAccount(app)) };
    await app.ok('banking.update_requisite', one.executor.person, { body });
    expect(await day()).not.toBeNull();
    await old(2);
    expect(await day()).not.toBeNull();
    await old(3);
    // An account that nobody is paid to says nothing.
    const other_account = { ...(await newAccount(app)), is_main: false };
    await app.ok('banking.add_requisite', one.executor.person, { body: other_account });
    expect(await day()).toBeNull();
  });

  test('another account of the payer is refused', async () => {
    const act_ids = await signed();
    const { shown } = await preview(act_ids);
    await moveAccount(director);
    expect(await app.refused('acts.pay', director, { body: { act_ids, shown } })).toMatchObject({
      status: 409,
      code: 'payment.payer_changed',
    });
    expect(await stateOf(app, act_ids[0]!)).toBe('signed');
  });

  test('another sum is refused: an act less, an act more, a payee less', async () => {
    const [first, second] = (await signed(2)) as [number, number];
    const [third] = (await makeSignedActs(app, other, 1)) as [number];
    const pay = (act_ids: number[], shown: string[]) =>
      app.refused('acts.pay', director, { body: { act_ids, shown } });
    const { shown } = await preview([first, second]);
    const changed = { status: 409, code: 'payment.sum_changed' };
    expect(await pay([first], shown)).toMatchObject(changed);
    expect(await pay([first, second, third], shown)).toMatchObject(changed);
    const all = (await preview([first, third])).shown;
    allDone(await app.ok('acts.pay', director, { body: { act_ids: [third] } }));
    const refusal = await pay([first, third], all);
    expect(refusal).toMatchObject(changed);
    const { name } = await getCompany(app.parts.db, other.executor.id, ['name']);
    expect(refusal.message).toContain(name);
  });

  test('an account that changes while the run is under way stops its own act', async () => {
    const [act_id] = (await signed()) as [number];
    const { shown } = await preview([act_id]);
    await moveAccount(deal.executor.person);
    const run = { user_id: director.user_id, company_id: deal.company.id, session_id: null };
    const paid = app.parts.db.transaction().execute(async (tx) => {
      const actor = await findActorOfRun(tx, run, 'pay');
      return payAct(app.parts, tx, actor, act_id, shown);
    });
    await expect(paid).rejects.toMatchObject({ code: 'payment.account_changed' });
    const many = app.parts.db.transaction().execute(async (tx) => {
      const actor = await findActorOfRun(tx, run, 'pay');
      const item = {
        run_id: 0,
        kind: 'acts.pay',
        position: 0,
        subject_id: act_id,
        payload: null,
        params: {},
        ...run,
      };
      return payPlainActs(app.parts, tx, actor, [{ ...item, api_key_id: null, ip: null }], shown);
    });
    await expect(many).rejects.toMatchObject({ code: 'payment.account_changed' });
    expect(await stateOf(app, act_id)).toBe('signed');
  });
});

describe('an approval says what was shown', () => {
  async function waiting(count: number) {
    await payByFile(app, director, '1.00');
    const act_ids = await signed(count);
    allDone(await app.ok('acts.pay', accountant, { body: { act_ids } }));
    const { items } = await app.ok('payments.orders', director, { query: { awaiting_approval: true } });
    return items.filter(({ act }) => act_ids.includes(act.id));
  }
  const shownOf = (orders: { id: number; version: string }[]) => ({
    order_ids: orders.map(({ id }) => id),
    shown: orders.map(({ id: order_id, version }) => ({ order_id, version })),
  });

  test('and an order edited meanwhile approves none, until it is looked at again', async () => {
    const orders = await waiting(2);
    const [first, second] = orders;
    const edited = await app.ok('payments.edit', accountant, {
      params: { order_id: first!.id },
      body: { knp: '119', purpose: 'Возврат долга учредителю' },
    });
    expect(edited.version).not.toBe(first!.version);
    const refusal = await app.refused('payments.approve', director, { body: shownOf(orders) });
    expect(refusal).toMatchObject({ status: 409, code: 'payment.order_changed', field: 'shown' });
    expect(refusal.message).toContain(`№ ${first!.number}.`);
    for (const { id } of orders) expect((await rowOfOrder(app, id)).approved_by).toBeNull();
    const body = shownOf([edited, second!]);
    expect(await app.ok('payments.approve', director, { body })).toEqual({ approved: 2, left_out: 0 });
  });

  test('the purpose alone changes it, and so does КНП', async () => {
    const [order] = await waiting(1);
    const edit = async (knp: string, purpose: string) =>
      (await app.ok('payments.edit', accountant, { params: { order_id: order!.id }, body: { knp, purpose } }))
        .version;
    const versions = [order!.version, await edit(order!.knp, 'Другое'), await edit('841', 'Другое')];
    expect(new Set(versions).size).toBe(3);
    expect(await edit(order!.knp, order!.purpose)).toBe(order!.version);
    // The shape of the specification alone.
    const body = { order_ids: [order!.id] };
    expect(await app.ok('payments.approve', director, { body })).toEqual({ approved: 1, left_out: 0 });
  });
});

test('a payment file names one bank of the payer, that of its orders', async () => {
  const act_ids = await signed();
  allDone(await app.ok('acts.pay', director, { body: { act_ids } }));
  const order = await app.parts.db
    .selectFrom('payment_orders as o')
    .innerJoin('banks as b', 'b.bic', 'o.payer_bic')
    .select(['o.id', 'o.payer_iban', 'o.payer_bic', 'b.name_ru', 'b.bin'])
    .where('o.act_id', '=', act_ids[0]!)
    .executeTakeFirstOrThrow();
  const { db } = app.parts;
  const bank = await db
    .selectFrom('banks')
    .select(['id', 'name_ru'])
    .where('bic', '<>', order.payer_bic)
    .where('is_active', '=', true)
    .where('iban_code', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const { iban } = await newAccount(app);
  await db
    .updateTable('bank_requisites')
    .set({ bank_id: bank.id, iban })
    .where((eb) => eb.and({ company_id: deal.company.id, is_main: true }))
    .execute();
  const file = await app.ok('payments.make_file', director, {
    body: { format: '1c', order_ids: [order.id] },
  });
  const { bytes } = await app.raw('payments.file', director, { params: { payment_file_id: file.id } });
  const text = new TextDecoder('windows-1251').decode(bytes);
  const get = (name: string) => new RegExp(`^${name}=(.*)\r$`, 'm').exec(text)?.[1];
  expect([get('ПлательщикИИК'), get('ПлательщикБанкБИК'), get('ПлательщикБанкНаименование')]).toEqual([
    order.payer_iban,
    order.payer_bic,
    order.name_ru,
  ]);
});
