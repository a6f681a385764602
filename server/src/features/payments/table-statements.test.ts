import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeFileOrder, payByFile, rowOfOrder } from '../../../test/bank-papers.ts';
import { statementOf, type Told } from '../../../test/bank-statement.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeSignedActs, TODAY } from '../../../test/papers.ts';

const { app, deal, director } = await makeDealApp();
await payByFile(app, director);
const account = (await app.ok('banking.requisites', director, {}))[0]!.iban;
afterAll(() => closeSound(app));

const TITLES = ['Дата операции', '№ документа', 'Дебет', 'Кредит', 'Контрагент', 'ИИК', 'Назначение платежа'];
const MAPPING = {
  columns: {
    date: 'Дата операции',
    number: '№ документа',
    out: 'Дебет',
    in: 'Кредит',
    name: 'Контрагент',
    iban: 'ИИК',
    purpose: 'Назначение платежа',
  },
  day_order: 'dmy',
  decimal_mark: 'comma',
} as const;
const mappingOf = (change: object = {}) => JSON.stringify({ iban: account, ...MAPPING, ...change });

const told = (number: string, sum: bigint, change: Partial<Told> = {}): Told => ({
  number,
  amount_tiyn: sum,
  iban: makeIban('998', '0000000000041'),
  purpose: `Оплата по договору ${number}, срок длинный`,
  day: TODAY,
  ...change,
});
const rowOf = ({ day, number, amount_tiyn, direction = 'out', iban, purpose }: Told) => {
  const sum = formatMoney(amount_tiyn).replace('.', ',');
  return [
    formatDate(day),
    number,
    direction === 'out' ? sum : '',
    direction === 'in' ? sum : '',
    'Получатель',
    iban,
    purpose,
  ];
};
const csv = (rows: readonly (readonly string[])[], above: string[] = []) =>
  Buffer.from(
    [...above, ...[TITLES, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(';'))].join('\r\n'),
  );
const fileOf = (bytes: Uint8Array, name = 'выписка.csv') => ({ file: { name, bytes } });
const read = (bytes: Uint8Array, mapping?: string) =>
  app.ok('payments.read_statement', director, {
    body: mapping === undefined ? {} : { mapping },
    files: fileOf(bytes),
  });
const refused = (bytes: Uint8Array, body: object = {}) =>
  app.refused('payments.read_statement', director, { body, files: fileOf(bytes) });
const known = async () => (await app.ok('payments.operations', director, { query: {} })).total;

test('a table is shown with what its columns seem to be, read by what the user says once, and then by itself', async () => {
  const [act_id] = await makeSignedActs(app, deal, 1);
  const order_id = await makeFileOrder(app, director, act_id!);
  await app.ok('payments.make_file', director, { body: { format: '1c', order_ids: [order_id] } });
  const order = await rowOfOrder(app, order_id);
  const first = told(String(order.number), order.amount_tiyn, { iban: order.payee_iban });
  const bytes = csv([rowOf(first), ['Итого обороты', '', '1', '', '', '', '']], ['АО «Банк»;;', ';;']);
  expect(await refused(bytes)).toMatchObject({ code: 'statement.unknown_table' });
  const preview = await app.ok('payments.preview_table', director, { body: {}, files: fileOf(bytes) });
  expect(preview).toMatchObject({
    titles: TITLES,
    mapping: { iban: account, ...MAPPING },
    told_iban: null,
    is_kept: false,
    read: { operations: 1, refused: 0, out_amount: formatMoney(order.amount_tiyn), in_amount: '0.00' },
  });
  expect(preview.rows[0]!.cells[0]).toBe(formatDate(TODAY));
  expect(await known()).toBe(0);
  expect(await read(bytes, mappingOf())).toMatchObject({ added: 1, matched: 1, iban: account });
  expect((await rowOfOrder(app, order_id)).status).toBe('settled');
  // The next file, with one operation of before: nobody is asked, nothing comes twice.
  const next = csv([rowOf(first), rowOf(told('901', 1_100n, { direction: 'in' }))]);
  expect(await read(next)).toMatchObject({ added: 1, already_read: 1 });
  expect(await read(next)).toMatchObject({ added: 0, already_read: 2 });
  expect(await app.ok('payments.mappings', director, {})).toMatchObject([{ iban: account, statements: 2 }]);
});

test('XLSX with days and sums of its own kinds is read like text', async () => {
  const before = await known();
  const bytes = await app.parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: 'Лист',
        freeze_header: false,
        columns: TITLES.map((header, at) => ({
          header,
          width: 12,
          kind: at === 0 ? 'date' : at === 2 || at === 3 ? 'money' : 'text',
        })),
        rows: [[TODAY, '77', '15000.50', null, 'ТОО', null, 'За услуги']],
      },
    ],
  });
  expect(await read(bytes)).toMatchObject({ added: 1 });
  const { items } = await app.ok('payments.operations', director, { query: {} });
  expect(items[0]).toMatchObject({ number: '77', amount: '15000.50', direction: 'out', date: TODAY });
  expect(await known()).toBe(before + 1);
});

