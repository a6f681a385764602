import { readFileSync } from 'node:fs';
import { calls } from '@kelisim/shared/calls.ts';
import { EVENT_TYPES } from '@kelisim/shared/features/events/event-types.ts';
import { answersEvents, answersFile, type Call } from '@kelisim/shared/kernel/call.ts';
import { FILE_KINDS } from '@kelisim/shared/kernel/file-kinds.ts';
import { problems } from '@kelisim/shared/kernel/problems.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { OPENAPI_FILES, openApiText, publicCalls, publicDocument } from './openapi-documents.ts';

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: {
    required: boolean;
    content: Record<
      string,
      { schema: { properties?: object; additionalProperties?: unknown; required?: string[] } }
    >;
  };
  responses: Record<string, { headers?: object; content: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  security: unknown[];
  components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } & Record<string, object> };
}

const document = JSON.parse(openApiText()) as Document;

/** A schema with all that it refers to in its place. */
function spelled<Schema>(schema: Schema): Schema {
  const text = JSON.stringify(schema, (_, part: unknown) => {
    const name = /^#\/components\/schemas\/(\w+)$/.exec((part as { $ref?: string } | null)?.$ref ?? '')?.[1];
    return name ? spelled(document.components.schemas[name]) : part;
  });
  return JSON.parse(text) as Schema;
}

test('is the same each time, and what lies in the repository', () => {
  for (const [path, text] of Object.entries(OPENAPI_FILES)) {
    expect(text()).toBe(text());
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(text());
  }
});

test('has every problem code by name', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.components.schemas.Problem.properties.code.enum).toEqual(Object.keys(problems));
});

test('names a schema that differs by direction once for each', () => {
  expect(document.components.schemas).toMatchObject({
    Iban: { type: 'string' },
    ActView: { properties: { status: { $ref: '#/components/schemas/ActStatus' } } },
  });
  const text = openApiText();
  const said = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!));
  expect([...said].filter((name) => !document.components.schemas[name])).toEqual([]);
  expect(Object.keys(document.components.schemas).filter((name) => !said.has(name))).toEqual([]);
  expect(text).not.toContain('"id":"Act');
});

test('says the form of every kind of input', () => {
  const { properties: act } = spelled(
    document.paths['/api/v1/doc/acts']!.post!.requestBody!.content['application/json']!.schema,
  ) as { properties: Record<string, { items: { properties: object } }> };
  expect(act).toMatchObject({
    title: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
    contract_id: { type: 'integer', minimum: 1 },
    date: { format: 'date' },
    knp: { anyOf: [{ pattern: '^(?!000)\\d{3}$' }, { type: 'null' }] },
    services: { minItems: 1, maxItems: 200 },
  });
  // Each also comes as a number.
  expect(act.services!.items.properties).toMatchObject({
    quantity: {
      anyOf: [{ pattern: '^(?=.*[1-9])(0|[1-9]\\d{0,8})(\\.\\d{1,3})?$' }, { exclusiveMinimum: 0 }],
    },
    rate: { anyOf: [{ pattern: '^(?=.*[1-9])(0|[1-9]\\d{0,14})(\\.\\d{1,2})?$' }, { exclusiveMinimum: 0 }] },
  });
  const said = JSON.stringify(document);
  for (const form of ['^\\\\d{12}$', '^\\\\+77\\\\d{9}$', '^KZ\\\\d{5}[0-9A-Z]{13}$', '"format":"email"'])
    expect(said).toContain(form);
});

test('says of a file of JSON and of a file of several kinds what comes', () => {
  const answered = (path: string) => Object.keys(document.paths[path]!.get!.responses['200']!.content);
  expect(document.paths['/api/v1/auth/personal-data']!.get!.responses['200']!.content).toEqual({
    'application/json': { schema: { type: 'object' } },
  });
  expect(answered('/api/v1/support/attachments/{attachment_id}/download')).toContain('image/png');
});

