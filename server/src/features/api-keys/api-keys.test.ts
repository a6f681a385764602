import { calls } from '@kelisim/shared/calls.ts';
import { MOST_KEYS } from '@kelisim/shared/features/api-keys/api-keys.contract.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { SCOPE_RIGHTS, SCOPES, type Scope } from '@kelisim/shared/kernel/scopes.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { addTestKey } from '../../../test/api-keys.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { actBody, makeDeal, makeDraftAct } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, signInAs, type TestCompany } from '../../../test/people.ts';
import { isKeyText, keyHash, makeKeyText } from './key-text.ts';
import { MOST_A_MINUTE } from './authenticate-key.ts';

const app = await makeTestApp();
const { db } = app.parts;
afterAll(() => app.close());

const newCompany = () => makeCompany(app, { algorithm: 'rsa' });
const make = (company: TestCompany, more: { scopes?: Scope[]; networks?: string[] } = {}) =>
  app.ok('api_keys.create', company.director, {
    body: { name: '1С', scopes: more.scopes ?? ['acts:read'], networks: more.networks ?? [] },
  });
const listed = (company: TestCompany) => app.ok('api_keys.list', company.director, {});
const asks = async (token: string, headers: Record<string, string> = {}) =>
  (await app.raw('acts.list', { token }, {}, { headers })).status;

test('each scope gives the rights that its calls ask for, and no call that wants a proof or a director has one', () => {
  const asked = Object.fromEntries(SCOPES.map((scope) => [scope, new Set<EmployeeRight>()]));
  for (const [name, { scope, access, fresh_proof, scope_stands }] of Object.entries(calls) as [
    string,
    Call,
  ][]) {
    if (!scope) continue;
    expect(['user', 'business'], name).toContain(access.who);
    // A scope that stands for them was given by a director with a fresh proof, and opens nothing else.
    expect(scope_stands === true, name).toBe(scope === 'webhooks:manage');
    expect(!scope_stands && (fresh_proof ?? false), name).toBe(false);
    expect(!scope_stands && 'director' in access, name).toBe(false);
    if ('right' in access && access.right) asked[scope]?.add(access.right as EmployeeRight);
  }
  for (const scope of SCOPES)
    expect([...SCOPE_RIGHTS[scope]].sort(), scope).toEqual([...(asked[scope] ?? [])].sort());
  for (const rights of Object.values(SCOPE_RIGHTS)) expect(rights).not.toContain('sign');
});

test('a key says what it is for, and one letter changed is told without asking the database', () => {
  for (const is_sandbox of [true, false]) {
    const key = makeKeyText(is_sandbox);
    expect(key).toMatch(/^kls_(live|test)_[0-9A-Za-z]{39}$/);
    expect(isKeyText(key, is_sandbox)).toBe(true);
    expect(isKeyText(key, !is_sandbox)).toBe(false);
    for (const at of [0, 4, 9, 20, 41, 47]) {
      const bent = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(isKeyText(bent, is_sandbox), bent).toBe(false);
    }
  }
});

test('a key is told once and kept as a hash; it is used, listed and told of to everybody who heads the company', async () => {
  const company = await newCompany();
  const { key, item } = await make(company, { networks: ['127.0.0.0/8'] });
  expect(key.startsWith(item.prefix)).toBe(true);
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', item.id).executeTakeFirstOrThrow();
  expect(row.hash).toEqual(keyHash(key));
  expect(JSON.stringify(row)).not.toContain(key.slice(20));
  expect(item).toMatchObject({ state: 'active', last_used_at: null, networks: ['127.0.0.0/8'] });
  expect(item.expires_at).toBe(`${addDays(almatyDate(new Date()), 365)}T19:00:00.000Z`);

  const reply = await app.raw('acts.list', { token: key });
  expect(reply.status).toBe(200);
  expect(reply.headers['ratelimit-policy']).toBe(`"minute";q=${MOST_A_MINUTE};w=60`);
  expect(reply.headers.ratelimit).toMatch(new RegExp(`^"minute";r=${MOST_A_MINUTE - 1};t=\\d+$`));
  const { items } = await listed(company);
  expect(items[0]).toMatchObject({ id: item.id, last_ip: '127.0.0.1', last_used_at: expect.any(String) });
  expect(JSON.stringify(items)).not.toContain(key.slice(20));

  const words = { key: `1С (${item.prefix}…)`, scopes: 'acts:read' };
  const history = await app.ok('companies.history', company.director, { query: {} });
  expect(history.items[0]).toMatchObject({ action: 'api_key_made', after: words });
  const told = await db
    .selectFrom('notices')
    .select(['kind', 'words'])
    .where('user_id', '=', company.director.user_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(told).toMatchObject({ kind: 'company_guarded', words: { deed: 'api_key_made' } });
  const event = await db
    .selectFrom('security_events')
    .select(['kind', 'detail'])
    .where('user_id', '=', company.director.user_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ kind: 'api_key_made', detail: { api_key_id: item.id, api_key: '1С' } });
});

