import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { calls, type CallName } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accessTable } from './access-table.ts';
import { makeFileOrder } from './bank-papers.ts';
import { statementOf } from './bank-statement.ts';
import type { Given, Reply } from './calls.ts';
import { makeReadyEsf } from './esf-papers.ts';
import { essence } from './essence.ts';
import { fingerprint } from './fingerprint.ts';
import { makeTestApp } from './make-app.ts';
import { TODAY } from './papers.ts';
import type { Person } from './people.ts';
import { makeTemplate } from './templates.ts';
import { makeTwoWorlds, type World } from './two-worlds.ts';
import { unzip } from './unzip.ts';
import { makeInvitation } from './waiting-things.ts';

// Every id in the body or the query of every call of a company, found in the contract: filled with the real things of
// another company, the call answers as if they were missing, shows nothing of them and changes nothing.

const THINGS = [
  'act',
  'contract',
  'executor',
  'template',
  'order',
  'payment_file',
  'statement',
  'operation',
  'requisite',
  'selection',
  'run',
  'person',
  'company',
  'qr_session',
  'paper_of_act',
  'esf_paper',
  'reconciliation',
  'invitation',
] as const;
type Thing = (typeof THINGS)[number];

/** What a field names, by its own name; where the name alone does not say it, after its call. */
const NAMES: Record<string, Thing> = {
  act_id: 'act',
  act_ids: 'act',
  contract_id: 'contract',
  document_id: 'contract',
  document_ids: 'contract',
  contract_document_id: 'contract',
  parent_id: 'contract',
  contractor_id: 'executor',
  contractor_company_id: 'executor',
  executor_company_id: 'executor',
  executor_company_ids: 'executor',
  template_id: 'template',
  contract_document_template_id: 'template',
  order_id: 'order',
  order_ids: 'order',
  payment_file_id: 'payment_file',
  statement_id: 'statement',
  operation_id: 'operation',
  advance_to: 'executor',
  payee_company_id: 'executor',
  requisite_id: 'requisite',
  selection_id: 'selection',
  run_id: 'run',
  user_id: 'person',
  employee_id: 'person',
  director_id: 'person',
  company_id: 'company',
  session_id: 'qr_session',
  esf_id: 'esf_paper',
  reconciliation_ids: 'reconciliation',
  'acts.list document_id': 'paper_of_act',
  'filter.document_id': 'paper_of_act',
  'query.document_id': 'paper_of_act',
  'filter.id': 'act',
  'query.id': 'act',
  'acts.list id': 'act',
  'banking.update_requisite id': 'requisite',
  'banking.delete_requisite id': 'requisite',
  'payments.orders id': 'order',
  'payments.orders_sheet id': 'order',
  'invitations.list id': 'invitation',
  'documents.download_many ids': 'contract',
  'executors.stop_many ids': 'executor',
  'executors.resume_many ids': 'executor',
  'executors.assign ids': 'executor',
  'signing.prepare ids': 'act',
  'quick_sign.create id': 'act',
  'quick_sign.list id': 'act',
  'qr.make doc_ids': 'act',
  'qr.check doc_ids': 'act',
};

/** Ids of lists that are the same for everybody, and of foreign systems. */
const NOT_THINGS =
  /(^|[. ])(status_id|type_id|category_id|unit_id|bank_id|theme_id|period_id|plan_type_id|contract_type_id|client_id|external_id|main_bank_id|credential\.id)$/;

/** What comes back with the whole thing that was answered, and is passed over. */
const PASSED_OVER: Partial<Record<CallName, string[]>> = { 'companies.update': ['id', 'director_id'] };

/** A request whose ids are all one's own, where that of the table of access has none, or one that is missing. */
const OWN: Partial<Record<CallName, (world: World, template_id: number) => Given>> = {
  'acts.selection': (world) => ({
    body: { filter: { id: world.see('sent') }, run: { run_id: 1, rows: 'ok' } },
  }),
  'payments.approve': (world) => ({
    body: { order_ids: [world.see('signed')], shown: [{ order_id: 1, version: 'a'.repeat(16) }] },
  }),
  'payments.match_many': () => ({
    body: { matches: [{ operation_id: 777, orders: [{ order_id: 1 }], advance_to: 1 }] },
  }),
  'payments.match': () => ({
    params: { operation_id: 1 },
    body: { orders: [{ order_id: 1 }], advance_to: 1 },
  }),
  'documents.create_by_template': (world, template_id) => ({
    body: { ...TERMS, template_id, executor_company_id: world.executor.id },
  }),
  'documents.create_many': (world, template_id) => ({
    body: { ...TERMS, template_id, executor_company_ids: [world.executor.id] },
  }),
  'templates.preview': (world, template_id) => ({
    params: { template_id },
    query: { executor_company_id: world.executor.id },
  }),
};
const TERMS = { title: 'Шарт', start_date: '2027-01-01', end_date: '2027-12-31' };

