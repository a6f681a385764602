import { addDays, almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { allDone, makeDeal, makeSentAct, makeSentActs, signBy, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor, type Person } from '../../../test/people.ts';
import { movableClock } from '../../platform/clock.ts';
import { tellOverdue } from './tell-overdue.ts';

const { app, deal, director, executor } = await makeDealApp();
await app.parts.db.updateTable('users').set({ is_email_verified: true }).execute();
afterAll(() => app.close());

const TERM = 3;
const setTerm = (days: number | null) => app.ok('companies.set_signing_term', director, { body: { days } });
beforeAll(async () => {
  await setTerm(TERM);
});

const of = (act_id: number) => ({ params: { act_id } });
const dayOf = async (act_id: number, by: Person = director) =>
  (await app.ok('acts.get', by, of(act_id))).sign_by;

/** By two processes at once, at an hour of the day that many days from now. */
const clock = movableClock(new Date());
async function pass(days: number, time = '12:00'): Promise<void> {
  clock.set(new Date(`${addDays(almatyDate(new Date()), days)}T${time}:00+05:00`));
  await Promise.all([0, 1].map(() => tellOverdue({ ...app.parts, clock })));
}
const told = async (by: Person) =>
  (await app.ok('notices.list', by, { query: {} })).items
    .filter(({ kind }) => kind === 'sign_overdue')
    .map(({ text, path, count }) => ({ text, path, count }));
const letters = async (by: Person) =>
  (
    await app.parts.db
      .selectFrom('messages')
      .select('body')
      .where('kind', '=', 'sign_overdue')
      .where('recipient', '=', by.email)
      .execute()
  ).length;

test('both see the day, and both are told once that it has passed: of two servers, by day alone', async () => {
  expect(await app.ok('companies.signing_term', director, {})).toEqual({ days: TERM });
  const act_id = await makeSentAct(app, deal);
  const day = addDays(TODAY, TERM);
  expect([await dayOf(act_id), await dayOf(act_id, executor)]).toEqual([day, day]);
  const { url } = await app.ok('quick_sign.create', director, { body: { doc_type: 'act', id: act_id } });
  const params = { token: url.split('/').at(-1)! };
  expect(await app.ok('quick_sign.get', null, { params })).toMatchObject({ sign_by: day });
  // The day itself is not over yet, and in the night nobody is told.
  await pass(TERM, '20:59');
  await pass(TERM + 1, '08:59');
  expect([await told(director), await told(executor)]).toEqual([[], []]);
  await pass(TERM + 1);
  await pass(TERM + 1);
  await pass(TERM + 40);
  const sentence = `Срок подписания прошёл ${formatDate(day)}: акт № `;
  for (const [by, side] of [
    [director, 'business'],
    [executor, 'executor'],
  ] as const) {
    const path = `/lk/${side}/acts/${act_id}`;
    expect(await told(by)).toEqual([{ text: expect.stringContaining(sentence), path, count: 1 }]);
    expect(await letters(by)).toBe(1);
  }
  // Nothing but that: it waits for the same signatures as before.
  expect((await app.ok('acts.get', director, of(act_id))).status.code).toBe('sent');
});

test('what is sent again has another day; what is not to be signed, none', async () => {
  const act_id = await makeSentAct(app, deal);
  const before = (await told(executor)).length;
  await pass(TERM + 1);
  expect(await told(executor)).toHaveLength(before + 1);
  await app.ok('acts.recall', director, of(act_id));
  expect(await dayOf(act_id)).toBeNull();
  await pass(TERM + 2);
  expect(await told(executor)).toHaveLength(before + 1);
  await setTerm(TERM + 4);
  allDone(await app.ok('acts.send', director, { body: { act_ids: [act_id] } }));
  await setTerm(TERM);
  const again = addDays(TODAY, TERM + 4);
  expect([await dayOf(act_id), await dayOf(act_id, executor)]).toEqual([again, again]);
  await pass(TERM + 4);
  expect(await told(executor)).toHaveLength(before + 1);
  await pass(TERM + 5);
  expect((await told(executor)).map(({ text }) => text)).toContainEqual(
    expect.stringContaining(formatDate(again)),
  );
  await app.ok('acts.return', executor, { ...of(act_id), body: { reason: 'Сумма' } });
  expect(await dayOf(act_id)).toBeNull();
});

test('several of one day are told together; what both have signed, never', async () => {
  const [signed, half, open] = (await makeSentActs(app, deal, 3)) as [number, number, number];
  for (const by of [executor, director]) allDone(await signBy(app, by, signed));
  allDone(await signBy(app, executor, half));
  expect([await dayOf(signed), await dayOf(half)]).toEqual([null, addDays(TODAY, TERM)]);
  const before = (await told(director)).length;
  await pass(TERM + 1);
  const [both, ...others] = await told(director);
  expect(both).toMatchObject({
    path: '/lk/business/acts?waiting=true',
    count: 2,
    text: expect.stringContaining('актов: 2'),
  });
  expect(others).toHaveLength(before);
  const rows = await app.parts.db.selectFrom('overdue_acts').select('act_id').execute();
  const ids = rows.map(({ act_id }) => act_id);
  expect([signed, half, open].map((id) => ids.includes(id))).toEqual([false, true, true]);
});

test('without a term there is no day, and what was sent before one was set has none', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const act_id = await makeSentAct(app, own);
  const body = { days: 1 };
  await app.ok('companies.set_signing_term', company.director, { body });
  expect(await dayOf(act_id, company.director)).toBeNull();
  await pass(60);
  expect(await told(company.director)).toEqual([]);
  expect(await app.refused('companies.set_signing_term', own.executor.person, { body })).toMatchObject({
    status: 403,
  });
});
