import { calls, type CallName } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readCsv } from '../src/platform/read-csv.ts';
import { writeCsv } from '../src/platform/write-csv.ts';
import { makeDealApp } from './deal-app.ts';
import { readPages } from '../src/adapters/pdf/typst/read-pages.ts';
import { makeFileOrder } from './bank-papers.ts';
import { actBody, makeSignedActs, signBy } from './papers.ts';
import { makeAdministrator, type Person } from './people.ts';

// Every field of text of every call, whoever adds one: what a reader cannot see is refused by the field's name.
const { app, deal, director } = await makeDealApp();
const worker = deal.executor.person;
const admin = (await makeAdministrator(app, [...PLATFORM_RIGHTS])) as unknown as Person;
afterAll(() => app.close());

type Path = (string | number)[];
interface Field {
  path: Path;
  schema: z.ZodType;
}

/** Every place of a schema where a text may stand. */
function textsIn(schema: z.core.$ZodType, path: Path = []): Field[] {
  const { def } = schema._zod;
  if (schema instanceof z.ZodString) return [{ path, schema }];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) =>
      textsIn(field as z.ZodType, [...path, key]),
    );
  if (schema instanceof z.ZodArray) return textsIn(schema.element, [...path, 0]);
  if (schema instanceof z.ZodRecord) {
    const { keyType } = schema;
    const key = keyType instanceof z.ZodEnum ? String(keyType.options[0]) : 'any';
    return textsIn(schema.valueType, [...path, key]);
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsIn(option, path));
  if (schema instanceof z.ZodPipe) return textsIn(schema.in, path);
  return 'innerType' in def ? textsIn(def.innerType as z.core.$ZodType, path) : [];
}

const all = (Object.entries(calls) as [CallName, Call][]).flatMap(([name, call]) =>
  (['query', 'body'] as const).flatMap((part) => {
    const fields = call[part] ? textsIn(call[part]) : [];
    return fields.map((field) => ({ name, call, part, ...field }));
  }),
);

/** One of each kind in turn: `plain-text.test.ts` tries all of them. */
const HIDDEN = [0x00, 0x08, 0x7f, 0x85, 0xad, 0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029]
  .concat([0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfe0f, 0xfeff])
  .concat([0xe0001, 0xe0041, 0xe007f]);

function holding(path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return typeof first === 'number' ? [holding(rest, value)] : { [first]: holding(rest, value) };
}

/** What stands in addresses: numbers, tokens of several lengths, words. */
const IN_PATH = [1, 'a'.repeat(16), 'a'.repeat(32), 'a'.repeat(43), 'a'.repeat(64), '+77011234567', 'BCC'];
const paramsOf = ({ params }: Call) =>
  Object.fromEntries(
    Object.entries((params?.shape ?? {}) as Record<string, z.ZodType>).map(([key, schema]) => {
      const word = schema instanceof z.ZodEnum ? schema.options[0] : undefined;
      const value = word ?? IN_PATH.find((one) => schema.safeParse(one).success);
      if (value === undefined) throw new Error(`no value for ${key} of an address`);
      return [key, value];
    }),
  );

const filesOf = ({ files }: Call) => {
  const names = Object.entries(files ?? {}).flatMap(([name, { required }]) => (required ? [name] : []));
  const file = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') };
  return names.length > 0 ? { files: Object.fromEntries(names.map((name) => [name, file])) } : {};
};

const byOf = ({ access }: Call) => {
  if (access.who === 'public') return null;
  return access.who === 'platform' ? admin : access.who === 'executor' ? worker : director;
};

test('every field of text of every call refuses hidden characters by its name', async () => {
  expect(all.length).toBeGreaterThan(350);
  for (const [at, { name, call, part, path }] of all.entries()) {
    const hidden = HIDDEN[at % HIDDEN.length]!;
    const text = `Акт ${String.fromCodePoint(hidden)}100 тг`;
    const value = holding(path, text) as Record<string, unknown>;
    const query = part === 'query' && { [bracketed(path)]: text };
    const reply = await app.raw(name, byOf(call), {
      params: paramsOf(call),
      ...(query ? { query } : { body: value }),
      ...filesOf(call),
    });
    const told = `${name} ${path.join('.')}: ${reply.text.slice(0, 200)}`;
    expect(reply.json, told).toMatchObject({
      code: 'unstorable_text',
      field: path.join('.'),
      message: expect.stringContaining(`U+${hidden.toString(16).toUpperCase().padStart(4, '0')}`),
    });
  }
});

/** `filter[city]`, and a list by its name. */
function bracketed(path: Path): string {
  const [first, ...rest] = path.filter((part) => typeof part === 'string');
  return first + rest.map((part) => `[${part}]`).join('');
}

/** What people write in several lines. */
const LINES = [
  'reason',
  'question',
  'words',
  'note',
  'comment',
  'additional_info',
  'text',
  'text_ru',
  'text_kz',
];

/** Words that are looked for within one line. */
const ONE_LINE = 'payments.add_rule';

test('line breaks stand only in fields of several lines', () => {
  // Those made by `text` and `lines`: what has a shape of its own has no line breaks either.
  const taking = all.filter(
    ({ schema }) => !schema.safeParse('Аа\u202ebb').success && schema.safeParse('Аа бб').success,
  );
  const broken = taking.filter(({ schema }) => schema.safeParse('Аа\nбб').success);
  const told = (fields: typeof all) => fields.map(({ name, path }) => `${name} ${path.join('.')}`);
  expect(told(broken)).toEqual(
    told(
      taking.filter(
        ({ name, part, path }) => part === 'body' && name !== ONE_LINE && LINES.includes(String(path.at(-1))),
      ),
    ),
  );
});

