import { randomUUID } from 'node:crypto';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { allDone, makeDeal, makeSentAct, makeSignedActs, stateOf, TODAY } from '../../../test/papers.ts';
import { makeExecutor } from '../../../test/people.ts';
import type { BankAnswer, PaymentBank } from '../../adapters/banks/banks.ts';
import { sandboxBank } from '../../adapters/banks/sandbox/sandbox-bank.ts';
import { followOrders } from './follow-orders.ts';
import { PATIENT } from '../../../test/patience.ts';
import { line } from '../../../test/withheld.ts';

/** A bank on a string: each test says what it does with an order. The books are those of the sandbox bank. */
interface Strings {
  submit: (order: Parameters<PaymentBank['submit']>[0]) => Promise<BankAnswer>;
  status: PaymentBank['status'];
  submitted: string[];
}

let bank: Strings;
let books: PaymentBank;

const { app, deal, director } = await makeDealApp({
  app: {
    bank: ({ db }) => {
      books = sandboxBank(db);
      bank = { submit: books.submit, status: books.status, submitted: [] };
      return {
        name: 'SANDBOX',
        submit(order) {
          bank.submitted.push(order.end_to_end_id);
          return bank.submit(order);
        },
        status: (id) => bank.status(id),
      };
    },
  },
});
afterAll(() => app.close());

const pay = (act_ids: number[], how = {}) => app.ok('acts.pay', director, { body: { act_ids } }, how);
const signed = async (change = {}) => (await makeSignedActs(app, deal, 1, change))[0]!;
const orders = (act_id: number) =>
  app.parts.db.selectFrom('payment_orders').selectAll().where('act_id', '=', act_id).orderBy('id').execute();
const settle = () => sql`update sandbox.bank_transfers set settles_at = now()`.execute(app.parts.db);
/** As if the orders had last been asked about so long ago. */
const age = (seconds: number) =>
  sql`update payment_orders set updated_at = updated_at - make_interval(secs => ${seconds})`.execute(
    app.parts.db,
  );
async function follow(rounds = 1): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    await age(2);
    await followOrders(app.parts);
  }
}
test('the purpose and КНП of an order come from the company’s own settings', async () => {
  const settings = { channel: 'file', payment_limit: null, bookkeeper_name: null } as const;
  const set = (more: object) => ({ body: { ...settings, ...more } });
  expect(
    await app.refused('payments.change_settings', director, set({ purpose: 'Акт {act_nomer}' })),
  ).toMatchObject({
    code: 'payment.purpose_field',
    field: 'purpose',
    message: expect.stringContaining('{act_nomer}'),
  });
  const own = { purpose: '{service}, {act_number} / {contract_number}; {vat}', knp: '721' };
  expect(await app.ok('payments.change_settings', director, set(own))).toMatchObject(own);
  // Left out they stay as they are.
  expect(await app.ok('payments.change_settings', director, set({}))).toMatchObject(own);
  const executor = await makeExecutor(app, deal.company, { algorithm: 'rsa' });
  await app.ok('esf.set_vat', executor.person, {
    body: { vat: { rate: 16, certificate_series: '60001', certificate_number: '0000001' } },
  });
  const taxed = await makeDeal(app, deal.company, executor);
  const [id] = await makeSignedActs(app, taxed, 1, { knp: null, ...line('116.00') });
  allDone(await pay([id!]));
  const { number, title } = await app.ok('acts.get', director, { params: { act_id: id! } });
  const contract = await app.ok('documents.get', director, { params: { doc_id: taxed.contract_id } });
  const [order] = await orders(id!);
  expect(order).toMatchObject({
    knp: '721',
    purpose: `${title}, ${number} / ${contract.number}; в т.ч. НДС 16 % 16.00`,
  });
  await app.ok('payments.change_settings', director, set({ channel: 'bank', purpose: null, knp: null }));
});

