import type { Answer, CallName, Kelisim, Parts } from '../../../sdk/ts/src/client.ts';
import { FIELD_SCOPES, TABLE } from '../../../sdk/ts/src/generated.ts';

/** All that an assistant may ask for. Each has a scope that ends in `:read`. */
export const READS = [
  'home.analytics',
  'payments.summary',
  'payments.orders',
  'bookkeeping.balances',
  'acts.list',
  'acts.get',
  'acts.history',
  'acts.statuses',
  'acts.categories',
  'acts.units',
  'documents.list',
  'documents.get',
  'documents.history',
  'documents.statuses',
  'documents.types',
  'templates.list',
  'executors.list',
  'jobs.get',
  'jobs.rows',
  'events.list',
] as const satisfies readonly CallName[];

/** All that it may make: drafts that nobody but the company sees. `documents.check_template` makes nothing. */
export const PREPARES = [
  'acts.create_many',
  'acts.update',
  'documents.check_template',
  'documents.create_many',
] as const satisfies readonly CallName[];

export type AllowedCall = (typeof READS)[number] | (typeof PREPARES)[number];
export const ALLOWED: readonly AllowedCall[] = [...READS, ...PREPARES];

/** The calls of one tool: of others it has neither the type nor the way. */
export interface Api<Name extends AllowedCall> {
  call<One extends Name>(name: One, parts: Parts<One>): Promise<Answer<One>>;
}

export function apiOf<Name extends AllowedCall>(client: Kelisim, names: readonly Name[]): Api<Name> {
  return {
    async call<One extends Name>(name: One, parts: Parts<One>) {
      if (!names.includes(name)) throw new Error(`This tool may not make the call ${name}.`);
      // What `call` takes follows from a name that is not known here.
      const call = client.call as (name: CallName, parts: object) => Promise<unknown>;
      return (await call(name, parts)) as Answer<One>;
    },
  };
}

/** Each asks a key for more than its call does. */
const CLOSED_FIELDS = new Set(Object.values(FIELD_SCOPES).flatMap((fields) => Object.keys(fields)));

/**
 * Lets nothing but the allowed calls leave the program, whatever the rest of it does. A draft that is sent at once would
 * be a draft no more: `send`, and schedules that make and send acts by themselves, are refused as well.
 */
export function guardFetch(over: typeof fetch = fetch): typeof fetch {
  const allowed = ALLOWED.map((name) => {
    const [method, path = ''] = (TABLE[name] ?? '').split(' ');
    return { method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, String.raw`\d+`)}$`) };
  });
  return async (url, init) => {
    // A `Request` has a method and a body of its own, which would pass unseen.
    if (url instanceof Request) throw new Error('Ask by the address.');
    const { pathname } = new URL(url);
    const method = init?.method ?? 'GET';
    if (!allowed.some((one) => one.method === method && one.path.test(pathname)))
      throw new Error(`${method} ${pathname} is not open to assistants.`);
    if (init?.body) {
      JSON.parse(String(init.body), (name, value: unknown) => {
        if (value && CLOSED_FIELDS.has(name)) throw new Error(`${name} is not open to assistants.`);
        return value;
      });
    }
    return over(url, init);
  };
}
