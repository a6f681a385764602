import { errorOf, KelisimError } from './kelisim-error.ts';

export interface ClientOptions {
  /** An API key, or a function that gives one, for keys that are exchanged. `undefined`, of an environment without it, is refused. */
  key: string | undefined | (() => string | Promise<string>);
  /** The address of the installation. */
  base_url: string;
  /** Language of messages. */
  language?: 'ru' | 'kz';
  /** The day whose contract the program was written for. */
  version?: string;
  /** How often a request is repeated after a failure that passes. */
  retries?: number;
  timeout_ms?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** One deed however often it is sent; without it each call has a key of its own, the same in all its repeats. */
  idempotency_key?: string;
  signal?: AbortSignal;
}

/** Is told of the head of an answer before its body is read. */
export type Heard = (headers: Headers) => void;

/** What any call takes; its own types say which of these, and how. */
export interface AnyParts {
  params?: object;
  query?: object;
  body?: object;
  files?: Record<string, Blob | undefined>;
}

const PASSING = new Set([429, 502, 503, 504]);
const LONGEST_PAUSE_MS = 60_000;

/** `GET /api/v1/doc/acts ji`: method, path with `{names}`, and marks (see generated.ts). */
export async function sendCall(
  client: ClientOptions,
  row: string,
  parts: AnyParts,
  options: CallOptions,
  heard?: Heard,
): Promise<unknown> {
  const [method = 'GET', path = '', marks = ''] = row.split(' ');
  const headers = new Headers({ Accept: marks.includes('f') ? '*/*' : 'application/json' });
  headers.set('Accept-Language', client.language ?? 'ru');
  if (client.version) headers.set('Kelisim-Version', client.version);
  if (marks.includes('i')) headers.set('Idempotency-Key', options.idempotency_key ?? crypto.randomUUID());
  const body = bodyOf(marks, parts, headers);
  const url = urlOf(client.base_url, path, parts);
  // A deed without a key is repeated only where the server says that it did nothing.
  const is_safe = method !== 'POST' || marks.includes('i');
  for (let tried = 0; ; tried += 1) {
    const may_repeat = tried < (client.retries ?? 4);
    try {
      const key = typeof client.key === 'function' ? await client.key() : client.key;
      headers.set('Authorization', `Bearer ${key}`);
      const signal = AbortSignal.any([
        AbortSignal.timeout(client.timeout_ms ?? 60_000),
        ...(options.signal ? [options.signal] : []),
      ]);
      const response = await (client.fetch ?? fetch)(url, { method, headers, body, signal });
      if (response.ok) heard?.(response.headers);
      if (response.ok) return marks.includes('f') ? await fileOf(response) : await response.json();
      const failure = response.status >= 500 ? is_safe : PASSING.has(response.status);
      const passes = failure || response.status === 503;
      if (!passes || !may_repeat) throw await errorOf(response);
      await response.body?.cancel();
      await pause(pauseOf(tried, response.headers.get('Retry-After')), options.signal);
    } catch (cause) {
      if (cause instanceof KelisimError || options.signal?.aborted) throw cause;
      if (!is_safe || !may_repeat) throw new KelisimError(0, 'network', 'No answer', { cause });
      await pause(pauseOf(tried, null), options.signal);
    }
  }
}

function urlOf(base_url: string, path: string, { params, query }: AnyParts): URL {
  const given = (params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (given[name] === undefined) throw new TypeError(`params.${name} is missing`);
    return encodeURIComponent(String(given[name]));
  });
  const url = new URL(filled, base_url);
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
  return url;
}

/** Marks: `j` JSON, `m` multipart, `mj` either, `f` answers a file, `i` takes an idempotency key. */
function bodyOf(marks: string, { body, files }: AnyParts, headers: Headers): FormData | string | null {
  if (marks.includes('m') && (files || !marks.includes('j'))) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {}))
      if (value !== undefined && value !== null) form.append(name, String(value));
    for (const [name, file] of Object.entries(files ?? {}))
      if (file) form.append(name, file, file instanceof File ? file.name : 'file');
    return form;
  }
  if (!marks.includes('j')) return null;
  headers.set('Content-Type', 'application/json');
  return JSON.stringify(body ?? {});
}

async function fileOf(response: Response): Promise<File> {
  const said = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1];
  const name = encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(said)?.[1];
  const blob = await response.blob();
  return new File([blob], name ?? 'file', { type: blob.type });
}

/** Doubles each time, with a share of chance so that many clients do not come back at once. */
function pauseOf(tried: number, retry_after: string | null): number {
  const asked_ms = Number(retry_after ?? 0) * 1000;
  const own_ms = 250 * 2 ** tried * (0.75 + Math.random() / 2);
  return Math.min(asked_ms > 0 ? asked_ms : own_ms, LONGEST_PAUSE_MS);
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });
  signal?.throwIfAborted();
}
