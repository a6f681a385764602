import { calls, type CallName } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { accessTable } from './access-table.ts';
import type { Given } from './calls.ts';
import { fingerprint } from './fingerprint.ts';
import { makeTestApp, type TestApp } from './make-app.ts';
import { makeDeal } from './papers.ts';
import { makeAdministrator, makeCompany, makeEmployee, makeExecutor, type Person } from './people.ts';
import type { World } from './two-worlds.ts';

/** Names nothing: what a call lacks is said before anything is looked for. */
const NOTHING = 999_999_999;

let app: TestApp;
let world: World;
let admin: Person;
beforeAll(async () => {
  app = await makeTestApp();
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  world = {
    ...(await makeDeal(app, company, executor)),
    mark: 'МЕТКА',
    director: company.director,
    employee: await makeEmployee(app, company, []),
    worker: executor.person,
    see: () => NOTHING,
    take: () => NOTHING,
  };
  admin = {
    ...(await makeAdministrator(app, [...PLATFORM_RIGHTS])),
    key: company.director.key,
  } as unknown as Person;
});
afterAll(() => app.close());

/** Where the row of a call gives it less than it asks for. */
const whole: Partial<Record<CallName, Given>> = {
  'auth.send_login_code': { body: { phone: '+77010000002' } },
  'auth.forgot_init': { body: { email: 'nobody@kelisim.example' } },
};

type Path = (string | number)[];

/** Where a value of this shape has to have something: the paths in `value` that may not be left out. */
function requiredIn(schema: z.core.$ZodType, value: unknown, at: Path = []): Path[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) => {
      const path = [...at, key];
      const given = (value as Record<string, unknown> | undefined)?.[key];
      const deeper = given === undefined || given === null ? [] : requiredIn(field, given, path);
      return field.safeParse(undefined).success ? deeper : [path, ...deeper];
    });
  if (inner instanceof z.ZodArray && Array.isArray(value) && value.length > 0)
    return requiredIn(inner.element, value[0], [...at, 0]);
  return [];
}

/** Without what says that it may be left out or be null. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  return 'innerType' in def ? bare(def.innerType as z.core.$ZodType) : schema;
}

function without(value: unknown, [first, ...rest]: Path): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  if (rest.length === 0) delete copy[first!];
  else copy[first!] = without(copy[first!], rest);
  return copy;
}

interface Lack {
  field: string;
  given: Given;
}

/** The good input of a call once without each thing that it cannot do without. */
function lacksOf(call: Call, given: Given): Lack[] {
  const lacks: Lack[] = [];
  for (const part of ['query', 'body'] as const) {
    const schema = call[part];
    if (!schema) continue;
    const required = requiredIn(schema, given[part]);
    // Else what is missed could be missed for another reason.
    if (required.length > 0) expect(schema.safeParse(given[part]), part).toMatchObject({ success: true });
    for (const path of required)
      lacks.push({ field: path.join('.'), given: { ...given, [part]: without(given[part], path) } });
  }
  for (const [field, { required }] of Object.entries(call.files ?? {}))
    if (required) lacks.push({ field, given: { ...given, files: without(given.files, [field]) as never } });
  return lacks;
}

/** As JSON and as the fields of a form, where a call takes both. */
const waysOf = ({ json_too }: Call, { body }: Given): Given[] =>
  json_too && Object.values(body ?? {}).every((value) => typeof value === 'string')
    ? [{}, { files: {} }]
    : [{}];

const byOf = ({ access }: Call) =>
  access.who === 'platform' ? admin : access.who === 'executor' ? world.worker : world.director;

async function givenOf(name: CallName): Promise<Given> {
  const row = accessTable[name];
  const id = 'everybody' in row ? undefined : NOTHING;
  return whole[name] ?? (await row.given?.(id, { app, world, by: byOf(calls[name]) })) ?? {};
}

interface Asked {
  given?: Given;
  field: string;
}

/** What is asked for by a rule over several fields: which one is named when there is none of them. */
const together: Partial<Record<CallName, Asked>> = {
  'acts.delete_many': { field: 'act_ids' },
  'acts.send': { field: 'act_ids' },
  'acts.pay': { field: 'act_ids' },
  'acts.copy': { field: 'act_ids' },
  'acts.recall_many': { field: 'act_ids' },
  'acts.download_ticket': { field: 'act_ids' },
  'acts.annul_many': { given: { body: { reason: 'Ошибка' } }, field: 'act_ids' },
  'acts.return_many': { given: { body: { reason: 'Ошибка' } }, field: 'act_ids' },
  'templates.upload': { given: { body: { name: 'Үлгі' } }, field: 'file' },
  'registration.phone': { given: { body: { kind: 'business' } }, field: 'phone' },
  'auth.login_phone': { given: { body: { phone: '+77010000001' } }, field: 'password' },
  'auth.prove': { field: 'password' },
  'invitations.create': {
    given: { body: { name: 'Аты', phone: '+77010000003', end_date: '2099-12-31' } },
    field: 'contract_document_id',
  },
  'invitations.create_many': { given: { body: { end_date: '2099-12-31' } }, field: 'rows' },
  'verification.files': { given: { files: {} }, field: 'cms' },
  'integrations.save': {
    given: { params: { kind: 'JUSAN' }, body: {} },
    field: 'settings.client_id',
  },
};

test('where one of several things will do, the lack of all is told by a field too', async () => {
  const before = await fingerprint(app);
  for (const [name, { given, field }] of Object.entries(together) as [CallName, Asked][]) {
    const problem = await app.refused(name, byOf(calls[name]), given ?? { body: {} });
    expect([400, 422], name).toContain(problem.status);
    expect(problem.field, name).toBe(field);
  }
  expect(await fingerprint(app)).toEqual(before);
});

test(
  'whatever a call cannot do without is asked for by its name, and nothing has been done',
  { timeout: 60_000 },
  async () => {
    const cases = new Map<CallName, Lack[]>();
    for (const [name, call] of Object.entries(calls) as [CallName, Call][])
      cases.set(name, lacksOf(call, await givenOf(name)));
    const before = await fingerprint(app);
    let asked = 0;
    for (const [name, lacks] of cases) {
      const call: Call = calls[name];
      for (const { field, given } of lacks)
        for (const way of waysOf(call, given)) {
          const reply = await app.raw(name, byOf(call), { ...given, ...way });
          expect(reply.status, `${name} without ${field}: ${reply.text}`).toBe(400);
          expect(reply.json, `${name} without ${field}`).toMatchObject({
            code: 'missing_field',
            field,
            message: expect.stringContaining(field),
          });
          asked += 1;
        }
    }
    expect(await fingerprint(app)).toEqual(before);
    expect(asked).toBeGreaterThan(250);
  },
);
