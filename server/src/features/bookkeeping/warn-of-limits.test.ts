import type { EarlierKind } from '@kelisim/shared/features/taxes/earlier.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  allDone,
  becomeIndividual,
  makeDeal,
  makeSignedActs,
  signBy,
  TODAY,
  type Deal,
} from '../../../test/papers.ts';
import { makeCompany, makeExecutor, type Person, type TestExecutor } from '../../../test/people.ts';
import { takeLimitChecks } from './limit-checks.queries.ts';
import { warnOfLimits } from './warn-of-limits.ts';

let deal: Deal;
let by: Person;
const [YEAR, MONTH] = [TODAY.slice(0, 4), TODAY.slice(0, 7)];

const app = await makeTestApp();
beforeEach(async () => {
  deal = await makeOwnDeal(app);
  by = deal.company.director;
});
afterAll(() => closeSound(app));

const seenBy = (person: Person, of: TestExecutor = deal.executor) =>
  app.ok('taxes.standing', person, { query: { executor_company_id: of.id } });
const limitOf = async (kind: string) =>
  parseMoney((await seenBy(by)).limits.find((row) => row.kind === kind)?.limit ?? '') ?? 0n;
const share = (limit_tiyn: bigint, percent: bigint) => formatMoney((limit_tiyn * percent) / 100n);

/** What each side has been told of limits, after a round. */
async function told(...people: Person[]): Promise<string[][]> {
  await warnOfLimits(app.parts);
  const all = [];
  for (const person of people) {
    const { items } = await app.ok('notices.list', person, { query: {} });
    all.push(items.filter(({ kind }) => kind === 'limit_near').map(({ text }) => text));
  }
  return all;
}
const howOften = async (...people: Person[]) => (await told(...people)).map((texts) => texts.length);

