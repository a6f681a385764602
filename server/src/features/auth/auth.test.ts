import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { send, type Reply } from '../../../test/calls.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, PASSWORD, signInAs } from '../../../test/people.ts';
import { movableClock } from '../../platform/clock.ts';
import { ACCESS_S } from '../../platform/tokens.ts';

const clock = movableClock(new Date());

const app = await makeTestApp({ clock });
const company = await makeCompany(app, { algorithm: 'rsa' });
const director = company.director;
beforeEach(() => clock.set(new Date()));
afterAll(() => app.close());

const LOGIN = '/api/v1/auth/login/too';
const REFRESH = '/api/v1/auth/refresh-token';
const post = (
  url: string,
  body: unknown,
  options: { ip?: string; headers?: Record<string, string> } = {},
): Promise<Reply> =>
  send(app.http, {
    method: 'POST',
    url,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...options.headers },
    remoteAddress: options.ip ?? '127.0.0.1',
  });
const login = (email: string, password: string, ip?: string) =>
  post(LOGIN, { email, password }, ip ? { ip } : {});
const code = (reply: Reply) => `${reply.status} ${(reply.json as { code?: string }).code ?? ''}`.trim();
const tokensOf = (reply: Reply) => reply.json as { access_token: string; refresh_token: string };
const me = (token: string) => app.raw('auth.me', { token });

