import type { Call } from '@kelisim/shared/kernel/call.ts';
import { z } from 'zod';
import type { Given } from './calls.ts';

type Path = (string | number)[];

/** The input of a call without one thing that it cannot do without. */
export interface Lack {
  field: string;
  given: Given;
}

/** A good input once without each thing that it cannot do without. Throws where it is not good to begin with. */
export function lacksOf(call: Call, given: Given): Lack[] {
  const lacks: Lack[] = [];
  for (const part of ['query', 'body'] as const) {
    const schema = call[part];
    if (!schema) continue;
    const required = requiredIn(schema, given[part]);
    // Else what is missed could be missed for another reason.
    if (required.length > 0) schema.parse(given[part]);
    for (const path of required)
      lacks.push({ field: path.join('.'), given: { ...given, [part]: without(given[part], path) } });
  }
  for (const [field, { required }] of Object.entries(call.files ?? {}))
    if (required) lacks.push({ field, given: { ...given, files: without(given.files, [field]) as never } });
  return lacks;
}

/** All that a call can ever miss, within what may be left out as a whole too. */
export function requiredOf(call: Call): string[] {
  const files = Object.entries(call.files ?? {}).filter(([, { required }]) => required);
  return [
    ...[call.query, call.body].flatMap((schema) => (schema ? requiredIn(schema, EVERYTHING) : [])),
    ...files.map(([field]) => [field]),
  ].map((path) => path.join('.'));
}

/** Stands for a value that has everything in it. */
const EVERYTHING = Symbol('everything');

/** Where a value of this shape has to have something: the paths in `value` that may not be left out. */
function requiredIn(schema: z.core.$ZodType, value: unknown, at: Path = []): Path[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) => {
      const path = [...at, key];
      const given = value === EVERYTHING ? value : (value as Record<string, unknown> | undefined)?.[key];
      const deeper = given === undefined || given === null ? [] : requiredIn(field, given, path);
      return field.safeParse(undefined).success ? deeper : [path, ...deeper];
    });
  if (inner instanceof z.ZodArray) {
    const first = Array.isArray(value) ? (value[0] as unknown) : value;
    if (first !== undefined) return requiredIn(inner.element, first, [...at, 0]);
  }
  return [];
}

/** Without what says that it may be left out, be null or become something else. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if ('innerType' in def) return bare(def.innerType as z.core.$ZodType);
  return schema instanceof z.ZodPipe ? bare(schema.in) : schema;
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
