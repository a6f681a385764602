import type { RegisterAnswer } from '@kelisim/shared/features/taxes/against-register.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, makeDeal, makeSignedActs, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { sandboxTaxpayers } from '../../adapters/company-register/sandbox/sandbox-taxpayers.ts';
import { askBeforePayment } from './ask-before-payment.ts';
import { askRegisters } from './ask-registers.ts';

/** By number; who is not in it is never answered. */
const says = new Map<string, RegisterAnswer>();
let asked: string[] = [];
const NOTHING: RegisterAnswer = { registration: null, is_liquidating: false, vat: null };
const trader = (until: string | null): RegisterAnswer => ({
  ...NOTHING,
  registration: { since: '2022-02-10', until },
});

const app = await makeTestApp();
app.parts.taxpayer_register = {
  name: 'made up',
  async findTaxpayer(code) {
    asked.push(code);
    const answer = says.get(code);
    if (!answer) throw new Error('the register answered 503');
    return answer;
  },
};
const company = await makeCompany(app, { algorithm: 'rsa' });
const { director } = company;
const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
await payByFile(app, director);
await app.ok('bookkeeping.set_withholding', director, { body: { is_on: true } });
afterAll(() => closeSound(app));

const check = (by = director, id = deal.executor.id) =>
  app.ok('taxes.check_register', by, { body: { executor_company_id: id } });
const say = (standing: string, id = deal.executor.id) => ({
  body: { executor_company_id: String(id), valid_from: TODAY, standing } as never,
});
const makeAct = async () =>
  (
    await makeSignedActs(app, deal, 1, {
      services: [{ category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate: '1000.00' }],
    })
  )[0]!;
const waitsFor = async (act_id: number) =>
  (await app.ok('payments.preview', director, { body: { act_ids: [act_id] } })).payees[0]!.waits;

test('silence is told with the last day that is known, and stops no payment', async () => {
  expect((await check()).register).toMatchObject({
    may_ask: true,
    answer: null,
    silent_at: expect.any(String),
    objection: null,
  });
  says.set(deal.executor.bin, trader(null));
  const { register } = await check();
  expect(register).toMatchObject({ answer: trader(null), silent_at: null });
  says.delete(deal.executor.bin);
  expect((await check()).register).toMatchObject({
    answer: { checked_at: register.answer!.checked_at },
    silent_at: expect.any(String),
  });
  const act_id = await makeAct();
  expect(await waitsFor(act_id)).toBeNull();
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id] } }));
});

test('a review asks again only when the last answer is too old', async () => {
  const act_id = await makeAct();
  says.set(deal.executor.bin, trader(null));
  await check();
  asked = [];
  await waitsFor(act_id);
  expect(asked).toEqual([]);
  await sql`update register_checks set checked_at = checked_at - interval '25 hours'`.execute(app.owner);
  await waitsFor(act_id);
  expect(asked).toEqual([deal.executor.bin]);
  // Of who waits to be paid the product asks by itself; of one who was just asked of it does not.
  asked = [];
  await askRegisters(app.parts, { ids: null });
  expect(asked).not.toContain(deal.executor.bin);
  await sql`update register_checks set checked_at = checked_at - interval '25 hours'`.execute(app.owner);
  await askRegisters(app.parts, { ids: null });
  expect(asked).toContain(deal.executor.bin);
});

test('who is no sole trader any more is an individual: the payment waits until somebody says so', async () => {
  const act_id = await makeAct();
  const refused = async () =>
    (await app.ok('acts.pay', director, { body: { act_ids: [act_id] } })).items.map(({ code }) => code);
  says.set(deal.executor.bin, NOTHING);
  expect((await check()).register.objection).toBe('not_registered');
  expect(await waitsFor(act_id)).toBe('not_registered');
  expect(await refused()).toEqual(['taxes.register_not_registered']);
  says.set(deal.executor.bin, trader(addDays(TODAY, -1)));
  await check();
  expect(await waitsFor(act_id)).toBe('ended');
  expect(await refused()).toEqual(['taxes.register_ended']);
  expect(await app.refused('taxes.set_standing', director, say('ip'))).toMatchObject({
    code: 'taxes.register_ended',
    field: 'standing',
  });
  await app.ok('taxes.set_standing', director, say('individual'));
  expect(await waitsFor(act_id)).toBeNull();
});

test('who is a sole trader cannot be self-employed, and their payment waits', async () => {
  await app.ok('taxes.set_standing', deal.executor.person, say('self_employed'));
  const act_id = await makeAct();
  expect(await waitsFor(act_id)).toBeNull();
  says.set(deal.executor.bin, trader(null));
  await check(deal.executor.person);
  expect(await waitsFor(act_id)).toBe('is_trader');
  expect(await app.refused('taxes.set_standing', director, say('self_employed'))).toMatchObject({
    code: 'taxes.register_is_trader',
  });
  // Where nothing is withheld nobody asks what the person is.
  await app.ok('bookkeeping.set_withholding', director, { body: { is_on: false, reason: 'Проверка' } });
  expect(await waitsFor(act_id)).toBeNull();
});

