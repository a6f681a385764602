import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { z } from 'zod';

export type Json = Record<string, unknown>;
type Side = 'input' | 'output';

/** `open` is for readers elsewhere: answers may get new fields and new words, and say so. */
export interface Reading {
  open: boolean;
}

const shared = new URL('../../../shared/src/', import.meta.url);

/**
 * Every schema that a contract or the kernel exports gets the name of its export, so that documents refer to it instead
 * of repeating it. Of two exports with one name the second is named after its feature too.
 */
const modules = ['kernel/*.ts', 'features/*/*.contract.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: shared }).sort())
  .filter((file) => !file.endsWith('.test.ts'));
const names = new Set<string>();
for (const file of modules) {
  const exported = (await import(new URL(file, shared).href)) as Json;
  for (const [name, schema] of Object.entries(exported)) {
    if (!(schema instanceof z.ZodType) || z.globalRegistry.get(schema)?.id) continue;
    const short = pascal(name);
    const id = names.has(short) ? pascal(basename(dirname(file))) + short : short;
    names.add(id);
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}

/** Turns schemas into JSON Schema and gathers what they refer to. */
export class Schemas {
  readonly #kept: Record<Side, Map<string, Json>> = { input: new Map(), output: new Map() };
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** `spelled`: the outermost one is not named, so that it can be added to. */
  of(schema: z.ZodType, io: Side, spelled = false): Json {
    // In a field of something else, since the outermost schema would be spelled out and not named.
    const { properties: { one = {} } = {}, $defs = {} } = z.toJSONSchema(z.object({ one: schema }), {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        delete jsonSchema.id;
        if (io === 'output') describeAnswer(jsonSchema, this.#reading.open);
      },
    }) as { properties?: Record<string, Json>; $defs?: Record<string, Json> };
    for (const [name, def] of Object.entries($defs)) this.#kept[io].set(name, this.#refer(def, io));
    const named = typeof one.$ref === 'string' ? one.$ref.slice('#/$defs/'.length) : '';
    return this.#refer((spelled && $defs[named]) || one, io);
  }

  /** What was named, once where reading and writing it are the same, else with `Input` behind what is written. */
  components(): Record<string, Json> {
    const { input, output } = this.#kept;
    const differ = this.#differing();
    const all: [string, Json][] = [
      ...output,
      ...[...input]
        .filter(([name]) => differ.has(name) || !output.has(name))
        .map(([name, one]): [string, Json] => [differ.has(name) ? `${name}Input` : name, one]),
    ];
    return Object.fromEntries(
      all.map(([name, one]) => [name, this.settle(one)]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  }

  /** A document with its references settled: only when all is gathered is it known what differs. */
  settle<Part extends object>(part: Part): Part {
    const differ = this.#differing();
    const text = JSON.stringify(part).replace(/"#(input|output)\/(\w+)"/g, (_, io: Side, name: string) => {
      const suffix = io === 'input' && differ.has(name) ? 'Input' : '';
      return `"#/components/schemas/${name}${suffix}"`;
    });
    return JSON.parse(text) as Part;
  }

  #refer(one: Json, io: Side): Json {
    return JSON.parse(JSON.stringify(one).replaceAll('"#/$defs/', `"#${io}/`)) as Json;
  }

  #differing(): Set<string> {
    const { input, output } = this.#kept;
    const text = (one: Json | undefined) => JSON.stringify(one).replaceAll('"#input/', '"#output/');
    const differ = new Set(
      [...input]
        .filter(([name, one]) => output.has(name) && text(one) !== text(output.get(name)))
        .map(([name]) => name),
    );
    // What holds something that differs differs too.
    for (let before = -1; before !== differ.size;) {
      before = differ.size;
      for (const [name, one] of input) {
        const held = [...JSON.stringify(one).matchAll(/"#input\/(\w+)"/g)].map(([, inner = '']) => inner);
        if (output.has(name) && held.some((inner) => differ.has(inner))) differ.add(name);
      }
    }
    return differ;
  }
}

function describeAnswer(schema: Json, is_open: boolean): void {
  spellRecord(schema);
  if (schema.minimum === Number.MIN_SAFE_INTEGER && schema.maximum === Number.MAX_SAFE_INTEGER) {
    // What every number of JSON is within.
    delete schema.minimum;
    delete schema.maximum;
  }
  if (!is_open) return;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (!Array.isArray(schema.enum)) return;
  schema['x-extensible-enum'] = schema.enum;
  delete schema.enum;
}

/** A record with a value for every word of an enum, as an object with these properties. */
function spellRecord(schema: Json): void {
  const words = schema.propertyNames as Json | undefined;
  const keys = words?.enum ?? words?.['x-extensible-enum'];
  if (!Array.isArray(keys) || !schema.required) return;
  schema.properties = Object.fromEntries(keys.map((key) => [key, schema.additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

function pascal(name: string): string {
  return name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

/** JSON with a line for each member down to `depth`, so that a change of one call is a change of one line. */
export function linesOf(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${linesOf(one, depth - 1)}`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`;
}
