import {
  EXECUTOR_ACTIONS,
  EXECUTOR_BEGINNINGS,
  EXECUTOR_STATUSES,
  executorTable,
} from '@kelisim/shared/features/executors/executor-status.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import {
  actBody,
  makeDeal,
  makeDraftAct,
  makeSentAct,
  makeSignedActs,
  signBy,
  stateOf,
  TODAY,
} from '../../../test/papers.ts';
import {
  makeAdministrator,
  makeCompany,
  makeEmployee,
  makeExecutor,
  type Person,
} from '../../../test/people.ts';
import { joinExecutor, startExecutor } from './move-executor.ts';

const { app, company, deal, director } = await makeDealApp();
const admin = await makeAdministrator(app, ['tariffs']);
afterAll(() => app.close());

const list = (query: object = {}) => app.ok('executors.list', director, { query });
const idsOf = async (query: object) => (await list(query)).items.map((item) => item.executor_company_id);
const to = (id: number) => ({ params: { executor_company_id: id } });
const of = (id: number) => ({ params: { executor_id: id } });
const change = <T>(deed: Parameters<ReturnType<typeof app.parts.db.transaction>['execute']>[0]) =>
  app.parts.db.transaction().execute(deed) as Promise<T>;

test('the list says who works, by which contract and until when; filters and sorts', async () => {
  const mine = await makeCompany(app);
  const [first, second] = [
    await makeExecutor(app, mine, { name: 'ИП Ән' }),
    await makeExecutor(app, mine, { name: 'ИП Би', status: 'stopped' }),
  ];
  const gone = await makeExecutor(app, mine, { status: 'removed' });
  const read = (query: object = {}) => app.ok('executors.list', mine.director, { query });
  const names = async (query: object) => (await read(query)).items.map((item) => item.executor_company_id);
  expect(await names({})).toEqual([first.id, second.id]);
  expect(await names({ sort_order: 'desc' })).toEqual([second.id, first.id]);
  expect(await names({ status: ['removed'] })).toEqual([gone.id]);
  expect(await names({ search: 'ән' })).toEqual([first.id]);
  expect(await names({ search: second.bin })).toEqual([second.id]);
  expect(await names({ company_id: mine.id, director_id: mine.director.user_id })).toHaveLength(2);
  for (const query of [{ company_id: company.id }, { director_id: director.user_id }])
    expect(await names(query)).toEqual([]);
  expect((await read({ limit: 1 })).pages).toBe(2);
  expect((await read({})).counts).toEqual({ invited: 0, active: 1, stopped: 1, removed: 1 });
  expect((await read({})).items[0]).toMatchObject({ contract_document_id: null, contract_valid_until: null });
  expect((await list()).items[0]).toMatchObject({
    company_id: company.id,
    executor_company_id: deal.executor.id,
    bin: deal.executor.bin,
    contract_document_id: deal.contract_id,
    contract_status: 'signed',
    contract_valid_until: addDays(TODAY, 200),
    responsible: null,
  });
});

test('the card has requisites, sums of acts by how far they have come, and who answers for him', async () => {
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const work = await makeDeal(app, company, executor);
  await makeDraftAct(app, work);
  await makeSentAct(app, work);
  await makeSignedActs(app, work, 2);
  const employee = await makeEmployee(app, company, ['manage_executors']);
  const assign = (user_id: number | null, by: Person = director) =>
    app.ok('executors.assign', by, { body: { ids: [executor.id], user_id } });
  await assign(employee.user_id);
  const card = await app.ok('executors.profile', director, of(executor.id));
  expect(card).toMatchObject({
    id: executor.id,
    iin: executor.bin,
    company_name: executor.name,
    bank_account: { iban: expect.stringMatching(/^KZ/) },
    contracts: 1,
    acts: { count: 4, in_signing: '4500.00', to_pay: '9000.00', paid: '0.00' },
    responsible: { user_id: employee.user_id },
  });
  expect(await idsOf({ employee_id: employee.user_id })).toEqual([executor.id]);
  const colleagues = await app.ok('executors.colleagues', employee, {});
  expect(colleagues.map((one) => one.user_id).toSorted()).toEqual(
    [director.user_id, employee.user_id].toSorted(),
  );
  const stranger = (await makeCompany(app)).director;
  expect((await assign(stranger.user_id)).items[0]).toMatchObject({ code: 'executor.responsible_unknown' });
  await assign(null, employee);
  expect(await idsOf({ employee_id: employee.user_id })).toEqual([]);
  const history = await app.ok('executors.history', director, of(executor.id));
  expect(history.map((row) => [row.action, row.to_status, row.responsible !== null])).toEqual([
    ['assign', 'active', false],
    ['assign', 'active', true],
  ]);
});

