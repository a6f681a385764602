import { oleFile } from '../../../test/word-files.ts';
import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@kelisim/shared/kernel/call.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import type { ExecutorStatus } from '@kelisim/shared/features/executors/executor-status.ts';
import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fingerprint } from '../../../test/fingerprint.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSignedContract, TODAY } from '../../../test/papers.ts';
import { makeEmployee, makeExecutor } from '../../../test/people.ts';
import { makeXlsx, makeZip } from '../../adapters/spreadsheet/xlsx/make-xlsx.ts';
import { ACT_COLUMNS, type ActColumn } from './act-columns.ts';
import { PATIENT } from '../../../test/patience.ts';

type Answer = CallAnswer<Calls['acts.process']>;
type Cells = Partial<Record<ActColumn, string | undefined>>;

const { app, deal, director } = await makeDealApp();
afterAll(() => app.close());

/** A row that is right; a test changes single cells of it. */
const row = (change: Cells = {}): Cells => ({
  contractor: deal.executor.bin,
  contract: `Договор – ${deal.executor.name}`,
  title: 'Доставка за ноябрь',
  date: formatDate(TODAY),
  start_date: formatDate(addDays(TODAY, -10)),
  end_date: TODAY,
  knp: '859',
  category: 'Курьерские услуги',
  description: 'Доставка документов',
  quantity: '3',
  unit: 'услуга',
  rate: '1 500,50',
  ...change,
});

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
const header = (locale: 'ru' | 'kz' = 'ru') => ACT_COLUMNS.map((column) => text(column[locale])).join('');

/** A workbook of these rows; a value that begins with `<` is a cell of its own making. */
function bookOf(rows: Cells[], locale: 'ru' | 'kz' = 'ru'): Promise<Buffer> {
  const lines = rows.map((cells) =>
    ACT_COLUMNS.map(({ key }) => {
      const value = cells[key];
      return value === undefined ? '<c/>' : value.startsWith('<c') ? value : text(value);
    }).join(''),
  );
  return makeXlsx([header(locale), ...lines].map((line) => `<row>${line}</row>`).join(''));
}

async function process(
  bytes: Buffer,
  dry_run: boolean,
  how: { key?: string; locale?: 'ru' | 'kz' } = {},
): Promise<Answer> {
  const file = { name: 'акты.xlsx', bytes };
  return app.ok(
    'acts.process',
    director,
    // The rows of these tables are alike on purpose.
    { body: { dry_run: String(dry_run) as 'true', again: '"all"' }, files: { file } },
    how,
  );
}

const refused = async (bytes: Buffer) => {
  const file = { name: 'акты.xlsx', bytes };
  const { status, code, message } = await app.refused('acts.process', director, { files: { file } });
  return { status, code, message };
};

const balance = (answer: Answer) => answer.created + answer.skipped + answer.failed;

