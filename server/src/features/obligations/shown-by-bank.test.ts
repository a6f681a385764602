import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { statementOf, type Told } from '../../../test/bank-statement.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { TODAY, type Deal } from '../../../test/papers.ts';
import { makeTwo, payNet, THIS } from '../../../test/withheld.ts';

// What was transferred of taxes and contributions is said by the company and by its bank, and is one truth.
let made = 0;
const app = await makeTestApp();
afterAll(() => closeSound(app));

type Kind = 'opv' | 'vosms' | 'so' | 'ipn';
const CORPORATION = '160440007161';
const IBANS = { opv: 'KZ12009NPS0413609816', vosms: 'KZ92009MEDS368609103', so: 'KZ67009SS00368609110' };
const TREASURY = 'KZ24070105KSN0000000';
const KNP = { opv: '010', vosms: '122', so: '012', ipn: '911' };

/** Of 300 000 and 100 000: ОПВ 40 000, ВОСМС 8 000, СО 18 000, ИПН 12 075. */
async function makePaid(): Promise<[Deal, Deal]> {
  const [one, other] = await makeTwo(app);
  await payNet(app, one, '300000.00', TODAY);
  await payNet(app, other, '100000.00', TODAY);
  return [one, other];
}

const row = (kind: Kind, amount: string, more: Partial<Told> = {}): Told => ({
  number: `T-${(made += 1)}55555`,
  amount_tiyn: parseMoney(amount)!,
  iban: kind === 'ipn' ? TREASURY : IBANS[kind],
  bin: CORPORATION,
  knp: KNP[kind],
  purpose: 'Взносы по списку',
  day: TODAY,
  ...more,
});

async function bytesOf({ company }: Deal, told: readonly Told[]) {
  const [account] = await app.ok('banking.requisites', company.director, {});
  return statementOf(account!.iban, told);
}

async function read(deal: Deal, ...told: Told[]) {
  const { id } = await app.ok('payments.read_statement', deal.company.director, {
    body: {},
    files: { file: { name: 'выписка.txt', bytes: await bytesOf(deal, told) } },
  });
  return operationsOf(deal, id);
}

const operationsOf = async ({ company }: Deal, statement_id?: number) =>
  (
    await app.ok('payments.operations', company.director, {
      query: statement_id === undefined ? {} : { statement_id },
    })
  ).items;

const month = ({ company }: Deal) =>
  app.ok('obligations.month', company.director, { query: { month: THIS } });
const itemOf = async (deal: Deal, kind: Kind = 'opv') =>
  (await month(deal)).items.find((item) => item.kind === kind)!;
const standing = async (deal: Deal, kind: Kind = 'opv') => {
  const { state, paid, told } = await itemOf(deal, kind);
  return [state, paid, told.map((one) => [one.amount, one.told_by !== null, one.operation_id !== null])];
};
const tell = ({ company }: Deal, amount: string, paid_on = TODAY, kind: Kind = 'opv') =>
  app.ok('obligations.tell_paid', company.director, { body: { month: THIS, kind, paid_on, amount } });
const match = (
  { company }: Deal,
  operation_id: number,
  obligation: { month: string; kind: Kind; executor_company_id?: number },
) =>
  app.ok('payments.match', company.director, {
    params: { operation_id },
    body: { orders: [], obligation },
  });
const takeBack = ({ company }: Deal, operation_id: number) =>
  app.ok('payments.take_back', company.director, { params: { operation_id } });

const BANK_ALONE = (amount: string) => [amount, false, true];
const WORD = (amount: string) => [amount, true, false];
const BOTH = (amount: string) => [amount, true, true];

test('a debit whose payee, КНП and sum are those of one kind of one month pays it without a person', async () => {
  const [one] = await makePaid();
  const shown = await read(
    one,
    row('opv', '40000.00'),
    row('vosms', '8000.00', { iban: 'KZ72998KZT0000000041' }),
    row('so', '18000.00', { bin: undefined, purpose: `СО за ${THIS.slice(5)}.${THIS.slice(0, 4)} г.` }),
  );
  expect(shown.map(({ state }) => state)).toEqual(['matched', 'matched', 'matched']);
  expect(shown.map(({ obligation }) => obligation?.kind).toSorted()).toEqual(['opv', 'so', 'vosms']);
  for (const [kind, amount] of [
    ['opv', '40000.00'],
    ['vosms', '8000.00'],
    ['so', '18000.00'],
  ] as const)
    expect(await standing(one, kind)).toEqual(['paid', amount, [BANK_ALONE(amount)]]);
  expect((await itemOf(one)).paid_on).toBe(TODAY);
});

