import { answersEvents, answersFile, type Call } from '@kelisim/shared/kernel/call.ts';
import { FILE_KINDS } from '@kelisim/shared/kernel/file-kinds.ts';
import type { z } from 'zod';
import { exampleOfAnswer, exampleOfBody } from './openapi-examples.ts';
import { refusalsOf } from './openapi-problems.ts';
import type { Schemas, Json } from './openapi-schemas.ts';

const tagOf = (name: string): string => name.replace(/\..*/, '');

const LINK = {
  description:
    'While there is more, `rel="next"` leads to the next page (RFC 8288). It comes before the body: ask for that page while you read this one.',
  schema: { type: 'string' },
};

/** One call as an operation. `is_public`: for programs with a key, which ask for no right but a scope. */
export function operation(name: string, call: Call, schemas: Schemas, is_public: boolean): Json {
  const { access } = call;
  const right = 'right' in access && access.right ? `, with the right ${access.right}` : '';
  const only = 'director' in access && access.director ? ', the director or his deputy' : '';
  const notes = [
    is_public ? forWhom(call) : `Who: ${access.who}${right}${only}.`,
    call.fresh_proof && !(is_public && call.scope)
      ? 'Needs a proof of identity not older than ten minutes.'
      : '',
    call.sandbox ? 'Exists only in the sandbox.' : '',
    call.deprecated ? `Ends on ${call.deprecated.until}.` : '',
    call.deprecated?.instead ? `Make ${call.deprecated.instead} instead.` : '',
  ];
  return {
    operationId: name,
    tags: [tagOf(name)],
    summary: call.summary,
    description: notes.filter(Boolean).join(' '),
    ...(call.field_scopes && { 'x-field-scopes': call.field_scopes }),
    ...(call.deprecated && { deprecated: true }),
    ...(access.who === 'public' && { security: [] }),
    ...(is_public && access.who !== 'public' && { security: keysOf(call) }),
    parameters: parameters(call, schemas),
    ...requestBody(name, call, schemas),
    responses: {
      '200': {
        description: 'Done',
        ...(call.answers_text && { headers: { Link: LINK } }),
        content: answer(name, call, schemas, is_public),
      },
      ...refusalsOf(call),
      default: {
        description: 'A problem',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const scopesOf = ({ scope }: Call) => (scope ? [scope] : []);

const keysOf = (call: Call) => [{ key: scopesOf(call) }, { oauth: scopesOf(call) }];

function forWhom({ access, scope, field_scopes = {} }: Call): string {
  const more = Object.entries(field_scopes).map(
    ([field, its_scope]) => ` Where \`${field}\` is true: \`${its_scope}\` too.`,
  );
  if (scope) return `Scope: \`${scope}\`.${more.join('')}`;
  return access.who === 'public' ? 'Needs no key.' : 'Any key of the sandbox makes it.';
}

function parameters(call: Call, schemas: Schemas): Json[] {
  const list = (place: 'path' | 'query', schema: z.ZodObject | undefined) =>
    Object.entries(schema?.shape ?? {}).map(([name, type]) => ({
      name,
      in: place,
      required: place === 'path' || !(type as z.ZodType).safeParse(undefined).success,
      schema: schemas.of(type as z.ZodType, 'input'),
    }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
  };
  return [...list('path', call.params), ...list('query', call.query), ...(call.idempotency ? [key] : [])];
}

function requestBody(name: string, call: Call, schemas: Schemas): Json {
  if (!call.body) return {};
  const schema = schemas.of(call.body, 'input');
  const media_type = call.form ? 'application/x-www-form-urlencoded' : 'application/json';
  const required_body = !call.body_optional;
  const example = exampleOfBody(name, call);
  if (!call.files)
    return { requestBody: { required: required_body, content: { [media_type]: { schema, ...example } } } };
  const files = Object.keys(call.files).map((name) => [name, { type: 'string', format: 'binary' }]);
  const required = Object.entries(call.files)
    .filter(([, part]) => part.required)
    .map(([name]) => name);
  const form = schemas.of(call.body, 'input', true);
  Object.assign(form, {
    properties: { ...(form.properties as Json), ...Object.fromEntries(files) },
    required: [...((form.required as string[] | undefined) ?? []), ...required],
  });
  const json = call.json_too ? { 'application/json': { schema, ...example } } : {};
  return {
    requestBody: { required: required_body, content: { 'multipart/form-data': { schema: form }, ...json } },
  };
}

function answer(name: string, call: Call, schemas: Schemas, is_public: boolean): Json {
  if (answersFile(call)) {
    const { file, kinds = [] } = call.answer;
    // A file of JSON is JSON to whoever reads it.
    if (file === 'application/json') return { [file]: { schema: { type: 'object' } } };
    const media_types = kinds.length > 0 ? kinds.map((kind) => FILE_KINDS[kind].media_type) : [file];
    const schema = { type: 'string', format: 'binary' };
    return Object.fromEntries(media_types.map((media_type) => [media_type, { schema }]));
  }
  // What `data` of each event holds.
  if (answersEvents(call))
    return { 'text/event-stream': { schema: schemas.of(call.answer.events, 'output') } };
  const json = call.answer as z.ZodType;
  const schema = schemas.of(json, 'output');
  return { 'application/json': { schema, ...(is_public && exampleOfAnswer(name, json)) } };
}
