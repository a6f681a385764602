import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@kelisim/shared/kernel/call.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeSignedContract, TODAY } from '../../../test/papers.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeExecutor } from '../../../test/people.ts';
import { makeXlsx, relations, xlsxParts } from '../../adapters/spreadsheet/xlsx/make-xlsx.ts';
import { encodeWindows1251 } from '../../platform/text-encoding.ts';

type Answer = CallAnswer<Calls['acts.process']>;

const { app, deal, director } = await makeDealApp();
afterAll(() => app.close());

/** A day after the twelfth, so that it reads in one way with any sign between. */
const DAY = Array.from({ length: 31 }, (_, i) => addDays(TODAY, -i)).find(
  (day) => Number(day.slice(8)) > 12,
)!;
const [year, month, day] = DAY.split('-') as [string, string, string];
const RU = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const KZ = 'қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан'.split(' ');
const START = formatDate(addDays(DAY, -10));

const HEADER = [
  'ИИН/БИН исполнителя',
  'Договор',
  'Название акта',
  'Дата акта',
  'Начало периода',
  'Конец периода',
  'Категория',
  'Услуга',
  'Количество',
  'Единица',
  'Цена за единицу',
];
let made = 0;
/** Each row has a sum of its own, so that none repeats another by chance. */
const row = (change: Record<number, string> = {}): string[] => {
  made += 1;
  const cells = [
    deal.executor.bin,
    `Договор – ${deal.executor.name}`,
    `Доставка ${made}`,
    formatDate(DAY),
    START,
    formatDate(DAY),
    'Курьерские услуги',
    'Доставка документов',
    '1',
    'услуга',
    String(1000 + made),
  ];
  for (const [index, value] of Object.entries(change)) cells[Number(index)] = value;
  return cells;
};

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const xml = (rows: string[][]) =>
  rows
    .map(
      (cells) =>
        `<row>${cells.map((text) => (text === '' ? '<c/>' : `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`)).join('')}</row>`,
    )
    .join('');

interface Said {
  dry_run?: boolean;
  mended?: { rows: number[]; key: string; value: string }[];
  again?: 'all' | number[];
}
const bodyOf = ({ mended, again }: Said) => ({
  ...(mended && { mended: JSON.stringify(mended) }),
  ...(again && { again: JSON.stringify(again) }),
});
/** Answers when its run is over: the same key finds the same run. */
async function importing(bytes: Buffer, said: Said = {}): Promise<Answer> {
  const key = randomUUID();
  const start = () =>
    app.ok(
      'acts.process',
      director,
      {
        body: { dry_run: said.dry_run === false ? 'false' : 'true', partly: 'true', ...bodyOf(said) },
        files: { file: { name: 'акты.xlsx', bytes } },
      },
      { key },
    );
  const answer = await start();
  if (answer.run?.state !== 'running') return answer;
  const params = { run_id: answer.run.id };
  await vi.waitFor(
    async () => expect((await app.ok('jobs.get', director, { params })).state).toBe('done'),
    PATIENT,
  );
  return start();
}
const restOf = (bytes: Buffer): Promise<Buffer> =>
  app.ok('acts.import_rest', director, { body: {}, files: { file: { name: 'акты.xlsx', bytes } } });
const count = async () => (await app.ok('acts.list', director, { query: { limit: 1 } })).total;