describe('signing in', () => {
  test('gives both tokens, in the answer and in cookies of their kinds', async () => {
    const reply = await login(director.email, PASSWORD);
    expect(reply.json).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: ACCESS_S,
    });
    const cookies = (reply.headers['set-cookie'] as string[]).filter((line) => !line.startsWith('device='));
    expect(cookies[0]).toMatch(/^access_token=[^;]+; Max-Age=900; Path=\/; SameSite=Strict$/);
    expect(cookies[1]).toMatch(
      /^refresh_token=[^;]+; Max-Age=2592000; Path=\/api\/v1\/auth; HttpOnly; SameSite=Strict$/,
    );
    const [, payload] = tokensOf(reply).access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, unknown>;
    expect(Object.keys(claims).toSorted()).toEqual([
      'aud',
      'company_id',
      'exp',
      'iat',
      'role_id',
      'sid',
      'sub',
    ]);
    expect((await me(tokensOf(reply).access_token)).json).toMatchObject({
      email: director.email,
      role: 'business',
      role_id: 1,
      company: { id: company.id, bin: company.bin },
      proof_until: expect.any(String),
    });
  });

  test('takes the address in any case and the password in either form of its letters', async () => {
    expect((await login(director.email.toUpperCase(), PASSWORD)).status).toBe(200);
    expect(PASSWORD.normalize('NFD')).not.toBe(PASSWORD);
    expect((await login(director.email, PASSWORD.normalize('NFD'))).status).toBe(200);
  });

  test('says the same to a wrong password, an unknown person and a blocked one', async () => {
    const blocked = await makeEmployee(app, company, []);
    await app.parts.db
      .updateTable('users')
      .set({ status: 'blocked' })
      .where('id', '=', blocked.user_id)
      .execute();
    const answers = [
      await login(director.email, 'неверно', '10.0.0.1'),
      await login('nobody@example.com', PASSWORD, '10.0.0.1'),
      await login(blocked.email, PASSWORD, '10.0.0.1'),
      await login(director.email, `${PASSWORD} `, '10.0.0.1'),
      await login(director.email, PASSWORD.toLowerCase(), '10.0.0.1'),
    ];
    for (const answer of answers)
      expect({ ...(answer.json as object), request_id: '' }).toEqual({
        code: 'sign_in_failed',
        message: 'Неверная почта или пароль.',
        request_id: '',
      });
    expect(answers.every((answer) => answer.status === 401 && !answer.headers['set-cookie'])).toBe(true);
    for (const email of ['', 'x', 'a@', `${'a'.repeat(250)}@b.example`, 5, null])
      expect(code(await post(LOGIN, { email, password: 'x' }))).toBe('400 field.email');
  });

  test('after ten failures an address waits, longer each time; the owner elsewhere does not', async () => {
    const victim = await makeEmployee(app, company, []);
    const attacker = '203.0.113.7';
    for (let i = 0; i < 10; i++) expect((await login(victim.email, 'x', attacker)).status).toBe(401);
    const refused = await login(victim.email, PASSWORD, attacker);
    expect(code(refused)).toBe('429 too_many');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(victim.email, PASSWORD, '198.51.100.2')).status).toBe(200);
    expect((await login(director.email, PASSWORD, attacker)).status).toBe(200);
  });

  test('behind a trusted proxy each person has an address, and an untrusted peer cannot make one up', async () => {
    const victim = await makeEmployee(app, company, []);
    const through = async (proxy: string, forwarded: string, password = 'x') => {
      const answer = await app.http.inject({
        method: 'POST',
        url: LOGIN,
        remoteAddress: proxy,
        headers: { 'x-forwarded-for': forwarded },
        payload: { email: victim.email, password },
      });
      return answer.statusCode;
    };
    for (let i = 0; i < 10; i++) expect(await through('10.1.2.3', '203.0.113.20')).toBe(401);
    expect(await through('10.1.2.3', '203.0.113.20', PASSWORD)).toBe(429);
    expect(await through('10.1.2.3', '198.51.100.20', PASSWORD)).toBe(200);
    // What a client writes before the proxy does is not trusted, with or without a proxy.
    expect(await through('10.1.2.3', '198.51.100.21, 203.0.113.20', PASSWORD)).toBe(429);
    expect(await through('203.0.113.20', '198.51.100.22', PASSWORD)).toBe(429);
    // Another host of the proxy's network is no proxy.
    for (let i = 0; i < 10; i++) expect(await through('10.1.2.4', `192.0.2.${i}`)).toBe(401);
    expect(await through('10.1.2.4', '192.0.2.77', PASSWORD)).toBe(429);
  });

  test('an address that no proxy should have written is answered like any other', async () => {
    for (const [at, forwarded] of [
      'foo',
      '1.2.3.4:5678',
      '[::1]:80',
      '256.1.1.1',
      ', ,',
      '2001:DB8::1',
      '::ffff:192.0.2.9',
      '127.1',
      'fe80::1%eth0',
    ].entries()) {
      const answer = await app.http.inject({
        method: 'POST',
        url: LOGIN,
        remoteAddress: '10.1.2.3',
        headers: { 'x-forwarded-for': forwarded },
        payload: { email: `nobody${at}@kelisim.example`, password: 'x' },
      });
      expect(answer.statusCode, forwarded).toBe(401);
    }
  });

  test('ten guesses at once are no more than ten one after the other', async () => {
    const victim = await makeEmployee(app, company, []);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => login(victim.email, 'x', '203.0.113.8')),
    );
    const tried = guesses.filter((reply) => reply.status === 401).length;
    expect(tried).toBeLessThanOrEqual(10);
    expect(guesses.filter((reply) => reply.status === 429)).toHaveLength(30 - tried);
  });
});