describe('paying', () => {
  test('makes an order of the act’s sum to the executor’s account, and follows it until it is settled', async () => {
    const id = await signed({ knp: '841' });
    allDone(await pay([id]));
    expect(await stateOf(app, id)).toBe('paying');
    const [order] = await orders(id);
    const act = await app.ok('acts.get', director, { params: { act_id: id } });
    const contract = await app.ok('documents.get', director, { params: { doc_id: deal.contract_id } });
    expect(order).toMatchObject({
      status: 'created',
      amount_tiyn: 450_000n,
      knp: '841',
      payee_bin: deal.executor.bin,
      payee_name: deal.executor.name,
      payer_iban: expect.stringMatching(/^KZ\d{2}/),
      payee_iban: expect.stringMatching(/^KZ\d{2}/),
      payer_kbe: '17',
      payee_kbe: '19',
      end_to_end_id: expect.stringMatching(/^KLS[0-9A-F]{20}$/),
      purpose: `Оплата по договору № ${contract.number} от ${formatDate(contract.date)}, акт выполненных работ № ${act.number} от ${formatDate(TODAY)}, без НДС`,
    });
    await follow();
    expect((await orders(id))[0]!.status).toBe('accepted');
    await follow();
    expect(await stateOf(app, id)).toBe('paying');
    await settle();
    await follow();
    const paid = await app.ok('acts.get', deal.executor.person, { params: { act_id: id } });
    expect(paid).toMatchObject({
      status: { code: 'paid' },
      is_payed: true,
      payment: { status: 'settled', amount: '4500.00', settled_on: TODAY },
    });
    const history = await app.ok('acts.history', director, { params: { act_id: id } });
    expect(history.slice(0, 2).map((entry) => [entry.action, entry.user_name])).toEqual([
      ['settle', null],
      ['pay', expect.any(String)],
    ]);
  });

  test('that the bank rejects brings the act back with the reason, and it may be paid anew', async () => {
    const id = await signed(line('100.13'));
    allDone(await pay([id]));
    await follow();
    expect(await app.ok('acts.get', director, { params: { act_id: id } })).toMatchObject({
      status: { code: 'signed' },
      reason: 'Счёт получателя закрыт',
      payment: { status: 'rejected', reason: 'Счёт получателя закрыт' },
    });
    bank.submit = async () => ({ status: 'settled' });
    allDone(await pay([id]));
    await follow();
    bank.submit = books.submit;
    expect(await stateOf(app, id)).toBe('paid');
    const [first, second] = await orders(id);
    expect([first!.status, second!.status]).toEqual(['rejected', 'settled']);
    expect(second!.end_to_end_id).not.toBe(first!.end_to_end_id);
    await sql`insert into sandbox.bank_transfers select end_to_end_id, payer_iban, payee_iban, amount_tiyn, 'settled', null, now(), now()
      from payment_orders where id = ${second!.id}`.execute(app.parts.db);
  });

  test('of a selection is one run of the server: asked twice, by two processes, and stopped between', async () => {
    const ids = await makeSignedActs(app, deal, 6, { title: 'Оплата всех разом' });
    const filter = { status_id: [5], amount_from: '0.01', search: 'разом' };
    const chosen = await app.ok('acts.selection', director, { body: { filter } });
    expect(chosen).toMatchObject({ count: 6, amount: '27000.00' });
    const { selection_id } = chosen;
    const body = { selection_id };
    const preview = await app.ok('payments.preview', director, { body });
    expect([preview.payees.map((payee) => [payee.acts, payee.amount]), preview.left_out]).toEqual([
      [[6, '27000.00']],
      0,
    ]);
    // Somebody pays one of them meanwhile, and one is stopped before it is come to.
    allDone(await pay([ids[0]!]));
    const key = randomUUID();
    const beside = await makeTestApp({ beside: app });
    const answers = await Promise.all(
      [app, beside, app].map((one) => one.ok('acts.pay', director, { body }, { key })),
    );
    expect(new Set(answers.map((answer) => answer.run_id)).size).toBe(1);
    const { run_id } = answers[0]!;
    await app.parts.bulk.wait(run_id, PATIENT.timeout);
    await beside.close();
    const run = await app.ok('jobs.get', director, { params: { run_id } });
    expect(run).toMatchObject({ kind: 'acts.pay', state: 'done', total: 6, done: 6, failed: 1 });
    for (const id of ids) expect(await orders(id)).toHaveLength(1);
    // No page shows them all: the run says the number of each, of the one that failed too.
    const rows = await app.ok('jobs.rows', director, { params: { run_id }, query: {} });
    const { number } = await app.ok('acts.get', director, { params: { act_id: ids[0]! } });
    expect(rows.items.map(({ label }) => label)).toEqual(
      Array(6).fill(expect.stringMatching(/^\d+\/\d{4}$/)),
    );
    expect(rows.items.filter(({ status }) => status === 'failed')).toMatchObject([{ label: number }]);

    // What is left of a stopped run is a selection again, and paying it asks for the proof again.
    const [late] = await makeSignedActs(app, deal, 1, { title: 'Оплата потом' });
    const stopped_id = await app.parts.bulk.start({
      company_id: director.company_id,
      user_id: director.user_id,
      session_id: director.session_id,
      kind: 'acts.pay',
      idempotency_key: randomUUID(),
      request_hash: Buffer.alloc(32),
      items: [{ subject_id: late! }, { subject_id: ids[1]! }],
    });
    await app.ok('jobs.stop', director, { params: { run_id: stopped_id } });
    const on = { params: { run_id: stopped_id }, body: { rows: 'stopped' as const } };
    expect(await app.refused('jobs.go_on', director, on)).toMatchObject({ code: 'job.goes_on_elsewhere' });
    const rest = await app.ok('acts.selection', director, {
      body: { run: { run_id: stopped_id, rows: 'stopped' } },
    });
    const again = await app.ok('acts.pay', director, { body: { selection_id: rest.selection_id } });
    expect(again.items.map((row) => [row.act_id, row.status]).toSorted()).toEqual(
      [
        [ids[1]!, 'failed'],
        [late!, 'ok'],
      ].toSorted(),
    );
    for (const id of [late!, ...ids]) expect(await orders(id)).toHaveLength(1);
  });

  test('is one order an act: twice in a list, again with the same key, again with another', async () => {
    const id = await signed();
    const key = randomUUID();
    const first = await pay([id, id], { key });
    expect(first.items).toHaveLength(1);
    expect(await pay([id, id], { key })).toEqual(first);
    expect((await pay([id])).items[0]).toMatchObject({ status: 'failed', code: 'act.already_paying' });
    expect(await orders(id)).toHaveLength(1);
    const other = await signed();
    const asked = { body: { act_ids: [other] } };
    expect(await app.refused('acts.pay', director, asked, { key })).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    });
    expect(await stateOf(app, other)).toBe('signed');
    const noKey = await app.raw('acts.pay', director, asked, { headers: { 'idempotency-key': '' } });
    expect(noKey.json).toMatchObject({ code: 'idempotency_key_malformed' });
  });

  test('what is not signed by both, and what has no account to go to, is not paid', async () => {
    const sent = await makeSentAct(app, deal);
    const bare = await makeExecutor(app, deal.company, { algorithm: 'rsa', account: false });
    const [unpayable] = await makeSignedActs(app, await makeDeal(app, deal.company, bare), 1);
    const answer = await pay([sent, unpayable!, 999_999_999]);
    expect(answer.items.map((row) => row.code)).toEqual([
      'act.wrong_state',
      'act.no_requisites',
      'not_found',
    ]);
    expect(await stateOf(app, unpayable!)).toBe('signed');
    expect(await orders(unpayable!)).toEqual([]);
  });
});

