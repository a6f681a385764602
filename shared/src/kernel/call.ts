import type { z } from 'zod';
import type { Deprecation } from './api-version.ts';
import type { FileKind } from './file-kinds.ts';
import type { EmployeeRight, PlatformRight } from './rights.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may make a call. `person` is anybody who is signed in, an administrator without a company too; `user` is anybody
 * who is signed in to a company. A `right` is asked of employees only: a director has every right of the company, and
 * executors sign for themselves. `director` is what no right gives: `or_deputy` admits a deputy on their days, `alone`
 * is for what gives rights to others and admits the director only.
 */
export type Access =
  /** `token: 'own'`: nobody is signed in; the handler checks a bearer token that it gave out itself. */
  | { who: 'public'; token?: 'own' }
  | { who: 'person' }
  | { who: 'user'; right?: EmployeeRight }
  | { who: 'business'; right?: EmployeeRight; director?: 'or_deputy' | 'alone' }
  | { who: 'executor' }
  | { who: 'platform'; right: PlatformRight };

/** A file of a multipart call. */
export interface FilePart {
  required: boolean;
  max_bytes: number;
  /** Judged by the content before anything else is; `any` only for what is neither kept nor served. */
  kinds: readonly FileKind[] | 'any';
}

/** The answer of a call that sends a file instead of JSON. */
export interface FileAnswer {
  file: string;
  /** Where the file may be of several kinds; `file` is then what it is when none is said. */
  kinds?: readonly FileKind[];
}

/** The answer of a call that goes on: server-sent events (text/event-stream), the data of each as JSON. */
export interface EventsAnswer {
  events: z.ZodType;
}

/** The largest body of a call whose contract says nothing else; of a multipart call, its text fields together. */
export const BODY_BYTES = 262_144;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the platform. Routing, access, parsing, answer checking, the typed client and OpenAPI are all made
 * from this object; there is no second description.
 */
export interface Call {
  method: Method;
  /** Whole path with `{names}` of `params`. */
  path: string;
  access: Access;
  /** The scope with which an API key makes the call. Without one no key does. */
  scope?: Scope;
  /** Fields of the body, at any depth, that do more than the call by itself: where one is true, a key needs its scope too. */
  field_scopes?: Readonly<Record<string, Scope>>;
  /**
   * To a key the scope stands for the director and the fresh proof that the call asks of a person: a director gave it with
   * both.
   */
  scope_stands?: true;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Multipart: `body` are its text fields, `files` its files by field name. */
  files?: Record<string, FilePart>;
  /** Takes JSON too, with no file in it. */
  json_too?: true;
  /** A bare JSON list is taken for this field of `body`. */
  bare_list?: string;
  /** `body` comes as the fields of an HTML form (application/x-www-form-urlencoded) and not as JSON. */
  form?: true;
  /** The largest body, where `BODY_BYTES` is too small for what `body` describes. */
  body_bytes?: number;
  /** A request without a body means an empty one; elsewhere it is refused. */
  body_optional?: true;
  answer: z.ZodType | FileAnswer | EventsAnswer;
  /**
   * The handler makes the JSON of `answer` itself, and nobody looks through it on its way out but tests: for what programs
   * read by the hundred thousand. No text of people stands in it. While there is more, `Link` (RFC 8288) leads to the page
   * behind it, so that its reader asks for that one before it has taken in this one.
   */
  answers_text?: true;
  /**
   * One request is one deed, however often it comes: by its `Idempotency-Key`, or without one by its content for ten
   * minutes (docs/decisions/0062).
   */
  idempotency?: true;
  /** Asks for a proof of who it is not older than ten minutes (decisions 3). */
  fresh_proof?: boolean;
  /** It will end; its answers say so (RFC 9745, RFC 8594). */
  deprecated?: Deprecation;
  /**
   * Exists only while the sandbox is on. `true`: shows or changes what is of others too, so not where strangers come.
   * `own`: what is of the caller alone. `stand`: for programs, so it stands in what they read, any key of the sandbox makes it,
   * and it does what people do, in their place.
   */
  sandbox?: true | 'own' | 'stand';
}

type Said = Omit<Call, 'method' | 'path'>;

/**
 * Returns what defines calls that have something in common, who may make them first of all: it is said once, and each of
 * them says the rest.
 */
export function callsOf<const Common extends Partial<Said>>(common: Common) {
  /** `on` is the method and the whole path, with `{names}` of `params`. */
  return <const C extends Omit<Said, keyof Common> & { [K in keyof Common]?: never }>(
    on: `${Method} /${string}`,
    call: C,
  ): Common & C & Pick<Call, 'method' | 'path'> => {
    const [method, path] = on.split(' ') as [Method, string];
    return { method, path, ...common, ...call };
  };
}

export const defineCall = callsOf({});
export const publicCall = callsOf({ access: { who: 'public' } });
export const personCall = callsOf({ access: { who: 'person' } });
export const userCall = callsOf({ access: { who: 'user' } });
export const executorCall = callsOf({ access: { who: 'executor' } });

/** True when the call answers a file. */
export function answersFile(call: Call): call is Call & { answer: FileAnswer } {
  return 'file' in call.answer;
}

/** True when the call answers events until somebody has enough. */
export function answersEvents(call: Call): call is Call & { answer: EventsAnswer } {
  return 'events' in call.answer;
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller hands over. */
export type CallInput<C extends Call> = {
  [K in 'params' | 'query' | 'body' as C[K] extends z.ZodType ? K : never]: In<C[K]>;
};
/** What a handler sees after parsing. */
export type ParsedInput<C extends Call> = {
  [K in 'params' | 'query' | 'body' as C[K] extends z.ZodType ? K : never]: Out<C[K]>;
};
/** What a caller gets back; `File` is what the caller's platform holds a file in. */
export type CallAnswer<C extends Call, File = unknown> = C['answer'] extends z.ZodType
  ? z.output<C['answer']>
  : File;
/** What a handler gives back before it is checked and serialised. */
export type HandlerAnswer<C extends Call> = C['answer'] extends z.ZodType ? z.input<C['answer']> : never;
