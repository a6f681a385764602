import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { allDone, becomeIndividual, makeDeal, makeSignedActs, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor, type Person, type TestExecutor } from '../../../test/people.ts';
import { readSheet } from '../../../test/read-sheet.ts';

/** Paid by a company that withholds. */
const YEAR = TODAY.slice(0, 4);
const MONTH = TODAY.slice(0, 7);

const { app, deal, director } = await makeDealApp();
const { company } = deal;
const individual = deal.executor;
const worker = await makeExecutor(app, company, { algorithm: 'rsa', type: 'individual' });
await payByFile(app, director);
afterAll(() => closeSound(app));

const HEADERS = [
  'ИИН',
  'Период',
  'Облагаемый доход',
  'Базовый вычет',
  'Доход самозанятого',
  'Документ',
  'Дата документа',
];
async function table(rows: (string | null)[][], body: Record<string, unknown> = {}, headers = HEADERS) {
  const bytes = await app.parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: 'A',
        columns: headers.map((header) => ({ header, width: 20, kind: 'text' as const })),
        rows,
        freeze_header: true,
      },
    ],
  });
  return { body, files: { file: { name: 'до.xlsx', bytes } } };
}
const seenBy = (person: Person, of: TestExecutor) =>
  app.ok('taxes.standing', person, { query: { executor_company_id: of.id } });
const tell = (of: TestExecutor, body: Record<string, unknown>) => ({
  body: {
    executor_company_id: of.id,
    kind: 'taxed',
    period: YEAR,
    amount: '100.00',
    source: 'Ведомость',
    source_on: TODAY,
    ...body,
  } as never,
});
const rowsOf = (of: TestExecutor) =>
  sql<{ n: number }>`select count(*)::int as n from earlier_incomes where executor_company_id = ${of.id}`
    .execute(app.parts.db)
    .then(({ rows }) => rows[0]!.n);

test('right rows of a table are kept, wrong ones told, and the same table again changes nothing', async () => {
  const day = TODAY;
  const rows = [
    [individual.bin, YEAR, '1 000,50 ₸', '200', null, 'Ведомость 7', day],
    ['000000000000', YEAR, '10', null, null, 'Ведомость', day],
    [worker.bin, YEAR, null, null, '500', 'e-Salyq', day],
    [worker.bin, MONTH, null, null, '700', 'e-Salyq', day],
    [worker.bin, `${Number(YEAR) + 1}`, '1', null, null, 'Ведомость', day],
    [worker.bin, '2019', '1', null, null, 'Ведомость', day],
    [worker.bin, MONTH, null, null, 'много', null, addDays(TODAY, 1)],
    [worker.bin, YEAR, '-5', null, null, 'Ведомость', 'вчера'],
    [individual.bin, YEAR, '3', null, null, 'Ведомость', day],
    [worker.bin, YEAR, null, null, null, null, null],
  ];
  const dry = await app.ok('taxes.import_earlier', director, await table(rows, { dry_run: true }));
  expect(dry).toMatchObject({ dry_run: true, taken: 0, same: 0 });
  expect(dry.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
    [3, 'bin', 'opening.no_executor'],
    [4, 'period', 'taxes.earlier_period'],
    [6, 'period', 'taxes.earlier_ahead'],
    [7, 'period', 'taxes.earlier_ahead'],
    [8, 'self_employed', 'field.money'],
    [8, 'source', 'field.required'],
    [8, 'source_on', 'taxes.earlier_source_on'],
    [8, 'bin', 'taxes.earlier_twice'],
    [9, 'taxed', 'field.money'],
    [9, 'source_on', 'row.date'],
    [9, 'bin', 'taxes.earlier_twice'],
    [10, 'bin', 'taxes.earlier_twice'],
  ]);
  expect(await rowsOf(individual)).toBe(0);
  const taken = await app.ok('taxes.import_earlier', director, await table(rows));
  expect(taken).toMatchObject({ dry_run: false, taken: 3, same: 0 });
  expect(taken.rows).toEqual([
    {
      row: 2,
      name: individual.name,
      period: YEAR,
      figures: [
        { kind: 'taxed', amount: '1000.50' },
        { kind: 'deduction', amount: '200.00' },
      ],
    },
    { row: 5, name: worker.name, period: MONTH, figures: [{ kind: 'self_employed', amount: '700.00' }] },
  ]);
  expect(await app.ok('taxes.import_earlier', director, await table(rows))).toMatchObject({
    taken: 0,
    same: 3,
  });
  expect([await rowsOf(individual), await rowsOf(worker)]).toEqual([2, 1]);
  expect((await seenBy(director, worker)).earlier).toMatchObject([
    {
      kind: 'self_employed',
      period: MONTH,
      amount: '700.00',
      source: 'e-Salyq',
      source_on: day,
      side: 'company',
    },
  ]);
});