describe('refreshing', () => {
  const refresh = (refresh_token: string) => post(REFRESH, { refresh_token });
  const begin = async () => tokensOf(await login(director.email, PASSWORD)).refresh_token;
  /** As if the last refresh had been a while ago. */
  const later = () =>
    sql`update sessions set rotated_at = rotated_at - interval '11 seconds'`.execute(app.parts.db);

  test('turns a token into the next, from the body or the cookie', async () => {
    const first = await begin();
    const second = tokensOf(await refresh(first));
    expect(second.refresh_token).not.toBe(first);
    expect((await me(second.access_token)).status).toBe(200);
    const third = await post(REFRESH, {}, { headers: { cookie: `refresh_token=${second.refresh_token}` } });
    expect(third.status).toBe(200);
    expect(code(await post(REFRESH, {}))).toBe('401 unauthorized');
  });

  test('twenty tabs at once get the same next one', async () => {
    const first = await begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    expect(new Set(answers.map((reply) => tokensOf(reply).refresh_token)).size).toBe(1);
    expect((await refresh(tokensOf(answers[0]!).refresh_token)).status).toBe(200);
  });

  test('with the token before the newest, a while later, ends the session: somebody else has it', async () => {
    const first = await begin();
    const { refresh_token: next, access_token } = tokensOf(await refresh(first));
    await later();
    expect(code(await refresh(first))).toBe('401 unauthorized');
    expect(code(await refresh(next))).toBe('401 unauthorized');
    expect((await me(access_token)).status).toBe(401);
  });

  test('with a token of long ago ends the session as well: the owner comes back and finds a thief', async () => {
    const stolen = await begin();
    let newest = stolen;
    for (let i = 0; i < 4; i++) newest = tokensOf(await refresh(newest)).refresh_token;
    expect(code(await refresh(stolen))).toBe('401 unauthorized');
    expect(code(await refresh(newest))).toBe('401 unauthorized');
  });

  test('what is none, and a forged one of a living session, is refused and ends nothing', async () => {
    const mine = await begin();
    const [session] = mine.split('.');
    for (const token of ['', 'x', `${session}.0.${'a'.repeat(22)}.${'a'.repeat(43)}`, `${mine}x`])
      expect((await refresh(token)).status, token).toBe(401);
    expect((await refresh(mine)).status).toBe(200);
  });

  test('ends after seven days without a use, and is then in no list; a use moves the end', async () => {
    const idle = (days: number) =>
      sql`update sessions set created_at = now() - make_interval(days => 20),
        rotated_at = now() - make_interval(days => ${days}, secs => 60)
        where id = ${session_id}`.execute(app.parts.db);
    const first = await begin();
    const session_id = Number(first.split('.')[0]);
    await idle(6);
    const used = tokensOf(await refresh(first));
    const listed = async () => {
      const { items } = await app.ok('security.sessions', director, {});
      return items.some(({ id }) => id === session_id);
    };
    expect(await listed()).toBe(true);
    await idle(7);
    expect(code(await refresh(used.refresh_token))).toBe('401 unauthorized');
    expect((await me(used.access_token)).status).toBe(401);
    expect(await listed()).toBe(false);
  });

  test('hands no refresh token to a page, whose cookie has it', async () => {
    const body = { email: director.email, password: PASSWORD };
    const by_page: Record<string, string>[] = [
      { origin: 'http://localhost:4400' },
      { 'sec-fetch-mode': 'cors' },
    ];
    for (const headers of by_page) {
      const entered = await post(LOGIN, body, { headers });
      expect(tokensOf(entered).refresh_token).toBeNull();
      const line = (entered.headers['set-cookie'] as string[]).find((one) =>
        one.startsWith('refresh_token='),
      )!;
      const token = /=([^;]+)/.exec(line)![1]!;
      const again = await post(REFRESH, {}, { headers: { ...headers, cookie: `refresh_token=${token}` } });
      expect(again.status).toBe(200);
      expect(tokensOf(again).refresh_token).toBeNull();
      expect(again.text).not.toContain(token.split('.')[2]);
    }
  });

  test('ends with signing out, with the block of the person and after thirty days', async () => {
    const out = await begin();
    const { access_token, refresh_token } = tokensOf(await refresh(out));
    const signed_out = await app.raw('auth.logout', { token: access_token });
    expect(signed_out.headers['set-cookie']).toEqual([
      expect.stringMatching(/^access_token=; .*Expires=Thu, 01 Jan 1970/),
      expect.stringMatching(/^refresh_token=; /),
    ]);
    expect(code(await refresh(refresh_token))).toBe('401 unauthorized');
    const old = await begin();
    const session_id = Number(old.split('.')[0]);
    await sql`update sessions set expires_at = now() - interval '1 second' where id = ${session_id}`.execute(
      app.parts.db,
    );
    expect(code(await refresh(old))).toBe('401 unauthorized');
    const blocked = await makeEmployee(app, company, []);
    const token = tokensOf(await login(blocked.email, PASSWORD)).refresh_token;
    await app.parts.db
      .updateTable('users')
      .set({ status: 'blocked' })
      .where('id', '=', blocked.user_id)
      .execute();
    expect(code(await refresh(token))).toBe('401 unauthorized');
    expect((await me(blocked.token)).status).toBe(401);
  });
});