test('a key is made by a director with a fresh proof, of known scopes, real networks and days within two years', async () => {
  const company = await newCompany();
  const body = { name: '1С', scopes: ['acts:read'] };
  const { director } = company;
  const employee = await makeEmployee(app, company, ['manage_settings', 'manage_acts']);
  const today = almatyDate(new Date());
  await app.ok('employees.set_deputy', director, {
    params: { user_id: employee.user_id },
    body: { from: today, until: today },
  });
  expect((await app.refused('api_keys.create', employee, { body })).code).toBe('forbidden');
  await app.ok('api_keys.list', employee, {});
  const stale = await signInAs(app, director);
  await sql`update sessions set proof_at = now() - interval '11 minutes' where id = ${stale.session_id}`.execute(
    db,
  );
  expect((await app.refused('api_keys.create', stale, { body })).code).toBe('fresh_proof_required');

  const wrong: [object, string, string][] = [
    [{ scopes: ['acts:sign'] }, 'field.choice', 'scopes.0'],
    [{ scopes: [] }, 'field.required', 'scopes'],
    [{ name: ' ' }, 'field.required', 'name'],
    ...['127.1', '10.0.0.0/33', 'host.example', '0x7f.0.0.1', '::/129', '::ffff:10.0.0.0/90'].map(
      (network): [object, string, string] => [
        { networks: ['10.0.0.1', network] },
        'api_key.network',
        'networks.1',
      ],
    ),
    [{ expires_on: addDays(today, -1) }, 'api_key.end', 'expires_on'],
    [{ expires_on: addDays(today, 731) }, 'api_key.end', 'expires_on'],
  ];
  for (const [change, code, field] of wrong)
    expect(await app.refused('api_keys.create', director, { body: { ...body, ...change } })).toMatchObject({
      code,
      field,
    });
  const networks = ['10.1.2.3', '10.1.2.3/8', '2001:DB8::1/32', '::ffff:10.0.0.1', '::ffff:10.9.0.0/104'];
  expect((await make(company, { networks })).item.networks).toEqual([
    '10.1.2.3/32',
    '10.0.0.0/8',
    '2001:db8::/32',
    '10.0.0.1/32',
    '10.0.0.0/8',
  ]);
});

test('an overlap lets no key live longer than it would have, and a company sees its own keys alone', async () => {
  const company = await newCompany();
  const expires_at = new Date(Date.now() + 3_600_000);
  const { id } = await addTestKey(app, company.director, ['acts:read'], { expires_at });
  const asked = { params: { key_id: id }, body: { overlap_hours: 72 } };
  await app.ok('api_keys.rotate', company.director, asked);
  const { items } = await listed(company);
  expect(items.find((one) => one.id === id)?.expires_at).toBe(expires_at.toISOString());
  expect((await listed(await newCompany())).items).toEqual([]);
  // Nor does a replacement bring one back that was revoked.
  const other = await addTestKey(app, company.director);
  await app.ok('api_keys.revoke', company.director, { params: { key_id: other.id } });
  const again = { ...asked, params: { key_id: other.id } };
  expect((await app.refused('api_keys.rotate', company.director, again)).code).toBe('api_key.revoked');
});

test('of keys made at once a company never has more than it may', async () => {
  const company = await newCompany();
  for (let made = 2; made < MOST_KEYS; made++) await addTestKey(app, company.director);
  const body = { name: '1С', scopes: ['acts:read'] };
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => app.raw('api_keys.create', company.director, { body })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  const [first] = (await listed(company)).items;
  await app.ok('api_keys.revoke', company.director, { params: { key_id: first?.id ?? 0 } });
  expect((await make(company)).item.state).toBe('active');
});