describe('a table of 506 rows, 220 of which are as the template wants them', () => {
  let book: Buffer;
  const contract = () => `Договор - ${deal.executor.name}`;
  beforeAll(async () => {
    const many = (length: number, change: () => Record<number, string>) =>
      Array.from({ length }, () => row(change()));
    const good = many(220, () => ({}));
    const rows = [
      ...good,
      ...many(20, () => ({ 3: `${day}.${month}.${year.slice(2)}` })),
      ...many(20, () => ({ 3: `${day}/${month}/${year}` })),
      ...many(20, () => ({ 3: `${Number(day)} ${RU[Number(month) - 1]} ${year} г.` })),
      ...many(20, () => ({ 3: `${year} жылғы ${Number(day)} ${KZ[Number(month) - 1]}` })),
      ...many(20, () => ({ 1: contract(), 9: 'шт.' })),
      ...many(20, () => ({ 1: '', 10: `1${made % 10} ${100 + made},50 ₸` })),
      ...many(20, () => ({ 10: `${15_000 + made} тг` })),
      ...many(20, () => ({ 10: `1${made % 10},${100 + made}.25` })),
      ...good.slice(0, 16),
      ...many(60, () => ({ 1: 'Договор подряда' })),
      ...many(30, () => ({ 9: 'ящик' })),
      ...many(10, () => ({ 10: '15,000', 4: formatDate(addDays(DAY, -20 - (made % 10))) })),
    ];
    for (let i = 0; i < 10; i += 1)
      rows.splice(i * 50 + 30, 0, ['', '', 'Итого по странице', ...Array(7).fill(''), '99 999,00']);
    expect(rows.length).toBe(506);
    book = await makeXlsx(xml([['Реестр актов за месяц'], [''], HEADER, ...rows]));
  });

  test('is read where it can be, and asks the rest in three questions', async () => {
    const answer = await importing(book);
    expect(answer).toMatchObject({ rows: 496, acts: 380, failed: 100, repeats_total: 16 });
    expect(answer.passed).toMatchObject(
      [
        { why: 'total', count: 10 },
        { why: 'empty', count: 0 },
      ].slice(0, 1),
    );
    expect(answer.errors.map(({ key, code, rows, only }) => [key, code, rows.length, only])).toEqual([
      ['contract', 'row.contract_unknown', 60, true],
      ['unit', 'row.unit_unknown', 30, false],
      ...Array.from({ length: 10 }, () => ['rate', 'row.unclear', 1, false]),
    ]);
  });

  test('makes what is right, gives back the rest, and doubles nothing however often it comes', async () => {
    const rest = await restOf(book);
    expect(await importing(book, { dry_run: false })).toMatchObject({
      created: 380,
      failed: 100,
      skipped: 16,
    });
    expect(await count()).toBe(380);

    const read = await app.parts.spreadsheet.readRows(rest, { max_rows: 1000, max_columns: 40 });
    if (read.status !== 'ok') throw new Error(read.code);
    expect(read.header).toEqual([...HEADER, 'Замечания']);
    expect(read.rows).toHaveLength(116);
    for (const { cells } of read.rows) expect(cells[HEADER.length]).toMatchObject({ kind: 'text' });

    const back = await importing(rest);
    expect(back).toMatchObject({ rows: 116, acts: 0, failed: 100, repeats_total: 16 });
    for (const repeat of back.repeats) expect(repeat.act_id).not.toBeNull();
    const mended = back.errors.map(({ rows, key, choices }) => ({
      rows,
      key: key!,
      value: key === 'contract' ? '' : key === 'unit' ? 'штука' : choices[0]!,
    }));
    expect(await importing(rest, { dry_run: false, mended })).toMatchObject({ created: 100, skipped: 16 });
    expect(await count()).toBe(480);

    expect(await importing(rest, { dry_run: false, mended })).toMatchObject({ acts: 0, run: null });
    expect(await importing(book, { dry_run: false })).toMatchObject({ acts: 0, run: null });
    expect(await count()).toBe(480);
    const chosen = back.repeats[0]!.row;
    expect(await importing(rest, { dry_run: false, mended, again: [chosen] })).toMatchObject({
      acts: 1,
      created: 1,
    });
    expect(await count()).toBe(481);
  });
});

test('two imports of one table at the same moment make its acts once', async () => {
  const book = await makeXlsx(xml([HEADER, ...Array.from({ length: 12 }, () => row())]));
  const before = await count();
  await Promise.all(
    Array.from({ length: 3 }, (_, i) =>
      importing(Buffer.concat([book]), { dry_run: false, again: [900 + i] }),
    ),
  );
  expect(await count()).toBe(before + 12);
});

