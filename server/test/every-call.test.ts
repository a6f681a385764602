import { calls, type CallName } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTable } from './access-table.ts';
import type { Asking, Expected } from './access/access.ts';
import type { Given, Reply } from './calls.ts';
import { SCOPES } from '@kelisim/shared/kernel/scopes.ts';
import { keyHash } from '../src/features/api-keys/key-text.ts';
import { setProof } from '../src/features/auth/auth.queries.ts';
import { addTestKey } from './api-keys.ts';
import { essence } from './essence.ts';
import { fingerprint } from './fingerprint.ts';
import { makeTestApp } from './make-app.ts';
import { PLATFORM_RIGHTS, type PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import { makeAdministrator, makeCompany, signInAs, type Person } from './people.ts';
import { makeTwoWorlds, type World } from './two-worlds.ts';
import { isWhole } from './whole.ts';

const app = await makeTestApp();
const { a, b } = await makeTwoWorlds(app);
// A caller without a company. The key is lent, so that the refusal is about the caller's role alone.
const make = async (rights: PlatformRight[]) =>
  ({ ...(await makeAdministrator(app, rights)), key: a.director.key }) as unknown as Person;
/** Of the platform: one with every right, and of each right one who has all the others. */
const admin = await make([...PLATFORM_RIGHTS]);
const without = async (right: PlatformRight) =>
  [right, await make(PLATFORM_RIGHTS.filter((other) => other !== right))] as const;
const lesser = Object.fromEntries(await Promise.all(PLATFORM_RIGHTS.map(without))) as Record<
  PlatformRight,
  Person
>;
afterAll(() => app.close());
/** Sessions are shorter than this file on a machine that is busy with other things. */
let signed_in_at = performance.now();
beforeEach(async () => {
  if (performance.now() - signed_in_at < 300_000) return;
  signed_in_at = performance.now();
  const ofWorld = ({ director, employee, worker }: World) => [director, employee, worker];
  for (const person of [...ofWorld(a), ...ofWorld(b), admin, ...Object.values(lesser)])
    Object.assign(person, await signInAs(app, person));
});

const MISSING = 999_999_999;
const MALFORMED = [0, -1, 1.5, 'x', '', null, 9_007_199_254_740_992, '1 or 1=1'];
/** What somebody would like to set along the way. */
const UNASKED = ['status', 'status_id', 'is_payed', 'amount', 'deleted_at', 'role_id', 'bin', 'director_id'];
/** What a bulk call may always leave behind: the memory of its key. */
const MEMORY = ['bulk_runs', 'bulk_items'];

function outcome(reply: Reply): Expected {
  const { items } = (reply.json ?? {}) as { items?: { status: string; code: string | null }[] };
  const row = reply.status === 200 && items?.[0];
  return row && 'status' in row && typeof row.status === 'string'
    ? `row ${row.code ?? row.status}`
    : reply.status;
}

/** Nothing that carries the mark of the other world may ever be in an answer. */
function noTraceOf(stranger: World, reply: Reply): void {
  expect(reply.bytes.toString('latin1')).not.toContain(Buffer.from(stranger.mark).toString('latin1'));
  expect(reply.text).not.toContain(stranger.company.bin);
}

async function ask(name: CallName, by: Person | { token: string } | null, given: Given): Promise<Reply> {
  const reply = await app.raw(name, by, given);
  expect(reply.status, reply.text).not.toBe(500);
  return reply;
}

/** The body with a field that is true: its own, or that of its items. */
function withTrue(body: object, field: string, { body: schema }: Call): object {
  if (field in (schema?.shape ?? {})) return { ...body, [field]: true };
  const items = Object.entries(body).map(([name, held]: [string, unknown]) => [
    name,
    Array.isArray(held) ? held.map((item: object) => ({ ...item, [field]: true })) : held,
  ]);
  return Object.fromEntries(items) as object;
}

const names = Object.keys(calls) as CallName[];
// A company is closed when its last key moves on to another one.
await addTestKey(app, a.director);
/** Keys with every scope that are good for nothing, by what they lack. */
const dead: Record<string, { token: string }> = {
  revoked: await addTestKey(app, a.director),
  over: await addTestKey(app, a.director),
  elsewhere: await addTestKey(app, a.director, SCOPES, { networks: ['203.0.113.0/24'] }),
  'of nobody': await addTestKey(app, (await makeCompany(app)).director),
  'of a closed company': await addTestKey(app, (await makeCompany(app)).director),
};
const where = (what: string) => sql`where hash = ${keyHash(dead[what]?.token ?? '')}`;
const ofDead = (what: string, column: 'company_id' | 'made_by') =>
  sql`(select ${sql.ref(column)} from api_keys ${where(what)})`;
for (const change of [
  sql`update api_keys set revoked_at = now(), revoked_by = made_by ${where('revoked')}`,
  sql`update api_keys set created_at = now() - interval '2 days', expires_at = now() ${where('over')}`,
  sql`update memberships set ended_at = now() where user_id = ${ofDead('of nobody', 'made_by')}`,
  sql`update companies set status = 'blocked' where id = ${ofDead('of a closed company', 'company_id')}`,
])
  await change.execute(app.parts.db);
// Whoever heads a company is told once of a key that was refused; that is no trace of a call.
for (const key of Object.values(dead)) await app.raw('acts.list', key);

describe.each(Object.entries(calls) as [CallName, Call][])('%s', (name, call) => {
  const row = accessTable[name];

  if ('everybody' in row) {
    test('is for everybody, with a token, a wrong one or none', async () => {
      expect(call.access.who).toBe('public');
      const given = (await row.given?.(undefined, { app, world: a, by: a.director })) ?? {};
      // How often one may miss is held elsewhere; here every row begins with a clean slate.
      await app.parts.db.deleteFrom('sign_in_failures').execute();
      for (const by of [null, { token: 'x.y.z' }, b.director])
        expect((await ask(name, by, given)).status).toBe(row.everybody);
    });
    return;
  }

  const inputOf = async (id: unknown, world: World, by: Person): Promise<Given> =>
    (await row.given?.(id, { app, world, by })) ?? {};
  const thingOf = async (asking: Asking, use: 'see' | 'take') => {
    // A proof lasts ten minutes; on a busy machine all calls take longer.
    await setProof(app.parts.db, asking.world.director.session_id, false);
    return typeof row.thing === 'string' ? asking.world[use](row.thing) : row.thing?.(asking);
  };

  test('nobody comes in without a living token', async () => {
    expect(call.access.who).not.toBe('public');
    const given = await inputOf(MISSING, a, a.director);
    const before = await fingerprint(app);
    for (const by of [null, { token: 'x.y.z' }, { token: 'garbage' }])
      expect((await ask(name, by, given)).json).toMatchObject({
        code: 'unauthorized',
        message: 'Unauthorized',
      });
    expect(await fingerprint(app)).toEqual(before);
  });

  test('a stranger’s thing is answered like a missing one, a malformed id names nothing, and nothing is changed', async () => {
    const theirs = await thingOf({ app, world: a, by: a.director }, 'see');
    const others = await thingOf({ app, world: b, by: b.director }, 'see');
    const key = { ...a.director, ...(await addTestKey(app, a.director)) };
    const by_key = call.scope ? {} : await inputOf(MISSING, a, a.director);
    const before = await fingerprint(app, call.idempotency ? MEMORY : []);
    const people: [string, World, Person, Expected][] = [
      ['director', a, a.director, row.director],
      ['employee', a, a.employee, row.employee],
      ['executor', a, a.worker, row.executor],
      ['key', a, key, row.key],
      ['other director', b, b.director, row.director],
      ['other executor', b, b.worker, row.executor],
      ['administrator', a, admin, row.admin ?? 403],
    ];
    if (call.access.who === 'platform')
      people.push(['administrator without the right', a, lesser[call.access.right], 403]);
    if (row.desk) people.push(['administrator with the other rights', a, lesser[row.desk], 'missing']);
    // A key sends the same whatever the id.
    const first_refused = people.find(([who, , , expected]) => expected === 403 && who !== 'key')?.[0];
    const allowed = people.filter(([, , , expected]) => expected !== 403).map(([who]) => who);
    for (const [who, own, by, expected] of people) {
      const stranger = own === a ? b : a;
      if (expected === 403) {
        const refusals = [];
        const all = [theirs, others, MISSING, 0];
        const asked = isWhole || who === first_refused ? all : [own === a ? others : theirs, MISSING];
        for (const id of row.names ? asked : [MISSING])
          refusals.push(essence(await ask(name, by, who === 'key' ? by_key : await inputOf(id, own, by))));
        for (const refusal of refusals) expect(refusal, who).toEqual(refusals[0]);
        expect(refusals[0]).toMatchObject({
          status: 403,
          text: expect.stringContaining(`"code":"${who === 'key' ? 'not_for_keys' : 'forbidden'}"`),
        });
        continue;
      }
      if (!row.names) continue;
      const missing = await ask(name, by, await inputOf(MISSING, own, by));
      // To the platform nobody is a stranger.
      if (call.access.who !== 'platform' && !(row.desk && by === admin)) {
        const foreign = await ask(name, by, await inputOf(own === a ? others : theirs, own, by));
        expect(essence(foreign), who).toEqual(essence(missing));
        noTraceOf(stranger, foreign);
      }
      if (row.names === 'path') expect(missing.status, who).toBe(404);
      // All callers read ids in the same way, so those who may ask share the list between them.
      for (const id of MALFORMED.filter((_, at) => at % allowed.length === allowed.indexOf(who))) {
        const reply = await ask(name, by, await inputOf(id, own, by));
        if (row.names === 'path') expect(essence(reply), `${who} ${id}`).toEqual(essence(missing));
        else expect([400, 404], `${who} ${id}`).toContain(reply.status);
      }
    }
    expect(await fingerprint(app, call.idempotency ? MEMORY : [])).toEqual(before);
  });

  if (call.scope || call.sandbox === 'stand') {
    test('a key that is over, revoked, elsewhere, of somebody who left or of a closed company opens nothing', async () => {
      const given = await inputOf(MISSING, a, a.director);
      const before = await fingerprint(app);
      for (const [what, key] of Object.entries(dead))
        expect((await ask(name, key, given)).json, what).toMatchObject({ code: 'unauthorized' });
      expect(await fingerprint(app)).toEqual(before);
    });
  }

  if (call.scope) {
    const { scope } = call;
    test('a key without its scope is refused, whatever other scopes it has', async () => {
      const others = SCOPES.filter((one) => one !== scope);
      const key = await addTestKey(app, a.director, others);
      const before = await fingerprint(app);
      const reply = await ask(name, key, await inputOf(MISSING, a, a.director));
      expect(reply.json).toMatchObject({ code: 'scope_missing' });
      expect(reply.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
      expect(await fingerprint(app)).toEqual(before);
    });
  }

  for (const [field, field_scope] of Object.entries(call.field_scopes ?? {})) {
    test(`a key asks ${field} with ${field_scope} alone`, async () => {
      const { body, ...given } = await inputOf(MISSING, a, a.director);
      const asked = { ...given, body: withTrue(body as object, field, call) };
      const others = SCOPES.filter((one) => one !== field_scope);
      const keys = [
        await addTestKey(app, a.director, others),
        await addTestKey(app, a.director, [call.scope!]),
      ];
      const before = await fingerprint(app);
      for (const key of keys) {
        const reply = await ask(name, key, asked);
        expect(reply.json).toMatchObject({ code: 'scope_missing' });
        expect(reply.headers['www-authenticate']).toContain(`scope="${field_scope}"`);
      }
      expect(await fingerprint(app)).toEqual(before);
    });
  }

  // What eGov Mobile adds to its own JSON is passed over; everything else is ours and strict.
  if (call.method !== 'GET' && name !== 'qr.take') {
    test('a field the call does not know is refused, whoever sends it', async () => {
      const by = call.access.who === 'platform' ? admin : row.director === 403 ? a.worker : a.director;
      const given = await inputOf(await thingOf({ app, world: a, by }, 'see'), a, by);
      const before = await fingerprint(app);
      const at = names.indexOf(name);
      // Every call refuses three of them; each of them is refused by a third of all calls.
      const unknown = UNASKED.filter((one) => !(one in (call.body?.shape ?? {})));
      for (const field of [0, 1, 2].map((step) => unknown[(at + step) % unknown.length]!)) {
        const body = { ...(given.body as object), [field]: 1 };
        const reply = await ask(name, by, { ...given, body });
        expect(reply.json, field).toMatchObject({ code: 'unknown_field', field });
      }
      expect(await fingerprint(app)).toEqual(before);
    });
  }

  test('one’s own thing is answered to whom it may be', async () => {
    for (const who of ['director', 'employee', 'executor', 'admin', 'key'] as const) {
      const own = { director: a.director, employee: a.employee, executor: a.worker, admin, key: a.director }[
        who
      ];
      const expected = row[who] ?? 403;
      if (expected === 403) continue;
      // A session of its own: signing out ends it.
      const by: Person = { ...own, ...(await signInAs(app, own)) };
      const id = await thingOf({ app, world: a, by }, call.method === 'GET' ? 'see' : 'take');
      const given = await inputOf(id, a, by);
      const of_scope =
        who === 'key' && (call.scope || call.sandbox === 'stand')
          ? await addTestKey(app, a.director, [
              call.scope ?? 'company:read',
              ...Object.values(call.field_scopes ?? {}),
            ])
          : {};
      const reply = await ask(name, { ...by, ...of_scope }, given);
      if (expected === 'missing') {
        const missing = await ask(name, { ...by, ...of_scope }, await inputOf(MISSING, a, by));
        expect(essence(reply), who).toEqual(essence(missing));
      } else
        expect(
          typeof expected === 'number' ? reply.status : outcome(reply),
          `${who}: ${reply.text.slice(0, 300)}`,
        ).toBe(expected);
      if (call.access.who !== 'platform') noTraceOf(b, reply);
      // The call has ended every other session of this person.
      if (name === 'security.end_others') Object.assign(own, await signInAs(app, own));
    }
  });
});

test('lists, counters and searches show nothing of others, whatever they are filtered by', async () => {
  const [own] = await app
    .ok('acts.list', b.director, { query: { limit: 1, is_signed: true } })
    .then((list) => list.items);
  const filters = [
    {},
    { id: own!.id },
    { company_id: b.company.id },
    { contractor_company_id: b.executor.id },
    { contract_id: b.contract_id },
    { document_id: own!.document_id! },
    { search: b.mark },
    { search: own!.number },
    { search: b.company.bin },
    { sort_by: 'contractor' as const, limit: 100 },
  ];
  for (const by of [a.director, a.employee, a.worker]) {
    for (const query of filters) {
      const reply = await app.raw('acts.list', by, { query });
      noTraceOf(b, reply);
      const { items, total } = reply.json as { items: { company: { id: number } }[]; total: number };
      for (const item of items) expect(item.company.id).toBe(a.company.id);
      if (Object.keys(query).some((key) => /^(id|company_id|contract|document)/.test(key)))
        expect(total).toBe(0);
    }
    for (const query of [{}, { search: b.mark }, { contractor_company_id: b.executor.id }])
      noTraceOf(b, await app.raw('documents.list', by, { query }));
    noTraceOf(b, await app.raw('home.analytics', by));
    noTraceOf(b, await app.raw('jobs.list', by));
  }
});

test('counters of the home page count the company’s own acts', async () => {
  const count = async (by: Person, query: object) =>
    (await app.ok('acts.list', by, { query: query as never })).total;
  const business = await app.ok('home.analytics', a.director, {});
  if (business.role !== 'business') throw new Error('the director sees another home');
  expect(business.acts_to_pay).toBe(await count(a.director, { status_id: [5] }));
  expect(business.acts_pending_sign).toBe(await count(a.director, { status_id: [2, 4] }));
  const { counts } = await app.ok('executors.list', a.director, { query: {} });
  expect(business.executors_active).toBe(counts.active);
  const executor = await app.ok('home.analytics', a.worker, {});
  expect(executor.acts_pending_sign).toBe(await count(a.worker, { status_id: [2, 3] }));
});

test('a bulk call over own, others’ and missing acts answers each by itself', async () => {
  const own = a.take('draft');
  const answer = await app.ok('acts.send', a.director, { body: { act_ids: [b.see('draft'), own, MISSING] } });
  expect(answer.items.map((item) => [item.act_id, item.status, item.code])).toEqual([
    [b.see('draft'), 'failed', 'not_found'],
    [own, 'ok', null],
    [MISSING, 'failed', 'not_found'],
  ]);
  expect(answer.items[0]!.message).toBe(answer.items[2]!.message);
});