test('a debit to the office of state revenues is its tax once the company has entered it', async () => {
  const [one] = await makePaid();
  const [first] = await read(one, row('ipn', '12075.00', { bin: '141140001547' }));
  expect(first).toMatchObject({
    state: 'unmatched',
    candidate: { kind: 'obligation', reasons: ['sum', 'knp'], obligation: { month: THIS, kind: 'ipn' } },
  });
  const bank = await app.parts.db
    .selectFrom('banks')
    .select('id')
    .where('bic', '=', 'KKMFKZ2A')
    .executeTakeFirstOrThrow();
  await app.ok('obligations.enter_office', one.company.director, {
    body: { name: 'УГД', bin: '141140001547', iban: TREASURY, bank_id: bank.id },
  });
  // What waits is looked at with the next statement.
  await read(one, row('opv', '1.00', { knp: '859' }));
  expect(await standing(one, 'ipn')).toEqual(['paid', '12075.00', [BANK_ALONE('12075.00')]]);
});

test('a debit older than the first money withheld is not of that month, unless the company has told of it', async () => {
  const [one] = await makePaid();
  const first = `${THIS}-01`;
  // On the first day of a month nothing of it is older.
  const last = TODAY === first ? addDays(TODAY, 1) : TODAY;
  await sql`update settlements set day = ${last} where company_id = ${one.company.id}`.execute(app.owner);
  const [early] = await read(one, row('opv', '40000.00', { day: first }));
  expect(early).toMatchObject({ state: 'unmatched', candidate: null });
  const obligation = { month: THIS, kind: 'opv' } as const;
  expect(
    await app.refused('payments.match', one.company.director, {
      params: { operation_id: early!.id },
      body: { orders: [], obligation },
    }),
  ).toMatchObject({
    code: 'obligation.before_withheld',
    field: 'obligation',
    message: expect.stringContaining(formatDate(last)),
  });
  expect(await standing(one)).toEqual(['due', '0.00', []]);
  await tell(one, '40000.00', first);
  expect(await match(one, early!.id, obligation)).toMatchObject({ state: 'matched' });
  expect(await standing(one)).toEqual(['paid', '40000.00', [BOTH('40000.00')]]);
  // It is no advance of the person besides.
  const advance = { orders: [], advance_to: one.executor.id };
  const params = { operation_id: early!.id };
  expect(await app.refused('payments.match', one.company.director, { params, body: advance })).toMatchObject({
    code: 'statement.matched',
  });
});

test('what is not beyond doubt is proposed with its reasons, and one gesture says it', async () => {
  const [one] = await makePaid();
  const [part, fine, other_month, nobody] = await Promise.all([
    read(one, row('opv', '10000.00')),
    read(one, row('opv', '40000.00', { knp: '019' })),
    read(one, row('vosms', '8000.00', { purpose: 'ВОСМС за 01.2025 г.' })),
    read(one, row('so', '18000.00', { iban: 'KZ72998KZT0000000041', bin: undefined })),
  ]).then((all) => all.map(([operation]) => operation!));
  expect(part!.candidate).toMatchObject({
    reasons: ['part', 'account', 'knp'],
    obligation: { left: '40000.00' },
  });
  // A fine goes to the same account and is not the contribution.
  expect(fine!.candidate).toBeNull();
  expect(other_month!.candidate).toMatchObject({ reasons: ['sum', 'account', 'knp'] });
  expect(nobody!.candidate).toMatchObject({ reasons: ['sum', 'knp'] });
  const obligation = { month: THIS, kind: 'opv' } as const;
  for (let i = 0; i < 2; i += 1)
    expect(await match(one, part!.id, obligation)).toMatchObject({ state: 'matched', obligation });
  expect(await standing(one)).toEqual(['partly', '10000.00', [BANK_ALONE('10000.00')]]);
  const above = await app.refused('payments.match', one.company.director, {
    params: { operation_id: fine!.id },
    body: { orders: [], obligation },
  });
  expect([above.code, above.field]).toEqual(['obligation.above_due', 'obligation']);
  expect(
    await app.refused('payments.match', one.company.director, {
      params: { operation_id: part!.id },
      body: { orders: [], obligation: { month: THIS, kind: 'so' } },
    }),
  ).toMatchObject({ code: 'statement.matched' });
  await takeBack(one, part!.id);
  expect(await standing(one)).toEqual(['due', '0.00', []]);
});

