/** What a query may hold: scalars, lists of scalars, and groups of those. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { [key: string]: QueryValue };

/** `{ status_id: [1, 2], sort: { by: 'x' } }` → `status_id=1&status_id=2&sort[by]=x`. Empty values are left out. */
export function toQueryText(query: Record<string, QueryValue>): string {
  const pairs: string[] = [];
  const add = (key: string, value: QueryValue): void => {
    if (value === undefined || value === null || value === '') return;
    if (Array.isArray(value)) for (const item of value as QueryValue[]) add(key, item);
    else if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) add(`${key}[${name}]`, inner);
    } else pairs.push(`${encodeKey(key)}=${encodeURIComponent(String(value))}`);
  };
  for (const [key, value] of Object.entries(query)) add(key, value);
  return pairs.join('&');
}

const encodeKey = (key: string) => encodeURIComponent(key).replace(/%5B/g, '[').replace(/%5D/g, ']');

/** The way back, flat: one value is a string, a repeated key is a list. For the address bar. */
export function fromQueryText(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = Object.hasOwn(found, key) ? found[key] : undefined;
    found[key] = before === undefined ? value : [before, value].flat();
  }
  return found;
}