test('before paying it is shown to whom, to which account and how much, and nothing is made', async () => {
  const bare = await makeExecutor(app, deal.company, { algorithm: 'rsa', account: false });
  const [unpayable] = await makeSignedActs(app, await makeDeal(app, deal.company, bare), 1);
  const two = await makeSignedActs(app, deal, 2, line('10.05'));
  const sent = await makeSentAct(app, deal);
  const act_ids = [...two, unpayable!, sent, 999_999_999];
  const preview = await app.ok('payments.preview', director, { body: { act_ids } });
  expect(preview.payer).toMatchObject({ name: deal.company.name, iban: expect.stringMatching(/^KZ/) });
  expect(preview.left_out).toBe(2);
  const payees = new Map(preview.payees.map((payee) => [payee.company_id, payee]));
  expect(payees.get(deal.executor.id)).toMatchObject({ acts: 2, amount: '20.10', bin: deal.executor.bin });
  expect(payees.get(bare.id)).toMatchObject({ acts: 1, iban: null, bank_name: null, going: '0.00' });
  // Nothing goes to whoever has no account.
  expect(preview.amount).toBe('20.10');
  expect(await orders(two[0]!)).toEqual([]);
  // What was shown is what the order says.
  allDone(await pay([two[0]!]));
  const paid = await app.ok('acts.get', director, { params: { act_id: two[0]! } });
  expect(paid.payment).toMatchObject({
    payee_iban: payees.get(deal.executor.id)!.iban,
    payee_name: payees.get(deal.executor.id)!.name,
    number: (await orders(two[0]!))[0]!.end_to_end_id,
    knp: '859',
  });
  await follow();
  await settle();
  await follow();
});