/** What has to go from the body when a field stands there, by the first word of its path: it would mean other things. */
const INSTEAD: Record<string, string[]> = {
  act_ids: ['signatures'],
  document_ids: ['signatures', 'act_ids'],
  selection_id: ['act_ids'],
  filter: ['act_ids', 'run'],
  run: ['filter'],
  contract_document_template_id: ['contract_document_id'],
};

const MISSING = 999_999_999;

const app = await makeTestApp();
const { a: own, b: theirs } = await makeTwoWorlds(app);
const template_id = await makeTemplate(app, own.director);
const strangers = await thingsOf(theirs);
afterAll(() => app.close());

async function thingsOf(world: World): Promise<Record<Thing, number[]>> {
  const { director, worker, company } = world;
  const order_id = await makeFileOrder(app, director, world.take('signed'));
  const file = await app.ok('payments.make_file', director, {
    body: { format: '1c', order_ids: [order_id] },
  });
  const [account] = await app.ok('banking.requisites', director, {});
  const told = {
    number: '1',
    amount_tiyn: 12_345n,
    iban: makeIban('601', '0000000000001'),
    purpose: world.mark,
  };
  const bytes = statementOf(account!.iban, [{ ...told, day: TODAY }]);
  await app.ok('payments.read_statement', director, { body: {}, files: { file: { name: 'a.txt', bytes } } });
  const [statement] = (await app.ok('payments.statements', director, { query: {} })).items;
  const { selection_id } = await app.ok('acts.selection', director, { body: {} });
  await app.ok('acts.send', director, { body: { act_ids: [world.take('draft')] } });
  await app.ok('qr.make', worker, { query: { doc_ids: [world.see('sent')], doc_type: 'act' } });
  const { document_id } = await app.ok('acts.get', director, { params: { act_id: world.see('sent') } });
  const period = { date_from: addDays(TODAY, -30), date_to: TODAY };
  await app.ok('reconciliations.send', director, { body: period });
  const [reconciliation] = (await app.ok('reconciliations.list', worker, { query: {} })).items;
  const idsIn = async (table: 'bulk_runs' | 'qr_sessions' | 'bank_operations', of: number) => {
    const rows = await app.parts.db.selectFrom(table).select('id').where('company_id', '=', of).execute();
    return rows.slice(-1).map(({ id }) => id);
  };
  return {
    act: [world.see('draft'), world.see('sent'), world.see('signed')],
    contract: [world.contract_id, world.see('draft_contract'), world.see('sent_contract')],
    executor: [world.executor.id],
    template: [await makeTemplate(app, director)],
    order: [order_id],
    payment_file: [file.id],
    statement: [statement!.id],
    operation: await idsIn('bank_operations', company.id),
    requisite: [account!.id],
    selection: [selection_id],
    run: await idsIn('bulk_runs', company.id),
    person: [director.user_id, world.employee.user_id, worker.user_id],
    company: [company.id],
    paper_of_act: [document_id!],
    esf_paper: [await makeReadyEsf(app, world, world.see('signed'))],
    reconciliation: [reconciliation!.id],
    invitation: [(await makeInvitation(app, { company, director })).id],
    qr_session: await idsIn('qr_sessions', world.executor.id),
  };
}

interface Field {
  call: CallName;
  place: 'body' | 'query';
  /** `signatures.[].act_id`: each object of a list. */
  path: string;
  type: 'string' | 'number';
  is_list: boolean;
}

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

function fieldsOf(name: CallName, place: 'body' | 'query'): Field[] {
  const schema = (calls[name] as Call)[place];
  if (!schema) return [];
  const found = new Map<string, Field>();
  const walk = (at: Schema, path: string[]): void => {
    for (const one of [...(at.anyOf ?? []), ...(at.oneOf ?? []), ...(at.allOf ?? [])]) walk(one, path);
    if (at.items?.properties || at.items?.anyOf) walk(at.items, [...path, '[]']);
    for (const [key, value] of Object.entries(at.properties ?? {})) {
      walk(value, [...path, key]);
      if (!/(^|_)ids?$/.test(key)) continue;
      const kinds = [value, ...(value.anyOf ?? []), ...(value.oneOf ?? [])];
      const list = kinds.find(({ type }) => type === 'array');
      const of = list ? list.items! : kinds.find(({ type }) => type && type !== 'null');
      const type = of?.type === 'string' ? 'string' : 'number';
      const field = {
        call: name,
        place,
        path: [...path, key].join('.'),
        type,
        is_list: Boolean(list),
      } as const;
      found.set(field.path, field);
    }
  };
  // Without the names that the OpenAPI documents give to schemas, when their test runs in the same process before.
  const of = {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry<Record<string, unknown>>(),
  } as const;
  walk(z.toJSONSchema(schema, of) as Schema, []);
  return [...found.values()];
}

function thingOf({ call, path }: Field): Thing | undefined {
  const last = path.split('.').at(-1)!;
  return NAMES[`${call} ${path}`] ?? NAMES[path] ?? NAMES[last];
}

/** What a part of a body cannot do without, where the good input has no such part. */
const BESIDE: Record<string, object> = { obligation: { month: '2026-01', kind: 'opv' } };