/** An act as each reader gets it: on the page, in the PDF, in both tables, in the bank's file. */
async function everywhere(act_id: number) {
  const view = await app.ok('acts.get', worker, { params: { act_id } });
  const list = await app.ok('acts.list', worker, { query: { search: String(view.number).split('/')[0]! } });
  const pdf = await app.raw('acts.file', worker, { params: { act_id } });
  const table = async (format: 'csv' | 'xlsx') =>
    (await app.raw('acts.export', worker, { body: { act_ids: [act_id], format } })).bytes;
  const read = await app.parts.spreadsheet.readRows(await table('xlsx'), { max_rows: 10, max_columns: 40 });
  if (read.status !== 'ok') throw new Error(read.code);
  return {
    page: [view.title, view.services[0]!.description, view.additional_info],
    list: list.items.map(({ title }) => title),
    pdf: (await readPages(pdf.bytes)).join(''),
    csv: (await table('csv')).toString(),
    xlsx: read.rows.flatMap(({ cells }) => cells.map((cell) => ('value' in cell ? String(cell.value) : ''))),
  };
}
const packed = (text: string) => text.replace(/\s+/g, '');

test('what may be typed reads the same on the page, in the PDF and in the tables', async () => {
  const title = 'Қызмет көрсету «№1» ӘҒҚҢӨҰҮҺІ – 50 % = 1+1 <b>ж</b>';
  const info = 'Бірінші жол: ₸ 1 000\nЕкінші жол = @ + -';
  const line = { category_id: 1, unit_id: 1, description: `=${title}`, quantity: '1', rate: '4500.00' };
  const body = actBody(deal, { title, additional_info: info, services: [line] });
  const { id } = await app.ok('acts.create', director, { body });
  await app.ok('acts.send', director, { body: { act_ids: [id] } });
  const read = await everywhere(id);
  expect(read.page).toEqual([title, line.description, info]);
  expect(read.list).toContain(title);
  for (const text of [line.description, ...info.split('\n')]) expect(read.pdf).toContain(packed(text));
  for (const text of [title, line.description, info]) {
    expect(read.xlsx).toContain(text);
    expect(read.csv).toContain(text);
  }
  // No table program takes it for a formula.
  expect(read.csv).toContain(`'${line.description}`);
});

test('what is typed for a payment is the same words for the bank, or what was changed is told', async () => {
  const purpose = 'Қызмет «№1» 👩🏽‍🔧 = 50 % {ж}';
  const [ceo_name, bookkeeper_name] = ['Әлібек «Бас» Сынақов', 'Ōno №2'];
  await app.ok('companies.update', director, { body: { ceo_name } });
  const act_ids = await makeSignedActs(app, deal, 2);
  const files: Record<string, string> = { '1c': '', mt100: '' };
  for (const [at, format] of (['1c', 'mt100'] as const).entries()) {
    const order_id = await makeFileOrder(app, director, act_ids[at]!);
    await app.ok('payments.edit', director, { params: { order_id }, body: { knp: '859', purpose } });
    const body = { channel: 'file', payment_limit: null, bookkeeper_name } as const;
    await app.ok('payments.change_settings', director, { body });
    const made = await app.ok('payments.make_file', director, { body: { format, order_ids: [order_id] } });
    const file = await app.raw('payments.file', director, { params: { payment_file_id: made.id } });
    files[format] = new TextDecoder('windows-1251').decode(file.bytes);
    const signs = [...new Set(made.changed.map(({ from }) => from))];
    expect(signs, format).toEqual(expect.arrayContaining(['Қ', '👩', '🏽', '🔧', '[U+200D]']));
    if (format === 'mt100')
      expect(signs).toEqual(expect.arrayContaining(['«', '»', '№', '{', '}', 'Ә', 'Ō']));
  }
  expect(files['1c']).toContain('\r\nНазначениеПлатежа=Кызмет «№1» ??? = 50 % {ж}\r\n');
  for (const line of ['/ASSIGN/Кызмет 1 ??? = 50 % ж', '/CHIEF/Алібек Бас Сынаков', '/MAINBK/Ono 2'])
    expect(files['mt100']).toContain(`\r\n${line}\r\n`);
});

test('text that was stored before is written out, and the same words stand everywhere', async () => {
  const { id } = await app.ok('acts.create', director, { body: actBody(deal) });
  const { db } = app.parts;
  const [stored, shown] = ['Не более \u202e0001\u202c тенге', 'Не более [U+202E]0001[U+202C] тенге'];
  await db.updateTable('acts').set({ title: stored, additional_info: stored }).where('id', '=', id).execute();
  await db.updateTable('act_services').set({ description: stored }).where('act_id', '=', id).execute();
  await app.ok('acts.send', director, { body: { act_ids: [id] } });
  const read = await everywhere(id);
  expect(read.page).toEqual([shown, shown, shown]);
  expect(read.list).toContain(shown);
  expect(read.pdf).toContain(packed(shown));
  expect(read.csv).toContain(shown);
  expect(read.xlsx).toContain(shown);
  await signBy(app, worker, id);
  expect((await app.ok('acts.get', worker, { params: { act_id: id } })).status.code).toBe(
    'signed_by_executor',
  );
});

test.each(['＝1+1', '﹦1', '＋7', '－1', '﹣1', '＠A1', '−1+2', ' =1', '\u00a0=1', "'=1", '\n=1'])(
  '%j is no formula in a CSV, and is read back as it was',
  (text) => {
    const bytes = writeCsv([['Столбец'], [text]]);
    expect(bytes.toString()).toContain(`'${text}`);
    const read = readCsv(bytes, { max_rows: 10, max_columns: 2 });
    expect(read.status === 'ok' && read.rows[0]!.cells[0]).toMatchObject({ value: text });
  },
);
