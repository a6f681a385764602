import { z } from 'zod';
import type { Call } from './call.ts';
import { KINDS } from './limits.ts';
import type { Limit, Limits } from './limits.ts';

type Json = z.core.JSONSchema.JSONSchema & { problem?: string; few?: string; many?: string; filled?: true };

/** The words of a schema of text: not a kind that a form could check. */
const PLAIN = new Set(['field.text', 'field.id', 'field.choice', 'field.boolean']);

/** Reads what the body and the files of a call ask of each field. Run when the pages are built, and by tests. */
export function limitsOf(call: Pick<Call, 'body' | 'files'>): Limits {
  const found: Record<string, Limit> = {};
  if (call.body) readObject(toJson(call.body), '', found);
  for (const [field, { required }] of Object.entries(call.files ?? {}))
    if (required) found[field] = { required: true };
  return found;
}

function toJson(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const json = jsonSchema as Json;
      const { _zod: zod } = zodSchema;
      if (json.type === 'string' && !z.safeParse(zodSchema, '').success) json.filled = true;
      const problem = said(zod.def);
      if (problem) json.problem = problem;
      for (const { _zod: check } of zod.def.checks ?? []) {
        if (check.def.check === 'min_length' && json.type === 'array') put(json, 'few', said(check.def));
        if (check.def.check === 'max_length' && json.type === 'array') put(json, 'many', said(check.def));
      }
    },
  }) as Json;
}

/** A problem stands where Zod keeps the message of a schema or a check. */
function said(def: object): string | undefined {
  if (!('error' in def) || typeof def.error !== 'function') return undefined;
  const answer: unknown = def.error({ code: 'custom' });
  const text = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : answer;
  return typeof text === 'string' && text.includes('.') ? text : undefined;
}

function put(json: Json, name: 'few' | 'many', problem: string | undefined): void {
  if (problem) json[name] = problem;
}

function readObject(json: Json, path: string, found: Record<string, Limit>): void {
  for (const [name, child] of Object.entries(json.properties ?? {}))
    read(child as Json, `${path}${name}`, json.required?.includes(name) ?? false, found);
}

function read(json: Json, path: string, is_required: boolean, found: Record<string, Limit>): void {
  if (json.anyOf) {
    const choices = json.anyOf as Json[];
    const real = choices.filter((one) => one.type !== 'null' && one.const !== '');
    const one = real.find(({ type }) => type === 'string') ?? real[0];
    if (one) read(one, path, is_required && real.length === choices.length, found);
  } else if (json.type === 'object') {
    readObject(json, `${path}.`, found);
  } else {
    const limit = limitOf(json, is_required);
    if (Object.keys(limit).length > 0) found[path] = limit;
    const items = json.items as Json | undefined;
    if (json.type === 'array' && items?.type === 'object') readObject(items, `${path}.*.`, found);
  }
}

function limitOf(json: Json, is_required: boolean): Limit {
  const { type, few, many, minItems, maxItems, minLength, maxLength } = json;
  if (type === 'array')
    return {
      ...(minItems && { min: minItems }),
      ...(maxItems && { max: maxItems }),
      ...(few && { few }),
      ...(many && { many }),
    };
  const required = is_required && (type !== 'string' || json.filled);
  if (type !== 'string') return required ? { required } : {};
  return {
    ...(required && { required }),
    ...kindOf(json),
    ...(minLength && { min: minLength }),
    ...(maxLength && { max: maxLength }),
  };
}

/** Empty where nobody but the server can judge, as for a value out of a list. */
function kindOf({ problem: kind, pattern }: Json): Limit {
  if (!kind || PLAIN.has(kind)) return {};
  const takes = (value: string) => pattern !== undefined && new RegExp(pattern).test(value);
  if (kind in KINDS)
    return { kind, ...(takes('-1') && { signed: true }), ...(takes('0') && { nothing: true }) };
  // Zod checks an address behind a pipe, where the description of the input does not reach.
  const own = kind === 'field.email' ? z.regexes.email.source : pattern;
  return own ? { kind, pattern: own } : {};
}