test('what a 1C file has told of does not come again in a table, nor the other way round; another operation does', async () => {
  const day = addDays(TODAY, -2);
  const one = told('000301', 30_100n, { day });
  const two = told('302', 30_200n, { day });
  expect(
    await app.ok('payments.read_statement', director, {
      body: {},
      files: fileOf(statementOf(account, [one]), 'a.txt'),
    }),
  ).toMatchObject({ added: 1 });
  // The table program has taken the noughts off, the purpose is cut.
  const cut = { ...one, number: '301', purpose: one.purpose.slice(0, 20) };
  expect(await read(csv([rowOf(cut), rowOf(two)]))).toMatchObject({ added: 1, already_read: 1 });
  expect(await read(csv([rowOf(cut), rowOf(two), rowOf({ ...cut, number: '305' })]))).toMatchObject({
    added: 1,
  });
  // Twice in the table and once in 1C is one more.
  expect(await read(csv([rowOf(cut), rowOf(cut)]))).toMatchObject({ added: 1, already_read: 1 });
  const files = fileOf(statementOf(account, [one, two, told('303', 30_200n, { day })]), 'b.txt');
  expect(await app.ok('payments.read_statement', director, { body: {}, files })).toMatchObject({
    added: 1,
    already_read: 2,
  });
});

test('commissions alike in everything stay as many as a bank tells of, in one form and in two', async () => {
  const fee = (day: string): Told => ({
    ...told('', 12_300n),
    day,
    iban: '',
    purpose: 'Комиссия за перевод',
  });
  const oneC = async (...fees: Told[]) => {
    const files = fileOf(statementOf(account, fees), 'fees.txt');
    const { added } = await app.ok('payments.read_statement', director, { body: {}, files });
    return added;
  };
  const table = async (...fees: Told[]) => (await read(csv(fees.map(rowOf)))).added;
  const forms = [
    [oneC, table, -3],
    [table, oneC, -4],
  ] as const;
  for (const [form, other, days] of forms) {
    const one = fee(addDays(TODAY, days));
    expect(await form(one)).toBe(1);
    // The other form tells of a second; each then tells of both again.
    expect(await other(one, one)).toBe(1);
    expect(await form(one, one)).toBe(0);
    expect(await other(one, one)).toBe(0);
    const two = fee(addDays(TODAY, days * 2));
    expect(await form(two, two)).toBe(2);
    expect(await form(two, two)).toBe(0);
    expect(await other(two, two)).toBe(0);
    expect(await other(two, two, two)).toBe(1);
  }
});

