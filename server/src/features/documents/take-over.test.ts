import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeDraftContract, samplePdf, TODAY } from '../../../test/papers.ts';
import {
  makeCompany,
  makeExecutor,
  type Person,
  type TestCompany,
  type TestExecutor,
} from '../../../test/people.ts';
import { acceptDueHands } from './answer-hand.ts';

let app: TestApp;
let company: TestCompany;
let executor: TestExecutor;
let director: Person;
beforeAll(async () => {
  app = await makeTestApp();
  company = await makeCompany(app, { algorithm: 'rsa' });
  executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  director = company.director;
});
afterAll(() => app.close());

const check = (...lines: string[]) =>
  app.ok('documents.check_papers', director, {
    body: {},
    files: { file: { name: 'реестр.csv', bytes: Buffer.from(lines.join('\n')) } },
  });

test('a register is read as people write it, and every wrong cell is named', async () => {
  await makeDraftContract(app, company, executor, { number: 'Занят', date: '2026-02-01' });
  const { bin, name } = executor;
  const { rows, passed } = await check(
    'Реестр договоров;;;;;',
    '№;Контрагент;ИИН/БИН;№ договора;Дата заключения;Срок действия',
    `1;;${bin};№ 45-ГПХ/2026;30.01.2026;31.12.2027`,
    `2;${name};;46;01.02.2026 г.;01.02.2026 - 31.12.2026`,
    `3;;000000000000;47;30.01.2026;31.12.2026`,
    `4;;${bin};45-гпх/2026;30.01.2026;2025`,
    `5;;${bin};занят;05.03.2026;31.12.2026`,
    `6;;${bin};48;05.03.2026;01.03.2026`,
    ';;;;;',
    ';Итого: 6;;;;',
  );
  expect(passed).toBe(1);
  expect(rows[0]).toMatchObject({
    row: 3,
    contractor: { id: executor.id },
    number: '45-ГПХ/2026',
    title: 'Договор № 45-ГПХ/2026',
    date: '2026-01-30',
    start_date: '2026-01-30',
    end_date: '2027-12-31',
    errors: [],
  });
  expect(rows[1]).toMatchObject({
    contractor: { id: executor.id },
    number: '46',
    start_date: '2026-02-01',
    end_date: '2026-12-31',
    errors: [],
  });
  expect(rows.slice(2).map(({ errors }) => errors.map(({ column, code }) => [column, code]))).toEqual([
    [['bin', 'row.contractor_unknown']],
    [
      ['end_date', 'field.date'],
      ['end_date', 'field.required'],
      ['number', 'row.repeats_row'],
    ].filter(([column], at, all) => all.findIndex(([one]) => one === column) === at),
    [['number', 'document.number_taken']],
    [['end_date', 'document.dates_reversed']],
  ]);
  expect(
    await app.refused('documents.check_papers', director, {
      body: {},
      files: { file: { name: 'a.csv', bytes: Buffer.from('Имя;Сумма\nӘн;5') } },
    }),
  ).toMatchObject({ code: 'import.paper_columns' });
});

test('a contract from paper waits for the executor, or for five working days, like any signed by hand', async () => {
  const body = {
    title: 'Договор № 17',
    contractor_id: String(executor.id),
    type_id: '1',
    number: '17',
    date: addDays(TODAY, -30),
    start_date: addDays(TODAY, -30),
    end_date: addDays(TODAY, 100),
  };
  const files = { file: { name: '17.pdf', bytes: await samplePdf() } };
  const key = { key: 'take-over-of-seventeen' };
  const made = await app.ok('documents.take_over', director, { body, files }, key);
  expect(made).toMatchObject({
    number: '17',
    date: body.date,
    status: { code: 'signed_by_hand' },
    hand: { state: 'waiting', counts_on: expect.any(String) },
  });
  expect((await app.ok('documents.take_over', director, { body, files }, key)).id).toBe(made.id);
  expect(await app.refused('documents.take_over', director, { body, files })).toMatchObject({
    code: 'document.number_taken',
  });
  const late = new Date(`${addDays(almatyDate(new Date()), 15)}T12:00:00+05:00`);
  await acceptDueHands({ ...app.parts, clock: { now: () => late } });
  const after = await app.ok('documents.get', director, { params: { doc_id: made.id } });
  expect(after.status.code).toBe('signed');
});

test('what was tried here leaves the data whole', () => holdInvariants(app));
