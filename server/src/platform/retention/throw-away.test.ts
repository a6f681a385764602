import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import type { TestApp } from '../../../test/make-app.ts';
import { makeDraftContract, makeSignedActs, stateOf, type Deal } from '../../../test/papers.ts';
import type { Person } from '../../../test/people.ts';
import { makeTemplate } from '../../../test/templates.ts';
import { retentionWatcher, throwAway } from './throw-away.ts';

let app: TestApp, deal: Deal, director: Person;
beforeAll(async () => {
  ({ app, deal, director } = await makeDealApp());
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const NOTHING = {
  runs: 0,
  sessions: 0,
  made_once: 0,
  notices: 0,
  trials: 0,
  events: 0,
  deliveries: 0,
  templates: 0,
};

const throwOut = (days_on = 0) =>
  throwAway(app.parts.db, new Date(app.parts.clock.now().getTime() + days_on * DAY_MS));

async function thrown(days_on = 0) {
  const { thrown: some, errors } = await throwOut(days_on);
  expect(errors).toEqual([]);
  return some;
}

const count = async (table: 'sessions' | 'bulk_runs' | 'bulk_items' | 'made_once' | 'notices') =>
  (
    await app.parts.db
      .selectFrom(table)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** The newest session of the director, as it would be so many days after its end. */
async function addSession(ended_days_ago: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into sessions (user_id, company_id, refresh_hash, created_at, expires_at, ended_at)
    values (${director.user_id}, ${deal.company.id}, sha256(${randomUUID()}::bytea), now() - interval '2 years',
      now() + interval '1 day', now() - make_interval(days => ${ended_days_ago}))
    returning id`.execute(app.owner);
  return rows[0]?.id ?? 0;
}

async function addRun(
  days_ago: number,
  { rows = 1, state = 'done', session_id = null as number | null } = {},
): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into bulk_runs (company_id, user_id, session_id, kind, idempotency_key, request_hash, params, state, total, done,
      created_at, finished_at)
    values (${deal.company.id}, ${director.user_id}, ${session_id}, 'acts.send', ${randomUUID()}, '\\x00', '{}', ${state}, ${rows},
      ${rows}, now() - interval '1 year', now() - make_interval(days => ${days_ago}))
    returning id`.execute(app.owner);
  const id = made.rows[0]?.id ?? 0;
  await sql`insert into bulk_items (run_id, position, status, finished_at)
    select ${id}, n, 'ok', now() from generate_series(1, ${rows}::int) n`.execute(app.owner);
  return id;
}

const isThere = async (table: 'sessions' | 'bulk_runs', id: number) =>
  (await app.parts.db.selectFrom(table).select('id').where('id', '=', id).execute()).length === 1;

test('of what has just happened nothing is thrown away, also by a process whose clock is ahead', async () => {
  await makeSignedActs(app, deal, 2);
  expect(await count('bulk_runs')).toBeGreaterThan(0);
  expect(await count('made_once')).toBeGreaterThan(0);
  expect(await thrown()).toEqual(NOTHING);
  expect(await thrown(1_000)).toEqual(NOTHING);
});

test('sessions go 90 days after their end, living ones and those that a run names do not', async () => {
  const [living, recent, old, named] = [
    await addSession(null),
    await addSession(89),
    await addSession(91),
    await addSession(91),
  ];
  const run_id = await addRun(89, { session_id: named });
  expect(await thrown(-2)).toEqual(NOTHING);
  expect(await thrown()).toEqual({ ...NOTHING, sessions: 1 });
  for (const [id, stays] of [
    [living, true],
    [recent, true],
    [old, false],
    [named, true],
  ] as const)
    expect(await isThere('sessions', id)).toBe(stays);
  await sql`update bulk_runs set finished_at = now() - interval '91 days' where id = ${run_id}`.execute(
    app.owner,
  );
  expect(await thrown()).toEqual({ ...NOTHING, runs: 1, sessions: 1 });
});

test('a session stays while a signature by phone or a change of a password names it', async () => {
  const [by_phone, by_change] = [await addSession(91), await addSession(91)];
  await sql`insert into qr_sessions (doc_type, user_id, company_id, session_id, subjects_hash, organisation, description,
      back_url, key_hash, token_hash, created_at, expires_at)
    values ('act', ${director.user_id}, ${deal.company.id}, ${by_phone}, '\\x00', '{}', '{}', '/', sha256('a'), sha256('b'),
      now() - interval '91 days', now() - interval '91 days' + interval '1 minute')`.execute(app.owner);
  await sql`insert into credential_changes (user_id, session_id, kind, old_side, done_at, expires_at)
    values (${director.user_id}, ${by_change}, 'password', 'sms', now(), now())`.execute(app.owner);
  expect(await thrown()).toEqual(NOTHING);
  await sql`delete from qr_sessions where session_id = ${by_phone}`.execute(app.owner);
  expect(await thrown()).toEqual({ ...NOTHING, sessions: 1 });
  expect(await isThere('sessions', by_change)).toBe(true);
  await sql`delete from credential_changes where session_id = ${by_change}`.execute(app.owner);
  expect(await thrown()).toEqual({ ...NOTHING, sessions: 1 });
});

test('a template goes with its file when its days in the bin are over, unless a contract was made from it', async () => {
  const [unused, used, young] = [
    await makeTemplate(app, director),
    await makeTemplate(app, director),
    await makeTemplate(app, director),
  ];
  for (const template_id of [unused, used, young])
    await app.ok('templates.delete', director, { params: { template_id } });
  const doc_id = await makeDraftContract(app, deal.company, deal.executor);
  await sql`update documents set template_id = ${used} where id = ${doc_id}`.execute(app.owner);
  const { rows } = await sql<{ file_id: number }>`
    update contract_templates set deleted_at = now() - interval '31 days' where id in (${unused}, ${used})
    returning file_id`.execute(app.owner);
  const files = () =>
    app.parts.db
      .selectFrom('files')
      .select('id')
      .where(
        'id',
        'in',
        rows.map(({ file_id }) => file_id),
      )
      .execute();
  expect(await files()).toHaveLength(2);
  expect(await thrown()).toEqual({ ...NOTHING, templates: 1 });
  expect(await files()).toHaveLength(1);
  const left = await app.parts.db.selectFrom('contract_templates').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([used, young]);
});

test('runs and notices that stay do not hide those after them', async () => {
  await sql`insert into bulk_runs (company_id, user_id, kind, idempotency_key, request_hash, params, state, total)
    select ${deal.company.id}, ${director.user_id}, 'acts.send', 'endless ' || n, '\\x00', '{}', 'running', 0
    from generate_series(1, 5000) n`.execute(app.owner);
  await addRun(91);
  // A group of notices that is added to keeps its number and becomes young again.
  await sql`insert into notices (user_id, company_id, kind, words, path, event_key, created_at)
    select ${director.user_id}, ${deal.company.id}, 'act.signed', '{}', '/', 'row ' || n,
      now() - interval '1 year' * (n / 1001) - interval '1 day'
    from generate_series(1, 1001) n`.execute(app.owner);
  expect(await thrown()).toEqual({ ...NOTHING, runs: 1, notices: 1 });
  await sql`delete from bulk_runs where idempotency_key like 'endless %'`.execute(app.owner);
  await sql`delete from notices where event_key like 'row %'`.execute(app.owner);
});

test('a kind that fails does not keep the others waiting', async () => {
  await addRun(91);
  await addSession(91);
  await sql`alter function throw_away_runs rename to throw_away_runs_later`.execute(app.owner);
  const { thrown: some, errors } = await throwOut();
  expect(errors).toEqual([expect.objectContaining({ code: '42883' })]);
  expect(some).toEqual({ ...NOTHING, sessions: 1 });
  const watcher = retentionWatcher(app.parts, undefined);
  await expect(watcher.run()).rejects.toMatchObject({ code: '42883' });
  await sql`alter function throw_away_runs_later rename to throw_away_runs`.execute(app.owner);
  await watcher.run();
  expect(await thrown()).toEqual(NOTHING);
});

test('a run goes 90 days after its end with all of its rows, and its acts stay', async () => {
  const [id = 0] = await makeSignedActs(app, deal, 1);
  const waiting = await addRun(91);
  await sql`update bulk_items set status = 'waiting', finished_at = null where run_id = ${waiting}`.execute(
    app.owner,
  );
  const working = await addRun(91, { state: 'running' });
  const old = await addRun(91, { rows: 7_000 });
  const older = await addRun(91, { rows: 3 });
  await sql`update acts set import_run_id = ${old}, import_row = 1 where id = ${id}`.execute(app.owner);
  expect(await thrown()).toEqual({ ...NOTHING, runs: 2 });
  for (const run_id of [waiting, working]) expect(await isThere('bulk_runs', run_id)).toBe(true);
  for (const run_id of [old, older]) expect(await isThere('bulk_runs', run_id)).toBe(false);
  const { rows } = await sql`select from bulk_items i where not exists (
    select from bulk_runs r where r.id = i.run_id)`.execute(app.owner);
  expect(rows).toEqual([]);
  expect(await stateOf(app, id)).toBe('signed');
  await sql`delete from bulk_items where run_id = any(${[waiting, working]})`.execute(app.owner);
  await sql`delete from bulk_runs where id = any(${[waiting, working]})`.execute(app.owner);
  await holdInvariants(app);
});

test('keys go after 30 days, notices after a year, trials after two but for the last', async () => {
  await sql`update made_once set created_at = now() - interval '29 days'`.execute(app.owner);
  expect(await thrown()).toEqual(NOTHING);
  await sql`update made_once set created_at = now() - interval '31 days'`.execute(app.owner);
  await sql`insert into notices (user_id, company_id, kind, words, path, event_key, created_at)
    select ${director.user_id}, ${deal.company.id}, 'act.signed', '{}', '/', 'test ' || days, now() - make_interval(days => days)
    from unnest(array[366, 364]) days`.execute(app.owner);
  await sql`insert into restore_trials (began_at, ended_at, failure)
    select now(), now() - interval '3 years', 'none' from generate_series(1, 3)`.execute(app.owner);
  const [keys, notices] = [await count('made_once'), await count('notices')];
  expect(await thrown()).toEqual({ ...NOTHING, made_once: keys, notices: 1, trials: 2 });
  expect(await count('notices')).toBe(notices - 1);
});

test('more than a batch goes, once, when two processes throw away at the same time', async () => {
  await sql`insert into sessions (user_id, company_id, refresh_hash, expires_at)
    select ${director.user_id}, ${deal.company.id}, sha256(('old' || n)::bytea), now() - interval '100 days'
    from generate_series(1, 1200) n`.execute(app.owner);
  const both = await Promise.all([thrown(), thrown()]);
  expect(both[0].sessions + both[1].sessions).toBe(1200);
});

test('the application can throw away nothing else', async () => {
  for (const table of ['sessions', 'bulk_runs', 'bulk_items', 'made_once', 'restore_trials'])
    await expect(sql`delete from ${sql.table(table)}`.execute(app.parts.db)).rejects.toMatchObject({
      code: '42501',
    });
});
