import { calls, type CallName } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestApp, type TestApp } from './make-app.ts';
import { makeAdministrator, makeCompany, makeExecutor, type Person } from './people.ts';

// Every field of text of every call, whoever adds one: what a reader cannot see is refused by the field's name.

let app: TestApp;
let director: Person;
let worker: Person;
let admin: Person;
beforeAll(async () => {
  app = await makeTestApp();
  const company = await makeCompany(app);
  director = company.director;
  worker = (await makeExecutor(app, company)).person;
  admin = (await makeAdministrator(app, [...PLATFORM_RIGHTS])) as unknown as Person;
});
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
const LINES = ['reason', 'note', 'comment', 'additional_info', 'text', 'text_ru', 'text_kz'];

test('line breaks stand only in fields of several lines', () => {
  // Those made by `text` and `lines`: what has a shape of its own has no line breaks either.
  const taking = all.filter(
    ({ schema }) => !schema.safeParse('Аа\u202ebb').success && schema.safeParse('Аа бб').success,
  );
  const broken = taking.filter(({ schema }) => schema.safeParse('Аа\nбб').success);
  const told = (fields: typeof all) => fields.map(({ name, path }) => `${name} ${path.join('.')}`);
  expect(told(broken)).toEqual(
    told(taking.filter(({ part, path }) => part === 'body' && LINES.includes(String(path.at(-1))))),
  );
});