test('the same table by two people at once is taken in once', async () => {
  const asked = await table([[individual.bin, YEAR, '77', null, null, 'Ведомость 8', TODAY]]);
  const before = await rowsOf(individual);
  const both = await Promise.all([1, 2, 3].map(() => app.ok('taxes.import_earlier', director, asked)));
  expect(both.map(({ taken }) => taken).sort()).toEqual([0, 0, 1]);
  expect(await rowsOf(individual)).toBe(before + 1);
});

test('a table without the columns, or with nothing in it, is refused', async () => {
  for (const headers of [
    HEADERS.slice(1),
    HEADERS.slice(0, 6),
    ['ИИН', 'Период', 'Документ', 'Дата документа'],
  ])
    expect(
      await app.refused('taxes.import_earlier', director, await table([headers.map(() => '1')], {}, headers)),
    ).toMatchObject({ code: 'taxes.earlier_columns' });
  expect(
    await app.refused(
      'taxes.import_earlier',
      director,
      await table([[worker.bin, YEAR, null, null, null, null, null]]),
    ),
  ).toMatchObject({ code: 'import.no_rows' });
});

test('the template has each person with the period they are counted by, and is read back in both languages', async () => {
  await app.ok('taxes.set_standing', worker.person, {
    body: {
      executor_company_id: String(worker.id),
      valid_from: `${YEAR}-01-01`,
      standing: 'self_employed',
    } as never,
  });
  const rows = await readSheet(app, await app.ok('taxes.earlier_sheet', director, {}));
  expect(rows).toContainEqual(
    expect.objectContaining({ 'БИН/ИИН': worker.bin, Исполнитель: worker.name, Период: MONTH }),
  );
  const kz = ['ЖСН', 'Кезең', 'Өзін-өзі жұмыспен қамтығанның табысы', 'Құжат', 'Құжат күні'];
  const asked = await table([[worker.bin, MONTH, '800', 'e-Salyq', TODAY]], {}, kz);
  expect(await app.ok('taxes.import_earlier', director, asked)).toMatchObject({ taken: 1, errors: [] });
});

test('who may say what: a person of the own months, a company of people, and both of a turnover', async () => {
  expect(await app.refused('taxes.set_earlier', worker.person, tell(worker, {}))).toMatchObject({
    code: 'taxes.earlier_own',
    field: 'kind',
  });
  expect(
    await app.refused('taxes.set_earlier', director, tell(worker, { kind: 'self_employed' })),
  ).toMatchObject({ code: 'taxes.earlier_period', field: 'period' });
  expect(await app.refused('taxes.set_earlier', director, tell(worker, { period: '2019' }))).toMatchObject({
    code: 'taxes.earlier_ahead',
  });
  expect(
    await app.refused('taxes.set_earlier', director, tell(worker, { source_on: addDays(TODAY, 1) })),
  ).toMatchObject({ code: 'taxes.earlier_source_on' });
  const too = await makeExecutor(app, deal.company);
  await sql`update companies set type = 'too' where id = ${too.id}`.execute(app.parts.db);
  expect(await app.refused('taxes.set_earlier', director, tell(too, {}))).toMatchObject({
    code: 'taxes.earlier_of_person',
  });
  const told = await app.ok('taxes.set_earlier', director, tell(too, { kind: 'turnover' }));
  expect(told.limits).toMatchObject([{ kind: 'vat_threshold', used: '100.00', state: 'calm' }]);
  await app.ok('taxes.set_earlier', too.person, tell(too, { kind: 'turnover', amount: '300.00' }));
  expect((await seenBy(director, too)).limits).toMatchObject([{ used: '300.00' }]);
  const rows = [
    [too.bin, YEAR, '5', '700', 'Отчёт', TODAY],
    [individual.bin, YEAR, '5', '', 'Отчёт', TODAY],
  ];
  const heads = ['БИН/ИИН', 'Период', 'Облагаемый доход', 'Оборот', 'Документ', 'Дата документа'];
  expect(
    await app.ok('taxes.import_earlier', director, await table(rows, { dry_run: true }, heads)),
  ).toMatchObject({
    rows: [{ row: 3 }],
    errors: [{ row: 2, column: 'taxed', code: 'taxes.earlier_of_person' }],
  });
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  expect(await app.refused('taxes.set_earlier', stranger.director, tell(worker, {}))).toMatchObject({
    status: 404,
  });
});

