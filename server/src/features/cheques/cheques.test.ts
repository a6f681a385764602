import { chequeAddress } from '@kelisim/shared/features/taxes/read-cheque-link.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeDraftAct, makeSentAct, makeSignedActs, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';
import { askIssuers } from './ask-issuers.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const deal = await makeDeal(
  app,
  company,
  await makeExecutor(app, company, { algorithm: 'rsa', type: 'individual' }),
);
const [director, executor] = [company.director, deal.executor.person];
afterAll(() => app.close());

let count = 0;
/** What the sandbox makes of a cheque hangs on the last figure. */
const link = (end: number, second = 1) =>
  chequeAddress({ issuer: 'kaspi', first_id: `${(count += 1)}${end}`, second_id: String(second) });
const of = (act_id: number) => ({ params: { act_id } });
const add = (by: Person, act_id: number, at: string) =>
  app.ok('act_cheques.add', by, { ...of(act_id), body: { link: at } });
const get = (act_id: number, by = director) => app.ok('act_cheques.get', by, of(act_id));
const stateOf = async (act_id: number) => {
  const { cheque } = await get(act_id);
  return cheque && [cheque.state, ...cheque.differs];
};
const said = (activity: string | null, valid_from = '2026-01-01', standing = 'self_employed') =>
  sql`insert into tax_standings (executor_company_id, valid_from, standing, activity)
    values (${deal.executor.id}, ${valid_from}, ${standing}, ${activity})`.execute(app.parts.db);

test('a cheque is expected of who is self-employed, and his activity is looked for in the list', async () => {
  const id = await makeSentAct(app, deal);
  expect(await get(id)).toEqual({
    is_expected: false,
    activity: null,
    cheque: null,
    may_add: false,
    may_remove: false,
  });
  await said(null);
  expect(await get(id)).toMatchObject({
    is_expected: true,
    activity: { oked: null, name: '', is_listed: false },
    may_add: true,
  });
  await said('62011');
  expect((await get(id)).activity).toEqual({ oked: '62011', name: '', is_listed: false });
  await said('49320');
  expect((await get(id, executor)).activity).toEqual({ oked: '49320', name: 'Такси', is_listed: true });
  await sql`insert into self_employed_activities (oked, valid_from, valid_until, source)
    values ('49320', '2026-01-01', ${addDays(TODAY, -1)}, 'Постановление')`.execute(app.parts.db);
  expect((await get(id)).activity).toMatchObject({ oked: '49320', is_listed: false });
  await said('53200', addDays(TODAY, 1), 'individual').catch(() => undefined);
  await said(null, TODAY, 'individual');
  expect((await get(id)).is_expected).toBe(false);
  await said('53200', TODAY);
});

test('the issuer is asked, and what differs from the act is said', async () => {
  const acts = await makeSignedActs(app, deal, 5);
  const ends = [1, 0, 6, 7, 8];
  for (const [i, act_id] of acts.entries())
    expect((await add(i % 2 ? executor : director, act_id, link(ends[i]!))).cheque!.state).toBe('waiting');
  await askIssuers(app.parts);
  expect(await Promise.all(acts.map(stateOf))).toEqual([
    ['right'],
    ['wrong', 'missing'],
    ['wrong', 'day'],
    ['wrong', 'sum'],
    ['wrong', 'iin'],
  ]);
  expect((await get(acts[0]!)).cheque).toMatchObject({
    issuer: 'kaspi',
    company_name: expect.any(String),
    report: { iin: deal.executor.bin, total: expect.stringMatching(/\.\d\d$/) },
  });
});