describe('other tables', () => {
  test('a title in merged cells, and headings in two rows', async () => {
    const cells = row();
    const book = await makeXlsx(
      xml([
        ['ТОО «Дала Медиа»', '', '', 'Утверждаю'],
        ['Реестр оказанных услуг'],
        [
          '№',
          'Исполнитель',
          '',
          'Договор',
          'Название',
          'Дата',
          'Период',
          '',
          'Вид услуги',
          'Описание',
          'Кол-во',
          'Ед. изм.',
          'Цена, тенге',
        ],
        ['', 'ФИО', 'ИИН', '', '', '', 'с', 'по', '', '', '', '', ''],
        ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13'],
        [
          '1',
          deal.executor.name,
          cells[0]!,
          '',
          cells[2]!,
          cells[3]!,
          cells[4]!,
          cells[5]!,
          ...cells.slice(6),
        ],
      ]),
    );
    expect(await importing(book)).toMatchObject({
      rows: 1,
      acts: 1,
      errors: [],
      passed: [{ why: 'heading', count: 1, rows: [5] }],
    });
  });

  test('an export of 1C: names instead of numbers, sums instead of prices, totals in the middle', async () => {
    const line = (act: string, sum: string) => [
      act,
      `${DAY.split('-').toReversed().join('.')} 12:00:00`,
      deal.executor.name.toUpperCase(),
      'Доставка',
      '2,000',
      'шт.',
      sum,
      `${START} – ${formatDate(DAY)}`,
    ];
    const book = await makeXlsx(
      xml([
        ['Отчет по поступлению услуг'],
        [
          'Номер документа',
          'Дата документа',
          'Контрагент',
          'Номенклатура',
          'Количество',
          'Единица измерения',
          'Сумма',
          'Период',
        ],
        line('КЛ-01', '70\u00a0002,00'),
        ['', '', 'Итого', '', '', '', '70 002,00', ''],
        line('КЛ-02', '80\u00a0004,00'),
        ['ИТОГО:', '', '', '', '', '', '150 006,00', ''],
      ]),
    );
    const answer = await importing(book);
    expect(answer).toMatchObject({ rows: 2, failed: 2, passed: [{ why: 'total', rows: [4, 6] }] });
    // What the table does not have is asked once for all of it; «2,000» may be two or two thousand.
    expect(answer.errors.map(({ key, rows, choices }) => [key, rows, choices])).toEqual([
      ['quantity', [3], ['2000', '2,00']],
      ['title', [3, 5], []],
      ['category', [3, 5], []],
      ['quantity', [5], ['2000', '2,00']],
    ]);
    const mended = [
      { rows: [3, 5], key: 'title', value: 'Доставка за месяц' },
      { rows: [3, 5], key: 'category', value: 'Курьерские услуги' },
      { rows: [3, 5], key: 'quantity', value: '2' },
    ];
    expect(await importing(book, { mended })).toMatchObject({ acts: 2, amount: '150006.00', errors: [] });
  });

  test('text in Windows-1251 with semicolons, a title above, and the name of the executor', async () => {
    const cells = row();
    const lines = [
      'Акты, ноябрь',
      '',
      [...HEADER.slice(1), 'БИН (ИИН)'].join(';'),
      '',
      [...cells.slice(1), cells[0]!].join(';'),
      `Всего;;;;;;;;;1 000,00;`,
    ];
    const { bytes } = encodeWindows1251(lines.join('\r\n'));
    expect(await importing(Buffer.from(bytes))).toMatchObject({
      rows: 1,
      acts: 1,
      errors: [],
      passed: [
        { why: 'total', rows: [6] },
        { why: 'empty', count: 1 },
      ],
    });
  });

  test('Kazakh headings that are not ours, and Kazakh totals', async () => {
    const cells = row({
      3: `${Number(day)} ${KZ[Number(month) - 1]} ${year} ж.`,
      6: 'Курьер қызметтері',
      9: 'дана',
    });
    const header = [
      'БСН/ЖСН',
      'Шарт нөмірі',
      'Акт атауы',
      'Күні',
      'Басталу күні',
      'Аяқталу күні',
      'Санаты',
      'Қызметтің атауы',
      'Мөлшері',
      'Өлшем бірлігі',
      'Бағасы, теңге',
    ];
    const book = await makeXlsx(
      xml([
        ['Актілер тізілімі'],
        header,
        cells,
        ['Барлығы', ...Array(9).fill(''), '5 000'],
        ['Жиыны', ...Array(9).fill(''), '5 000'],
      ]),
    );
    expect(await importing(book)).toMatchObject({
      acts: 1,
      errors: [],
      passed: [{ why: 'total', count: 2 }],
    });
  });

  test('behind a sheet of charts', async () => {
    const parts = xlsxParts(xml([HEADER, row()]));
    const book = await makeXlsx('', {
      ...parts,
      'xl/workbook.xml': parts['xl/workbook.xml'].replace(
        '<sheets>',
        '<sheets><sheet name="Диаграмма" sheetId="9" r:id="rId9"/>',
      ),
      'xl/_rels/workbook.xml.rels': relations([
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId9', 'chartsheet', 'chartsheets/sheet9.xml'],
        ['rId2', 'styles', 'styles.xml'],
        ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ]),
      'xl/chartsheets/sheet9.xml': '<chartsheet/>',
    });
    expect(await importing(book)).toMatchObject({ acts: 1, errors: [] });
  });
});