test('a rotated key is good beside its follower until the overlap ends, and gives nothing more than it had', async () => {
  const company = await newCompany();
  const { key, item } = await make(company, { scopes: ['acts:read', 'jobs:read'], networks: ['127.0.0.1'] });
  const params = { key_id: item.id };
  for (const overlap_hours of [0, 73, 1.5])
    expect(
      (await app.refused('api_keys.rotate', company.director, { params, body: { overlap_hours } })).code,
    ).toBe('field.choice');
  const more = { overlap_hours: 1, scopes: [...SCOPES], networks: [] };
  expect((await app.refused('api_keys.rotate', company.director, { params, body: more })).code).toBe(
    'unknown_field',
  );
  const next = await app.ok('api_keys.rotate', company.director, { params, body: { overlap_hours: 24 } });
  expect(next.item).toMatchObject({
    scopes: item.scopes,
    networks: item.networks,
    name: item.name,
    state: 'active',
  });
  expect([await asks(key), await asks(next.key)]).toEqual([200, 200]);
  const old = (await listed(company)).items.find(({ id }) => id === item.id);
  expect(old).toMatchObject({ state: 'replaced', replaced_by: next.item.id });
  expect(Date.parse(old?.expires_at ?? '')).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
  expect(
    (await app.refused('api_keys.rotate', company.director, { params, body: { overlap_hours: 1 } })).code,
  ).toBe('api_key.replaced');
  await sql`update api_keys set created_at = now() - interval '2 days', expires_at = now() where id = ${item.id}`.execute(
    db,
  );
  expect([await asks(key), await asks(next.key)]).toEqual([401, 200]);
});

test('a key is dead the moment it is revoked, over, or its maker left, was blocked or directs no more', async () => {
  const ends: [string, (key_id: number, company: TestCompany) => Promise<unknown>][] = [
    ['revoked', (key_id, { director }) => app.ok('api_keys.revoke', director, { params: { key_id } })],
    [
      'over',
      (key_id) =>
        sql`update api_keys set created_at = '2026-01-01', expires_at = now() where id = ${key_id}`.execute(
          db,
        ),
    ],
    [
      'left',
      (_, { director }) =>
        sql`update memberships set ended_at = now() where user_id = ${director.user_id}`.execute(db),
    ],
    [
      'blocked',
      (_, { director }) =>
        sql`update users set status = 'blocked' where id = ${director.user_id}`.execute(db),
    ],
    [
      'demoted',
      (_, { director }) =>
        sql`update memberships set role_id = 2, rights = '{manage_acts}' where user_id = ${director.user_id}`.execute(
          db,
        ),
    ],
    [
      'company blocked',
      (_, { id }) => sql`update companies set status = 'blocked' where id = ${id}`.execute(db),
    ],
  ];
  for (const [what, end] of ends) {
    const company = await newCompany();
    const { key, item } = await make(company);
    expect(await asks(key), what).toBe(200);
    await end(item.id, company);
    const reply = await app.raw('acts.list', { token: key });
    expect(reply.json, what).toMatchObject({ code: 'unauthorized' });
    expect(reply.headers['www-authenticate'], what).toBe('Bearer error="invalid_token"');
  }
});

test('the key of a director who left sleeps, until another one replaces it', async () => {
  const company = await newCompany();
  const { key, item } = await make(company);
  const next = await makeEmployee(app, company, []);
  await sql`update memberships set ended_at = now() where user_id = ${company.director.user_id}`.execute(db);
  await sql`update memberships set role_id = 1 where user_id = ${next.user_id}`.execute(db);
  expect((await app.ok('api_keys.list', next, {})).items[0]).toMatchObject({ state: 'asleep' });
  const params = { key_id: item.id };
  const taken = await app.ok('api_keys.rotate', next, { params, body: { overlap_hours: 1 } });
  expect([await asks(key), await asks(taken.key)]).toEqual([401, 200]);
  expect(taken.item.made_by.id).toBe(next.user_id);
});

test('a key with addresses is refused from elsewhere, and a header of a stranger moves nobody', async () => {
  const company = await newCompany();
  const { key } = await make(company, { networks: ['203.0.113.0/24'] });
  // The tests call through a proxy that is trusted; the hop before it is not.
  const from = (...hops: string[]) => asks(key, { 'x-forwarded-for': hops.join(', ') });
  expect(await asks(key)).toBe(401);
  expect(await from('203.0.113.7')).toBe(200);
  expect(await from('203.0.113.7', '198.51.100.1')).toBe(401);
  expect(await from('203.0.113.7', '10.1.2.3')).toBe(200);
});

test('keys drawn at random are held up by their network, and a good key from there goes on', async () => {
  const company = await newCompany();
  const { key } = await make(company);
  const headers = { 'x-forwarded-for': '198.51.100.77' };
  const draw = async () => (await app.raw('acts.list', { token: makeKeyText(true) }, {}, { headers })).status;
  const statuses = [];
  for (let turn = 0; turn < 60; turn++) statuses.push(await draw());
  expect(statuses[0]).toBe(401);
  expect(statuses.at(-1)).toBe(429);
  expect(await asks(key, headers)).toBe(200);
});

test('a minute that is over counts no more', async () => {
  const company = await newCompany();
  const { id, token } = await addTestKey(app, company.director, ['acts:read']);
  await sql`insert into api_key_minutes values (${id}, now() - interval '2 minutes', ${MOST_A_MINUTE})`.execute(
    db,
  );
  expect(await asks(token)).toBe(200);
});