test('two debits of the sum are both asked about', async () => {
  const [one] = await makePaid();
  const shown = await read(one, row('opv', '40000.00'), row('opv', '40000.00'));
  expect(shown.map(({ state }) => state)).toEqual(['unmatched', 'unmatched']);
  await match(one, shown[0]!.id, { month: THIS, kind: 'opv' });
  const left = await operationsOf(one);
  expect(left.find(({ id }) => id === shown[1]!.id)!.candidate).toBeNull();
});

test('a debit confirms what was told instead of adding to it, and taken back leaves it told', async () => {
  const [one] = await makePaid();
  await tell(one, '40000.00', `${THIS}-01`);
  const [operation] = await read(one, row('opv', '40000.00'));
  expect(operation).toMatchObject({ state: 'matched', obligation: { kind: 'opv' } });
  expect(await standing(one)).toEqual(['paid', '40000.00', [BOTH('40000.00')]]);
  expect((await itemOf(one)).paid_on).toBe(TODAY);
  // Told after the statement: the same day and sum is the same payment, another is above what is due.
  await tell(one, '40000.00');
  expect(await standing(one)).toEqual(['paid', '40000.00', [BOTH('40000.00')]]);
  // A statement's word is not untold.
  await app.ok('obligations.untell', one.company.director, {
    body: { month: THIS, kind: 'opv', paid_on: TODAY },
  });
  expect((await standing(one))[0]).toBe('paid');
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.parts.db);
  const changed = async () => {
    const query = { updated_since: rows[0]?.at.toISOString() ?? '' };
    return (await app.ok('payments.operations', one.company.director, { query })).items.map(({ id }) => id);
  };
  expect(await changed()).toEqual([]);
  await takeBack(one, operation!.id);
  await takeBack(one, operation!.id);
  // A program that asks what has changed hears of it.
  expect(await changed()).toEqual([operation!.id]);
  expect(await standing(one)).toEqual(['paid', '40000.00', [WORD('40000.00')]]);
  expect((await itemOf(one)).paid_on).toBe(`${THIS}-01`);
  // Only a person matches it from now on; what is told meanwhile of that day stands.
  expect((await operationsOf(one)).find(({ id }) => id === operation!.id)).toMatchObject({
    state: 'unmatched',
    candidate: { kind: 'obligation', reasons: ['sum', 'told', 'account', 'knp'] },
  });
});

test('the same statement twice at once, while the same is told by hand, pays once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [one] = await makePaid();
    const bytes = await bytesOf(one, [row('opv', '40000.00'), row('so', '18000.00')]);
    const bring = () =>
      app.raw('payments.read_statement', one.company.director, {
        body: {},
        files: { file: { name: 'выписка.txt', bytes } },
      });
    const told = await Promise.all([
      bring(),
      app.raw('obligations.tell_paid', one.company.director, {
        body: { month: THIS, kind: 'opv', paid_on: TODAY, amount: '40000.00' },
      }),
      bring(),
    ]);
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [state, paid, rows] = await standing(one);
    expect([state, paid, (rows as unknown[]).length]).toEqual(['paid', '40000.00', 1]);
    expect(await standing(one, 'so')).toEqual(['paid', '18000.00', [BANK_ALONE('18000.00')]]);
    expect(await operationsOf(one)).toHaveLength(2);
  }
});