describe.each(Object.entries(calls as Record<string, Call>))('%s', (name, call) => {
  const operation = document.paths[call.path]![call.method.toLowerCase()]!;

  test('names the statuses of its refusals', () => {
    const statuses = Object.keys(operation.responses);
    expect(statuses.includes('401')).toBe(call.access.who !== 'public');
    expect(statuses.includes('400')).toBe(Boolean(call.params ?? call.query ?? call.body));
    expect(statuses.includes('409')).toBe(call.method !== 'GET');
    expect(statuses.includes('413')).toBe(Boolean(call.files));
  });

  test('is described as it is', () => {
    expect(operation.operationId).toBe(name);
    expect(operation.security ?? document.security).toEqual(
      call.access.who === 'public' ? [] : [{ bearer: [] }],
    );
    const named = (place: string) => operation.parameters.filter((one) => one.in === place);
    expect(named('path').map((one) => [one.name, one.required])).toEqual(
      Object.keys(call.params?.shape ?? {}).map((key) => [key, true]),
    );
    expect(named('query').map((one) => one.name)).toEqual(Object.keys(call.query?.shape ?? {}));
    expect(named('header').map((one) => one.name)).toEqual(call.idempotency ? ['Idempotency-Key'] : []);
    for (const parameter of operation.parameters)
      expect(Object.keys(parameter.schema), parameter.name).not.toEqual([]);
    const media = answersFile(call)
      ? (call.answer.kinds?.map((kind) => FILE_KINDS[kind].media_type) ?? [call.answer.file])
      : [answersEvents(call) ? 'text/event-stream' : 'application/json'];
    expect(Object.keys(operation.responses['200']!.content)).toEqual(media);
    expect(operation.responses.default!.content['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/Problem',
    });
  });

  test('says where a long list goes on', () => {
    const said = operation.responses['200'];
    expect(Object.keys(said?.headers ?? {})).toEqual(call.answers_text ? ['Link'] : []);
  });

  test('takes the body of its contract', () => {
    const [kind, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    if (!call.body) return expect(body).toBeUndefined();
    const form = call.form ? 'application/x-www-form-urlencoded' : 'application/json';
    expect(kind).toBe(call.files ? 'multipart/form-data' : form);
    const fields = [...Object.keys(call.body.shape), ...Object.keys(call.files ?? {})];
    const { properties = {}, required = [] } = spelled(body!.schema);
    expect(Object.keys(properties)).toEqual(fields);
    expect(operation.requestBody!.required).toBe(!call.body_optional);
    for (const field of required) expect(fields).toContain(field);
  });
});

describe('the document for programs', () => {
  const open = publicDocument();

  test('has the calls with a scope and those of the stand, and no others', () => {
    const said = Object.values(open.paths).flatMap((path) =>
      Object.values(path as Record<string, Operation>).flatMap(({ operationId, security }) =>
        operationId ? [[operationId, security]] : [],
      ),
    );
    const scoped = Object.entries<Call>(calls).filter(([, call]) => call.scope || call.sandbox === 'stand');
    const keysOf = ({ access, scope }: Call) => {
      const scopes = scope ? [scope] : [];
      return access.who === 'public' ? [] : [{ key: scopes }, { oauth: scopes }];
    };
    expect(new Map(said as [string, unknown][])).toEqual(
      new Map(scoped.map(([name, call]) => [name, keysOf(call)])),
    );
    expect(scoped.length).toBeGreaterThan(100);
  });

  test('lets answers grow, and refuses unknown input', () => {
    const { ActView, ActStatus } = open.components.schemas as Record<string, Record<string, unknown>>;
    expect(ActView).not.toHaveProperty('additionalProperties');
    const { post } = open.paths['/api/v1/doc/acts'] as { post?: Operation };
    expect(post?.requestBody?.content['application/json']?.schema.additionalProperties).toBe(false);
    expect(ActStatus).toMatchObject({ properties: { code: { 'x-extensible-enum': expect.any(Array) } } });
    const answers = Object.values(open.paths).flatMap((path) =>
      Object.values(path as Record<string, Operation>).map(({ responses }) => responses?.['200']),
    );
    expect(JSON.stringify(answers)).not.toMatch(/"additionalProperties":false|"enum":/);
  });

  test('shows an example of each body that is JSON', () => {
    const bare = Object.values(open.paths).flatMap((path) =>
      Object.values(path as Record<string, Operation>).flatMap(({ operationId, requestBody }) => {
        const json = requestBody?.content['application/json'];
        return json && !('example' in json) ? [operationId] : [];
      }),
    );
    expect(bare).toEqual([]);
  });

  test('shows an example of each answer that is JSON, as its schema has it', () => {
    const answers = publicCalls().flatMap(([name, call]) => {
      const { responses } = (open.paths[call.path] as Record<string, Operation>)[call.method.toLowerCase()]!;
      const json = responses['200']!.content['application/json'] as { example?: unknown } | undefined;
      return json && !answersFile(call) ? [{ name, json, schema: call.answer as z.ZodType }] : [];
    });
    expect(answers.length).toBeGreaterThan(100);
    for (const { name, json, schema } of answers)
      expect(schema.safeParse(json.example), name).toMatchObject({ success: true, data: json.example });
  });

  test('shows a sentence in the example of each refusal', () => {
    for (const { content } of Object.values(open.components.responses) as Operation['responses'][string][])
      expect(content['application/json']).toMatchObject({
        example: { message: expect.stringMatching(/^[А-ЯA-Z][^{…]{5,}$/) },
      });
  });

  test('names every event that is sent', () => {
    expect(Object.keys(open.webhooks)).toEqual([...EVENT_TYPES, 'ping']);
  });
});