describe('a bank that', () => {
  test('takes the order and does not answer: it is asked, never sent to again', async () => {
    const id = await signed();
    allDone(await pay([id]));
    bank.submit = async (order) => {
      await books.submit(order);
      throw new Error('timeout');
    };
    await follow();
    bank.submit = books.submit;
    const [order] = await orders(id);
    expect(order!.status).toBe('unknown');
    expect(await app.ok('acts.get', director, { params: { act_id: id } })).toMatchObject({
      status: { code: 'paying' },
      payment: { status: 'unknown' },
    });
    await settle();
    await follow(2);
    expect(await stateOf(app, id)).toBe('paid');
    expect(bank.submitted.filter((sent) => sent === order!.end_to_end_id)).toHaveLength(1);
  });

  test('has never heard of an order: it stays unknown, it may still be on its way', async () => {
    const id = await signed();
    allDone(await pay([id]));
    bank.submit = async () => {
      throw new Error('cut off');
    };
    await follow(3);
    bank.submit = books.submit;
    await follow(3);
    const [order] = await orders(id);
    expect(order!.status).toBe('unknown');
    expect(bank.submitted.filter((sent) => sent === order!.end_to_end_id)).toHaveLength(1);
    // Days later it turns up, and is rejected.
    bank.status = async () => ({ status: 'rejected', reason: 'Нет такого счёта' });
    await follow();
    bank.status = books.status;
    expect(await stateOf(app, id)).toBe('signed');
    await sql`insert into sandbox.bank_transfers select end_to_end_id, payer_iban, payee_iban, amount_tiyn, 'rejected', 'Нет такого счёта', now(), now()
      from payment_orders where id = ${order!.id}`.execute(app.parts.db);
  });

  test('does not answer the question either is asked again later', async () => {
    const id = await signed();
    allDone(await pay([id]));
    await follow();
    bank.status = async () => {
      throw new Error('down');
    };
    await settle();
    await follow(2);
    expect(await stateOf(app, id)).toBe('paying');
    bank.status = books.status;
    await follow();
    expect(await stateOf(app, id)).toBe('paid');
  });

  test('says late that it accepted, or rejects what it has settled: what is final stays', async () => {
    const id = await signed();
    allDone(await pay([id]));
    await follow();
    await settle();
    await follow();
    expect(await stateOf(app, id)).toBe('paid');
    for (const late of [{ status: 'accepted' }, { status: 'rejected', reason: 'x' }] as const) {
      bank.status = async () => late;
      await follow();
    }
    bank.status = books.status;
    expect([await stateOf(app, id), (await orders(id))[0]!.status]).toEqual(['paid', 'settled']);
  });

  test('was being spoken to when the process died: after a while the order is asked about', async () => {
    const id = await signed();
    allDone(await pay([id]));
    const [order] = await orders(id);
    await books.submit({
      ...order!,
      payer: { name: '', bin: '', iban: order!.payer_iban, bic: '', kbe: '' },
      payee: { name: '', bin: '', iban: order!.payee_iban, bic: '', kbe: '' },
    });
    await sql`update payment_orders set status = 'sending', sent_at = now() where id = ${order!.id}`.execute(
      app.parts.db,
    );
    await follow();
    expect((await orders(id))[0]!.status).toBe('sending');
    await age(21);
    await follow(3);
    await settle();
    await follow(2);
    expect(await stateOf(app, id)).toBe('paid');
    expect(bank.submitted).not.toContain(order!.end_to_end_id);
  });

  test('never answers is not waited for: its order is asked about, the others go on', async () => {
    const [mute, sound] = await makeSignedActs(app, deal, 2);
    allDone(await pay([mute!, sound!]));
    const silent = (await orders(mute!))[0]!.end_to_end_id;
    let speak: (answer: BankAnswer) => void = () => undefined;
    bank.submit = (order) =>
      order.end_to_end_id === silent ? new Promise((resolve) => (speak = resolve)) : books.submit(order);
    await age(2);
    await followOrders(app.parts, 300);
    expect((await orders(mute!))[0]!.status).toBe('unknown');
    expect((await orders(sound!))[0]!.status).not.toBe('created');
    bank.status = () => new Promise(() => undefined);
    await age(2);
    await followOrders(app.parts, 300);
    expect((await orders(mute!))[0]!.status).toBe('unknown');
    speak({ status: 'accepted' });
    bank.status = async () => ({ status: 'settled' });
    bank.submit = books.submit;
    await follow(2);
    bank.status = books.status;
    expect([await stateOf(app, mute!), await stateOf(app, sound!)]).toEqual(['paid', 'paid']);
    await sql`insert into sandbox.bank_transfers select end_to_end_id, payer_iban, payee_iban, amount_tiyn, 'settled', null, now(), now()
      from payment_orders where end_to_end_id = ${silent}`.execute(app.parts.db);
    await settle();
    await sql`update sandbox.bank_transfers set status = 'settled' where status = 'accepted'`.execute(
      app.parts.db,
    );
  });

  test('has spoken is believed over the silence of another process that asked before', async () => {
    const id = await signed();
    allDone(await pay([id]));
    const [order] = await orders(id);
    // Sent by somebody who is slow to hear; meanwhile the answer is found out, and then that call breaks off.
    bank.submit = async (sent) => {
      await books.submit(sent);
      await age(21);
      await followOrders(app.parts);
      await age(2);
      await followOrders(app.parts);
      expect((await orders(id))[0]!.status).toBe('accepted');
      throw new Error('cut off');
    };
    await follow();
    bank.submit = books.submit;
    expect((await orders(id))[0]!.status).toBe('accepted');
    await settle();
    await follow();
    expect(await stateOf(app, id)).toBe('paid');
    expect(bank.submitted.filter((sent) => sent === order!.end_to_end_id)).toHaveLength(1);
  });

  test('is heard last to have accepted what it has settled meanwhile: settled it stays', async () => {
    const id = await signed();
    allDone(await pay([id]));
    bank.submit = async (sent) => {
      const answer = await books.submit(sent);
      await settle();
      await age(21);
      await followOrders(app.parts);
      await age(2);
      await followOrders(app.parts);
      expect(await stateOf(app, id)).toBe('paid');
      return answer;
    };
    await follow();
    bank.submit = books.submit;
    expect([await stateOf(app, id), (await orders(id))[0]!.status]).toEqual(['paid', 'settled']);
  });

  test('settles many at once, of which some cannot go on: the others are paid', async () => {
    const ids = await makeSignedActs(app, deal, 12);
    const stuck = ids.slice(0, 10);
    allDone(await pay(ids));
    await follow();
    await sql`update acts set status = 'annulled' where id = any(${stuck}::bigint[])`.execute(app.parts.db);
    await settle();
    await follow();
    expect(await Promise.all(ids.slice(10).map((id) => stateOf(app, id)))).toEqual(['paid', 'paid']);
    await sql`update acts set status = 'paying' where id = any(${stuck}::bigint[])`.execute(app.parts.db);
    await follow();
    expect(new Set(await Promise.all(ids.map((id) => stateOf(app, id))))).toEqual(new Set(['paid']));
    expect((await orders(ids[0]!)).map(({ status }) => status)).toEqual(['settled']);
  });

  test('keeps one order from going on does not keep the others from it', async () => {
    const ids = await makeSignedActs(app, deal, 12);
    allDone(await pay(ids));
    // Whatever is wrong with these ten: their acts cannot take the answer of the bank.
    await sql`update acts set status = 'annulled' where id = any(${ids.slice(0, 10)}::bigint[])`.execute(
      app.parts.db,
    );
    bank.submit = async () => ({ status: 'settled' });
    await follow(2);
    bank.submit = books.submit;
    expect([await stateOf(app, ids[10]!), await stateOf(app, ids[11]!)]).toEqual(['paid', 'paid']);
    await sql`update acts set status = 'paying' where id = any(${ids.slice(0, 10)}::bigint[])`.execute(
      app.parts.db,
    );
    bank.status = async () => ({ status: 'settled' });
    await age(21);
    await follow(3);
    bank.status = books.status;
    expect(await stateOf(app, ids[0]!)).toBe('paid');
    await sql`insert into sandbox.bank_transfers select end_to_end_id, payer_iban, payee_iban, amount_tiyn, 'settled', null, now(), now()
      from payment_orders where act_id = any(${ids}::bigint[])`.execute(app.parts.db);
  });
});

test('two processes send each order once', async () => {
  const other = await makeTestApp({ beside: app });
  const ids = await makeSignedActs(app, deal, 10);
  allDone(await pay(ids));
  const seen: string[] = [];
  const counting = {
    name: 'SANDBOX',
    status: books.status,
    async submit(order: Parameters<PaymentBank['submit']>[0]) {
      seen.push(order.end_to_end_id);
      return books.submit(order);
    },
  };
  const watch = (one: TestApp) => followOrders({ ...one.parts, bank: counting });
  await Promise.all([watch(app), watch(other), watch(app), watch(other)]);
  expect(seen.toSorted()).toEqual([...new Set(seen)].toSorted());
  expect(seen).toHaveLength(10);
  await settle();
  await vi.waitFor(async () => {
    await age(2);
    await Promise.all([watch(app), watch(other)]);
    for (const id of ids) expect(await stateOf(app, id)).toBe('paid');
  }, PATIENT);
  await other.close();
});

test('after all of this the invariants hold', async () => {
  await settle();
  await follow(2);
  await holdInvariants(app);
});