test('the limit of a minute holds exactly over two processes', async () => {
  const company = await newCompany();
  const { key, item } = await make(company);
  const beside = await makeTestApp({ beside: app });
  try {
    // A minute that begins later than any of this test: it ends under nobody's hands.
    await sql`insert into api_key_minutes values (${item.id}, now() + interval '1 hour', ${MOST_A_MINUTE - 25})`.execute(
      db,
    );
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => (turn % 2 ? app : beside).raw('acts.statuses', { token: key })),
    );
    const served = replies.filter(({ status }) => status === 200);
    expect(served).toHaveLength(25);
    const left = served.map(({ headers }) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i));
    for (const { status, json, headers } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, (json as { code: string }).code]).toEqual([429, 'too_many']);
      expect(headers.ratelimit).toMatch(/^"minute";r=0;t=\d+$/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  } finally {
    await beside.close();
  }
});

test('what a key did is written down as its deed, and its rows stop when it is revoked', async () => {
  const company = await newCompany();
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, executor);
  const key = await addTestKey(app, company.director, ['acts:write', 'acts:send']);
  const act = await app.ok('acts.create', key, { body: actBody(deal) });
  await app.ok('acts.send', key, { body: { act_ids: [act.id] } });
  const history = await db
    .selectFrom('act_history')
    .select(['action', 'api_key_id', 'actor_user_id'])
    .where('act_id', '=', act.id)
    .orderBy('seq')
    .execute();
  const by = { api_key_id: key.id, actor_user_id: company.director.user_id };
  expect(history).toEqual([
    { action: 'create', ...by },
    { action: 'send', ...by },
  ]);

  // One's own people read which key it was; the other side does not.
  const keysIn = async (by: { token: string }) =>
    (await app.ok('acts.history', by, { params: { act_id: act.id } })).map(({ api_key }) => api_key);
  expect(await keysIn(company.director)).toEqual(['1С', '1С']);
  expect(new Set(await keysIn(executor.person))).toEqual(new Set([null]));
  await app.ok('act_comments.add', key, { body: { act_id: act.id, comment: 'Из 1С' } });
  const wrote = async (by: { token: string }) =>
    (await app.ok('act_comments.list', by, { params: { act_id: act.id } })).map(({ api_key }) => api_key);
  expect([await wrote(company.director), await wrote(executor.person)]).toEqual([['1С'], [null]]);
  const [sent] = (await app.ok('jobs.list', company.director, { query: {} })).items;
  expect(sent).toMatchObject({ kind: 'acts.send', api_key: '1С' });
  // A key reads the runs that it started itself.
  const reader = await addTestKey(app, company.director, ['jobs:read']);
  expect((await app.ok('jobs.list', reader, { query: {} })).items).toEqual([]);

  // A run that is taken up after the key was revoked.
  const draft = await makeDraftAct(app, deal);
  const stopped = await addTestKey(app, company.director, ['acts:send']);
  const run_id = await app.parts.bulk.start({
    company_id: company.id,
    user_id: company.director.user_id,
    session_id: null,
    api_key_id: stopped.id,
    kind: 'acts.send',
    idempotency_key: null,
    request_hash: Buffer.alloc(32),
    items: [{ subject_id: draft.id }],
  });
  await app.ok('api_keys.revoke', company.director, { params: { key_id: stopped.id } });
  await app.parts.bulk.work(run_id);
  const row = await db
    .selectFrom('bulk_items')
    .select(['status', 'code'])
    .where('run_id', '=', run_id)
    .execute();
  expect(row).toEqual([{ status: 'failed', code: 'forbidden' }]);
});

test('two keys of one director share no keys of requests', async () => {
  const company = await newCompany();
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, executor);
  const [one, other] = [await addTestKey(app, company.director), await addTestKey(app, company.director)];
  const create = async (by: { token: string }, key: string | null) =>
    (await app.ok('acts.create', by, { body: actBody(deal) }, { key })).id;
  const first = await create(one, 'order-00001');
  expect(await create(one, 'order-00001')).toBe(first);
  expect(await create(one, '"order-00001"')).toBe(first);
  expect(await create(other, 'order-00001')).not.toBe(first);
  const unnamed = await create(one, null);
  expect(await create(one, null)).toBe(unnamed);
  expect(await create(other, null)).not.toBe(unnamed);
  const createMany = async (by: { token: string }, key: string | null) =>
    (await app.ok('acts.create_many', by, { body: { items: [actBody(deal)] } }, { key })).run_id;
  for (const key of ['orders-0001', null]) {
    const run = await createMany(one, key);
    expect(await createMany(one, key)).toBe(run);
    expect(await createMany(other, key)).not.toBe(run);
  }
});