test('a review says whose answer is old or missing, and asks only of those whose payment it may stop', async () => {
  await app.ok('bookkeeping.set_withholding', director, { body: { is_on: true } });
  await app.ok('taxes.set_standing', director, say('individual'));
  const person_act = await makeAct();
  const known = async (act_id: number) =>
    (await app.ok('payments.preview', director, { body: { act_ids: [act_id] } })).payees[0]!.register;
  await sql`update register_checks set checked_at = checked_at - interval '25 hours'`.execute(app.owner);
  asked = [];
  expect(await known(person_act)).toBeNull();
  expect(asked).toEqual([]);
  says.set(deal.executor.bin, trader(null));
  await app.ok('taxes.set_standing', director, say('ip'));
  expect(await known(person_act)).toEqual({ state: 'fresh', answered_on: TODAY });
  says.delete(deal.executor.bin);
  await sql`update register_checks set checked_at = checked_at - interval '25 hours'`.execute(app.owner);
  expect(await known(person_act)).toEqual({ state: 'old', answered_on: expect.any(String) });
  // Paying and explaining ask nobody.
  asked = [];
  await sql`update register_checks set checked_at = checked_at - interval '25 hours'`.execute(app.owner);
  const { shown } = await app.ok('payments.preview', director, { body: { act_ids: [person_act] } });
  expect(asked).toEqual([deal.executor.bin]);
  asked = [];
  await sql`update register_checks set checked_at = checked_at - interval '25 hours'`.execute(app.owner);
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [person_act], shown } }));
  expect(asked).toEqual([]);
});

test('a review goes on without who does not answer, keeps what comes late, and asks the others first next time', async () => {
  const slow = [];
  for (let one = 0; one < 12; one++) slow.push(await makeExecutor(app, deal.company, { algorithm: 'rsa' }));
  const ids = slow.map(({ id }) => id);
  const waiting: (() => void)[] = [];
  let most = 0;
  const register = {
    name: 'slow',
    findTaxpayer: () =>
      new Promise<RegisterAnswer>((answer) => {
        waiting.push(() => answer(trader(null)));
        most = Math.max(most, waiting.length);
      }),
  };
  const slowly = { ...app.parts, taxpayer_register: register };
  const ask = async () => {
    const known = await askBeforePayment(slowly, { ids, asked_by: director.user_id, patience_ms: 1 });
    return ids.map((id) => known.get(id)!.state);
  };
  const kept = async () =>
    (
      await app.parts.db
        .selectFrom('register_checks')
        .select('id')
        .where('executor_company_id', 'in', ids)
        .execute()
    ).length;
  for (const fresh of [0, 4, 8]) {
    // A few questions are on their way, of those who were not asked of yet; nobody is asked of twice at once.
    const states = await ask();
    expect(states.filter((state) => state === 'fresh')).toHaveLength(fresh);
    expect(states.filter((state) => state === 'never')).toHaveLength(12 - fresh);
    expect(waiting).toHaveLength(4);
    for (const answer of waiting.splice(0)) answer();
    await expect.poll(kept).toBe(fresh + 4);
  }
  expect([most, await ask()]).toEqual([4, ids.map(() => 'fresh')]);
});

test('of a stranger nothing is asked', async () => {
  const other = await makeCompany(app, { algorithm: 'rsa' });
  asked = [];
  const body = { executor_company_id: deal.executor.id };
  expect(await app.refused('taxes.check_register', other.director, { body })).toMatchObject({ status: 404 });
  expect(asked).toEqual([]);
});

test('the sandbox knows who ended, who never was one, and falls silent', async () => {
  const register = sandboxTaxpayers(app.parts.db);
  const registered = async (code: string, kind: 'person' | 'entity' = 'person') =>
    (await register.findTaxpayer(code, kind)).registration;
  const trading = await makeExecutor(app, deal.company);
  expect(await registered(trading.bin)).toEqual({ since: '2022-02-10', until: null });
  expect(await registered('880615300278')).toBeNull();
  expect(await registered('900105300001')).toEqual({ since: '2022-02-10', until: null });
  expect(await registered('900107300001')).toBeNull();
  expect(await registered('900108300001')).toEqual({ since: '2022-02-10', until: '2026-10-31' });
  await expect(registered('900109300001')).rejects.toThrow();
  await expect(registered('260940000001', 'entity')).rejects.toThrow();
  expect(await register.findTaxpayer('260840000001', 'entity')).toMatchObject({
    is_liquidating: true,
    vat: null,
  });
  expect(await register.findTaxpayer('260640000001', 'entity')).toMatchObject({
    is_liquidating: false,
    vat: { until: null },
  });
});
