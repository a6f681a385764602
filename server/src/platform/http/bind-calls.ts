import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Calls } from '@kelisim/shared/calls.ts';
import {
  BODY_BYTES,
  answersEvents,
  answersFile,
  type Call,
  type EventsAnswer,
  type HandlerAnswer,
  type ParsedInput,
} from '@kelisim/shared/kernel/call.ts';
import { FILE_KINDS, type FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { showHiddenIn } from '@kelisim/shared/kernel/plain-text.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, CompanyActor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { currentTrace } from '../trace.ts';
import { admit, admitFields } from './admit.ts';
import type { ClientAddress } from './client-address.ts';
import { classOf } from './call-class.ts';
import { contentDisposition } from './content-disposition.ts';
import type { EventStream } from './event-stream.ts';
import { isForm } from './form-body.ts';
import {
  idempotencyKey,
  isId,
  mayBeLarge,
  numericParams,
  ownBearer,
  readCookie,
  readInput,
  refuseLarge,
  requestHash,
  requestLocale,
} from './read-request.ts';
import { readMultipart, type Upload } from './uploads.ts';
import { limitHeaders } from './limit-headers.ts';
import type { LoadShedding } from './shed-load.ts';

/** A file in an answer. `inline` only for what our own pages show; everything else is an attachment. */
export interface FileReply {
  bytes: Uint8Array | Readable;
  name: string;
  inline?: boolean;
  /** Where a call answers files of several kinds; else the contract says it. */
  kind?: FileKind;
}

/** JSON that leaves as it is, and `after` of the page behind it; null at the end. */
export interface TextAnswer {
  bytes: Buffer;
  next: string | null;
}

/** A cookie to set or (null) to remove, with the product's own defaults. */
export interface CookieChange {
  name: string;
  value: string | null;
  http_only: boolean;
  max_age_s: number;
  path: string;
}

/** What every handler is handed beside its parsed input. */
export interface CallContext<C extends Call> {
  input: ParsedInput<C>;
  files: Record<string, Upload>;
  actor: C['access'] extends { who: 'public' }
    ? Actor | null
    : C['access'] extends { who: 'platform' | 'person' }
      ? Actor
      : CompanyActor;
  locale: Locale;
  ip: string;
  user_agent: string;
  /** A page made the call. Browsers set these headers themselves, and no script of a page can leave them out. */
  by_page: boolean;
  /** The bearer token of a public call that checks its own; null when there is none. */
  bearer: string | null;
  /** `Prefer: respond-async` (RFC 7240): the number of a run is answered at once, and its rows are read beside it. */
  responds_async: boolean;
  /** Null when none was sent: the request is then recognised by its content. */
  idempotency_key: string | null;
  /** SHA-256 of what was asked, to tell a repeat from a different request under the same key. */
  request_hash: Buffer;
  cookie(name: string): string | undefined;
  setCookie(change: CookieChange): void;
  /** Answers 202: taken, and not done yet. */
  accepted(): void;
}

export type Handler<C extends Call> = (
  context: CallContext<C>,
) => Promise<
  C['answer'] extends z.ZodType
    ? C extends { answers_text: true }
      ? TextAnswer
      : HandlerAnswer<C>
    : C['answer'] extends EventsAnswer
      ? EventStream
      : FileReply
>;

/** A handler for every call of the table: a contract without one does not compile. */
export type Handlers = { [Name in keyof Calls]: Handler<Calls[Name]> };

/** A signed-in user made a call without the right to it. */
export interface Denial {
  actor: Actor;
  call: string;
  /** Numbers of the path alone: what was asked for, and nothing that is in it. */
  ids: Record<string, number>;
  ip: string;
}

export interface BindOptions {
  calls: Record<string, Call>;
  handlers: Record<string, unknown>;
  /** The actor of a bearer token, or null when there is none; throws `unauthorized` for a bad one. */
  authenticate(request: FastifyRequest): Promise<Actor | null>;
  /** Is told of every call refused for lack of rights. Nothing waits for it. */
  denied(denial: Denial): void;
  /** Throws while nothing may be changed; reads go on. */
  mayChange(): void;
  /** Refuses calls that can wait while this process is behind. */
  load: LoadShedding;
  clock: Clock;
  log: Log;
  temp_dir: string;
  /** Throws unless the virus scanner finds nothing in any of the files. */
  scanUploads(call: string, files: Record<string, Upload>): Promise<void>;
  /** Throws unless the bearer token of a public call is one of ours. Asked before a body above `BODY_BYTES` is read. */
  admitLarge(bearer: string | null): Promise<void>;
  clientAddress: ClientAddress;
  public_url: string;
  /** Throw when an answer is not what the contract says (tests); otherwise it is logged. */
  strict_answers: boolean;
}

/** Makes a route of each call: session, access, parse, call, check the answer. */
export function bindCalls(http: FastifyInstance, options: BindOptions): void {
  for (const [name, call] of Object.entries(options.calls)) {
    const handler = options.handlers[name] as (context: unknown) => Promise<unknown>;
    const actors = new WeakMap<FastifyRequest, Actor | null>();
    const of = classOf(name, call);
    http.route({
      method: call.method,
      url: routeOf(call),
      bodyLimit: call.body_bytes ?? BODY_BYTES,
      // The answer to HEAD would hold a place among the streams of its reader.
      exposeHeadRoute: call.method === 'GET' && !answersEvents(call),
      // Before the body is read: a stranger's megabytes are not taken in, and what they hold is not judged.
      onRequest: async (request, reply) => {
        options.load.admit(of);
        if (call.method !== 'GET') options.mayChange();
        const actor = call.access.who === 'public' ? null : await options.authenticate(request);
        if (actor?.key) void reply.headers(limitHeaders(actor.key.limit));
        if (actor?.company_id) Object.assign(currentTrace() ?? {}, { company_id: actor.company_id });
        try {
          admit(call, actor, options.clock.now());
        } catch (error) {
          noteDenial({ name, request, actor }, error, options);
          throw error;
        }
        refuseLarge(call, request);
        if (call.access.who === 'public' && call.body_bytes && mayBeLarge(request))
          await options.admitLarge(ownBearer(request));
        if (!call.form && isForm(request)) throw new Problem('unsupported_media');
        actors.set(request, actor);
      },
      handler: async (request, reply) => {
        const incoming = { name, call, handler, request, reply, actor: actors.get(request) ?? null };
        try {
          return await options.load.serve(of, () => serve(incoming, options));
        } catch (error) {
          noteDenial(incoming, error, options);
          throw error;
        }
      },
    });
  }
}

/**
 * Answers every other method of a known path: 405, and to OPTIONS which ones there are. Not by routes, which would be a
 * third of the work of a start: what reached no call, or one whose path takes a value there, is looked up.
 */
export function bindOtherMethods(http: FastifyInstance, calls: Record<string, Call>): void {
  const known = new Map<string, Set<string>>();
  for (const call of Object.values(calls)) {
    const methods = known.get(routeOf(call)) ?? new Set(['OPTIONS']);
    methods.add(call.method);
    if (call.method === 'GET' && !answersEvents(call)) methods.add('HEAD');
    known.set(routeOf(call), methods);
  }
  const patterns = [...known].map(([route, methods]) => ({ route, methods, pattern: null as RegExp | null }));
  const methodsOf = (path: string) =>
    patterns.find((one) => (one.pattern ??= patternOf(one.route)).test(path))?.methods;
  // Before the body, which is no affair of ours.
  http.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url;
    const path = request.url.replace(/\?.*/s, '');
    if (route === path || !path.startsWith('/api/')) return done();
    const methods = known.get(path) ?? (route && known.has(route) ? undefined : methodsOf(path));
    const asks = request.method === 'OPTIONS';
    if (!methods || (methods.has(request.method) && !asks)) return done();
    void reply.header('allow', [...methods].sort().join(', '));
    if (asks) void reply.status(204).send();
    else done(new Problem('method_not_allowed'));
  });
}