test('rows that cannot be read are told and keep no other from being read; nothing of them is guessed', async () => {
  const good = rowOf(told('401', 40_100n));
  const bad = [
    ['32.13.2026', '402', '10,00', '', '', '', 'x'],
    [formatDate(TODAY), '403', '10,00', '20,00', '', '', 'x'],
    [formatDate(TODAY), '404', '1O,00', '', '', '', 'x'],
    [formatDate(TODAY), '405', '', '', '', '', 'x'],
  ];
  const answer = await read(csv([good, ...bad]));
  expect(answer).toMatchObject({ added: 1 });
  expect(answer.refused.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
});

test('days and sums that can be read in two ways are read as the mapping says, signs and words give the direction', async () => {
  const bytes = Buffer.from(
    [
      'Date,Type,Amount,Details',
      '03/04/2026,Debit,"1,500",one',
      '03/04/2026,Credit,20.5,two',
      '03/04/2026,?,20.5,three',
    ].join('\n'),
  );
  const columns = { date: 'Date', side: 'Type', amount: 'Amount', purpose: 'Details' };
  const preview = (change: object) =>
    app.ok('payments.preview_table', director, {
      body: { mapping: mappingOf({ columns, ...change }) },
      files: fileOf(bytes),
    });
  expect(await preview({ day_order: 'mdy', decimal_mark: 'point' })).toMatchObject({
    read: {
      first: [
        { date: '2026-03-04', direction: 'out', amount: '1500.00' },
        { direction: 'in', amount: '20.50' },
      ],
      refused: 1,
    },
  });
  expect(await preview({})).toMatchObject({ read: { first: [{ date: '2026-04-03', amount: '1.50' }, {}] } });
  const signed = { date: 'Date', amount: 'Amount', purpose: 'Details' };
  expect(
    await app.ok('payments.preview_table', director, {
      body: { mapping: mappingOf({ columns: signed }) },
      files: fileOf(Buffer.from('Date;Amount;Details\n01.11.2026;-5;a\n01.11.2026;7;b')),
    }),
  ).toMatchObject({ read: { first: [{ direction: 'out' }, { direction: 'in' }] } });
});

test('a minus is a debit where all debits have one, else a debit that was undone: nobody guesses which way it went', async () => {
  const preview = async (columns: object, ...rows: string[]) => {
    const answer = await app.ok('payments.preview_table', director, {
      body: { mapping: mappingOf({ columns: { date: 'Date', purpose: 'Details', ...columns } }) },
      files: fileOf(Buffer.from(['Date;Details;Debit;Credit;Sum;Side', ...rows].join('\n'))),
    });
    return [
      answer.read!.first.map(({ direction, amount }) => `${direction} ${amount}`),
      answer.read!.refused,
    ];
  };
  const two = { out: 'Debit', in: 'Credit' };
  const minus = '01.11.2026;a;-5;;;';
  expect(await preview(two, minus, '01.11.2026;b;-6;;;', '01.11.2026;c;;7;;')).toEqual([
    ['out 5.00', 'out 6.00', 'in 7.00'],
    0,
  ]);
  expect(await preview(two, minus, '01.11.2026;b;6;;;', '01.11.2026;c;;-7;;')).toEqual([['out 6.00'], 2]);
  const side = { amount: 'Sum', side: 'Side' };
  const sided = '01.11.2026;a;;;-5;Дебет';
  expect(await preview(side, sided, '01.11.2026;b;;;6;Кредит')).toEqual([['out 5.00', 'in 6.00'], 0]);
  expect(await preview(side, sided, '01.11.2026;b;;;6;Дебет', '01.11.2026;c;;;-7;Кредит')).toEqual([
    ['out 6.00'],
    2,
  ]);
});

test('an operation that says a word of headings is not taken for the heading', async () => {
  const bytes = Buffer.from('Число;Тенге;Куда;Зачем\n01.11.2026;900,25;Расход;Ремонт');
  const { titles } = await app.ok('payments.preview_table', director, { body: {}, files: fileOf(bytes) });
  expect(titles).toEqual(['Число', 'Тенге', 'Куда', 'Зачем']);
});

test('the account is the one that the table names, else it is asked about where the company has several', async () => {
  const foreign = csv([rowOf(told('501', 50_100n))], [`Счет: ${makeIban('998', '0000000009999')};;`]);
  expect(await refused(foreign)).toMatchObject({ code: 'statement.foreign' });
  expect(await refused(foreign, { mapping: mappingOf() })).toMatchObject({ code: 'statement.foreign' });
  const [requisite] = await app.parts.db
    .selectFrom('bank_requisites')
    .selectAll()
    .where('iban', '=', account)
    .execute();
  const { id: _, ...values } = requisite!;
  const second = makeIban(account.slice(4, 7), '0000000000777');
  await app.parts.db
    .insertInto('bank_requisites')
    .values({ ...values, iban: second, is_main: false })
    .execute();
  expect(await refused(csv([rowOf(told('502', 50_200n))]))).toMatchObject({
    code: 'statement.unknown_table',
  });
  expect(await read(csv([rowOf(told('502', 50_200n))], [`ИИК ${second};;`]))).toMatchObject({
    added: 1,
    iban: second,
  });
});

test('a mapping that lacks something is refused, one of other columns too, and one that has ended reads nothing', async () => {
  const bytes = csv([rowOf(told('601', 60_100n))], [`ИИК ${account};;`]);
  const without = { date: 'Дата операции', out: 'Дебет' };
  expect(await refused(bytes, { mapping: mappingOf({ columns: without }) })).toMatchObject({
    code: 'bad_input',
  });
  const other = { ...MAPPING.columns, date: 'День' };
  expect(await refused(bytes, { mapping: mappingOf({ columns: other }) })).toMatchObject({
    code: 'statement.other_columns',
  });
  for (const { id: mapping_id } of await app.ok('payments.mappings', director, {}))
    await app.ok('payments.end_mapping', director, { params: { mapping_id } });
  expect(await app.ok('payments.mappings', director, {})).toEqual([]);
  expect(await refused(bytes)).toMatchObject({ code: 'statement.unknown_table' });
});

test('of two mappings of the same columns the one of the account that the table names is taken, else the user is asked', async () => {
  const [main, second] = await app.parts.db
    .selectFrom('bank_requisites')
    .select('iban')
    .where('company_id', '=', deal.company.id)
    .orderBy('id')
    .execute();
  const third = makeIban(account.slice(4, 7), '0000000000888');
  await sql`insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
    select company_id, bank_id, ${third}, kbe, false from bank_requisites where iban = ${main!.iban}`.execute(
    app.owner,
  );
  const day = '03/04/2026';
  const table = (iban: string, number: string) =>
    csv([[day, number, '100', '', '', '', `Платёж ${number}`]], [`ИИК ${iban};;`]);
  await read(table(main!.iban, '701'), mappingOf({ iban: main!.iban }));
  await read(table(second!.iban, '702'), mappingOf({ iban: second!.iban, day_order: 'mdy' }));
  const dayOf = async (iban: string, number: string) => {
    const { id } = await read(table(iban, number));
    const { items } = await app.ok('payments.operations', director, { query: { statement_id: id } });
    return items[0]!.date;
  };
  expect(await dayOf(main!.iban, '703')).toBe('2026-04-03');
  expect(await dayOf(second!.iban, '704')).toBe('2026-03-04');
  expect(await refused(table(third, '705'))).toMatchObject({ code: 'statement.unknown_table' });
});