/** The request with one id in that field, and nothing beside it that would name other things. */
function put(given: Given, field: Field, id: number): Given {
  const value = field.type === 'string' ? String(id) : id;
  const set = (at: Record<string, unknown>, [key, ...rest]: string[]): Record<string, unknown> => {
    if (rest.length === 0) return { ...at, [key!]: field.is_list ? [value] : value };
    if (rest[0] !== '[]')
      return { ...at, [key!]: set((at[key!] ?? BESIDE[key!] ?? {}) as Record<string, unknown>, rest) };
    const list = (at[key!] ?? []) as Record<string, unknown>[];
    return { ...at, [key!]: list.map((one) => set(one, rest.slice(1))) };
  };
  const path = field.path.split('.');
  // A call that takes its ids in either place takes them in one.
  const in_body = Object.entries((given.body ?? {}) as object).filter(([name]) => name !== path[0]);
  const kept: Given =
    field.place === 'query' && given.body ? { ...given, body: Object.fromEntries(in_body) } : given;
  const whole = Object.entries((kept[field.place] ?? {}) as Record<string, unknown>);
  const base = Object.fromEntries(whole.filter(([name]) => !INSTEAD[path[0]!]?.includes(name)));
  return { ...kept, [field.place]: set(base, path) };
}

/** The answer without what differs from one call to the next, and without the id that was asked for. */
async function saidOf(reply: Reply, asked: number): Promise<unknown> {
  const { status, text } = essence(reply) as { status: number; text: string };
  if (reply.bytes.subarray(0, 2).toString() === 'PK') {
    const parts = Object.entries(await unzip(reply.bytes)).filter(([name]) => !name.startsWith('docProps/'));
    return {
      status,
      parts: parts.map(([name, bytes]) => [name, bytes.toString().replace(`Договор ${asked}`, 'Договор -')]),
    };
  }
  const bare = text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '-')
    .replaceAll(/[\w-]{43}/g, '-')
    .replaceAll(new RegExp(`(?<=_ids?":\\[?)${asked}(?!\\d)`, 'g'), '-');
  return { status, text: bare };
}

const companyCalls = (Object.keys(calls) as CallName[]).filter(
  (name) => !['public', 'platform'].includes(calls[name].access.who),
);
const fields = companyCalls.flatMap((name) => [...fieldsOf(name, 'body'), ...fieldsOf(name, 'query')]);
const named = fields.filter(
  ({ call, path }) => !NOT_THINGS.test(path) && !(PASSED_OVER[call] ?? []).includes(path),
);

test('the contract says of every id what it names', () => {
  expect(named.filter((field) => !thingOf(field)).map(({ call, path }) => `${call} ${path}`)).toEqual([]);
  expect(named.length).toBeGreaterThan(80);
});

async function ownRequest(name: CallName, by: Person): Promise<Given> {
  const made = OWN[name]?.(own, template_id);
  if (made) return made;
  const row = accessTable[name];
  if ('everybody' in row) throw new Error(`${name} is for everybody`);
  const asking = { app, world: own, by };
  const id = typeof row.thing === 'string' ? own.see(row.thing) : await row.thing?.(asking);
  return (await row.given?.(id, asking)) ?? {};
}

function expectNothingOfTheirs(reply: Reply): void {
  expect(reply.bytes.includes(theirs.mark)).toBe(false);
  expect(reply.text).not.toContain(theirs.company.bin);
}

/**
 * What a call may write though it found nothing: the memory of its key, views, selections and tickets of the one who
 * asked, and the numbers of contracts it drew.
 */
const OWN_MEMORY = [
  'bulk_runs',
  'bulk_items',
  'list_views',
  'list_looks',
  'act_selections',
  'act_selection_items',
  'download_tickets',
  'sessions',
  'counters',
];

describe.each(named)('$call: $place $path', (field) => {
  test('of another company is missing', async () => {
    const row = accessTable[field.call];
    if ('everybody' in row) throw new Error(`${field.call} is for everybody`);
    const people = [
      ...(row.director === 403 ? [] : [own.director]),
      ...(row.executor === 403 ? [] : [own.worker]),
    ];
    for (const by of people) {
      const given = await ownRequest(field.call, by);
      const before = await fingerprint(app, OWN_MEMORY);
      const missing = await app.raw(field.call, by, put(given, field, MISSING));
      // Only a request that is right otherwise tells anything about the id.
      expect(missing.text).not.toMatch(
        /"code":"(bad_input|field\.(?!ids_empty)|unknown_field|missing_field)/,
      );
      expect([200, 400, 403, 404, 409, 422], missing.text).toContain(missing.status);
      for (const id of strangers[thingOf(field)!]) {
        const foreign = await app.raw(field.call, by, put(given, field, id));
        expect(await saidOf(foreign, id), `${id}`).toEqual(await saidOf(missing, MISSING));
        expectNothingOfTheirs(foreign);
      }
      expect(await fingerprint(app, OWN_MEMORY)).toEqual(before);
    }
  });
});
