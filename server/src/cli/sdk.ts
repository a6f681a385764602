/**
 * Writes what the clients for programs know of the calls: types and a table for TypeScript, the table for Python.
 * `--check` only says whether they are current.
 * Usage: npm run sdk [-- --check]
 */
import { answersFile, type Call } from '@kelisim/shared/kernel/call.ts';
import { publicCalls, publicDocument } from './openapi-documents.ts';
import { writeMade } from './made-files.ts';
import type { Json } from './openapi-schemas.ts';
import { typeOf } from './type-of-schema.ts';

const MADE = 'Made from the contract by `npm run sdk`; not written by hand.';

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { content: Record<string, { schema: Json }> }>;
}

/** Method, path and marks, in the words of `sdk/ts/src/send.ts`. */
function rowOf(call: Call): string {
  const body = call.files ? (call.json_too ? 'mj' : 'm') : call.body ? 'j' : '';
  const marks = body + (answersFile(call) ? 'f' : '') + (call.idempotency ? 'i' : '');
  return `${call.method} ${call.path} ${marks}`.trim();
}

const scopesText = ({ scope, field_scopes = {} }: Call) =>
  [scope ?? 'sandbox', ...Object.entries(field_scopes).map(([field, more]) => `${field}: ${more}`)].join(
    '; ',
  );

function typesText(): string {
  const { components, paths } = publicDocument();
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const calls = publicCalls().map(([name, call]) => {
    const operation = paths[call.path]?.[call.method.toLowerCase()] as Operation;
    return `  /** ${call.summary} (${scopesText(call)}) */\n  '${name}': { ${partsOf(call, operation)} };`;
  });
  const rows = publicCalls().map(([name, call]) => `  '${name}': '${rowOf(call)}',`);
  const asking = publicCalls().flatMap(([name, { field_scopes }]) =>
    field_scopes ? [`  '${name}': ${JSON.stringify(field_scopes)},`] : [],
  );
  return [
    `// ${MADE}`,
    '/** One of these today; others may come. */\nexport type Open<Word extends string> = Word | (string & {});',
    ...schemas,
    `export interface Calls {\n${calls.join('\n')}\n}`,
    '/** Marks: `j` JSON, `m` multipart, `f` answers a file, `i` takes an idempotency key. */',
    `export const TABLE: Record<string, string> = {\n${rows.join('\n')}\n};`,
    '/** Fields that ask a further scope where they are true. */',
    `export const FIELD_SCOPES: Record<string, Record<string, string>> = {\n${asking.join('\n')}\n};`,
    '',
  ].join('\n');
}

function partsOf(call: Call, { parameters, requestBody, responses }: Operation): string {
  const list = (place: string, name: string) => {
    const all = parameters.filter((one) => one.in === place);
    if (all.length === 0) return [];
    const fields = all.map(
      ({ name, required, schema }) =>
        `${name}${required ? '' : '?'}: ${typeOf(schema)}${required ? '' : ' | undefined'}`,
    );
    const optional = all.every(({ required }) => !required);
    return [`${name}${optional ? '?' : ''}: { ${fields.join('; ')} }`];
  };
  const body = requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'];
  const files = Object.entries(call.files ?? {}).map(
    ([name, { required }]) => `${name}${required ? '' : '?'}: Blob`,
  );
  const needs_files = !call.json_too && Object.values(call.files ?? {}).some(({ required }) => required);
  const [media, answer] = Object.entries(responses['200']?.content ?? {})[0] ?? ['', { schema: {} }];
  return [
    ...list('path', 'params'),
    ...list('query', 'query'),
    ...(body ? [`body${requestBody?.required ? '' : '?'}: ${bodyType(body.schema, call)}`] : []),
    ...(files.length > 0 ? [`files${needs_files ? '' : '?'}: { ${files.join('; ')} }`] : []),
    `answer: ${answersFile(call) && media ? 'File' : typeOf(answer.schema)}`,
  ].join('; ');
}

/** Files go beside the fields, not among them; numbers of a form are written as text by the client. */
function bodyType(schema: Json, { files = {} }: Call): string {
  if (!schema.properties) return typeOf(schema);
  const properties = Object.entries(schema.properties).filter(([name]) => !(name in files));
  const required = ((schema.required as string[] | undefined) ?? []).filter((name) => !(name in files));
  const type = typeOf({ ...schema, properties: Object.fromEntries(properties), required });
  return type.replaceAll(/\bFormId\b/g, 'Id');
}

function pythonText(): string {
  const rows = publicCalls().map(([name, call]) => `    "${name}": "${rowOf(call)}",`);
  return `# ${MADE}\nTABLE = {\n${rows.join('\n')}\n}\n`;
}

/** Where each lies. */
export const SDK_FILES = {
  'sdk/ts/src/generated.ts': typesText,
  'sdk/python/src/kelisim/generated.py': pythonText,
};

if (import.meta.main) writeMade(SDK_FILES, 'npm run sdk');
