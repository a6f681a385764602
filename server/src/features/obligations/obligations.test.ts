import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { TODAY, type Deal } from '../../../test/papers.ts';
import { END, LAST, makeTwo, payNet, THIS } from '../../../test/withheld.ts';
import { lockOrder } from '../payments/payments.queries.ts';
import { returnMoney } from '../payments/return-money.ts';

const app = await makeTestApp();
afterAll(() => closeSound(app));

const pay = (deal: Deal, rate: string, day: string) => payNet(app, deal, rate, day);

const monthOf = ({ company }: Deal, month: string) =>
  app.ok('obligations.month', company.director, { query: { month } });

const sums = ({ items }: Awaited<ReturnType<typeof monthOf>>) =>
  Object.fromEntries(items.map(({ kind, amount, people }) => [kind, [amount, people]]));

test('gathers by kind what the bank carried out in the month, and to whom it goes', async () => {
  const [one, other] = await makeTwo(app);
  await pay(one, '300000.00', TODAY);
  await pay(other, '100000.00', TODAY);
  const found = await monthOf(one, THIS);
  expect(sums(found)).toEqual({
    opv: ['40000.00', 2],
    vosms: ['8000.00', 2],
    so: ['18000.00', 2],
    // Of 300 000 alone: the deduction is above what is left of 100 000.
    ipn: ['12075.00', 1],
  });
  expect(found).toMatchObject({ total: '78075.00', is_closed: false, is_past_due: false });
  expect(
    found.people.map(({ iin, opv, vosms, so, ipn, total }) => [iin, opv, vosms, so, ipn, total]),
  ).toEqual(
    expect.arrayContaining([
      [one.executor.bin, '30000.00', '6000.00', '13500.00', '12075.00', '61575.00'],
      [other.executor.bin, '10000.00', '2000.00', '4500.00', '0.00', '16500.00'],
    ]),
  );
  expect(found.items.map(({ payee }) => [payee?.knp, payee?.bin, payee?.iban, payee?.kbk])).toEqual([
    ['010', '160440007161', 'KZ12009NPS0413609816', null],
    ['122', '160440007161', 'KZ92009MEDS368609103', null],
    ['012', '160440007161', 'KZ67009SS00368609110', null],
    // Each office of state revenues has its own БИН, and nobody has seen the account for sure.
    ['911', null, null, '101201'],
  ]);
  expect((await monthOf(one, LAST)).people).toEqual([]);
  const sheet = await app.raw('obligations.sheet', one.company.director, { query: { month: THIS } });
  expect([sheet.status, sheet.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});

test('falls due on the 25th of the next month, or on the first working day after it', async () => {
  const [one] = await makeTwo(app);
  const due = async (month: string) => {
    const { due_on, is_past_due } = await monthOf(one, month);
    return [due_on, is_past_due];
  };
  expect(await due('2026-02')).toEqual(['2026-03-25', true]);
  // 25.01.2026 was a Sunday, 25.04.2026 a Saturday.
  expect(await due('2025-12')).toEqual(['2026-01-26', true]);
  expect(await due('2026-03')).toEqual(['2026-04-27', true]);
  await sql`insert into calendar_days values ('2026-04-27', false, 'Выходной')`.execute(app.owner);
  expect(await due('2026-03')).toEqual(['2026-04-28', true]);
  // Nobody has entered the figures of that year.
  expect(await due('2024-03')).toEqual([null, false]);
});

test('makes a list to the State Corporation of each kind, and the same number each time', async () => {
  const [one, other] = await makeTwo(app);
  const name = async ({ executor }: Deal, full_name: string) =>
    sql`update users set full_name = ${full_name} where iin = ${executor.bin}`.execute(app.owner);
  await name(one, 'Оспанова Айгуль Маратовна');
  await name(other, 'Петров И.');
  await pay(one, '300000.00', TODAY);
  await pay(other, '100000.00', TODAY);
  const list = (kind: 'opv' | 'vosms' | 'so', month = THIS) =>
    app.raw('obligations.list_file', one.company.director, { query: { month, kind } });
  const refused = await list('opv');
  expect([refused.status, refused.bytes.toString()]).toEqual([
    409,
    expect.stringContaining('obligation.lacks'),
  ]);
  expect((await monthOf(one, THIS)).people.map(({ iin, lacks }) => [iin, lacks])).toEqual(
    expect.arrayContaining([
      [one.executor.bin, null],
      [other.executor.bin, 'name'],
    ]),
  );
  await name(other, 'Петров Иван');
  const read = async (kind: 'opv' | 'vosms' | 'so') =>
    new TextDecoder('windows-1251').decode((await list(kind)).bytes);
  const [opv, vosms, so] = [await read('opv'), await read('vosms'), await read('so')];
  const period = `${THIS.slice(5)}${THIS.slice(0, 4)}`;
  const day = TODAY.slice(2).replaceAll('-', '');
  expect(opv).toContain(':59:KZ12009NPS0413609816\r\n');
  expect(opv).toContain(':70:/OPV/C\r\n');
  expect(opv).toContain(`/IDN/${one.executor.bin}\r\n/PERIOD/${period}\r\n`);
  expect(opv).toContain(`:32A:${day}KZT40000,00\r\n`);
  expect(vosms).toMatch(/:59:KZ92009MEDS368609103[^]*:70:\/OPV\/S[^]*\/KNP\/122[^]*KZT8000,00\r\n-}/);
  expect(so).toMatch(/:59:KZ67009SS00368609110[^]*:70:\/OPV\/S[^]*\/KNP\/012[^]*KZT18000,00\r\n-}/);
  expect(await read('opv')).toBe(opv);
  expect((await list('opv', LAST)).status).toBe(409);
});

