/**
 * Writes docs/openapi.json (OpenAPI 3.1) from the table of calls. `--check` only says whether it is current.
 * Usage: npm run openapi [-- --check]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { calls } from '@kelisim/shared/calls.ts';
import { answersEvents, answersFile, type Call } from '@kelisim/shared/kernel/call.ts';
import { FILE_KINDS } from '@kelisim/shared/kernel/file-kinds.ts';
import { problems } from '@kelisim/shared/kernel/problems.ts';
import type { z } from 'zod';
import { refusalsOf, responsesOfProblems } from './openapi-problems.ts';
import { Schemas, linesOf, type Json } from './openapi-schemas.ts';

const TARGET = new URL('../../../docs/openapi.json', import.meta.url);

/** The whole description as text, the same for the same table. */
export function openApiText(): string {
  const schemas = new Schemas({ open: false });
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(name, call, schemas);
  }
  const document = schemas.settle({
    openapi: '3.1.0',
    info: {
      title: 'Kelisim',
      version: '1',
      description: 'Contracts, acts, signatures and payment.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: responsesOfProblems(),
      schemas: { Problem: PROBLEM, ...schemas.components() },
    },
  });
  return `${linesOf(document, 3)}\n`;
}

const tagOf = (name: string): string => name.replace(/\..*/, '');

const PROBLEM = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'In the language of the reader.' },
    code: { type: 'string', enum: Object.keys(problems) },
    request_id: { type: 'string' },
    field: { type: 'string', description: 'The input at fault, by its wire name.' },
    data: { type: 'object', properties: { message: { type: 'string' } } },
  },
};

function operation(name: string, call: Call, schemas: Schemas): Json {
  const { access } = call;
  const right = 'right' in access && access.right ? `, with the right ${access.right}` : '';
  const only = 'director' in access && access.director ? ', the director or his deputy' : '';
  const notes = [
    `Who: ${access.who}${right}${only}.`,
    call.fresh_proof ? 'Needs a proof of identity not older than ten minutes.' : '',
    call.sandbox ? 'Exists only in the sandbox.' : '',
    call.deprecated ? `Ends on ${call.deprecated.until}.` : '',
    call.deprecated?.instead ? `Make ${call.deprecated.instead} instead.` : '',
  ];
  return {
    operationId: name,
    tags: [tagOf(name)],
    summary: call.summary,
    description: notes.filter(Boolean).join(' '),
    ...(call.deprecated && { deprecated: true }),
    ...(access.who === 'public' && { security: [] }),
    parameters: parameters(call, schemas),
    ...requestBody(call, schemas),
    responses: {
      '200': { description: 'Done', content: answer(call, schemas) },
      ...refusalsOf(call),
      default: {
        description: 'A problem',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
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

function requestBody(call: Call, schemas: Schemas): Json {
  if (!call.body) return {};
  const schema = schemas.of(call.body, 'input');
  const media_type = call.form ? 'application/x-www-form-urlencoded' : 'application/json';
  const required_body = !call.body_optional;
  if (!call.files) return { requestBody: { required: required_body, content: { [media_type]: { schema } } } };
  const files = Object.keys(call.files).map((name) => [name, { type: 'string', format: 'binary' }]);
  const required = Object.entries(call.files)
    .filter(([, part]) => part.required)
    .map(([name]) => name);
  const form = schemas.of(call.body, 'input', true);
  Object.assign(form, {
    properties: { ...(form.properties as Json), ...Object.fromEntries(files) },
    required: [...((form.required as string[] | undefined) ?? []), ...required],
  });
  const json = call.json_too ? { 'application/json': { schema } } : {};
  return {
    requestBody: { required: required_body, content: { 'multipart/form-data': { schema: form }, ...json } },
  };
}

function answer(call: Call, schemas: Schemas): Json {
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
  return { 'application/json': { schema: schemas.of(call.answer as z.ZodType, 'output') } };
}

if (import.meta.main) {
  const text = openApiText();
  if (!process.argv.includes('--check')) writeFileSync(TARGET, text);
  else if (!existsSync(TARGET) || readFileSync(TARGET, 'utf8') !== text) {
    console.error('docs/openapi.json is not what the contract says; run "npm run openapi".');
    process.exitCode = 1;
  }
}