describe('a dry run', () => {
  test('says what would be made, and makes nothing', async () => {
    const before = await fingerprint(app);
    const answer = await process(
      await bookOf([
        row(),
        row({ act: 'A', title: 'Один акт' }),
        row({ act: 'A', title: 'Один акт', quantity: '0.5', rate: '1' }),
      ]),
      true,
    );
    expect(answer).toMatchObject({
      dry_run: true,
      rows: 3,
      acts: 2,
      amount: '9003.50',
      created: 0,
      skipped: 3,
      failed: 0,
      errors: [],
      run: null,
    });
    expect(answer.preview).toEqual([
      {
        row: 2,
        title: 'Доставка за ноябрь',
        contractor: deal.executor.name,
        contract: `Договор – ${deal.executor.name}`,
        act_date: TODAY,
        amount: '4501.50',
      },
      {
        row: 3,
        title: 'Один акт',
        contractor: deal.executor.name,
        contract: `Договор – ${deal.executor.name}`,
        act_date: TODAY,
        amount: '4502.00',
      },
    ]);
    expect(await fingerprint(app)).toEqual(before);
  });

  test.each<[string, Cells, ActColumn | null, string, string]>([
    [
      'a formula',
      { title: '<c t="str"><f>HYPERLINK("http://x")</f><v>x</v></c>' },
      'title',
      'row.formula',
      '',
    ],
    ['a sum by formula', { rate: '<c><f>1+1</f><v>2</v></c>' }, 'rate', 'row.formula', ''],
    ['an error of the table', { rate: '<c t="e"><v>#REF!</v></c>' }, 'rate', 'row.formula', ''],
    ['letters the paper cannot show', { title: 'Кеңес 中文' }, 'title', 'field.paper_letters', ''],
    ['such letters in a service', { description: 'שלום' }, 'description', 'field.paper_letters', 'שלום'],
    ['an empty title', { title: '  ' }, 'title', 'field.required', ''],
    ['a missing rate', { rate: undefined }, 'rate', 'field.required', ''],
    ['a rate in words', { rate: 'сто' }, 'rate', 'field.money', 'сто'],
    ['a rate of nothing', { rate: '0' }, 'rate', 'field.money', '0'],
    ['a rate below nothing', { rate: '-5' }, 'kind', 'row.minus_unclear', ''],
    ['a bonus below nothing', { rate: '-5', kind: 'Бонус' }, 'rate', 'field.money', '-5'],
    ['a rate with an exponent', { rate: '1e5' }, 'rate', 'field.money', '1e5'],
    ['four decimals', { quantity: '0,0001' }, 'quantity', 'field.quantity', '0,0001'],
    ['30 February', { date: '30.02.2026' }, 'date', 'row.date', '30.02.2026'],
    ['an American date', { date: '11/20/2026' }, 'date', 'row.unclear', '11/20/2026'],
    ['a КНП of four digits', { knp: '8590' }, 'knp', 'field.knp', ''],
    [
      'an unknown contractor',
      { contractor: '940140000385' },
      'contractor',
      'row.contractor_unknown',
      '940140000385',
    ],
    ['an unknown contract', { contract: 'Другой' }, 'contract', 'row.contract_unknown', 'Другой'],
    ['an unknown category', { category: 'Магия' }, 'category', 'row.category_unknown', 'Магия'],
    ['an unknown unit', { unit: 'пуд' }, 'unit', 'row.unit_unknown', 'пуд'],
    ['a title that is too long', { title: 'я'.repeat(201) }, 'title', 'field.too_long', ''],
    [
      'reversed dates',
      { start_date: TODAY, end_date: addDays(TODAY, -1) },
      'end_date',
      'act.dates_reversed',
      addDays(TODAY, -1),
    ],
    ['days after the contract', { end_date: addDays(TODAY, 300) }, 'end_date', 'act.outside_contract', ''],
    ['a sum below a tiyn', { quantity: '0.001', rate: '0.01' }, 'rate', 'act.amount_too_small', ''],
    [
      'a sum beyond an act',
      { quantity: '999999999', rate: '10000000000000' },
      'rate',
      'act.amount_too_large',
      '',
    ],
  ])('names %s by row and column, in either language', async (_, change, column, code, value) => {
    const book = await bookOf([row(), row(change)]);
    for (const locale of ['ru', 'kz'] as const) {
      const answer = await process(book, true, { locale });
      const title = ACT_COLUMNS.find((one) => one.key === column)?.[locale] ?? null;
      expect(answer.errors).toEqual([
        {
          row: 3,
          rows: [3],
          column: title,
          key: column,
          code,
          value,
          message: expect.any(String),
          choices:
            code === 'row.contract_unknown'
              ? [`Договор – ${deal.executor.name}`]
              : code === 'row.unclear'
                ? ['20.11.2026']
                : [],
          only: code === 'row.contract_unknown',
        },
      ]);
      expect(answer.errors[0]!.message).not.toContain('{{');
      expect(answer.errors[0]!.message).toMatch(/[а-яәі]/i);
      expect([answer.rows, answer.failed, answer.skipped, answer.acts, balance(answer)]).toEqual([
        2, 1, 1, 1, 2,
      ]);
    }
  });

  test('lines of one act that differ in what belongs to the act are named, and the whole act is left out', async () => {
    const answer = await process(
      await bookOf([
        row({ act: '1' }),
        row({ act: '1', title: 'Другое' }),
        row({ act: '2' }),
        row({ act: '1', knp: '841' }),
      ]),
      true,
    );
    expect(answer.errors.map(({ row, code, value }) => [row, code, value])).toEqual([
      [3, 'row.act_differs', 'Другое'],
      [5, 'row.act_differs', '841'],
    ]);
    expect([answer.acts, answer.failed, answer.skipped, balance(answer)]).toEqual([1, 2, 2, 4]);
  });

  test('reads dates, numbers and БИН as tables keep them', async () => {
    const cell = (value: string, style = '') => `<c${style}><v>${value}</v></c>`;
    const serial = (date: string) => String(Date.parse(date) / 86_400_000 + 25_569);
    const book = await bookOf([
      row({
        contractor: cell(String(Number(deal.executor.bin))),
        date: cell(serial(TODAY), ' s="1"'),
        quantity: cell('2.5'),
        rate: cell('0.30000000000000004'),
        knp: cell('59'),
      }),
    ]);
    const answer = await process(book, true);
    expect(answer.errors).toEqual([]);
    expect(answer.preview[0]).toMatchObject({ act_date: TODAY, amount: '0.75' });
  });

  test('names acts of a period that is closed, before anything is made', async () => {
    const until = addDays(TODAY, -1);
    const close = (day: string | null) =>
      app.parts.db
        .updateTable('companies')
        .set({ closed_until: day })
        .where('id', '=', director.company_id)
        .execute();
    await close(until);
    const book = await bookOf([row(), row({ date: until }), row({ date: until })]);
    for (const dry_run of [true, false]) {
      const answer = await process(book, dry_run);
      expect(answer).toMatchObject({ created: 0, failed: 2, run: null });
      expect(answer.errors).toMatchObject([{ rows: [3, 4], key: 'date', code: 'period.closed' }]);
      expect(answer.errors[0]!.message).toContain(formatDate(until));
    }
    await close(null);
  });

  test('text that looks like a formula stays text', async () => {
    const titles = ['=1+1', '+7 701', '-x', '@SUM(A1)', '\t=1', '−1'];
    const { run } = await process(await bookOf(titles.map((title) => row({ title }))), false);
    expect(run!.failed).toBe(0);
    const { items } = await app.ok('acts.list', director, {
      query: { limit: 100, sort_by: 'number', sort_order: 'asc' },
    });
    expect(items.slice(-titles.length).map((item) => item.title)).toEqual(
      titles.map((title) => title.trim()),
    );
  });
});

