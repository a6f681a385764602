import { faultOf } from '@kelisim/shared/kernel/limits.ts';
import type { Limit } from '@kelisim/shared/kernel/limits.ts';

/** A problem code or a sentence by the wire name of a field; null says that the field is right after all. */
export type Faults = Record<string, string | null | undefined>;

/** Limits of several calls, put together by the fields of one form. */
export type FormLimits = Readonly<Record<string, Limit | undefined>>;

/** Returns what is wrong with the values a form holds. Fields that the form does not have are not its affair. */
export function faultsOf(values: object, limits: FormLimits, own: Faults = {}): Record<string, string> {
  const found: Faults = {};
  for (const [path, limit] of Object.entries(limits))
    if (limit)
      for (const [at, value] of valuesAt(values, path.split('.'))) found[at] = faultOf(trimmed(value), limit);
  for (const [at, fault] of Object.entries(own)) if (fault !== undefined) found[at] = fault;
  return Object.fromEntries(Object.entries(found).filter((row): row is [string, string] => Boolean(row[1])));
}

/** Spaces around a text are taken off before it is sent. */
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Every value that a path of the limits stands for, with its own path; `*` is each entry of a list. */
function valuesAt(values: unknown, [name, ...rest]: string[], before = ''): [string, unknown][] {
  if (name === undefined) return [[before.slice(1), values]];
  if (Array.isArray(values) && name === '*')
    return values.flatMap((one, at) => valuesAt(one, rest, `${before}.${at}`));
  if (typeof values !== 'object' || values === null || !(name in values)) return [];
  return valuesAt((values as Record<string, unknown>)[name], rest, `${before}.${name}`);
}

/** The path as the limits have it: `services.3.rate` is `services.*.rate`. */
export function patternOf(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/g, '.*');
}
