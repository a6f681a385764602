import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { movableClock } from './clock.ts';
import { deriveKey } from './config.ts';
import { bendToken } from '../../attack/bend-token.ts';
import { ACCESS_S, HALF_S, makeTokens } from './tokens.ts';

const master_key = Buffer.alloc(32, 1);
const clock = movableClock(new Date('2026-11-20T10:00:00Z'));
const tokens = makeTokens({ master_key, former_master_keys: [] }, clock);
const claims = { user_id: 7, session_id: 9, company_id: 3, role_id: 1 };
const at = (seconds: number) => clock.set(new Date(Date.parse('2026-11-20T10:00:00Z') + seconds * 1000));

async function codeOf(token: string): Promise<string> {
  return tokens.read(token).then(
    (read) => `read as ${JSON.stringify(read)}`,
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
}

describe('an access token', () => {
  test('lives a quarter of an hour, to the second', async () => {
    at(0);
    const token = tokens.access(claims);
    for (const second of [0, ACCESS_S - 1]) {
      at(second);
      expect(await tokens.read(token)).toEqual({ user_id: 7, session_id: 9 });
    }
    at(ACCESS_S);
    expect(await codeOf(token)).toBe('unauthorized');
  });

  test('of any other making is none', async () => {
    at(0);
    const key = deriveKey(master_key, 'access-token');
    const exp = Math.floor(clock.now().getTime() / 1000) + 60;
    const make = (
      change: (jwt: SignJWT) => SignJWT,
      secret: Uint8Array = key,
      header: { alg: string; typ?: string } = { alg: 'HS256', typ: 'access' },
    ) =>
      change(
        new SignJWT({ sid: 9 })
          .setProtectedHeader(header)
          .setSubject('7')
          .setAudience('kelisim')
          .setExpirationTime(exp),
      ).sign(secret);
    const same = (jwt: SignJWT) => jwt;
    expect(await codeOf(await make(same))).toBe('read as {"user_id":7,"session_id":9}');
    const others = [
      await make(same, deriveKey(Buffer.alloc(32, 2), 'access-token')),
      await make(same, deriveKey(master_key, 'refresh-token')),
      await make(same, master_key),
      await make((jwt) => jwt.setAudience('another')),
      await make(same, key, { alg: 'HS256', typ: 'refresh' }),
      await make(same, key, { alg: 'HS512', typ: 'access' }),
      await make(same, key, { alg: 'HS256' }),
      await make((jwt) => jwt.setSubject('7.5')),
      await make((jwt) => jwt.setNotBefore(exp)),
      await new SignJWT({ sid: 9, sub: '7', aud: 'kelisim' })
        .setProtectedHeader({ alg: 'HS256', typ: 'access' })
        .sign(key),
      await new SignJWT({ sub: '7', aud: 'kelisim', exp })
        .setProtectedHeader({ alg: 'HS256', typ: 'access' })
        .sign(key),
      new UnsecuredJWT({ sid: 9, sub: '7', aud: 'kelisim', exp }).encode(),
      `${tokens.access(claims)}.x`,
      'a.b.c',
      '',
      'x'.repeat(5000),
    ];
    for (const token of others) expect(await codeOf(token), token.slice(0, 90)).toBe('unauthorized');
  });
});

describe('a refresh token', () => {
  test('is followed by one and the same, and knows its session at any age', () => {
    const first = tokens.firstRefresh(42);
    const chain = [first];
    for (let i = 0; i < 5; i++) chain.push(tokens.nextRefresh(chain.at(-1)!));
    expect(new Set(chain).size).toBe(6);
    expect(tokens.nextRefresh(first)).toBe(chain[1]);
    for (const token of chain) expect(tokens.sessionOfRefresh(token)).toBe(42);
    expect(tokens.firstRefresh(42)).not.toBe(first);
  });

  test('cannot be made or changed by anybody else', () => {
    const token = tokens.firstRefresh(42);
    const [session, turn, salt, mac] = token.split('.') as [string, string, string, string];
    const stranger = makeTokens(
      { master_key: Buffer.alloc(32, 2), former_master_keys: [] },
      clock,
    ).firstRefresh(42);
    const forged = [
      `43.${turn}.${salt}.${mac}`,
      `${session}.1.${salt}.${mac}`,
      `${session}.00.${salt}.${mac}`,
      `0${session}.${turn}.${salt}.${mac}`,
      `${token}x`,
      token.slice(0, -1),
      stranger,
      'none',
      '',
      '1.2.3.4',
    ];
    for (const other of forged) expect(tokens.sessionOfRefresh(other), other).toBeNull();
    expect(() => tokens.nextRefresh(stranger)).toThrow('none of ours');
  });
});

describe('a half token', () => {
  test('opens the second step alone, for five minutes, and is no access token nor the reverse', async () => {
    at(0);
    const half = tokens.half({ user_id: 7, means: 'password', prefer: 'organisation' });
    expect(await tokens.readHalf(half)).toMatchObject({
      user_id: 7,
      means: 'password',
      prefer: 'organisation',
      token_id: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(await codeOf(half)).toBe('unauthorized');
    expect(await tokens.readHalf(tokens.access(claims))).toBeNull();
    expect(await tokens.readHalf(`${half}x`)).toBeNull();
    at(HALF_S);
    expect(await tokens.readHalf(half)).toBeNull();
  });
});

test('no garbage is ever a token, and none of it breaks anything', async () => {
  at(0);
  const good = tokens.access(claims);
  for (let i = 0; i < 2_000; i++) {
    const bent = bendToken(good, i);
    if (bent === good) continue;
    const said = await codeOf(bent);
    // Of base64 the last bits may mean nothing: then it is the same token, and says the same.
    if (said !== 'unauthorized') expect(said, bent).toBe('read as {"user_id":7,"session_id":9}');
    expect(await tokens.readHalf(bent)).toBeNull();
    expect(tokens.sessionOfRefresh(bent)).toBeNull();
  }
});