test('a contract is found with other blanks and dashes in its title', async () => {
  const contract = `договор\u00a0—  ${deal.executor.name}`;
  const answer = await process(await bookOf([row({ contract, unit: 'УСЛУГА\u00a0' })]), true);
  expect(answer).toMatchObject({ acts: 1, errors: [] });
});

test('rows that a filter hides are passed over, and it is said', async () => {
  const line = ACT_COLUMNS.map(({ key }) => text(row()[key] ?? '')).join('');
  const book = await makeXlsx(
    `<row>${header()}</row><row>${line}</row><row hidden="1">${line}</row><row hidden="1"/>`,
  );
  expect(await process(book, true)).toMatchObject({
    rows: 1,
    acts: 1,
    passed: [{ why: 'hidden', count: 1, rows: [3] }],
  });
});

describe('a table that is none', () => {
  test('is refused as a whole, with a sentence', async () => {
    const wrong_columns = await makeXlsx(
      `<row>${text('Имя')}${text('Сумма')}</row><row>${text('a')}${text('b')}</row>`,
    );
    const macros = await makeXlsx(`<row>${header()}</row>`, { 'xl/vbaProject.bin': 'macro' });
    const bomb = await makeXlsx(
      `<row>${header()}</row><row><c t="inlineStr"><is><t>${' '.repeat(80_000_000)}</t></is></c></row>`,
    );
    const entity = await makeXlsx('', {
      'xl/worksheets/sheet1.xml':
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>',
    });
    expect(await refused(Buffer.from('%PDF-1.7'))).toMatchObject({ status: 415, code: 'file.not_xlsx' });
    expect(await refused(await makeZip({ 'a.txt': 'x' }))).toMatchObject({
      status: 415,
      code: 'file.not_xlsx',
    });
    expect(await refused(await bookOf([]))).toMatchObject({ status: 422, code: 'import.no_rows' });
    expect(await refused(wrong_columns)).toMatchObject({
      status: 422,
      code: 'import.wrong_columns',
      message: expect.stringContaining('ИИН/БИН исполнителя'),
    });
    expect(await refused(macros)).toMatchObject({ status: 422, code: 'file.table_macros' });
    expect(await refused(bomb)).toMatchObject({ status: 413, code: 'file.table_too_large' });
    expect(await refused(oleFile('Workbook'))).toMatchObject({ status: 415, code: 'file.xls' });
    expect(await refused(entity)).toMatchObject({ status: 422, code: 'file.unsafe' });
  });

  test('of 10,001 rows is too long, of 10,000 it is read', async () => {
    const line = `<row>${ACT_COLUMNS.map(({ key }) => text(row()[key] ?? '')).join('')}</row>`;
    const many = (count: number) => makeXlsx(`<row>${header()}</row>${line.repeat(count)}`);
    expect(await refused(await many(10_001))).toMatchObject({ status: 413, code: 'file.too_many_rows' });
    const answer = await process(await many(10_000), true);
    expect([answer.rows, answer.acts, answer.errors.length, answer.preview.length]).toEqual([
      10_000, 10_000, 0, 200,
    ]);
  });

  test('of more wrong rows than can be shown is counted whole', async () => {
    const answer = await process(await bookOf(Array.from({ length: 250 }, () => row({ rate: 'x' }))), true);
    expect([answer.errors.length, answer.failed, balance(answer)]).toEqual([200, 250, 250]);
  });
});

