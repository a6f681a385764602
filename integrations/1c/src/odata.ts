import { MAPPING, type FieldName, type ObjectName } from './mapping.ts';

export type Value = string | number | boolean | null;
/** Values by the names of 1C. A day is `2026-12-31`, a reference the identifier of what it leads to. */
export type Fields<Name extends ObjectName> = Partial<Record<FieldName<Name>, Value | Fields<'Услуги'>[]>>;
export type Found<Name extends ObjectName> = Fields<Name> & { id: string };

export interface BaseOptions {
  /** Up to the name of the base: `http://server/base`. */
  url: string;
  user: string;
  password: string;
}

/** A refusal of 1C; `is_passing` when asking again later may help. */
export class BaseError extends Error {
  readonly is_passing: boolean;
  constructor(message: string, is_passing: boolean) {
    super(message);
    this.is_passing = is_passing;
  }
}

export interface Search<Name extends ObjectName> {
  equal: Fields<Name>;
  /** What the comment begins with. */
  comment?: string;
  newest_first?: boolean;
}

export interface Base {
  find<Name extends ObjectName>(name: Name, search: Search<Name>): Promise<Found<Name>[]>;
  get<Name extends ObjectName>(name: Name, id: string): Promise<Found<Name> | null>;
  create<Name extends ObjectName>(name: Name, fields: Fields<Name>): Promise<string>;
  update<Name extends ObjectName>(name: Name, id: string, fields: Fields<Name>): Promise<void>;
}

/** A base of 1C through its standard OData (version 3, JSON). */
export function openBase({ url, user, password }: BaseOptions): Base {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(`${url}/odata/standard.odata/${path}`, {
        method,
        headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
    } catch (cause) {
      throw new BaseError(`1С не отвечает: ${String(cause)}`, true);
    }
    const text = await response.text();
    if (response.status === 404 && method === 'GET') return null;
    const said = textOfRefusal(text);
    if (!response.ok) throw new BaseError(`1С: ${said ?? response.status}`, isPassing(response.status));
    if (text === '') return {};
    // 1С:Fresh answers a page instead of an error.
    if (!/^\s*[{[]/.test(text)) throw new BaseError('1С ответила страницей вместо данных', true);
    return JSON.parse(text);
  }

  return {
    async find(name, { equal, comment, newest_first }) {
      const conditions = Object.entries(toOData(name, equal)).map(
        ([field, value]) => `${field} eq ${literal(field, value)}`,
      );
      if (comment) conditions.push(`startswith(Комментарий, ${literal('', comment)})`);
      const query = new URLSearchParams({ $format: 'json', $filter: conditions.join(' and ') });
      if (newest_first) query.set('$orderby', 'Date desc');
      const answer = await ask('GET', `${encodeURIComponent(MAPPING[name].entity)}?${query}`);
      const { value } = (answer ?? { value: [] }) as { value: Record<string, unknown>[] };
      return value.map((row) => fromOData(name, row));
    },
    async get(name, id) {
      const row = await ask('GET', `${encodeURIComponent(MAPPING[name].entity)}(guid'${id}')?$format=json`);
      return row === null ? null : fromOData(name, row as Record<string, unknown>);
    },
    async create(name, fields) {
      const entity = encodeURIComponent(MAPPING[name].entity);
      const row = (await ask('POST', `${entity}?$format=json`, toOData(name, fields))) as { Ref_Key: string };
      return row.Ref_Key;
    },
    async update(name, id, fields) {
      const entity = encodeURIComponent(MAPPING[name].entity);
      await ask('PATCH', `${entity}(guid'${id}')?$format=json`, toOData(name, fields));
    },
  };
}

/** How OData writes a reference to nothing. */
const NOTHING = '00000000-0000-0000-0000-000000000000';

const isPassing = (status: number) => status === 401 || status === 403 || status === 429 || status >= 500;

function textOfRefusal(text: string): string | null {
  const found = /"odata\.error".*?"value"\s*:\s*"((?:[^"\\]|\\.)*)"/s.exec(text);
  return found?.[1] ? (JSON.parse(`"${found[1]}"`) as string) : null;
}

const namesOf = (name: ObjectName) =>
  MAPPING[name].fields as Readonly<Record<string, readonly [string, string]>>;
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

function toOData(name: ObjectName, fields: Fields<ObjectName>): Record<string, unknown> {
  const names = namesOf(name);
  const entries = Object.entries(fields).map(([field, value]) => {
    const there = names[field]?.[0];
    if (!there) throw new TypeError(`${name}.${field} is not in the table`);
    if (Array.isArray(value))
      return [
        there,
        value.map((row, at) => ({ LineNumber: at + 1, ...toOData('Услуги', row as Fields<'Услуги'>) })),
      ];
    if (value === null && there.endsWith('_Key')) return [there, NOTHING];
    return [there, isDay(value) ? `${value}T00:00:00` : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function fromOData<Name extends ObjectName>(name: Name, row: Record<string, unknown>): Found<Name> {
  const entries = Object.entries(namesOf(name)).map(([field, [there]]) => {
    const value = row[there];
    if (Array.isArray(value))
      return [field, value.map((one) => fromOData('Услуги', one as Record<string, unknown>))];
    if (value === NOTHING) return [field, null];
    return [field, typeof value === 'string' ? value.replace(/T\d\d:\d\d:\d\d$/, '') : (value ?? null)];
  });
  return { id: row.Ref_Key, ...Object.fromEntries(entries) } as Found<Name>;
}

function literal(field: string, value: unknown): string {
  if (field.endsWith('_Key')) return `guid'${String(value)}'`;
  if (typeof value !== 'string') return String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return `datetime'${value}'`;
  return `'${value.replaceAll("'", "''")}'`;
}
