import { NoAnswer, type Outbound, type OutboundQuestion } from '../../platform/outbound.ts';
import { BankUnusable } from './banks.ts';

export interface BankReply {
  status: number;
  /** Null where it is no JSON. */
  json: unknown;
}

/** Asks and reads JSON. Throws `NoAnswer`. */
export async function askBank(outbound: Outbound, question: OutboundQuestion): Promise<BankReply> {
  const { status, text } = await outbound.ask({
    ...question,
    headers: { accept: 'application/json', ...question.headers },
  });
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Said by its absence.
  }
  return { status, json };
}

/** What stands at `a.b.0.c` of an answer; undefined where nothing does. */
export function at(json: unknown, path: string): unknown {
  let value = json;
  for (const step of path.split('.').filter(Boolean)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** What is wrong when an answer has such a status; the same for every question. */
export function assertGood({ status, json }: BankReply): void {
  if (status === 401) throw new BankUnusable('wrong_credentials');
  if (status === 403) throw new BankUnusable('forbidden');
  if (status === 404 || status === 405) throw new BankUnusable('wrong_path');
  if (status >= 300 && status < 400) throw new BankUnusable('redirected');
  if (status < 200 || status > 299) throw new BankUnusable('bank_error');
  if (json === null) throw new BankUnusable('not_json');
}

export interface TokenInput {
  url: string;
  client_id: string;
  client_secret: string;
  scopes?: string | undefined;
}

/** OAuth 2.0 with the credentials of a client (RFC 6749, 4.4). Throws `NoAnswer` and `BankUnusable`. */
export async function askToken(
  outbound: Outbound,
  input: TokenInput,
): Promise<{ token: string; life_s: number }> {
  const basic = [input.client_id, input.client_secret].map(encodeURIComponent).join(':');
  const reply = await askBank(outbound, {
    method: 'POST',
    url: input.url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(input.scopes ? { scope: input.scopes } : {}),
    }).toString(),
  });
  // 400 `invalid_client`, `invalid_scope` and the like are said of what was sent.
  if (reply.status === 400) throw new BankUnusable('wrong_credentials');
  assertGood(reply);
  const token = at(reply.json, 'access_token');
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw new BankUnusable('wrong_fields');
  const life = Number(at(reply.json, 'expires_in') ?? 300);
  return { token, life_s: Number.isFinite(life) ? Math.max(0, life) : 300 };
}

/** Caches tokens by owner. A token is renewed a minute before it expires, by one of many concurrent callers. */
export function keepTokens(now: () => number = Date.now) {
  const kept = new Map<string, { token: Promise<string>; until: number }>();
  return {
    async get(key: string, ask: () => Promise<{ token: string; life_s: number }>): Promise<string> {
      const known = kept.get(key);
      if (known && known.until > now()) return known.token;
      const entry = { token: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
      entry.token = ask().then(
        ({ token, life_s }) => {
          entry.until = now() + Math.max(1, life_s - 60) * 1000;
          return token;
        },
        (error: unknown) => {
          if (kept.get(key) === entry) kept.delete(key);
          throw error;
        },
      );
      if (kept.size > 1_000) kept.clear();
      kept.set(key, entry);
      return entry.token;
    },
    forget: (key: string) => void kept.delete(key),
  };
}

/** The fault of whatever was thrown while a bank was asked. */
export function bankFaultOf(error: unknown) {
  if (error instanceof BankUnusable || error instanceof NoAnswer) return error.fault;
  throw error;
}
