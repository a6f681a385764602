import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDraftContract, samplePdf, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor, type Person } from '../../../test/people.ts';
import { countMarks } from '../../../test/sample-marks.ts';
import { PATIENT } from '../../../test/patience.ts';
import { acceptDueHands } from './answer-hand.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
const director = company.director;
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
      ['end_date', 'row.date'],
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

test('rows with faults and rows without scans come back as a file with remarks', async () => {
  const { bin } = executor;
  const lines = [
    '№ договора;Контрагент;ИИН/БИН;Дата заключения;Срок действия',
    `61;;${bin};30.01.2026;31.12.2027`,
    `62;;${bin};30.01.2026;31.12.2027`,
    `63;;000000000000;30.01.2026;31.12.2027`,
  ];
  const rest = await app.raw('documents.papers_rest', director, {
    body: { without_scan: '[3]' },
    files: { file: { name: 'реестр.csv', bytes: Buffer.from(lines.join('\n')) } },
  });
  expect(rest.status).toBe(200);
  const read = await app.parts.spreadsheet.readRows(rest.bytes, { max_rows: 10, max_columns: 10 });
  if (read.status === 'error') throw new Error(read.code);
  expect(read.header.at(-1)).toBe('Замечания');
  const cells = read.rows.map((row) => row.cells.map((cell) => ('value' in cell ? String(cell.value) : '')));
  expect(cells.map((row) => [row[0], row.at(-1)])).toEqual([
    ['62', 'Нет скана с подходящим именем.'],
    ['63', expect.stringContaining('ИИН/БИН: ')],
  ]);
});

const paper = (number: string, scan: string) => ({
  title: `Договор № ${number}`,
  contractor_id: executor.id,
  number,
  date: addDays(TODAY, -30),
  start_date: addDays(TODAY, -30),
  end_date: addDays(TODAY, 100),
  scan,
});
const keep = async (by: Person, name: string) => {
  const files = { file: { name, bytes: await samplePdf() } };
  return (await app.ok('documents.keep_scan', by, { body: {}, files })).scan;
};

test('contracts from paper are a work, and wait for the executor or for five working days', async () => {
  const scans = await Promise.all(['17.pdf', '18.pdf'].map((name) => keep(director, name)));
  const body = { papers: [paper('17', scans[0]!), paper('18', scans[1]!), paper('17', scans[1]!)] };
  const key = { key: 'take-over-of-seventeen' };
  const run = await app.ok('documents.take_over', director, { body }, key);
  expect((await app.ok('documents.take_over', director, { body }, key)).id).toBe(run.id);
  await app.parts.bulk.wait(run.id, PATIENT.timeout);
  const { items } = await app.ok('jobs.rows', director, {
    params: { run_id: run.id },
    query: { page: 1, limit: 10 },
  });
  expect(items.map(({ status, code }) => status + (code ?? '')).toSorted()).toEqual([
    'faileddocument.number_taken',
    'ok',
    'ok',
  ]);
  // The rows are worked through together: either of the two with one number may have been the first.
  const made = items.filter(({ status }) => status === 'ok').map(({ subject_id }) => subject_id!);
  const contracts = await Promise.all(
    made.map((doc_id) => app.ok('documents.get', director, { params: { doc_id } })),
  );
  expect(contracts.map(({ number }) => number).toSorted()).toEqual(['17', '18']);
  const doc_id = contracts.find(({ number }) => number === '17')!.id;
  expect(contracts.find(({ id }) => id === doc_id)).toMatchObject({
    date: addDays(TODAY, -30),
    status: { code: 'signed_by_hand' },
    hand: { state: 'waiting', counts_on: expect.any(String) },
  });
  for (const call of ['documents.scan', 'documents.file'] as const)
    expect(await countMarks(await app.ok(call, director, { params: { doc_id } }))).toEqual([1]);
  const late = new Date(`${addDays(almatyDate(new Date()), 15)}T12:00:00+05:00`);
  await acceptDueHands({ ...app.parts, clock: { now: () => late } });
  const after = await app.ok('documents.get', director, { params: { doc_id } });
  expect(after.status.code).toBe('signed');
});

test('a kept scan opens for its own company alone', async () => {
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const theirs = await keep(stranger.director, '19.pdf');
  for (const scan of [theirs, 'AAAA'])
    expect(
      await app.refused('documents.take_over', director, { body: { papers: [paper('19', scan)] } }),
    ).toMatchObject({ code: 'document.no_scan' });
});

test('what was tried here leaves the data whole', () => holdInvariants(app));