test('who is stopped gets no new act, neither made, imported nor sent, and what was signed is still paid', async () => {
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const work = await makeDeal(app, company, executor);
  const draft = await makeDraftAct(app, work);
  const sent = await makeSentAct(app, work);
  const [signed] = await makeSignedActs(app, work, 1);
  expect(await app.ok('executors.stop', director, to(executor.id))).toMatchObject({ status: 'stopped' });
  expect(await app.ok('executors.stop', director, to(executor.id))).toMatchObject({ status: 'stopped' });
  expect(await app.refused('acts.create', director, { body: actBody(work) })).toMatchObject({
    status: 409,
    code: 'act.executor_stopped',
  });
  const send = async () => (await app.ok('acts.send', director, { body: { act_ids: [draft.id] } })).items[0];
  expect(await send()).toMatchObject({ status: 'failed', code: 'act.executor_stopped' });
  expect(await stateOf(app, draft.id)).toBe('draft');
  // What they have already seen is still signed and paid.
  expect((await signBy(app, executor.person, sent)).items[0]).toMatchObject({ status: 'ok' });
  expect((await app.ok('acts.pay', director, { body: { act_ids: [signed!] } })).items[0]).toMatchObject({
    status: 'ok',
  });
  expect(await app.ok('executors.resume', director, to(executor.id))).toMatchObject({ status: 'active' });
  expect(await send()).toMatchObject({ status: 'ok' });
});

test('many are stopped and resumed with a result for each; who was removed comes back only invited anew', async () => {
  const [one, two] = [
    await makeExecutor(app, company),
    await makeExecutor(app, company, { status: 'stopped' }),
  ];
  const foreign = await makeExecutor(app, await makeCompany(app));
  const ids = [one.id, two.id, foreign.id];
  const stopped = await app.ok('executors.stop_many', director, { body: { ids } });
  expect(stopped.items.map((row) => [row.act_id, row.code])).toEqual([
    [one.id, null],
    [two.id, 'done_before'],
    [foreign.id, 'not_found'],
  ]);
  await app.ok('executors.resume_many', director, { body: { ids } });
  expect(await idsOf({ status: ['stopped'] })).toEqual([]);
  for (let i = 0; i < 2; i++)
    expect(await app.ok('executors.remove', director, of(one.id))).toMatchObject({ status: 'removed' });
  const back = await app.refused('executors.resume', director, to(one.id));
  expect(back).toMatchObject({ status: 409, code: 'executor.wrong_state' });
  expect(back.message).toContain('Исключён');
  const pair = { company_id: company.id, executor_company_id: one.id };
  await change((tx) => joinExecutor(tx, pair, 'register', null));
  expect(await idsOf({ status: ['invited'] })).toEqual([one.id]);
  await change((tx) => startExecutor(tx, company.id, one.id));
  const history = await app.ok('executors.history', director, of(one.id));
  expect(history.map((row) => `${row.from_status} ${row.action} ${row.to_status}`)).toEqual([
    'invited sign active',
    'removed register invited',
    'active remove removed',
    'stopped resume active',
    'active stop stopped',
  ]);
});

test('the table of the database knows the same moves as the product', async () => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'executor_history_moves'`.execute(
    app.parts.db,
  );
  const kept = rows[0]!.rule
    .split(' OR ')
    .map((row) => [...row.matchAll(/= '(\w+)'/g)].map(([, word]) => word!).join(' '));
  const begun = Object.entries(EXECUTOR_BEGINNINGS).map(([action, at]) => `nowhere ${action} executor ${at}`);
  const moves = executorTable.moves.map(({ from, action, by, to: end }) => `${from} ${action} ${by} ${end}`);
  expect(kept.toSorted()).toEqual([...begun, ...moves].toSorted());
  expect(new Set(moves.map((move) => move.split(' ')[1]))).toEqual(new Set(EXECUTOR_ACTIONS));
  expect(new Set(moves.map((move) => move.split(' ')[3]))).toEqual(new Set(EXECUTOR_STATUSES));
});

test('places are limited by whom the platform asks to, from a day and until a day', async () => {
  const mine = await makeCompany(app);
  const idle = await makeExecutor(app, mine, { status: 'stopped' });
  await makeExecutor(app, mine);
  const read = () => app.ok('executors.limit', mine.director, {});
  const set = (executor_limit_count: number, more: object = {}) =>
    app.ok('executors.set_limit', admin, { body: { company_id: mine.id, executor_limit_count, ...more } });
  expect(await read()).toMatchObject({ limit_count: null, current_executor_count: 1 });
  expect(await set(1)).toMatchObject({ limit_count: 1, valid_from: TODAY, current_executor_count: 1 });
  const full = await app.refused('executors.resume', mine.director, to(idle.id));
  expect(full).toMatchObject({ status: 402, code: 'executor.limit' });
  expect(full.message).toContain('1 из 1');
  // One that begins tomorrow says nothing today, nor one that is over.
  await set(5, { valid_from: addDays(TODAY, 1) });
  await set(6, { valid_from: addDays(TODAY, -9), valid_until: addDays(TODAY, -1) });
  expect((await read()).limit_count).toBe(1);
  await set(2);
  expect(await app.ok('executors.resume', mine.director, to(idle.id))).toMatchObject({ status: 'active' });
  expect(await app.ok('executors.resume', mine.director, to(idle.id))).toMatchObject({ status: 'active' });
  const bad = {
    company_id: mine.id,
    executor_limit_count: 1,
    valid_from: TODAY,
    valid_until: addDays(TODAY, -1),
  };
  expect((await app.refused('executors.set_limit', admin, { body: bad })).field).toBe('valid_until');
});
