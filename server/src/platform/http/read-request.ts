import { createHash } from 'node:crypto';
import { BODY_BYTES, type Call } from '@kelisim/shared/kernel/call.ts';
import { toLocale, type Locale } from '@kelisim/shared/kernel/locale.ts';
import { refuseHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
// Gives requests and answers their cookies.
import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, ActorKey } from '../actor.ts';
import { bearerOf } from './bearer.ts';
import { isForeign } from './own-origin.ts';
import { problemOfIssue } from './problem-reply.ts';
import { readQuery } from './query-string.ts';
import type { Upload } from './uploads.ts';

/** Room for the heads of the parts. */
const MULTIPART_HEADS = 16_384;

/** The limits of the single parts hold while they are read; the sum of them is refused by what the sender announces. */
export function refuseLarge({ files, body_bytes = BODY_BYTES }: Call, request: FastifyRequest): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  // Only parts may be larger: what is left to the framework to refuse is cut off before the sender has read the answer.
  const in_parts = /^multipart\//i.test(request.headers['content-type'] ?? '');
  const parts = in_parts ? Object.values(files ?? {}) : [];
  const most = parts.reduce((sum, { max_bytes }) => sum + max_bytes, body_bytes);
  if (announced > most + (parts.length > 0 ? MULTIPART_HEADS : 0)) throw new Problem('too_large');
}

/** Beyond what strangers may send, or of a length that is not announced. */
export const mayBeLarge = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? 0) > BODY_BYTES || headers['transfer-encoding'] !== undefined;

export function readInput(call: Call, request: FastifyRequest, sent: unknown): Record<string, unknown> {
  const body = call.bare_list && Array.isArray(sent) ? { [call.bare_list]: sent } : sent;
  const input: Record<string, unknown> = {};
  if (call.params)
    input.params = parse(call.params, numericParams(request.params as Record<string, string>), 'not_found');
  const query = readQuery(request.raw.url ?? '', call.query);
  refuseHidden(query);
  if (call.body) refuseHidden(body);
  if (call.query) input.query = parse(call.query, query);
  if (call.body) {
    input.body = parse(call.body, body ?? {});
    // Said only of what would pass as empty: of all else the field that is missing has been named.
    if ((body ?? null) === null && !call.body_optional) throw new Problem('missing_field', { field: 'body' });
  } else if (body !== undefined && body !== null && Object.keys(body as object).length > 0) {
    const first = Object.keys(body as object)[0]!;
    throw new Problem('unknown_field', { field: first });
  }
  return input;
}

export const isId = (key: string) => key === 'id' || (key.endsWith('_id') && key !== 'public_id');

/** Ids in a path are plain positive decimals; anything else names nothing, and is answered as missing. */
export function numericParams(params: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      isId(key) && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value,
    ]),
  );
}

function parse(schema: z.ZodType, value: unknown, as?: 'not_found'): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  if (as) throw new Problem(as);
  throw problemOfIssue(result.error.issues[0]!);
}

export function ownBearer(request: FastifyRequest): string | null {
  const token = bearerOf(request.headers.authorization);
  return token !== null && /^[\w.~+/=-]{1,512}$/.test(token) ? token : null;
}

/** Two API keys of one person share no keys of requests. */
export function idempotencyKey(request: FastifyRequest, actor: Actor | null): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  // The draft of the header puts the value in quotes.
  const text = String(key).replace(/^"(.*)"$/, '$1');
  if (!/^[\w-]{8,100}$/.test(text)) throw new Problem('idempotency_key_malformed');
  return actor?.key ? `${actor.key.id}:${text}` : text;
}

export function requestHash(
  name: string,
  input: unknown,
  files: Record<string, Upload> = {},
  key: ActorKey | null = null,
): Buffer {
  const hash = createHash('sha256').update(name).update(JSON.stringify(input));
  if (key) hash.update(`key ${key.id}`);
  for (const [field, file] of Object.entries(files)) hash.update(field).update(file.sha256);
  return hash.digest();
}

export function requestLocale(request: FastifyRequest, actor: Actor | null): Locale {
  // Of an address that cannot be read nobody has looked at the cookies.
  const cookies: Partial<FastifyRequest['cookies']> | undefined = request.cookies;
  const asked = cookies?.locale ?? request.headers['accept-language'];
  return asked ? toLocale(asked) : (actor?.locale ?? 'ru');
}

export function localeOf(request: FastifyRequest): Locale {
  return requestLocale(request, null);
}

/** A request that the page of another origin caused comes without cookies, whatever the browser sent along. */
export function readCookie(request: FastifyRequest, name: string, public_url: string): string | undefined {
  if (isForeign(request, public_url)) return undefined;
  const { cookies } = request;
  if (!public_url.startsWith('https:')) return cookies[name];
  return cookies[`__Host-${name}`] ?? cookies[`__Secure-${name}`];
}
