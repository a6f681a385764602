import type { Event, PingEvent } from './generated.ts';
import { KelisimError } from './kelisim-error.ts';

/** Seconds that a signature may be old, or ahead of a clock that is wrong. */
const TOLERANCE_S = 300;

/** Headers as a framework has them: an object, or `Headers`. */
export type HeadersLike = Headers | Record<string, string | string[] | undefined>;

/** What a webhook says: the thing changed, and where it is read; or a test (`ping`), about the endpoint itself. */
export type WebhookEvent = Event | PingEvent;

/**
 * Checks a delivery by Standard Webhooks 1.0 and returns its event. `raw` is the body as it came, before any parsing.
 * Throws a `KelisimError` with the code `webhook.invalid`. `webhook-id` is the same in every repeat of a delivery.
 */
export async function verify(
  raw: string | Uint8Array,
  headers: HeadersLike,
  secret: string,
  { now = Date.now(), tolerance_s = TOLERANCE_S } = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw invalid('the headers are missing');
  const age_s = Math.abs(now / 1000 - Number(timestamp));
  if (!(age_s <= tolerance_s)) throw invalid('the timestamp is too far from now');
  const body = typeof raw === 'string' ? raw : new TextDecoder().decode(raw);
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',', 2);
    // Web Crypto compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
      return JSON.parse(body) as WebhookEvent;
  }
  throw invalid('no signature fits');
}

function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch (cause) {
    throw invalid('no base64', cause);
  }
}

const invalid = (why: string, cause?: unknown) =>
  new KelisimError(0, 'webhook.invalid', `Not a webhook of ours: ${why}`, { cause });
