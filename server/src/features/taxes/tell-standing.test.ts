import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { samplePdf, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor, type Person } from '../../../test/people.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const { director, id: company_id } = company;
const executor = await makeExecutor(app, company, { algorithm: 'rsa', type: 'individual' });
const other = await makeCompany(app, { algorithm: 'rsa' });
const { director: rival, id: rival_id } = other;
await app.parts.db
  .insertInto('executors')
  .values({ company_id: other.id, executor_company_id: executor.id, status: 'active' })
  .execute();
const stranger = (await makeCompany(app, { algorithm: 'rsa' })).director;
afterAll(() => closeSound(app));

const say = (body: Record<string, unknown>) => ({
  body: {
    executor_company_id: String(executor.id),
    valid_from: TODAY,
    standing: 'individual',
    ...body,
  } as never,
});
const seenBy = (person: Person) =>
  app.ok('taxes.standing', person, { query: { executor_company_id: executor.id } });
const told = async (user_id: number) => {
  const rows = await app.parts.db
    .selectFrom('notices')
    .select('id')
    .where((eb) => eb.and({ kind: 'taxes_told', user_id }))
    .execute();
  return rows.length;
};

test('nobody knows how an individual works until he says so, and his customers hear of it', async () => {
  expect((await seenBy(director)).now.standing).toBeNull();
  const own = await app.ok('taxes.set_standing', executor.person, {
    ...say({ is_student: 'true', standing: 'self_employed', activity: '53200', tax_regime: 'general' }),
  });
  expect(own.now).toMatchObject({
    standing: 'self_employed',
    is_student: true,
    activity: '53200',
    tax_regime: null,
  });
  expect(own.history).toMatchObject([{ side: 'executor', by: expect.any(String), valid_from: TODAY }]);
  expect([await told(director.user_id), await told(rival.user_id), await told(stranger.user_id)]).toEqual([
    1, 1, 0,
  ]);
});

test('what is said again is nothing new', async () => {
  await app.ok('taxes.set_standing', executor.person, say({ standing: 'ip', tax_regime: 'simplified' }));
  const count = (await seenBy(director)).history.length;
  const again = await app.ok(
    'taxes.set_standing',
    director,
    say({ standing: 'ip', tax_regime: 'simplified', is_student: 'true' }),
  );
  expect(again.history).toHaveLength(count);
});

test('a company sees neither who else has said something nor his paper', async () => {
  const day = addDays(TODAY, -30);
  const before = await told(executor.person.user_id);
  const { history } = await app.ok('taxes.set_standing', director, {
    ...say({ valid_from: day, note: 'Со слов' }),
    files: { file: { name: 'справка.pdf', bytes: await samplePdf() } },
  });
  const row = history.find(({ valid_from }) => valid_from === day)!;
  expect(row).toMatchObject({ side: 'company', note: 'Со слов', paper: { name: 'справка.pdf' } });
  const params = { file_id: row.paper!.file_id };
  const ofDay = async (person: Person) =>
    (await seenBy(person)).history.find(({ valid_from }) => valid_from === day)!;
  expect(await ofDay(rival)).toMatchObject({ side: 'other', by: null, note: '', paper: null });
  expect(await ofDay(executor.person)).toMatchObject({ side: 'other', note: 'Со слов', paper: row.paper });
  expect(await app.ok('taxes.paper', executor.person, { params })).toEqual(await samplePdf());
  expect(await app.refused('taxes.paper', rival, { params })).toMatchObject({ code: 'not_found' });
  expect(await told(executor.person.user_id)).toBe(before + 1);
});

test('the paper of the executor himself is open to each of his customers', async () => {
  const { history } = await app.ok('taxes.set_standing', executor.person, {
    ...say({ valid_from: addDays(TODAY, -60) }),
    files: { file: { name: 'пенсия.pdf', bytes: await samplePdf() } },
  });
  const params = { file_id: history.at(-1)!.paper!.file_id };
  expect(await app.ok('taxes.paper', rival, { params })).toEqual(await samplePdf());
  expect(await app.refused('taxes.paper', stranger, { params })).toMatchObject({ code: 'not_found' });
});

test.each<[string, Record<string, unknown>, string]>([
  ['an individual as an entity', { standing: 'too' }, 'taxes.standing_of_party'],
  ['a certificate without its last day', { disability: '1_2' }, 'taxes.disability_until'],
  [
    'a self-employed foreigner',
    { standing: 'self_employed', citizenship: 'eaeu' },
    'taxes.self_employed_citizen',
  ],
  ['a day too far ahead', { valid_from: addDays(TODAY, 367) }, 'taxes.standing_day'],
  ['a day too long ago', { valid_from: '2023-12-31' }, 'taxes.standing_day'],
])('%s is refused', async (_what, body, code) => {
  expect(await app.refused('taxes.set_standing', director, say(body))).toMatchObject({ code });
});

