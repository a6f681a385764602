import { SCOPES } from '@kelisim/shared/kernel/scopes.ts';
import { jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { addTestKey } from '../../../test/api-keys.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany } from '../../../test/people.ts';
import { keysOf } from '../../platform/keyring.ts';
import { keyPrefix, makeKeyText } from './key-text.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const { director } = company;
afterAll(() => app.close());

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: { access_token: string; token_type: string; expires_in: number; scope: string; error?: string };
}

async function ask(
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

const grant = { grant_type: 'client_credentials' };
const posted = (token: string) => ({ client_id: keyPrefix(token), client_secret: token });
const encoded = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const basic = (token: string) => encoded(`${keyPrefix(token)}:${token}`);
const status = async (
  token: string,
  name: 'acts.list' | 'jobs.list' | 'auth.me' | 'api_keys.list' = 'acts.list',
) => (await app.raw(name, { token })).status;

test('a key is given a token of its scopes, by the header or in the form, and calls with it', async () => {
  const { token } = await addTestKey(app, director, ['acts:read', 'jobs:read']);
  for (const answer of [await ask({ ...grant, ...posted(token) }), await ask(grant, basic(token))]) {
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'acts:read jobs:read',
    });
    const { access_token } = answer.body;
    const calls = ['acts.list', 'jobs.list', 'auth.me', 'api_keys.list'] as const;
    expect(await Promise.all(calls.map((name) => status(access_token, name)))).toEqual([200, 200, 403, 403]);
    const [secret] = keysOf(app.parts.config, 'access-token');
    const { payload, protectedHeader } = await jwtVerify(access_token, secret, {
      audience: 'kelisim-api',
      issuer: app.parts.config.public_url,
      typ: 'at+jwt',
    });
    expect(protectedHeader.alg).toBe('HS256');
    expect(payload.exp).toBe(Number(payload.iat) + 900);
    expect(payload).toMatchObject({ sub: keyPrefix(token), client_id: keyPrefix(token) });
    expect(JSON.stringify(payload)).not.toContain(token);
  }
});

test('a token asks for fewer scopes and never for more', async () => {
  const { token } = await addTestKey(app, director, ['acts:read', 'jobs:read']);
  const narrow = await ask({ ...grant, scope: 'jobs:read' }, basic(token));
  expect(narrow.body.scope).toBe('jobs:read');
  expect([
    await status(narrow.body.access_token),
    await status(narrow.body.access_token, 'jobs.list'),
  ]).toEqual([403, 200]);
  for (const scope of ['acts:write', 'acts:read acts:write', 'acts:sign', ' '])
    expect((await ask({ ...grant, scope }, basic(token))).body).toMatchObject({ error: 'invalid_scope' });
});

test('a token dies with its key, and loses what the key loses', async () => {
  const key = await addTestKey(app, director, [...SCOPES], { networks: ['127.0.0.1/32'] });
  const { access_token } = (await ask(grant, basic(key.token))).body;
  expect(await status(access_token)).toBe(200);
  const from = { 'x-forwarded-for': '198.51.100.9' };
  expect((await app.raw('acts.list', { token: access_token }, {}, { headers: from })).status).toBe(401);
  const { db } = app.parts;
  await sql`update api_keys set scopes = '{jobs:read}' where id = ${key.id}`.execute(db);
  expect([await status(access_token), await status(access_token, 'jobs.list')]).toEqual([403, 200]);
  await app.ok('api_keys.revoke', director, { params: { key_id: key.id } });
  const dead = await app.raw('jobs.list', { token: access_token });
  expect([dead.status, dead.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
  expect((await ask(grant, basic(key.token))).body).toMatchObject({ error: 'invalid_client' });
});

test('every other client is refused in the words of the standard', async () => {
  const { token } = await addTestKey(app, director);
  const other = await addTestKey(app, director);
  const cases: [Record<string, string> | string, Record<string, string>, number, string][] = [
    [{}, basic(token), 400, 'invalid_request'],
    [{ grant_type: 'password' }, basic(token), 400, 'unsupported_grant_type'],
    [{ ...grant, ...posted(token) }, basic(token), 400, 'invalid_request'],
    [grant, {}, 401, 'invalid_client'],
    [{ ...grant, ...posted(token), client_id: keyPrefix(other.token) }, {}, 401, 'invalid_client'],
    [{ ...grant, ...posted(makeKeyText(true)) }, {}, 401, 'invalid_client'],
    [{ ...grant, ...posted(makeKeyText(false)) }, {}, 401, 'invalid_client'],
    [grant, { authorization: `Bearer ${token}` }, 401, 'invalid_client'],
    [{ ...grant, ...posted(token) }, { 'content-type': 'application/json' }, 400, 'invalid_request'],
    [grant, encoded(`${keyPrefix(token)}:${token}:junk`), 401, 'invalid_client'],
    [{ ...grant, ...posted(token) }, encoded(token), 401, 'invalid_client'],
    [{ ...grant, ...posted(token) }, { authorization: 'Basic !' }, 401, 'invalid_client'],
    [{ ...grant, client_id: keyPrefix(other.token) }, basic(token), 400, 'invalid_request'],
    [`grant_type=client_credentials&${new URLSearchParams(grant)}`, basic(token), 400, 'invalid_request'],
  ];
  for (const [fields, headers, expected, error] of cases) {
    const answer = await ask(fields, headers);
    expect(answer.status, JSON.stringify(fields)).toBe(expected);
    expect(answer.body).toEqual({ error, error_description: expect.stringMatching(/^[ -~]+$/) });
    expect(answer.headers['www-authenticate']).toBe(expected === 401 ? 'Basic realm="kelisim"' : undefined);
  }
});

test('schemes have no case, the same client may stand in the form too, and other methods are told of POST', async () => {
  const { token } = await addTestKey(app, director, ['acts:read']);
  const { authorization } = basic(token);
  for (const scheme of ['basic', 'BASIC']) {
    const headers = { authorization: authorization.replace('Basic', scheme) };
    expect((await ask({ ...grant, client_id: keyPrefix(token) }, headers)).status).toBe(200);
  }
  const { access_token } = (await ask(grant, basic(token))).body;
  const list = (authorization?: string) =>
    app.http.inject({ url: '/api/v1/doc/acts', headers: authorization ? { authorization } : {} });
  for (const one of [token, access_token, director.token])
    for (const scheme of ['bearer', 'BEARER']) expect((await list(`${scheme} ${one}`)).statusCode).toBe(200);
  for (const none of [undefined, `Digest ${token}`, 'Bearer']) {
    const refused = await list(none);
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'] as const) {
    const reply = await app.http.inject({ method, url: '/oauth/token' });
    expect([reply.statusCode, reply.headers.allow], method).toEqual([405, 'POST']);
  }
});

test('tokens of people and tokens of keys do not stand for each other', async () => {
  const { token } = await addTestKey(app, director);
  const { access_token } = (await ask(grant, basic(token))).body;
  const [head, ...rest] = access_token.split('.');
  const [own_head, ...own_rest] = director.token.split('.');
  for (const bent of [
    [own_head, ...rest],
    [head, ...own_rest],
    [head, rest[0], 'AAAA'],
  ])
    expect(await status(bent.join('.'))).toBe(401);
});

test('the metadata names the endpoint and what it takes', async () => {
  const reply = await app.http.inject('/.well-known/oauth-authorization-server');
  expect(reply.json()).toEqual({
    issuer: 'http://localhost:4400',
    token_endpoint: 'http://localhost:4400/oauth/token',
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: SCOPES,
  });
});
