import {
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { jwtVerify, type JWTVerifyOptions } from 'jose';
import type { Clock } from './clock.ts';
import { keysOf, type MasterKeys } from './keyring.ts';

export const ACCESS_S = 15 * 60;
export const REFRESH_S = 30 * 24 * 3600;
/** A session ends when it is not refreshed for this long, whatever is left of its thirty days. */
export const IDLE_S = 7 * 24 * 3600;
export const HALF_S = 5 * 60;

export interface AccessClaims {
  user_id: number;
  session_id: number;
}

/** What a token of OAuth says of the API key that it was given for (RFC 9068). */
export interface KeyClaims {
  key_id: number;
  /** Scopes with spaces between them. */
  scope: string;
}

/** A user who passed the first step of a sign-in and still needs the second. */
export interface HalfClaims {
  user_id: number;
  /** The way of the first step. */
  means: string;
  /** Which company the user wanted to enter. */
  prefer: string;
}

export interface Tokens {
  access(claims: AccessClaims & { company_id: number | null; role_id: number | null }): string;
  /** Throws `unauthorized` unless it is a valid access token of ours. */
  read(token: string): Promise<AccessClaims>;
  /** `issuer` is the product’s own address, `client_id` the first characters of the key. */
  ofKey(claims: KeyClaims & { issuer: string; client_id: string }): string;
  /** Throws `unauthorized` unless it is a valid token of a key of ours. */
  readOfKey(token: string): Promise<KeyClaims>;
  /** Grants only the second step of a sign-in. */
  half(claims: HalfClaims): string;
  /** Returns null unless it is a valid half token of ours; `made_at` in whole seconds, `token_id` for its one use. */
  readHalf(token: string): Promise<(HalfClaims & { made_at: Date; token_id: string }) | null>;
  /** The refresh token a session begins with. */
  firstRefresh(session_id: number): string;
  /**
   * The token that follows a refresh token of ours. It is derived, not drawn: two tabs that refresh at once with the
   * same token get the same next one, and nothing readable is stored. After a change of the key it is the one that was
   * given already, when `given_hash` is of it.
   */
  nextRefresh(refresh_token: string, given_hash?: Buffer): string;
  /**
   * The session that a refresh token was made for, however old it is: so a stolen one is known for what it is when it
   * comes after many others. Null for what we did not make.
   */
  sessionOfRefresh(refresh_token: string): number | null;
}

const KEY_TOKEN = 'at+jwt';

/** Whether a text begins like a token of a key; of everything else it is none. */
export const isKeyToken = (text: string): boolean => text.startsWith(`${headOf(KEY_TOKEN)}.`);

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const headOf = (typ: string) => part({ alg: 'HS256', typ });

/** A JWT by HMAC-SHA-256 (RFC 7515 A.1), made in the same turn: the library's way goes through a thread and back. */
function sign(key: KeyObject, typ: string, claims: Record<string, unknown>): string {
  const text = `${headOf(typ)}.${part(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

/** A former key is tried only where the present one has not made it. */
async function verify(token: string, keys: readonly KeyObject[], options: JWTVerifyOptions) {
  for (const key of keys.slice(0, -1)) {
    try {
      return await jwtVerify(token, key, options);
    } catch {
      // The last one says what is wrong.
    }
  }
  return jwtVerify(token, keys.at(-1) as KeyObject, options);
}

/** Returns what is stored of a refresh token. */
export function refreshHash(refresh_token: string): Buffer {
  return createHash('sha256').update(refresh_token).digest();
}

/** Tokens are made with the present key; those that a former one made are good for as long as they live. */
export function makeTokens(master_keys: MasterKeys, clock: Clock): Tokens {
  // As objects they are made ready for signing once, not for each token.
  const access_keys = keysOf(master_keys, 'access-token').map((key) => createSecretKey(key));
  const half_keys = keysOf(master_keys, 'half-token').map((key) => createSecretKey(key));
  const [access_key, half_key] = [access_keys[0] as KeyObject, half_keys[0] as KeyObject];
  const refresh_keys = keysOf(master_keys, 'refresh-token');
  return {
    access({ user_id, session_id, company_id, role_id }) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return sign(access_key, 'access', {
        sid: session_id,
        company_id,
        role_id,
        sub: String(user_id),
        aud: 'kelisim',
        iat: now,
        exp: now + ACCESS_S,
      });
    },
    async read(token) {
      if (token.length > 4096) throw new Problem('unauthorized');
      try {
        const { payload } = await verify(token, access_keys, {
          algorithms: ['HS256'],
          typ: 'access',
          audience: 'kelisim',
          requiredClaims: ['exp', 'sub', 'sid'],
          currentDate: clock.now(),
        });
        const [user_id, session_id] = [Number(payload.sub), Number(payload.sid)];
        if (Number.isSafeInteger(user_id) && Number.isSafeInteger(session_id)) return { user_id, session_id };
      } catch {
        // Whatever is wrong with it, the answer is the same.
      }
      throw new Problem('unauthorized');
    },
    ofKey({ key_id, scope, issuer, client_id }) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return sign(access_key, KEY_TOKEN, {
        key_id,
        scope,
        client_id,
        iss: issuer,
        sub: client_id,
        aud: 'kelisim-api',
        jti: randomBytes(16).toString('base64url'),
        iat: now,
        exp: now + ACCESS_S,
      });
    },
    async readOfKey(token) {
      if (token.length > 4096) throw new Problem('unauthorized');
      try {
        const { payload } = await verify(token, access_keys, {
          algorithms: ['HS256'],
          typ: KEY_TOKEN,
          audience: 'kelisim-api',
          requiredClaims: ['exp', 'key_id', 'scope'],
          currentDate: clock.now(),
        });
        const [key_id, scope] = [Number(payload.key_id), String(payload.scope)];
        if (Number.isSafeInteger(key_id)) return { key_id, scope };
      } catch {
        // Whatever is wrong with it, the answer is the same.
      }
      throw new Problem('unauthorized');
    },
    half({ user_id, means, prefer }) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return sign(half_key, 'half', {
        means,
        prefer,
        sub: String(user_id),
        aud: 'kelisim-second-factor',
        jti: randomBytes(16).toString('base64url'),
        iat: now,
        exp: now + HALF_S,
      });
    },
    async readHalf(token) {
      try {
        const { payload } = await verify(token, half_keys, {
          algorithms: ['HS256'],
          typ: 'half',
          audience: 'kelisim-second-factor',
          requiredClaims: ['exp', 'iat', 'sub', 'jti'],
          currentDate: clock.now(),
        });
        return {
          user_id: Number(payload.sub),
          means: String(payload.means),
          prefer: String(payload.prefer),
          made_at: new Date(payload.iat! * 1000),
          token_id: payload.jti!,
        };
      } catch {
        return null;
      }
    },
    firstRefresh: (session_id) =>
      makeRefresh(refresh_keys[0], session_id, 0, randomBytes(16).toString('base64url')),
    nextRefresh(refresh_token, given_hash) {
      const read = readRefresh(refresh_token);
      if (!read) throw new Error('a refresh token that is none of ours has no next one');
      const [next, ...others] = refresh_keys.map((key) =>
        makeRefresh(key, read.session_id, read.turn + 1, read.salt),
      ) as [string, ...string[]];
      const given = given_hash && others.find((one) => refreshHash(one).equals(given_hash));
      return given ?? next;
    },
    sessionOfRefresh: (refresh_token) => readRefresh(refresh_token)?.session_id ?? null,
  };

  /** `session.turn.salt.mac`: the turn makes each token of a session another one, the code makes it ours. */
  function makeRefresh(key: Buffer, session_id: number, turn: number, salt: string): string {
    const text = `${session_id}.${turn}.${salt}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  }

  function readRefresh(token: string): { session_id: number; turn: number; salt: string } | null {
    const match = /^(\d{1,15})\.(\d{1,9})\.([\w-]{22})\.[\w-]{43}$/.exec(token);
    if (!match) return null;
    const read = { session_id: Number(match[1]), turn: Number(match[2]), salt: match[3]! };
    const given = Buffer.from(token);
    const is_ours = refresh_keys.some((key) => {
      const ours = Buffer.from(makeRefresh(key, read.session_id, read.turn, read.salt));
      return ours.length === given.length && timingSafeEqual(ours, given);
    });
    return is_ours ? read : null;
  }
}