test('another customer sees what the person says, not what the others do', async () => {
  const rival = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: rival.id, executor_company_id: worker.id, status: 'active' })
    .execute();
  const own = { kind: 'self_employed', period: MONTH, amount: '900.00', source: 'e-Salyq' };
  const told = await app.ok('taxes.set_earlier', worker.person, tell(worker, own));
  expect(told.earlier.map(({ side, is_past, amount }) => [side, is_past, amount])).toEqual([
    ['executor', false, '900.00'],
    ['other', false, '800.00'],
    ['other', true, '700.00'],
  ]);
  expect((await seenBy(rival.director, worker)).earlier.map(({ side }) => side)).toEqual(['executor']);
  // Said again, it is nothing new.
  expect((await app.ok('taxes.set_earlier', worker.person, tell(worker, own))).earlier).toHaveLength(3);
  // The month counts the more of both, to each side what it may know.
  const counted = async (by: Person) =>
    (await seenBy(by, worker)).limits.map(({ kind, company, used }) => [kind, company, used]);
  expect(await counted(rival.director)).toEqual([['self_employed_month', null, '900.00']]);
  expect(await counted(worker.person)).toEqual([['self_employed_month', null, '900.00']]);
  await app.ok('taxes.set_earlier', rival.director, tell(worker, { ...own, amount: '300.00' }));
  expect(await counted(worker.person)).toEqual([['self_employed_month', null, '1100.00']]);
  expect(await counted(director)).toEqual([['self_employed_month', null, '900.00']]);
});

test('what the person had elsewhere counts in the limit of the month when they are paid', async () => {
  const self_employed = await makeDeal(
    app,
    deal.company,
    await makeExecutor(app, deal.company, { algorithm: 'rsa', type: 'individual' }),
  );
  const of = self_employed.executor;
  await app.ok('taxes.set_standing', of.person, {
    body: {
      executor_company_id: String(of.id),
      valid_from: `${YEAR}-01-01`,
      standing: 'self_employed',
    } as never,
  });
  const [act_id] = await makeSignedActs(app, self_employed, 1, {
    services: [{ category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate: '10000.00' }],
  });
  const waits = async () =>
    (await app.ok('payments.preview', director, { body: { act_ids: [act_id!] } })).payees[0]!.waits;
  const declare = (amount: string) =>
    app.ok('taxes.set_earlier', of.person, tell(of, { kind: 'self_employed', period: MONTH, amount }));
  await declare('1287500.01');
  expect(await waits()).toBe('limit');
  const refused = await app.ok('acts.pay', director, { body: { act_ids: [act_id!] } });
  expect(refused.items.map(({ code }) => code)).toEqual(['taxes.self_employed_limit']);
  await declare('1287500.00');
  expect(await waits()).toBeNull();
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id!] } }));
});

test('the taxed income and the deduction of before bring the higher rate and the end of the deduction', async () => {
  await becomeIndividual(app, deal);
  await app.ok('bookkeeping.set_withholding', director, { body: { is_on: true } });
  const [act_id] = await makeSignedActs(app, deal, 1, {
    services: [{ category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate: '100000.00' }],
  });
  const parts = async () => {
    const { payees } = await app.ok('payments.preview', director, { body: { act_ids: [act_id!] } });
    return payees[0]!;
  };
  const say = (kind: string, amount: string) =>
    app.ok('taxes.set_earlier', director, tell(individual, { kind, amount }));
  // 100 000 less ОПВ 10 000, ВОСМС 2 000, СО 4 500: 83 500 is within the deduction of the month.
  await say('taxed', '0.00');
  await say('deduction', '0.00');
  expect(await parts()).toMatchObject({ amount: '83500.00' });
  await say('deduction', '1557000.00');
  expect(await parts()).toMatchObject({ amount: '75150.00' });
  await say('taxed', '36762500.00');
  expect(await parts()).toMatchObject({ amount: '70975.00' });
  expect((await seenBy(director, individual)).limits).toMatchObject([
    { kind: 'lower_rate', used: '36762500.00', state: 'close' },
    { kind: 'deduction', used: '1557000.00', state: 'close' },
  ]);
  expect((await seenBy(individual.person, individual)).limits).toMatchObject([
    { kind: 'lower_rate', company: { id: deal.company.id }, used: '36762500.00' },
    { kind: 'deduction', company: { id: deal.company.id } },
  ]);
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id!] } }));
  const [order] = (await app.ok('payments.orders', director, { query: {} })).items;
  expect(order).toMatchObject({ amount: '70975.00' });
  // The next act of the month goes on from there, and what is told later changes no order.
  await say('taxed', '0.00');
  expect((await app.ok('payments.orders', director, { query: {} })).items[0]).toMatchObject({
    amount: '70975.00',
  });
});