test('a contribution that came back is asked about, is due again, and goes out with that person alone', async () => {
  const [one, other] = await makePaid();
  await tell(one, '8000.00', TODAY, 'vosms');
  const [paid] = await read(one, row('opv', '40000.00'));
  const query = { year: Number(THIS.slice(0, 4)) };
  const sees = async ({ executor }: Deal) => {
    const { months } = await app.ok('obligations.transferred', executor.person, { query });
    return months[0]?.kinds.find(({ kind }) => kind === 'opv')?.is_paid;
  };
  expect([await sees(one), await sees(other)]).toEqual([true, true]);
  const back = row('opv', '10000.00', {
    direction: 'in',
    knp: '859',
    purpose: `Возврат: неверные данные, ИИН ${other.executor.bin}`,
  });
  const [operation] = await read(one, back);
  const named = { executor_company_id: other.executor.id };
  expect(operation).toMatchObject({
    state: 'unmatched',
    candidate: {
      kind: 'contribution_return',
      reasons: ['iin', 'sum', 'account'],
      obligation: { month: THIS, kind: 'opv', person: named },
    },
  });
  await match(one, operation!.id, { month: THIS, kind: 'opv', ...named });
  expect(await standing(one)).toEqual([
    'partly',
    '30000.00',
    [BANK_ALONE('40000.00'), BANK_ALONE('-10000.00')],
  ]);
  expect((await itemOf(one)).returned).toMatchObject([
    { amount: '10000.00', person: named, returned_on: TODAY },
  ]);
  // The first one’s was not among what came back.
  expect([await sees(one), await sees(other)]).toEqual([true, false]);
  // What was paid cannot be taken back while money of it is back.
  expect(
    await app.refused('payments.take_back', one.company.director, { params: { operation_id: paid!.id } }),
  ).toMatchObject({ code: 'statement.returned' });

  await sql`update users set full_name = 'Петров Иван' where iin in (${one.executor.bin}, ${other.executor.bin})`.execute(
    app.owner,
  );
  const list = async (of: object) => {
    const file = await app.raw('obligations.list_file', one.company.director, {
      query: { month: THIS, kind: 'opv', ...of },
    });
    return [file.status, new TextDecoder('windows-1251').decode(file.bytes)] as const;
  };
  const [, alone] = await list(named);
  expect(alone).toContain(`/IDN/${other.executor.bin}\r\n`);
  expect(alone).not.toContain(`/IDN/${one.executor.bin}\r\n`);
  expect(alone).toContain('KZT10000,00\r\n-}');
  const number = (text: string) => /\/NUM\/(\d+)/.exec(text)![1];
  expect(number(alone)).toBe(`${THIS.slice(2, 4)}${THIS.slice(5)}0102`);
  expect((await list({ executor_company_id: one.executor.id }))[0]).toBe(409);

  // Sent once more, it is the contribution of that person.
  const [again] = await read(one, row('opv', '10000.00'));
  expect(again).toMatchObject({ state: 'matched', obligation: { kind: 'opv' } });
  expect((await standing(one)).slice(0, 2)).toEqual(['paid', '40000.00']);
  expect((await itemOf(one)).returned).toEqual([]);
  expect([await sees(one), await sees(other)]).toEqual([true, true]);
  await takeBack(one, again!.id);
  await takeBack(one, operation!.id);
  expect(await standing(one)).toEqual(['paid', '40000.00', [BANK_ALONE('40000.00')]]);
});

test('no more comes back than was sent, and of nobody whose it was not', async () => {
  const [one, other] = await makePaid();
  const [stranger] = await makePaid();
  await read(one, row('opv', '40000.00'));
  const [operation] = await read(one, row('opv', '20000.00', { direction: 'in', purpose: 'Возврат' }));
  const refusal = async (executor_company_id: number, kind: Kind = 'opv') =>
    (
      await app.refused('payments.match', one.company.director, {
        params: { operation_id: operation!.id },
        body: { orders: [], obligation: { month: THIS, kind, executor_company_id } },
      })
    ).code;
  expect(await refusal(other.executor.id)).toBe('obligation.above_paid');
  expect(await refusal(stranger.executor.id)).toBe('obligation.above_paid');
  expect(await refusal(one.executor.id, 'so')).toBe('obligation.above_paid');
  await match(one, operation!.id, { month: THIS, kind: 'opv', executor_company_id: one.executor.id });
  expect((await standing(one)).slice(0, 2)).toEqual(['partly', '20000.00']);
  // Who it is not told of cannot be told of twice.
  expect((await itemOf(one)).returned).toMatchObject([{ amount: '20000.00' }]);
});

test('no statement of one company pays what another owes', async () => {
  const [one] = await makePaid();
  const [stranger] = await makePaid();
  const [operation] = await read(stranger, row('opv', '39999.00'));
  expect(
    await app.refused('payments.match', one.company.director, {
      params: { operation_id: operation!.id },
      body: { orders: [], obligation: { month: THIS, kind: 'opv' } },
    }),
  ).toMatchObject({ status: 404 });
});
