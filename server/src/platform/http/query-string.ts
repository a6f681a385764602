import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';

/**
 * Query strings are read by the contract's types (decisions 13): text becomes a number or a boolean only where the
 * contract says so and only in its one plain spelling; arrays repeat their name; nested keys stand in brackets; a
 * repeated scalar and an unknown name are refused. The usual parsers turn the 21st repeat into an object and drop
 * the 1,001st, therefore this is our own.
 */
export function readQuery(url: string, schema: z.ZodObject | undefined): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const start = url.indexOf('?');
  const raw = start < 0 ? '' : url.slice(start + 1);
  if (raw === '') return result;
  if (raw.length > 20_000) throw new Problem('too_large');
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const split = pair.indexOf('=');
    const key = decode(split < 0 ? pair : pair.slice(0, split));
    const value = decode(split < 0 ? '' : pair.slice(split + 1));
    put(result, key, value, schema);
  }
  return result;
}

/** `name` or `name[nested]`; `name[]` is another spelling of an array. */
const KEY = /^\w+(\[\w+\])*(\[\])?$/;

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A lone percent sign or bytes that are no UTF-8: not text that could mean anything.
    throw new Problem('bad_input');
  }
}

function put(
  target: Record<string, unknown>,
  key: string,
  value: string,
  schema: z.ZodObject | undefined,
): void {
  if (!KEY.test(key)) throw new Problem('unknown_field', { field: key, values: { name: key } });
  const path = key.split(/\[|\]\[|\]/).filter((part) => part !== '');
  let shape: z.ZodType | undefined = schema;
  let place = target;
  for (const [depth, name] of path.entries()) {
    const known: z.ZodType | undefined = shape && ownType(shape, name);
    if (!known) throw new Problem('unknown_field', { field: name });
    if (depth < path.length - 1) {
      if (typeof place[name] === 'string') throw new Problem('field.repeated', { field: name });
      place = (place[name] ??= {}) as Record<string, unknown>;
      shape = known;
      continue;
    }
    const inner = unwrap(known);
    const is_list = inner instanceof z.ZodArray;
    if (key.endsWith('[]') && !is_list)
      throw new Problem('unknown_field', { field: key, values: { name: key } });
    if (is_list) {
      const list = (place[name] ??= []) as unknown[];
      if (list.length >= 100) throw new Problem('field.ids_many', { field: name, values: { max: 100 } });
      list.push(scalar(value, inner.element as z.ZodType));
    } else {
      if (Object.hasOwn(place, name)) throw new Problem('field.repeated', { field: name });
      place[name] = scalar(value, inner);
    }
  }
}

/** Numbers in plain decimal only; a text that is no such number stays text, and the schema refuses it by name. */
function scalar(text: string, schema: z.ZodType): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodNumber)
    return /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
  if (inner instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** The type a contract gives a name; what every object inherits (`constructor`, `__proto__`) is none. */
function ownType(schema: z.ZodType, name: string): z.ZodType | undefined {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject) || !Object.hasOwn(inner.shape, name)) return undefined;
  return inner.shape[name] as z.ZodType;
}

/** The type under optional, default, nullable and transforms. */
function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) {
      inner = inner.unwrap() as z.ZodType;
    } else if (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType;
    else return inner;
  }
}