async function become(standing: 'self_employed' | 'ip', tax_regime: string | null = null) {
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing, tax_regime)
    values (${deal.executor.id}, ${`${YEAR}-01-01`}, ${standing}, ${tax_regime})`.execute(app.parts.db);
}
const sign = async (rate: string) =>
  (
    await makeSignedActs(app, deal, 1, {
      services: [{ category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate }],
    })
  )[0]!;
async function pay(rate: string): Promise<{ act_id: number; order_id: number }> {
  const act_id = await sign(rate);
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id] } }));
  const { payment } = await app.ok('acts.get', by, { params: { act_id } });
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  await app.ok('payments.decide', by, {
    params: { order_id: payment!.id },
    body: { outcome: 'settled', reason: 'Банк' },
  });
  return { act_id, order_id: payment!.id };
}
const tell = (person: Person, kind: EarlierKind, period: string, amount: string) =>
  app.ok('taxes.set_earlier', person, {
    body: {
      executor_company_id: deal.executor.id,
      kind,
      period,
      amount,
      source: 'Ведомость',
      source_on: TODAY,
    },
  });

test('tells both sides of 80 % of the month once, also when refunds take it back in between', async () => {
  await become('self_employed');
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  const { person } = deal.executor;
  const limit = await limitOf('self_employed_month');
  await pay(share(limit, 79n));
  expect(await howOften(person, by)).toEqual([0, 0]);
  const { act_id } = await pay(share(limit, 1n));
  const [own, company] = await told(person, by);
  expect(own).toHaveLength(1);
  expect(own![0]).toMatch(/1\s038\s000\s₸ из 1\s297\s500\s₸/);
  expect(own![0]).toContain(` за ${MONTH.slice(5)}.${YEAR}:`);
  expect(company).toEqual([expect.stringContaining(deal.executor.name)]);
  const back = await app.ok('acts.correct', by, {
    params: { act_id },
    body: { amount: `-${share(limit, 1n)}`, reason: 'Не сделано', date: TODAY },
  });
  allDone(await app.ok('acts.send', by, { body: { act_ids: [back.id] } }));
  for (const signer of [person, by]) allDone(await signBy(app, signer, back.id));
  await app.ok('refunds.record', by, { params: { act_id: back.id }, body: { reason: 'Вернул' } });
  const now = async () => (await seenBy(person)).limits.map(({ used, state }) => [used, state]);
  expect([await howOften(person, by), await now()]).toEqual([[1, 1], [[share(limit, 79n), 'calm']]]);
  await pay(share(limit, 21n));
  expect([await howOften(person, by), await now()]).toEqual([[1, 1], [[share(limit, 100n), 'close']]]);
  // Who has cleared the bell away is not told again either.
  await sql`delete from notices where user_id in (${person.user_id}, ${by.user_id})`.execute(app.owner);
  await tell(by, 'self_employed', MONTH, '1.00');
  expect(await howOften(person, by)).toEqual([0, 0]);
});

test('the executor is told of what customers pay together, of whom none is near alone', async () => {
  await become('self_employed');
  const rival = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: rival.id, executor_company_id: deal.executor.id, status: 'active' })
    .execute();
  const half = share(await limitOf('self_employed_month'), 45n);
  for (const director of [by, rival.director]) await tell(director, 'self_employed', MONTH, half);
  expect(await howOften(deal.executor.person, by, rival.director)).toEqual([1, 0, 0]);
});

test('a person sees the year at each customer who has paid, and no others', async () => {
  await becomeIndividual(app, deal);
  const rival = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: rival.id, executor_company_id: deal.executor.id, status: 'active' })
    .execute();
  await tell(by, 'deduction', YEAR, '100.00');
  const { limits } = await seenBy(deal.executor.person);
  expect(limits.map(({ kind, company, used }) => [kind, company?.id, used])).toEqual([
    ['deduction', deal.company.id, '100.00'],
  ]);
});

test('a refund of an earlier month leaves this one as it is', async () => {
  await become('self_employed');
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  const { act_id, order_id } = await pay('100000.00');
  await pay('300000.00');
  await sql`update settlements set day = (${`${MONTH}-01`}::date - 1) where order_id = ${order_id}`.execute(
    app.owner,
  );
  const back = await app.ok('acts.correct', by, {
    params: { act_id },
    body: { amount: '-100000.00', reason: 'Не сделано', date: TODAY },
  });
  allDone(await app.ok('acts.send', by, { body: { act_ids: [back.id] } }));
  for (const signer of [deal.executor.person, by]) allDone(await signBy(app, signer, back.id));
  await app.ok('refunds.record', by, { params: { act_id: back.id }, body: { reason: 'Вернул' } });
  expect((await seenBy(by)).limits).toMatchObject([{ used: '300000.00' }]);
  await sql`update settlements set day = ${TODAY} where order_id = ${order_id}`.execute(app.owner);
});

test('the customer whose payments are far from the limit is not told of what others pay', async () => {
  await become('self_employed');
  const rival = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: rival.id, executor_company_id: deal.executor.id, status: 'active' })
    .execute();
  const limit = await limitOf('self_employed_month');
  await tell(by, 'self_employed', MONTH, share(limit, 80n));
  expect(await howOften(deal.executor.person, by, rival.director)).toEqual([1, 1, 0]);
  // The person's own word is known to all.
  await tell(deal.executor.person, 'self_employed', MONTH, share(limit, 90n));
  expect(await howOften(deal.executor.person, by, rival.director)).toEqual([1, 1, 1]);
});

test.each([
  ['deduction', 'deduction'],
  ['lower_rate', 'taxed'],
] as const)('tells of the %s of a year at 80 %%, not at 79 and not again at 100', async (kind, earlier) => {
  await becomeIndividual(app, deal);
  const { person } = deal.executor;
  const limit = await limitOf(kind);
  const seen = [];
  for (const percent of [79n, 80n, 100n]) {
    await tell(by, earlier, YEAR, share(limit, percent));
    seen.push(await howOften(person, by));
  }
  expect(seen).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
  ]);
});

test('a supplier without VAT is counted by signed acts and told turnover; one that pays VAT is not', async () => {
  await become('ip', 'general');
  const { person } = deal.executor;
  const limit = await limitOf('vat_threshold');
  await tell(person, 'turnover', YEAR, share(limit, 79n));
  expect(await howOften(person, by)).toEqual([0, 0]);
  await sign(share(limit, 1n));
  const [own, company] = await told(person, by);
  expect([own, company]).toEqual([[expect.stringContaining('НДС')], [expect.stringContaining('НДС')]]);
  expect((await seenBy(by)).limits).toMatchObject([
    { kind: 'vat_threshold', used: share(limit, 80n), state: 'close' },
  ]);
  await sign(share(limit, 20n));
  expect(await howOften(person, by)).toEqual([1, 1]);
  await sql`insert into company_vat (company_id, valid_from, rate, certificate_series, certificate_number, updated_by)
    values (${deal.executor.id}, ${`${YEAR}-01-01`}, 16, '60001', '0012345', ${by.user_id})`.execute(
    app.owner,
  );
  expect((await seenBy(by)).limits).toEqual([]);
});

test('rounds at the same moment tell once, and a round that fails keeps what it was to look at', async () => {
  await become('self_employed');
  const { person } = deal.executor;
  await warnOfLimits(app.parts);
  await tell(person, 'self_employed', MONTH, share(await limitOf('self_employed_month'), 80n));
  const broken = {
    ...app.parts,
    clock: {
      ...app.parts.clock,
      now: (): Date => {
        throw new Error('no clock');
      },
    },
  };
  await expect(warnOfLimits(broken)).rejects.toThrow('no clock');
  await Promise.all(Array.from({ length: 4 }, () => warnOfLimits(app.parts)));
  expect(await howOften(person, by)).toEqual([1, 1]);
  const { rows } = await sql`select 1 from limit_checks`.execute(app.parts.db);
  expect(rows).toHaveLength(0);
});

test('all marks of a pair are taken with its oldest one, so that it is counted once', async () => {
  const { db } = app.parts;
  await warnOfLimits(app.parts);
  const other = await makeDeal(app, deal.company, await makeExecutor(app, deal.company));
  await db.deleteFrom('limit_checks').execute();
  const [one, two] = [deal.executor.id, other.executor.id];
  for (const executor_company_id of [one, two, one, two, one])
    await db
      .insertInto('limit_checks')
      .values({ company_id: deal.company.id, executor_company_id })
      .execute();
  const take = () => db.transaction().execute((tx) => takeLimitChecks(tx, 1));
  const of = (executor_company_id: number) => [{ company_id: deal.company.id, executor_company_id }];
  expect(await take()).toMatchObject({ taken: 3, touched: of(one) });
  expect(await take()).toMatchObject({ taken: 2, touched: of(two) });
  expect(await take()).toEqual({ taken: 0, touched: [] });
});

test('many executors near at once are one notice of the company until it is read', async () => {
  const other = await makeDeal(
    app,
    deal.company,
    await makeExecutor(app, deal.company, { algorithm: 'rsa' }),
  );
  await become('self_employed');
  const limit = share(await limitOf('self_employed_month'), 80n);
  await tell(deal.executor.person, 'self_employed', MONTH, limit);
  deal = other;
  await become('self_employed');
  await tell(other.executor.person, 'self_employed', MONTH, limit);
  expect(await told(by)).toEqual([[expect.stringContaining('лимитов: 2')]]);
});
