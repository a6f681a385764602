/** One exchange; the only way to the network that this package knows. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  timeout_ms: number;
  /** A longer answer is an error. */
  most_bytes: number;
}

export interface HttpResponse {
  status: number;
  body: Uint8Array;
}

/** Throws when there is no whole answer in time; any status is an answer. */
export type HttpPort = (request: HttpRequest) => Promise<HttpResponse>;

/** The part of `fetch` that is needed; typed by shape, because no DOM types are used here. */
export type FetchLike<Signal> = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: Uint8Array<ArrayBuffer>; signal: Signal },
) => Promise<{
  status: number;
  headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}>;

/**
 * @param input.timeoutSignal `(ms) => AbortSignal.timeout(ms)`
 */
export function httpOverFetch<Signal>(input: {
  fetch: FetchLike<Signal>;
  timeoutSignal: (timeout_ms: number) => Signal;
}): HttpPort {
  return async ({ method, url, headers, body, timeout_ms: timeout, most_bytes: most }) => {
    const response = await input.fetch(url, {
      method,
      headers: headers ?? {},
      ...(body !== undefined && { body: new Uint8Array(body) }),
      signal: input.timeoutSignal(timeout),
    });
    const announced = Number(response.headers.get('content-length') ?? 0);
    if (announced > most) throw new RangeError('The answer is too long');
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > most) throw new RangeError('The answer is too long');
    return { status: response.status, body: bytes };
  };
}

// Browsers and Node have both; this package is compiled with the types of neither.
declare function setTimeout(done: () => void, after_ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

function pause(after_ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, after_ms));
}

/** What a question answers, or null when that takes longer; the question goes on. Without a limit, all its time. */
export function within<T>(limit_ms: number | undefined, question: Promise<T>): Promise<T | null> {
  if (limit_ms === undefined) return question;
  let timer: unknown;
  const limit = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), limit_ms);
  });
  return Promise.race([question, limit]).finally(() => clearTimeout(timer));
}

/**
 * Tries again what a passing fault spoils: no answer, and statuses from 500 on. Null when all attempts failed or the
 * answer is not 200. The pause doubles from one attempt to the next.
 */
export async function askPatiently(
  http: HttpPort,
  request: HttpRequest,
  { attempts, pause_ms: first }: { attempts: number; pause_ms: number },
): Promise<Uint8Array | null> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await pause(first * 2 ** (attempt - 1));
    try {
      const { status, body } = await http(request);
      if (status === 200) return body;
      if (status < 500) return null;
    } catch {
      // The next attempt may have more luck.
    }
  }
  return null;
}
