import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';

/**
 * A client written from the specification of the product and its list of calls alone: paths, parameters, bodies and
 * fields stand here as they stand there. It knows no contract of ours and sends no header that they do not name.
 */
export interface Sent {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  /** JSON. */
  body?: unknown;
  /** An HTML form. */
  form?: Record<string, string>;
  /** Multipart. */
  parts?: Record<string, string | number | SentFile>;
}
export interface SentFile {
  name: string;
  bytes: Uint8Array;
}
export interface Answer {
  status: number;
  json: unknown;
  bytes: Buffer;
  type: string;
}
export type Thing = { id: number } & Record<string, unknown>;
export interface Items<T = Thing> {
  items: T[];
  pages: number;
}

/** Every call of the list that was made and answered, as `METHOD path`. */
export const made = new Set<string>();

export class Client {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  token: string | null = null;

  constructor(address: string) {
    this.#address = address;
  }

  get = <T = Thing>(path: string, sent?: Sent) => this.#ok<T>('GET', path, sent);
  post = <T = Thing>(path: string, sent?: Sent) => this.#ok<T>('POST', path, sent);
  put = <T = Thing>(path: string, sent?: Sent) => this.#ok<T>('PUT', path, sent);
  delete = <T = Thing>(path: string, sent?: Sent) => this.#ok<T>('DELETE', path, sent);

  async file(path: string, sent?: Sent): Promise<Buffer> {
    const answer = await this.ask('GET', path, sent);
    expect(answer.status, `GET ${path} ${answer.bytes.toString('utf8').slice(0, 300)}`).toBe(200);
    expect(answer.type, path).not.toContain('json');
    return answer.bytes;
  }

  async #ok<T>(method: string, path: string, sent?: Sent): Promise<T> {
    const answer = await this.ask(method, path, sent);
    expect([200, 202], `${method} ${path} ${answer.bytes.toString('utf8').slice(0, 500)}`).toContain(
      answer.status,
    );
    return answer.json as T;
  }

  /** Whatever the answer is. */
  async ask(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    if (this.#cookies.size > 0)
      headers.cookie = [...this.#cookies].map((cookie) => cookie.join('=')).join('; ');
    const reply = await request(this.#address + addressOf(path, sent), { method, headers }, payloadOf(sent));
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.#cookies.set(name!, value!);
    }
    const bytes = await buffer(reply);
    const type = reply.headers['content-type'] ?? '';
    const status = reply.statusCode!;
    if (status < 300) made.add(`${method} ${path}`);
    const json: unknown = type.includes('json') ? JSON.parse(bytes.toString('utf8')) : undefined;
    return { status, json, bytes, type };
  }
}

/** Not by `fetch`, whose `Sec-Fetch-Mode` says that it is a page: pages get their refresh token as a cookie alone. */
async function request(url: string, options: RequestOptions, payload: Response): Promise<IncomingMessage> {
  const body = Buffer.from(await payload.arrayBuffer());
  const type = payload.headers.get('content-type');
  const headers = {
    ...options.headers,
    ...(type && { 'content-type': type }),
    ...(body.length > 0 && { 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    httpRequest(url, { ...options, headers }, resolve)
      .on('error', reject)
      .end(body);
  });
}

function addressOf(path: string, { path: values = {}, query = {} }: Sent): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  );
  const text = new URLSearchParams(pairs).toString();
  return (filled.startsWith('/') ? filled : `/api/v1/${filled}`) + (text ? `?${text}` : '');
}

function payloadOf({ body, form, parts }: Sent): Response {
  if (body !== undefined)
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  if (form) return new Response(new URLSearchParams(form));
  if (!parts) return new Response();
  const data = new FormData();
  for (const [name, value] of Object.entries(parts))
    if (typeof value === 'object') data.append(name, new Blob([new Uint8Array(value.bytes)]), value.name);
    else data.append(name, String(value));
  return new Response(data);
}

/** Every field is there, whatever its value. */
export function expectFields(thing: unknown, fields: string): void {
  const missing = fields.split(/,?\s+/).filter((field) => !(field in (thing as object)));
  expect(missing, JSON.stringify(thing)).toEqual([]);
}