test('a silent issuer is asked again, ever later, and then only when somebody wishes it', async () => {
  const [id] = (await makeSignedActs(app, deal, 1)) as [number];
  await add(executor, id, link(9));
  await askIssuers(app.parts);
  const minutes = ({ asked_at, next_try_at }: { asked_at: string | null; next_try_at: string | null }) =>
    next_try_at && (Date.parse(next_try_at) - Date.parse(asked_at!)) / 60_000;
  const first = (await get(id)).cheque!;
  expect(first).toMatchObject({ state: 'silent', report: null });
  await askIssuers(app.parts);
  expect((await get(id)).cheque!.asked_at).toBe(first.asked_at);
  const pauses = [minutes(first)];
  for (let i = 0; i < 6; i++) {
    await sql`update act_cheques set next_try_at = asked_at where act_id = ${id}`.execute(app.parts.db);
    await askIssuers(app.parts);
    pauses.push(minutes((await get(id)).cheque!));
  }
  expect(pauses).toEqual([1, 5, 30, 120, 720, 720, null]);
  expect((await app.ok('act_cheques.check', director, of(id))).cheque!.state).toBe('waiting');
});

test('one cheque of one act, and no cheque of two', async () => {
  const [one, other] = (await makeSignedActs(app, deal, 2)) as [number, number];
  const mine = link(1);
  await add(director, one, mine);
  // The same once more, from the other side: nothing changes.
  expect((await add(executor, one, mine)).cheque!.company_name).toBe((await get(one)).cheque!.company_name);
  const refused = (act_id: number, at: string) =>
    app.refused('act_cheques.add', director, { ...of(act_id), body: { link: at } });
  expect(await refused(one, link(1))).toMatchObject({ status: 409, code: 'cheque.there' });
  expect(await refused(other, mine)).toMatchObject({ status: 409, code: 'cheque.used' });
  expect(await refused(other, 'https://example.com/')).toMatchObject({ status: 422, code: 'cheque.link' });
  // The same report under other numbers of the code.
  await add(director, other, mine.replace(/time=1$/, 'time=2'));
  await askIssuers(app.parts);
  expect([await stateOf(one), await stateOf(other)]).toEqual([['right'], ['wrong', 'used']]);
  await app.ok('act_cheques.remove', executor, of(one));
  expect(await get(one)).toMatchObject({ cheque: null, may_add: true });
  expect(await stateOf(other)).toEqual(['right']);
});

test('two who attach one cheque at once: one of them has it', async () => {
  const acts = await makeSignedActs(app, deal, 2);
  const mine = link(1);
  const replies = await Promise.all(
    acts.map((act_id) => app.raw('act_cheques.add', director, { ...of(act_id), body: { link: mine } })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('the cheque of an annulled act is free, that of a paid one stays', async () => {
  const sent = await makeSentAct(app, deal);
  const draft = await makeDraftAct(app, deal);
  const [signed] = (await makeSignedActs(app, deal, 1)) as [number];
  const mine = link(1);
  await add(director, sent, mine);
  await app.ok('acts.annul', director, { ...of(sent), body: { reason: 'Ошибка' } });
  expect(
    await app.refused('act_cheques.add', director, { ...of(draft.id), body: { link: mine } }),
  ).toMatchObject({ code: 'cheque.act_state' });
  expect((await add(director, signed, mine)).may_remove).toBe(true);
  expect((await get(sent)).cheque).toBeNull();
  await sql`update acts set status = 'paying' where id = ${signed}`.execute(app.parts.db);
  expect(await app.refused('act_cheques.remove', director, of(signed))).toMatchObject({
    code: 'cheque.paid',
  });
  expect((await get(signed)).may_remove).toBe(false);
});

test('who may not work with acts sees the cheque and changes nothing; where nobody is asked it says so', async () => {
  const reader = await makeEmployee(app, deal.company, []);
  const [id] = (await makeSignedActs(app, deal, 1)) as [number];
  const [asked, issuers] = [link(1), app.parts.cheques];
  expect((await get(id, reader)).may_add).toBe(false);
  app.parts.cheques = null;
  await add(director, id, asked);
  await askIssuers(app.parts);
  expect((await get(id, reader)).cheque).toMatchObject({ state: 'unchecked', address: asked });
  app.parts.cheques = issuers;
});