describe('a session', () => {
  test('ends its access token by the clock', async () => {
    const { token } = await signInAs(app, director);
    clock.set(new Date(Date.now() + (ACCESS_S - 2) * 1000));
    expect((await me(token)).status).toBe(200);
    clock.set(new Date(Date.now() + (ACCESS_S + 1) * 1000));
    expect((await me(token)).status).toBe(401);
  });

  test('pays only with a fresh proof, which the password renews', async () => {
    const person = { ...director, ...(await signInAs(app, director)) };
    const pay = () => app.raw('acts.pay', person, { body: { act_ids: [999_999] } });
    expect((await pay()).status).toBe(200);
    await sql`update sessions set proof_at = now() - interval '601 seconds' where id = ${person.session_id}`.execute(
      app.parts.db,
    );
    expect(code(await pay())).toBe('403 fresh_proof_required');
    expect(await app.refused('auth.prove', person, { body: { password: 'x' } })).toMatchObject({
      status: 403,
      code: 'wrong_password',
      field: 'password',
    });
    expect(code(await pay())).toBe('403 fresh_proof_required');
    const { proof_until } = await app.ok('auth.prove', person, { body: { password: PASSWORD } });
    expect(Date.parse(proof_until) - Date.now()).toBeGreaterThan(590_000);
    expect((await pay()).status).toBe(200);
    for (let i = 0; i < 9; i++) await app.raw('auth.prove', person, { body: { password: 'x' } });
    expect(await app.refused('auth.prove', person, { body: { password: PASSWORD } })).toMatchObject({
      status: 429,
    });
  });

  test('is in one company at a time and goes on in another of the same person only', async () => {
    const other = await makeCompany(app, { algorithm: 'rsa' });
    const stranger = await makeCompany(app, { algorithm: 'rsa' });
    await app.parts.db
      .insertInto('memberships')
      .values({ user_id: director.user_id, company_id: other.id, role_id: 2, rights: [] })
      .execute();
    const person = { ...director, ...(await signInAs(app, director)) };
    expect(
      await app.refused('auth.switch_company', person, { body: { company_id: stranger.id } }),
    ).toMatchObject({ status: 404 });
    await app.ok('auth.switch_company', person, { body: { company_id: other.id } });
    // The session moved, so the old token sees the new company too, with the rights it gives there.
    const seen = await app.ok('auth.me', person, {});
    expect([seen.company!.id, seen.role_id, seen.rights]).toEqual([other.id, 2, []]);
    expect(await app.refused('acts.template', person)).toMatchObject({ status: 403 });
    await sql`update memberships set ended_at = now() where user_id = ${director.user_id} and company_id = ${other.id}`.execute(
      app.parts.db,
    );
    expect(await app.ok('auth.me', person, {})).toMatchObject({ company: null, role: null });
    expect(await app.refused('acts.statuses', person)).toMatchObject({ status: 403 });
  });

  test('loses its rights at once when the director takes them', async () => {
    const employee = await makeEmployee(app, company, ['manage_acts']);
    await app.ok('acts.template', employee, {});
    await sql`update memberships set rights = '{}' where user_id = ${employee.user_id}`.execute(app.parts.db);
    expect(await app.refused('acts.template', employee)).toMatchObject({ status: 403, code: 'forbidden' });
    await sql`update companies set status = 'blocked' where id = ${company.id}`.execute(app.parts.db);
    expect(await app.refused('acts.statuses', director)).toMatchObject({ status: 403 });
    await sql`update companies set status = 'active' where id = ${company.id}`.execute(app.parts.db);
  });

  test('remembers the language of the person, and a request may ask for another', async () => {
    const person = { ...director, ...(await signInAs(app, director)) };
    await app.ok('auth.locale', person, { body: { locale: 'kz' } });
    const [kz] = await app.ok('acts.statuses', person, {});
    const [ru] = await app.ok('acts.statuses', person, {}, { locale: 'ru' });
    expect([kz!.name === ru!.name, ru!.name]).toEqual([false, 'Черновик']);
    expect(await app.refused('auth.locale', person, { body: { locale: 'kk' } })).toMatchObject({
      status: 400,
      field: 'locale',
    });
  });
});