describe('the real run', () => {
  const count = async () => (await app.ok('acts.list', director, { query: { limit: 1 } })).total;

  test('makes nothing while one row is wrong', async () => {
    const before = await fingerprint(app);
    const answer = await process(await bookOf([row(), row({ rate: 'x' })]), false);
    expect(answer).toMatchObject({ dry_run: true, created: 0, failed: 1, skipped: 1, run: null });
    expect(await fingerprint(app)).toEqual(before);
  });

  test('makes an act for each, once, however often it is sent', async () => {
    const before = await count();
    const book = await bookOf(
      [row({ act: '1' }), row({ act: '1', description: 'Вторая услуга' }), row()],
      'kz',
    );
    const key = randomUUID();
    const first = await process(book, false, { key });
    expect(first).toMatchObject({ dry_run: false, rows: 3, acts: 2, created: 3, skipped: 0, failed: 0 });
    expect(first.run).toMatchObject({ kind: 'acts.import', state: 'done', total: 2, done: 2, failed: 0 });
    const again = await Promise.all(Array.from({ length: 4 }, () => process(book, false, { key })));
    for (const answer of again) expect(answer).toEqual(first);
    expect(await count()).toBe(before + 2);
    const rows = await app.ok('jobs.rows', director, { params: { run_id: first.run!.id }, query: {} });
    const act = await app.ok('acts.get', director, { params: { act_id: rows.items[0]!.subject_id! } });
    expect(act.services.map((service) => service.description)).toEqual([
      'Доставка документов',
      'Вторая услуга',
    ]);
    expect(rows.items[0]!.label).toBe(act.number);
    // What the table said stands in the acts: the rows of the run keep no copy.
    const kept = await app.parts.db
      .selectFrom('bulk_items')
      .select('payload')
      .where('run_id', '=', first.run!.id)
      .orderBy('position')
      .execute();
    expect(kept.map(({ payload }) => payload)).toEqual([{ rows: 2 }, { rows: 1 }]);

    const other = {
      files: { file: { name: 'b.xlsx', bytes: await bookOf([row()]) } },
      body: { dry_run: 'false', again: '"all"' },
    };
    expect(await app.refused('acts.process', director, other, { key })).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    });
  });

  test('sent again tells of the same run, even when the contract has ended since', async () => {
    const { company } = deal;
    const brief = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    const book = await bookOf([
      row({ contractor: brief.executor.bin, contract: `Договор – ${brief.executor.name}` }),
    ]);
    const key = randomUUID();
    const first = await process(book, false, { key });
    expect(first.created).toBe(1);
    await app.parts.db
      .updateTable('executors')
      .set({ status: 'stopped' })
      .where('executor_company_id', '=', brief.executor.id)
      .execute();
    expect(await process(book, false, { key })).toMatchObject({
      dry_run: false,
      created: 1,
      failed: 0,
      run: first.run,
    });
  });

  test('goes on without the person who asked, and is followed by its number', async () => {
    const book = await bookOf(Array.from({ length: 600 }, (_, i) => row({ title: `Акт ${i + 1}` })));
    const answer = await process(book, false);
    expect([answer.rows, balance(answer)]).toEqual([600, 600]);
    const run_id = answer.run!.id;
    const run = await vi.waitFor(async () => {
      const seen = await app.ok('jobs.get', director, { params: { run_id } });
      expect(seen.state).toBe('done');
      return seen;
    }, PATIENT);
    expect([run.total, run.done, run.failed]).toEqual([600, 600, 0]);
    const titles = await app.parts.db
      .selectFrom('acts')
      .select('title')
      .where('import_run_id', '=', run_id)
      .orderBy('year')
      .orderBy('number')
      .execute();
    // Numbers follow the rows of the table.
    expect(titles.map((act) => act.title)).toEqual(Array.from({ length: 600 }, (_, i) => `Акт ${i + 1}`));
  });

  describe('that was stopped', () => {
    const ROWS = 150;
    const left = (answer: Answer) => [answer.created, answer.skipped, answer.failed];
    const over = (run_id: number) =>
      vi.waitFor(async () => {
        const run = await app.ok('jobs.get', director, { params: { run_id } });
        expect(run.state).not.toBe('running');
        return run;
      }, PATIENT);
    const standing = async (status: ExecutorStatus) => {
      const { executor } = deal;
      const change = app.parts.db.updateTable('executors').set({ status });
      await change.where('executor_company_id', '=', executor.id).execute();
    };
    const goOn = (run_id: number, rows: 'failed' | 'stopped') =>
      app.ok('jobs.go_on', director, { params: { run_id }, body: { rows } });

    test('says what was made, and goes on from there, once, by whoever presses twice', async () => {
      const book = await bookOf(Array.from({ length: ROWS }, (_, i) => row({ title: `Стоп ${i + 1}` })));
      const key = randomUUID();
      const began = process(book, false, { key });
      const run_id = await vi.waitFor(async () => {
        const { items } = await app.ok('jobs.list', director, { query: { limit: 1 } });
        expect(items[0]).toMatchObject({ kind: 'acts.import', total: ROWS, state: 'running' });
        const run = await app.ok('jobs.get', director, { params: { run_id: items[0]!.id } });
        expect(run.done).toBeGreaterThan(0);
        return run.id;
      }, PATIENT);
      await app.ok('jobs.stop', director, { params: { run_id } });
      await began;
      const stopped = await over(run_id);
      expect(stopped.state).toBe('stopped');
      expect(stopped.done).toBeLessThan(ROWS);
      const told = await process(book, false, { key });
      expect(left(told)).toEqual([stopped.done, ROWS - stopped.done, 0]);

      // What is left fails now, and fails in this run; those that were made stay made.
      await standing('stopped');
      await goOn(run_id, 'stopped');
      expect(await over(run_id)).toMatchObject({
        state: 'done',
        total: ROWS,
        done: ROWS,
        failed: ROWS - stopped.done,
      });
      expect(left(await process(book, false, { key }))).toEqual([stopped.done, 0, ROWS - stopped.done]);
      await standing('active');

      // Two processes, each asked several times, while the run is being worked on.
      const beside = await makeTestApp({ beside: app });
      const asked = await Promise.all(
        [app, beside, app, beside].map((one) =>
          one.ok('jobs.go_on', director, { params: { run_id }, body: { rows: 'failed' } }),
        ),
      );
      expect(asked.map((run) => run.id)).toEqual([run_id, run_id, run_id, run_id]);
      expect(await over(run_id)).toMatchObject({ state: 'done', done: ROWS, failed: 0 });
      await beside.close();
      expect(left(await process(book, false, { key }))).toEqual([ROWS, 0, 0]);
      const made = await app.parts.db
        .selectFrom('acts')
        .select('title')
        .where('import_run_id', '=', run_id)
        .orderBy('year')
        .orderBy('number')
        .execute();
      expect(made.map((act) => act.title)).toEqual(Array.from({ length: ROWS }, (_, i) => `Стоп ${i + 1}`));
      // Nothing is left, and asking again changes nothing.
      expect(await goOn(run_id, 'failed')).toMatchObject({ state: 'done', done: ROWS, failed: 0 });
    });

    test('and is sent in parts: what was sent already is not meant again', async () => {
      const [answer, other] = [await process(await bookOf([row(), row()]), false), await goneOver()];
      const run = { run_id: answer.run!.id, rows: 'ok' as const };
      const { items } = await app.ok('jobs.rows', director, { params: { run_id: run.run_id }, query: {} });
      await app.ok('acts.send', director, { body: { act_ids: [items[0]!.subject_id!] } });
      const body = { filter: { status_id: [1] }, run };
      expect((await app.ok('acts.selection', director, { body })).count).toBe(1);
      expect(other).toMatchObject({ status: 409, code: 'job.goes_on_elsewhere' });
    });

    /** A work that is a deed over acts that are there. */
    async function goneOver() {
      const { run_id } = await app.ok('acts.send', director, { body: { act_ids: [999_999_999] } });
      const { status, code } = await app.refused('jobs.go_on', director, {
        params: { run_id },
        body: { rows: 'failed' },
      });
      return { status, code };
    }
  });

  test('of copies goes on in itself too, and makes each copy once', async () => {
    const brief = await makeDeal(
      app,
      deal.company,
      await makeExecutor(app, deal.company, { algorithm: 'rsa' }),
    );
    const of_brief = { contractor: brief.executor.bin, contract: `Договор – ${brief.executor.name}` };
    const made = await process(
      await bookOf([row({ title: 'Копия А' }), row({ ...of_brief, title: 'Копия Б' })]),
      false,
    );
    const rows = await app.ok('jobs.rows', director, { params: { run_id: made.run!.id }, query: {} });
    const act_ids = rows.items.map((item) => item.subject_id!);
    const standing = (status: ExecutorStatus) =>
      app.parts.db
        .updateTable('executors')
        .set({ status })
        .where('executor_company_id', '=', brief.executor.id)
        .execute();
    await standing('stopped');
    const { run_id, items } = await app.ok('acts.copy', director, { body: { act_ids } });
    expect(items.map((item) => [item.status, item.code])).toEqual([
      ['ok', null],
      ['failed', 'act.executor_stopped'],
    ]);
    await standing('active');
    const again = { params: { run_id }, body: { rows: 'failed' as const } };
    await Promise.all([app.ok('jobs.go_on', director, again), app.ok('jobs.go_on', director, again)]);
    await vi.waitFor(
      async () =>
        expect(await app.ok('jobs.get', director, { params: { run_id } })).toMatchObject({
          state: 'done',
          total: 2,
          done: 2,
          failed: 0,
        }),
      PATIENT,
    );
    const copies = await app.parts.db
      .selectFrom('acts')
      .select('title')
      .where('is_copy', '=', true)
      .orderBy('id')
      .execute();
    expect(copies.map((act) => act.title)).toEqual(['Копия А', 'Копия Б']);
  });
});