test('a closed month keeps its sums, and what came back since lessens the first open one', async () => {
  const [one, other] = await makeTwo(app);
  const { order: paid } = await pay(one, '300000.00', END);
  await app.ok('bookkeeping.close_period', one.company.director, {
    body: { closed_until: END, note: 'Итоги месяца' },
  });
  const closed = await monthOf(one, LAST);
  expect(closed).toMatchObject({ is_closed: true, total: '61575.00' });
  await pay(other, '100000.00', TODAY);
  await app.parts.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, paid.id);
    const mover = { side: 'business', user_id: null, company_id: one.company.id } as const;
    await returnMoney(tx, order!, { amount_tiyn: 23_842_500n, day: END, operation_id: null }, mover);
  });
  expect(await monthOf(one, LAST)).toEqual(closed);
  expect(sums(await monthOf(one, THIS))).toEqual({
    opv: ['-20000.00', 2],
    vosms: ['-4000.00', 2],
    so: ['-9000.00', 2],
    ipn: ['-12075.00', 1],
  });
  const list = { query: { month: THIS, kind: 'opv' } } as const;
  const refused = await app.raw('obligations.list_file', one.company.director, list);
  expect([refused.status, refused.bytes.toString()]).toEqual([
    409,
    expect.stringContaining('obligation.minus'),
  ]);
});

const told = (paid_on: string, amount: string, month = LAST, kind: 'opv' | 'ipn' = 'opv') => ({
  body: { month, kind, paid_on, amount },
});
const standing = ({ items }: Awaited<ReturnType<typeof monthOf>>, kind = 'opv') => {
  const { state, paid, paid_on, told: days } = items.find((item) => item.kind === kind)!;
  return [state, paid, paid_on, days.map((day) => [day.paid_on, day.amount])];
};

test('what is told as paid is due, partly paid or paid, and taken back', async () => {
  const [one] = await makeTwo(app);
  const { director } = one.company;
  await pay(one, '300000.00', TODAY);
  const tell = (amount: string, day = TODAY) =>
    app.ok('obligations.tell_paid', director, told(day, amount, THIS));
  const refusal = async (amount: string, day = TODAY) => {
    const { code, field } = await app.refused('obligations.tell_paid', director, told(day, amount, THIS));
    return [code, field];
  };
  const none = ['due', '0.00', null, []];
  expect(standing(await monthOf(one, THIS))).toEqual(none);
  expect(await refusal('30000.01')).toEqual(['obligation.above_due', 'amount']);
  expect(await refusal('1.00', addDays(TODAY, 1))).toEqual(['obligation.day_ahead', 'paid_on']);
  expect(await refusal('1.00', END)).toEqual(['obligation.day_early', 'paid_on']);
  expect((await app.refused('obligations.tell_paid', director, told(TODAY, '1.00'))).code).toBe(
    'obligation.nothing',
  );
  expect(standing(await monthOf(one, THIS))).toEqual(none);

  const part = ['partly', '10000.00', TODAY, [[TODAY, '10000.00']]];
  expect(standing(await tell('10000.00'))).toEqual(part);
  // Twice is once, at the same time too.
  for (const answer of await Promise.all([tell('10000.00'), tell('10000.00')]))
    expect(standing(answer)).toEqual(part);
  // Another sum of the day takes the place of the first.
  const whole = await tell('30000.00');
  expect(standing(whole)).toEqual(['paid', '30000.00', TODAY, [[TODAY, '30000.00']]]);
  expect(whole.items.find(({ kind }) => kind === 'opv')!.told[0]!.told_by).not.toBe('');
  expect(standing(whole, 'ipn')).toEqual(none);
  const { rows } = await sql<{ amount: string; is_back: boolean }>`
    select amount_tiyn::text as amount, untold_at is not null as is_back from obligation_payments
    where company_id = ${one.company.id} order by id`.execute(app.parts.db);
  expect(rows).toEqual([
    { amount: '1000000', is_back: true },
    { amount: '3000000', is_back: false },
  ]);

  const of = { body: { month: THIS, kind: 'opv', paid_on: TODAY } } as const;
  for (let i = 0; i < 2; i += 1)
    expect(standing(await app.ok('obligations.untell', director, of))).toEqual(none);
});

