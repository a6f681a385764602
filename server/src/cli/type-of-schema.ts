import type { Json } from './openapi-schemas.ts';

/** JSON Schema, as our documents have it, as a type of TypeScript. */
export function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') return schema.$ref.replace('#/components/schemas/', '');
  const words = (list: unknown) => (list as unknown[]).map((word) => JSON.stringify(word)).join(' | ');
  if (schema['x-extensible-enum']) return `Open<${words(schema['x-extensible-enum'])}>`;
  if (schema.enum) return words(schema.enum);
  if ('const' in schema) return JSON.stringify(schema.const);
  const several = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (several) return [...new Set(several.map(typeOf))].join(' | ');
  if (schema.allOf) return (schema.allOf as Json[]).map(typeOf).join(' & ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: unknown) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `(${typeOf((schema.items ?? {}) as Json)})[]`;
  if (schema.type === 'object') return objectOf(schema);
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[
      String(schema.type)
    ] ?? 'unknown'
  );
}

function objectOf({ properties, required = [], additionalProperties }: Json): string {
  const fields = Object.entries((properties ?? {}) as Record<string, Json>).map(([name, one]) => {
    const written = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return (required as string[]).includes(name)
      ? `${written}: ${typeOf(one)}`
      : `${written}?: ${typeOf(one)} | undefined`;
  });
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const is_record = typeof additionalProperties === 'object' && additionalProperties !== null;
  return `Record<string, ${is_record ? typeOf(additionalProperties as Json) : 'unknown'}>`;
}