describe('the template', () => {
  test('filled in is what the import reads, in both languages', async () => {
    const nda = await makeSignedContract(app, deal.company, deal.executor, { type_id: '5', title: 'NDA' });
    expect(nda).toBeGreaterThan(0);
    for (const locale of ['ru', 'kz'] as const) {
      const bytes = await app.ok('acts.template', director, {}, { locale });
      const read = await app.parts.spreadsheet.readRows(bytes, { max_rows: 10, max_columns: 20 });
      if (read.status !== 'ok') throw new Error(read.code);
      expect(read.header).toEqual(ACT_COLUMNS.map((column) => column[locale]));
      const who = await app.parts.spreadsheet.readRows(bytes, {
        sheet: locale === 'kz' ? 'Орындаушылар' : 'Исполнители',
        max_rows: 10_000,
        max_columns: 5,
      });
      if (who.status !== 'ok') throw new Error(who.code);
      const contracts = who.rows.map(({ cells }) => (cells[2] as { value: string }).value);
      expect(contracts).toContain(`Договор – ${deal.executor.name}`);
      expect(contracts).not.toContain('NDA');
    }
  });

  test('is for whoever may make acts', async () => {
    const employee = await makeEmployee(app, deal.company, ['pay']);
    expect(await app.refused('acts.template', employee)).toMatchObject({ status: 403 });
  });
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
