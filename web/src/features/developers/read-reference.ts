/** JSON Schema, as far as our document has it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string | undefined;
  pattern?: string;
  examples?: unknown[];
  enum?: unknown[];
  'x-extensible-enum'?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

interface Said {
  schema: Schema;
  example?: unknown;
}
type Content = Record<string, Said>;

interface Operation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  security: { key?: [string] }[];
  /** What a field asks beside them where it is true. */
  'x-field-scopes'?: Record<string, string>;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, Schema> };
}

/** One call as the page shows it. */
export interface ShownCall {
  name: string;
  method: string;
  path: string;
  summary: string;
  /** Empty for calls of the sandbox alone. */
  scope: string;
  /** What a field asks beside it where it is true. */
  field_scopes: Record<string, string>;
  deprecated: boolean;
  parameters: Parameter[];
  body: (Said & { media: string }) | null;
  answer: (Said & { media: string }) | null;
}

const METHODS = ['get', 'post', 'put', 'delete'];

/** The texts `reference` of a language, by the names in the document. */
export type ReferenceWords = Record<'groups' | 'calls' | 'schemas', Readonly<Record<string, string>>>;

/** The document with what it says of its calls and schemas in these words. */
export function sayIn({ paths, components, ...rest }: OpenApi, { groups, calls, schemas }: ReferenceWords) {
  const each = <From>(all: Record<string, From>, made: (one: From, name: string) => From) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, made(one, name)]));
  const document: OpenApi = {
    ...rest,
    paths: each(paths, (methods) =>
      each(methods, (call) => ({ ...call, summary: calls[call.operationId] ?? call.summary })),
    ),
    components: {
      schemas: each(components.schemas, (schema, name) => ({
        ...schema,
        description: schemas[name] ?? schema.description,
      })),
    },
  };
  return { document, groups };
}

/** The calls by the feature that they are of, in the order of the document. */
export function readReference({ paths }: OpenApi): Map<string, ShownCall[]> {
  const groups = new Map<string, ShownCall[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, call] of Object.entries(methods)) {
      if (!METHODS.includes(method)) continue;
      const group = call.operationId.replace(/\..*/, '');
      const shown: ShownCall = {
        name: call.operationId,
        method: method.toUpperCase(),
        path,
        summary: call.summary,
        scope: call.security[0]?.key?.[0] ?? '',
        field_scopes: call['x-field-scopes'] ?? {},
        deprecated: call.deprecated ?? false,
        parameters: call.parameters,
        body: firstOf(call.requestBody?.content),
        answer: firstOf(call.responses['200']?.content),
      };
      groups.set(group, [...(groups.get(group) ?? []), shown]);
    }
  return groups;
}

function firstOf(content: Content = {}) {
  const [media, said] = Object.entries(content)[0] ?? [];
  return media && said ? { ...said, media } : null;
}

/** A line of a schema: a field with its type and what holds of it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  about: string;
  /** The fields of an object, or of what a list holds. */
  inner: Schema | null;
}

/** The fields of a schema, names looked up. */
export function fieldsOf(schema: Schema, known: OpenApi): Field[] {
  const found = innerOf(schema, known);
  return Object.entries(found?.properties ?? {}).map(([name, one]) => ({
    name,
    type: typeName(one, known),
    required: found?.required?.includes(name) ?? false,
    about: aboutOf(one, known),
    inner: innerOf(one, known),
  }));
}

export function lookUp(schema: Schema, { components }: OpenApi): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return (name && components.schemas[name]) || schema;
}

/** The object behind a reference, a list or an alternative; null where there is none. */
function innerOf(schema: Schema, known: OpenApi): Schema | null {
  const found = lookUp(schema, known);
  if (found.properties) return found;
  if (found.items) return innerOf(found.items, known);
  for (const one of found.anyOf ?? []) {
    const inner = innerOf(one, known);
    if (inner) return inner;
  }
  return null;
}

function typeName(schema: Schema, known: OpenApi): string {
  const found = lookUp(schema, known);
  if (found.items) return `${typeName(found.items, known)}[]`;
  if (found.anyOf) return [...new Set(found.anyOf.map((one) => typeName(one, known)))].join(' | ');
  const plain = [found.type ?? 'any'].flat().join(' | ');
  return found.format === 'binary' ? 'file' : (found.format ?? plain);
}

function aboutOf(schema: Schema, known: OpenApi): string {
  const found = lookUp(schema, known);
  const alternatives = found.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (alternatives[0] && alternatives.length === 1) return aboutOf(alternatives[0], known);
  const words = found.enum ?? found['x-extensible-enum'] ?? lookUp(found.items ?? {}, known).enum;
  const bounds = [
    found.minLength && `≥ ${found.minLength}`,
    found.maxLength && `≤ ${found.maxLength}`,
    found.maxItems && `≤ ${found.maxItems}`,
  ].filter(Boolean);
  const example = found.examples?.[0];
  return [
    found.description,
    words?.join(', '),
    bounds.join(', '),
    example !== undefined && JSON.stringify(example),
  ]
    .filter(Boolean)
    .join(' · ');
}
