import { TABLE, type Calls, type EventType } from './generated.ts';
import { pause, sendCall, type AnyParts, type CallOptions, type ClientOptions, type Heard } from './send.ts';

export { KelisimError } from './kelisim-error.ts';
export * as webhooks from './webhooks.ts';
export type * from './generated.ts';
export type { CallOptions, ClientOptions } from './send.ts';
export type { HeadersLike, WebhookEvent } from './webhooks.ts';

export type CallName = keyof Calls;
/** A part that may be empty may be left out. */
type Loose<All> = {
  [Part in keyof All as {} extends All[Part] ? never : Part]: All[Part];
} & { [Part in keyof All as {} extends All[Part] ? Part : never]?: All[Part] };
/** What a call takes: `params` of its path, `query`, `body` and `files`. */
export type Parts<Name extends CallName> = Loose<Omit<Calls[Name], 'answer'>>;
export type Answer<Name extends CallName> = Calls[Name]['answer'];

type Arguments<Name extends CallName> =
  Partial<Parts<Name>> extends Parts<Name>
    ? [parts?: Parts<Name>, options?: CallOptions]
    : [parts: Parts<Name>, options?: CallOptions];

/** `acts.list` is `client.acts.list`. */
type Methods = {
  [Group in CallName extends `${infer First}.${string}` ? First : never]: {
    [Name in CallName as Name extends `${Group}.${infer Rest}` ? Rest : never]: (
      ...given: Arguments<Name>
    ) => Promise<Answer<Name>>;
  };
};

/** Calls whose answer is a page of a list. */
export type ListName = {
  [Name in CallName]: Answer<Name> extends { items: unknown[]; pages: number } ? Name : never;
}[CallName];
type Item<Name extends ListName> = Answer<Name> extends { items: (infer One)[] } ? One : never;

/** What every client has beside the calls. */
export interface Basics {
  /** Any call by its name. */
  call<Name extends CallName>(name: Name, ...given: Arguments<Name>): Promise<Answer<Name>>;
  /** All items of a list, page after page. */
  pages<Name extends ListName>(
    name: Name,
    parts?: Parts<Name>,
    options?: CallOptions,
  ): AsyncGenerator<Item<Name>>;
  /**
   * What happened, in batches: keep `next` once a batch is worked through, and give it as `after`. While there is more, the
   * batch behind it is asked for meanwhile.
   */
  events(options?: EventsOptions): AsyncGenerator<Answer<'events.list'>>;
}

export interface EventsOptions extends CallOptions {
  /** `next` of the last batch that was worked through; without it the oldest event is first. */
  after?: string | undefined;
  types?: EventType[];
  /** The most events of a batch: 10,000, or fewer for whoever keeps the place more often. */
  limit?: number;
  /** How long to wait where nothing is new; 0 ends there. */
  poll_ms?: number;
}

export type Kelisim = Basics & Methods;

/** Makes a client: `createClient({ key, base_url }).acts.list()`. */
export function createClient(options: ClientOptions): Kelisim {
  if (options.key === undefined) throw new TypeError('createClient needs a key');
  const call = (name: string, parts: AnyParts = {}, call_options: CallOptions = {}): Promise<unknown> => {
    const row = TABLE[name];
    if (!row) throw new TypeError(`There is no call ${name}`);
    return sendCall(options, row, parts, call_options);
  };
  async function* pages(name: string, parts: AnyParts = {}, call_options?: CallOptions) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const query = { limit: 100, ...parts.query, page };
      const answer = (await call(name, { ...parts, query }, call_options)) as {
        items: unknown[];
        pages: number;
      };
      yield* answer.items;
      last = answer.pages;
    }
  }
  /** A batch, and the place of the one behind it as soon as that is known; undefined where there is none yet. */
  const askEvents = (query: object, call_options: CallOptions) => {
    let batch!: Promise<Answer<'events.list'>>;
    const next = new Promise<string | undefined>((tell) => {
      const heard: Heard = (headers) =>
        tell(/[?&]after=([\d-]+)[^>]*>; rel="next"/.exec(headers.get('Link') ?? '')?.[1]);
      batch = sendCall(options, TABLE['events.list'] ?? '', { query }, call_options, heard) as typeof batch;
      // Also where nobody waits for it any more.
      batch.catch(() => tell(undefined));
    });
    return { batch, next };
  };
  async function* events(asked: EventsOptions = {}) {
    const { after, types, limit = 10_000, poll_ms = 5000, signal } = asked;
    const left = new AbortController();
    const signals = { signal: AbortSignal.any([left.signal, ...(signal ? [signal] : [])]) };
    const ask = (place: string | undefined) => askEvents({ after: place, types, limit }, signals);
    try {
      for (let page = ask(after), place = after; ;) {
        const next = await page.next;
        // The server reads that one while this one comes and is worked through.
        const ahead = next === undefined ? undefined : ask(next);
        const batch = await page.batch;
        // The first also when it is empty, so that there is a place to go on from.
        if (batch.items.length > 0 || place === undefined) yield batch;
        place = batch.next;
        if (!batch.has_more) {
          if (poll_ms === 0) return;
          await pause(poll_ms, signal);
        }
        page = ahead ?? ask(place);
      }
    } finally {
      left.abort();
    }
  }
  const groups: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(TABLE)) {
    const [group = '', method = ''] = name.split('.');
    (groups[group] ??= {})[method] = (parts?: AnyParts, given?: CallOptions) => call(name, parts, given);
  }
  Object.assign(events, groups.events);
  return { ...groups, call, pages, events } as Kelisim;
}