test('an empty contract is asked about where the executor has two, and chosen once for all their rows', async () => {
  const { company } = deal;
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  await makeSignedContract(app, company, executor, { title: 'Первый' });
  await makeSignedContract(app, company, executor, { title: 'Второй' });
  const book = await makeXlsx(
    xml([HEADER, ...Array.from({ length: 5 }, () => row({ 0: executor.bin, 1: '' }))]),
  );
  const { errors } = await importing(book);
  expect(errors).toMatchObject([{ code: 'row.contract_several', rows: [2, 3, 4, 5, 6], only: false }]);
  expect(errors[0]!.choices.toSorted()).toEqual(['Второй', 'Первый']);
  const mended = [{ rows: errors[0]!.rows, key: 'contract', value: 'Второй' }];
  expect(await importing(book, { mended })).toMatchObject({ acts: 5, errors: [] });
});

test('a line that stands twice in an act counts once, until the user says otherwise', async () => {
  const line = row();
  const book = await makeXlsx(
    xml([
      ['Акт', ...HEADER],
      ['7', ...line],
      ['7', ...line],
    ]),
  );
  const once = await importing(book);
  expect(once).toMatchObject({ acts: 1, amount: `${1000 + made}.00`, repeats: [{ row: 3, act_id: null }] });
  expect(await importing(book, { again: [3] })).toMatchObject({ acts: 1, amount: `${2 * (1000 + made)}.00` });
});

test('a sum that is not the price by the quantity is asked about', async () => {
  const book = await makeXlsx(
    xml([
      [...HEADER, 'Сумма'],
      [...row({ 8: '2', 10: '500' }), '1 500'],
    ]),
  );
  expect((await importing(book)).errors).toMatchObject([{ key: 'rate', code: 'row.sum_differs' }]);
});

test('what is no answer about repeats is refused', async () => {
  const file = { name: 'a.xlsx', bytes: await makeXlsx(xml([HEADER, row()])) };
  for (const again of ['no', '"some"', '[0]', '{}'])
    for (const name of ['acts.process', 'acts.import_rest'] as const)
      expect(await app.refused(name, director, { body: { again }, files: { file } })).toMatchObject({
        status: 400,
        field: 'again',
      });
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