const patternOf = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`);

/** The path as the router writes it. */
export const routeOf = (call: Call): string => call.path.replace(/\{(\w+)\}/g, ':$1');

interface Incoming {
  name: string;
  call: Call;
  handler(context: unknown): Promise<unknown>;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor | null;
}

async function serve(incoming: Incoming, options: BindOptions): Promise<unknown> {
  const { name, call, handler, request, reply, actor } = incoming;
  if (!call.files && request.isMultipart()) throw new Problem('unsupported_media');
  if (request.body && isForm(request) !== Boolean(call.form)) throw new Problem('unsupported_media');
  const is_json = !call.files || (call.json_too && !request.isMultipart());
  const multipart = is_json ? null : await readMultipart(request, call, options.temp_dir);
  try {
    const body = multipart ? multipart.fields : (request.body ?? undefined);
    const input = readInput(call, request, body);
    if (actor?.key) admitFields(call, input.body, actor.key);
    if (multipart?.of_other_kind) throw multipart.of_other_kind;
    if (multipart) await options.scanUploads(name, multipart.files);
    // Whatever is said of this call is said in the language it was made in.
    const locale = requestLocale(request, actor);
    const ip = options.clientAddress(request.raw);
    const context = {
      input,
      files: multipart?.files ?? {},
      actor: actor && { ...actor, locale, ip },
      locale,
      ip,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      by_page: 'sec-fetch-mode' in request.headers || 'origin' in request.headers,
      bearer: call.access.who === 'public' && call.access.token ? ownBearer(request) : null,
      responds_async: /(^|,)\s*respond-async\s*($|[,;])/i.test(String(request.headers.prefer ?? '')),
      idempotency_key: call.idempotency ? idempotencyKey(request, actor) : null,
      request_hash: requestHash(name, input, multipart?.files, actor?.key),
      cookie: (cookie: string) => readCookie(request, cookie, options.public_url),
      accepted: () => void reply.code(202),
      setCookie: (change: CookieChange) => setCookie(reply, change, options.public_url),
    };
    const answer = await handler(context);
    if (answersFile(call)) {
      const file = answer as FileReply;
      if (file.kind && !call.answer.kinds?.includes(file.kind))
        offContract(name, `a file of kind ${file.kind}`, options);
      return sendFile(reply, call.answer.file, file);
    }
    if (answersEvents(call)) return sendEvents(reply, answer as EventStream);
    reply.header('cache-control', 'no-store');
    if (call.answers_text) {
      const { bytes, next } = answer as TextAnswer;
      if (next !== null) reply.header('link', linkToNext(request, next));
      if (options.strict_answers)
        checkAnswer(name, call.answer as z.ZodType, JSON.parse(bytes.toString()), options);
      return reply.type('application/json; charset=utf-8').send(bytes);
    }
    return checkAnswer(name, call.answer as z.ZodType, answer, options);
  } finally {
    await multipart?.dispose();
  }
}

/** The same question from the next place on. */
function linkToNext(request: FastifyRequest, next: string): string {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  searchParams.set('after', next);
  return `<${pathname}?${searchParams}>; rel="next"`;
}

const DENIED: readonly ProblemCode[] = ['forbidden', 'not_for_keys', 'scope_missing'];

function noteDenial(
  { name, request, actor }: Pick<Incoming, 'name' | 'request' | 'actor'>,
  error: unknown,
  options: BindOptions,
): void {
  if (!actor || !(error instanceof Problem) || !DENIED.includes(error.code)) return;
  const params = Object.entries(numericParams((request.params ?? {}) as Record<string, string>));
  const ids = Object.fromEntries(params.filter(([key, value]) => isId(key) && typeof value === 'number'));
  const ip = options.clientAddress(request.raw);
  options.denied({ actor, call: name, ids: ids as Denial['ids'], ip });
}

/**
 * Over https no page of a neighbouring host and no page over http may set our cookies: browsers hold to that by the
 * prefix of the name (RFC 6265bis, 4.1.3).
 */
function setCookie(reply: FastifyReply, change: CookieChange, public_url: string): void {
  const secure = public_url.startsWith('https:');
  const name = `${secure ? (change.path === '/' ? '__Host-' : '__Secure-') : ''}${change.name}`;
  const base = { path: change.path, httpOnly: change.http_only, sameSite: 'strict' as const, secure };
  if (change.value === null) void reply.clearCookie(name, base);
  else void reply.setCookie(name, change.value, { ...base, maxAge: change.max_age_s });
}

function sendFile(reply: FastifyReply, media_type: string, file: FileReply): FastifyReply {
  return reply
    .header('content-type', file.kind ? FILE_KINDS[file.kind].media_type : media_type)
    .header('content-disposition', contentDisposition(file.name, file.inline ?? false))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(
      file.bytes instanceof Uint8Array
        ? Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
        : file.bytes,
    );
}

/** No proxy on the way may gather the events up. The connection ends with them: a server that closes waits for none. */
function sendEvents(reply: FastifyReply, { readable }: EventStream): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
    .send(readable);
}

function checkAnswer(name: string, schema: z.ZodType, answer: unknown, options: BindOptions): unknown {
  const result = schema.safeParse(answer);
  if (result.success) return showHiddenIn(result.data);
  const where = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  offContract(name, where, options);
  return answer;
}

function offContract(name: string, where: string, { strict_answers, log }: BindOptions): void {
  if (strict_answers) throw new Error(`answer of ${name} is not what its contract says: ${where}`);
  log.error({ event: 'answer.off_contract', call: name, where });
}

export function tempDir(data_dir: string): string {
  return join(data_dir, 'tmp');
}