test('a sole trader has no deduction in a month of which they are one to its end', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const trader = await makeExecutor(app, company, { algorithm: 'rsa' });
  const apply = (from_month: string, person = company.director) =>
    ({
      body: {
        company_id: String(person === company.director ? trader.id : company.id),
        applied_on: '2026-01-20',
        from_month,
      },
    }) as const;
  expect(await app.refused('taxes.set_deduction', company.director, apply('2026-02'))).toMatchObject({
    code: 'taxes.deduction_of_trader',
    field: 'from_month',
  });
  expect(
    await app.refused('taxes.set_deduction', trader.person, apply('2026-02', trader.person)),
  ).toMatchObject({ code: 'taxes.deduction_of_trader' });
  await app.owner
    .insertInto('tax_standings')
    .values([
      { executor_company_id: trader.id, valid_from: '2026-03-31', standing: 'individual' },
      { executor_company_id: trader.id, valid_from: '2026-04-02', standing: 'ip' },
    ])
    .execute();
  for (const [month, may] of [
    ['2026-05', false],
    ['2026-04', true],
    ['2026-03', true],
  ] as const) {
    await app.owner
      .deleteFrom('deduction_applications')
      .where('executor_company_id', '=', trader.id)
      .execute();
    if (may) await app.ok('taxes.set_deduction', company.director, apply(month));
    else
      expect(await app.refused('taxes.set_deduction', company.director, apply(month))).toMatchObject({
        code: 'taxes.deduction_of_trader',
      });
  }
});

test('one customer at a time gives the deduction, until it is withdrawn there', async () => {
  const apply = (from_month: string, id = executor.id) => ({
    body: { company_id: String(id), applied_on: '2026-01-20', from_month },
  });
  const first = await app.ok('taxes.set_deduction', director, apply('2026-02'));
  expect(first.deductions).toMatchObject([{ valid_from: '2026-02-01', valid_until: null }]);
  expect((await app.ok('taxes.set_deduction', director, apply('2026-02'))).deductions).toHaveLength(1);
  expect(await app.refused('taxes.set_deduction', director, apply('2026-03'))).toMatchObject({
    code: 'taxes.deduction_exists',
  });
  expect(await app.refused('taxes.set_deduction', rival, apply('2026-03'))).toMatchObject({
    code: 'taxes.deduction_elsewhere',
  });
  const withdraw = (last_month: string) => ({ body: { company_id, last_month } });
  expect(await app.refused('taxes.withdraw_deduction', executor.person, withdraw('2026-01'))).toMatchObject({
    code: 'taxes.days',
  });
  for (const _again of [1, 2])
    expect(
      (await app.ok('taxes.withdraw_deduction', executor.person, withdraw('2026-02'))).deductions,
    ).toMatchObject([{ valid_until: '2026-02-28' }]);
  expect(await app.refused('taxes.withdraw_deduction', executor.person, withdraw('2026-05'))).toMatchObject({
    code: 'taxes.no_deduction',
  });
  // The executor speaks of the company, and sees all applications.
  const { customers } = await app.ok('taxes.standing', executor.person, { query: {} });
  expect(customers.map(({ id }) => id).toSorted()).toEqual([company_id, rival_id].toSorted());
  expect((await seenBy(director)).customers).toEqual([]);
  const before = [await told(director.user_id), await told(rival.user_id)] as const;
  const own = await app.ok('taxes.set_deduction', executor.person, apply('2026-03', rival_id));
  // Whom it concerns hears of it.
  expect([await told(director.user_id), await told(rival.user_id)]).toEqual([before[0], before[1] + 1]);
  expect(own.deductions.map(({ company }) => company.id)).toEqual([rival_id, company_id]);
  expect((await seenBy(director)).deductions).toHaveLength(1);
});

test('an application is not of tomorrow, and none of a legal entity', async () => {
  const body = { applied_on: addDays(TODAY, 1), from_month: '2026-02' };
  expect(
    await app.refused('taxes.set_deduction', director, {
      body: { ...body, company_id: String(executor.id) },
    }),
  ).toMatchObject({ code: 'taxes.applied_on' });
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const entity = await makeExecutor(app, company, { algorithm: 'rsa' });
  await app.owner.updateTable('companies').set({ type: 'too' }).where('id', '=', entity.id).execute();
  expect(
    await app.refused('taxes.set_deduction', company.director, {
      body: { ...body, company_id: String(entity.id) },
    }),
  ).toMatchObject({ code: 'taxes.deduction_of_entity' });
});
