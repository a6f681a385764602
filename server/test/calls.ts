import { randomUUID } from 'node:crypto';
import { calls, type CallName, type Calls } from '@kelisim/shared/calls.ts';
import {
  answersEvents,
  answersFile,
  type Call,
  type CallAnswer,
  type CallInput,
} from '@kelisim/shared/kernel/call.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { ProblemBody } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** What a call is given, loosely enough that a test may also send what no client would. */
export interface Given {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, { name: string; bytes: Uint8Array }>;
}

export interface HowToCall {
  token?: string | undefined;
  /** `Idempotency-Key`: a fresh one where the call reads one and the test does not care, none for null. */
  key?: string | null | undefined;
  locale?: Locale;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  bytes: Buffer;
  text: string;
  /** The parsed body; undefined when it is no JSON. */
  json: unknown;
}

/** The request of a call as the web client would make it. */
export function requestOf(name: CallName, given: Given, how: HowToCall = {}): InjectOptions {
  const call: Call = calls[name];
  const query = given.query ? `?${queryText(given.query)}` : '';
  const headers: Record<string, string> = {
    ...(how.token ? { authorization: `Bearer ${how.token}` } : {}),
    ...(call.idempotency && how.key !== null ? { 'idempotency-key': how.key ?? randomUUID() } : {}),
    ...(how.locale ? { 'accept-language': how.locale } : {}),
  };
  let payload: Buffer | string | undefined;
  if (call.files && (given.files || !call.json_too)) {
    const form = multipartOf((given.body ?? {}) as Record<string, string>, given.files ?? {});
    payload = form.bytes;
    headers['content-type'] = form.type;
  } else if (call.form && given.body !== undefined) {
    payload = queryText(given.body as Record<string, unknown>);
    headers['content-type'] = 'application/x-www-form-urlencoded';
  } else if (given.body !== undefined) {
    payload = JSON.stringify(given.body);
    headers['content-type'] = 'application/json';
  }
  return {
    method: call.method,
    url: pathOf(call, given.params ?? {}) + query,
    headers: { ...headers, ...how.headers },
    ...(payload === undefined ? {} : { payload }),
  };
}

function pathOf(call: Call, params: Record<string, unknown>): string {
  return call.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
}

function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [key, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

export function multipartOf(
  fields: Record<string, string>,
  files: Record<string, { name: string; bytes: Uint8Array }>,
): { bytes: Buffer; type: string } {
  const mark = `----kelisim${randomUUID()}`;
  const parts: Uint8Array[] = [];
  const line = (text: string) => parts.push(Buffer.from(`${text}\r\n`));
  for (const [name, value] of Object.entries(fields)) {
    line(`--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`);
  }
  for (const [name, file] of Object.entries(files)) {
    line(`--${mark}\r\nContent-Disposition: form-data; name="${name}"; filename="${file.name}"`);
    line('Content-Type: application/octet-stream\r\n');
    parts.push(file.bytes);
    line('');
  }
  line(`--${mark}--`);
  return { bytes: Buffer.concat(parts), type: `multipart/form-data; boundary=${mark}` };
}

export async function send(http: FastifyInstance, request: InjectOptions): Promise<Reply> {
  const answer = await http.inject(request);
  return replyOf(answer.statusCode, answer.headers, answer.rawPayload);
}

/** Of a call that goes on: what it says first. Then the reader leaves. */
async function sendForEvents(http: FastifyInstance, request: InjectOptions): Promise<Reply> {
  const answer = await http.inject({ ...request, payloadAsStream: true });
  const stream = answer.stream();
  const bytes: Buffer[] = [];
  for await (const chunk of stream) {
    bytes.push(Buffer.from(chunk as Buffer));
    if (answer.statusCode === 200) break;
  }
  return replyOf(answer.statusCode, answer.headers, Buffer.concat(bytes));
}

function replyOf(status: number, headers: Reply['headers'], bytes: Buffer): Reply {
  const text = bytes.toString('utf8');
  const is_json = String(headers['content-type'] ?? '').startsWith('application/json') && text !== '';
  return { status, headers, bytes, text, json: is_json ? JSON.parse(text) : undefined };
}

type Caller = { token: string } | null;

export interface CallFunctions {
  /** Any call with anything in it. */
  raw(name: CallName, by: Caller, given?: Given, how?: HowToCall): Promise<Reply>;
  /** The answer of a call that must succeed. */
  ok<Name extends CallName>(
    name: Name,
    by: Caller,
    input: CallInput<Calls[Name]> & Pick<Given, 'files'>,
    how?: HowToCall,
  ): Promise<CallAnswer<Calls[Name], Buffer>>;
  /** The problem of a call that must fail, with its status. */
  refused(
    name: CallName,
    by: Caller,
    given?: Given,
    how?: HowToCall,
  ): Promise<ProblemBody & { status: number }>;
}

export function callFunctions(http: FastifyInstance): CallFunctions {
  const raw: CallFunctions['raw'] = (name, by, given = {}, how = {}) =>
    (answersEvents(calls[name]) ? sendForEvents : send)(
      http,
      requestOf(name, given, { token: by?.token, ...how }),
    );
  return {
    raw,
    async ok(name, by, input, how) {
      const reply = await raw(name, by, input as Given, how);
      if (reply.status !== 200) throw new Error(`${name} was answered ${reply.status}: ${reply.text}`);
      return (answersFile(calls[name]) ? reply.bytes : reply.json) as never;
    },
    async refused(name, by, given, how) {
      const reply = await raw(name, by, given, how);
      if (reply.status < 400) throw new Error(`${name} was not refused: ${reply.text.slice(0, 500)}`);
      return { ...(reply.json as ProblemBody), status: reply.status };
    },
  };
}