test('two days of one month add up, never above what is due', async () => {
  const [one] = await makeTwo(app);
  const { director } = one.company;
  await pay(one, '300000.00', END);
  const [early, late] = [addDays(`${THIS}-01`, -1), `${THIS}-01`];
  const both = await Promise.all(
    [early, late].map((day) => app.raw('obligations.tell_paid', director, told(day, '20000.00'))),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  const first = both[0]!.status === 200 ? early : late;
  const second = first === early ? late : early;
  await app.ok('obligations.tell_paid', director, told(second, '10000.00'));
  expect(standing(await monthOf(one, LAST)).slice(0, 3)).toEqual(['paid', '30000.00', late]);
});

test('what is not told by the last day is overdue, a part of it too, and nothing less than paid', async () => {
  const [one] = await makeTwo(app);
  const { director } = one.company;
  const { order: net } = await pay(one, '300000.00', END);
  const old = '2026-02';
  await sql`update settlements set day = ${`${old}-10`} where order_id = ${net.id}`.execute(app.parts.db);
  expect(standing(await monthOf(one, old))).toEqual(['overdue', '0.00', null, []]);
  const day = `${old}-20`;
  const part = await app.ok('obligations.tell_paid', director, told(day, '1.00', old));
  expect(standing(part)).toEqual(['overdue', '1.00', day, [[day, '1.00']]]);
  const paid = await app.ok('obligations.tell_paid', director, told(day, '30000.00', old));
  expect(standing(paid)).toEqual(['paid', '30000.00', day, [[day, '30000.00']]]);
  // All of it came back since.
  const undo = (by: number | null) =>
    sql`update settlements set undone_at = ${by && new Date()}, undone_by = ${by} where order_id = ${net.id}`.execute(
      app.parts.db,
    );
  await undo(director.user_id);
  expect(standing(await monthOf(one, old)).slice(0, 2)).toEqual(['paid', '30000.00']);
  await undo(null);
});

test('an executor sees for which months what was withheld of them was transferred, and nothing else', async () => {
  const [one, other] = await makeTwo(app);
  const { director } = one.company;
  await pay(one, '300000.00', TODAY);
  await pay(other, '100000.00', TODAY);
  const query = { year: Number(THIS.slice(0, 4)) };
  const seen = async ({ executor }: Deal) =>
    (await app.ok('obligations.transferred', executor.person, { query })).months;
  expect(await seen(one)).toEqual([]);
  await app.ok('obligations.tell_paid', director, told(TODAY, '40000.00', THIS));
  await app.ok('obligations.tell_paid', director, told(TODAY, '1.00', THIS, 'ipn'));
  const month = { company_id: one.company.id, month: THIS };
  const no = { is_paid: false, paid_on: null };
  const shared = [
    { kind: 'opv', is_paid: true, paid_on: TODAY },
    { kind: 'vosms', ...no },
    { kind: 'so', ...no },
  ];
  expect(await seen(one)).toEqual([{ ...month, kinds: [...shared, { kind: 'ipn', ...no }] }]);
  // No tax was withheld of the other one.
  expect(await seen(other)).toEqual([{ ...month, kinds: shared }]);
  const [stranger] = await makeTwo(app);
  expect(await seen(stranger)).toEqual([]);
});
