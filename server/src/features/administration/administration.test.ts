import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { violations, worldOf } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeAdministrator, makeCompany, signInAs } from '../../../test/people.ts';
import { addSecurityEvent, checkAuditChain, sealEvents } from '../security-log/public.ts';
import { PATIENT } from '../../../test/patience.ts';
import { isWatcherName, WATCHERS } from '@kelisim/shared/features/administration/watchers.ts';
import type { WatcherStanding } from '../../platform/jobs/watch.ts';
import { makeProcessBeat } from '../../platform/process-beat.ts';
import { sampleHealth } from './sample-health.ts';
import { idOf } from '../../platform/db/id-of.ts';

const app = await makeTestApp();
const desk = await makeAdministrator(app, ['users']);
const person = (await makeCompany(app, { algorithm: 'rsa' })).director;
afterAll(() => app.close());

test('the log is one chain, sealed once by however many, and a row changed or taken away in the middle is found', async () => {
  const { db } = app.parts;
  const chain = () => app.ok('administration.audit_chain', desk, {});
  for (let turn = 0; turn < 5; turn++)
    await addSecurityEvent(db, { user_id: person.user_id, kind: 'signed_in', detail: { turn } });
  expect(await chain()).toMatchObject({ sealed: 0, holds: true, since: null, last_sealed_at: null });
  await Promise.all([sealEvents(db), sealEvents(db)]);
  await sealEvents(db);
  const sealed = await chain();
  expect(sealed).toMatchObject({ holds: true, waiting: 0, broken: [], since: expect.any(String) });
  expect(sealed.sealed).toBeGreaterThanOrEqual(5);
  for (const statement of [sql`update audit_seals set seq = seq + 1`, sql`delete from audit_seals`])
    await expect(statement.execute(app.owner)).rejects.toThrow('only ever added');

  const ids = (await db.selectFrom('security_events').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  );
  const [middle, last] = [ids.at(-3)!, ids.at(-1)!];
  const spoiled: [ReturnType<typeof sql>, object][] = [
    [
      sql`update security_events set detail = '{"turn": 7}' where id = ${middle}`,
      { event_id: middle, fault: 'changed' },
    ],
    // With the hash recomputed too, the person's chain is consistent, but the seal is not.
    [
      sql`update security_events e set kind = 'signed_out', hash = security_event_hash(row(e.id, e.user_id, e.by_user_id,
        e.company_id, e.session_id, 'signed_out', e.detail, e.ip, e.user_agent, e.created_at, e.position,
        e.previous_hash, e.hash)::security_events) where id = ${last}`,
      { event_id: last, fault: 'changed' },
    ],
    [sql`delete from security_events where id = ${last}`, { event_id: last, fault: 'missing' }],
    [sql`delete from audit_seals where event_id = ${middle}`, { fault: 'seal' }],
  ];
  for (const [spoil, fault] of spoiled) {
    const back = new Error('taken back');
    await app.owner
      .transaction()
      .execute(async (tx) => {
        await sql`alter table security_events disable trigger keep_security_events`.execute(tx);
        await sql`alter table audit_seals disable trigger keep_audit_seals`.execute(tx);
        await spoil.execute(tx);
        expect(await violations({ ...worldOf(app), db: tx }, ['I21'])).not.toEqual([]);
        expect((await checkAuditChain(tx)).broken[0]).toMatchObject(fault);
        throw back;
      })
      .catch((error: unknown) => {
        if (error !== back) throw error;
      });
  }
  expect(await violations(worldOf(app), ['I21', 'I18'])).toEqual([]);
});

test('health tells of every part, of the certificates of НУЦ and of what failed', async () => {
  const health = await app.ok('administration.health', desk, {});
  const state = Object.fromEntries(health.parts.map(({ part, state }) => [part, state]));
  expect(state).toMatchObject({
    database: 'ok',
    database_owner: 'ok',
    files: 'ok',
    tsp: 'ok',
    sms: 'off',
    mail: 'off',
    banks: 'off',
    esf: 'ok',
    register: 'ok',
    pdf: 'ok',
    docx: 'ok',
  });
  expect(health.backups).toEqual({ base_ended_at: null, log_copied_at: null, trial: null });
  expect(health.certificates.length).toBeGreaterThan(0);
  const days = health.certificates.map(({ days_left }) => days_left);
  expect(days).toEqual(days.toSorted((one, other) => one - other));
});

test('a run that hangs or failed by our fault is done again, its done rows are not', async () => {
  const { db } = app.parts;
  const made = async (created_at: Date, state: 'running' | 'done') => {
    return idOf(
      db
        .insertInto('bulk_runs')
        .values({
          company_id: person.company_id,
          user_id: person.user_id,
          session_id: person.session_id,
          kind: 'acts.delete',
          idempotency_key: `again-${created_at.getTime()}-${state}`,
          request_hash: Buffer.alloc(32),
          params: '{}',
          state,
          total: 2,
          created_at,
          lease_token: 1,
          leased_until: state === 'running' ? new Date(Date.now() + 3_600_000) : null,
        })
        .returning('id'),
    );
  };
  const hung = await made(new Date(Date.now() - 600_000), 'running');
  const fresh = await made(new Date(), 'running');
  const broken = await made(new Date(Date.now() - 1000), 'done');
  const rows = [
    { run_id: hung, position: 1, status: 'waiting' },
    { run_id: broken, position: 1, status: 'failed', code: 'internal' },
    { run_id: broken, position: 2, status: 'failed', code: 'not_found' },
  ] as const;
  await db
    .insertInto('bulk_items')
    .values(rows.map((row) => ({ ...row, subject_id: 999_999_999 })))
    .execute();
  const list = await app.ok('jobs.admin_list', desk, { query: { troubled: true } });
  expect(list.items.map(({ id, is_stuck, failed_by_us }) => [id, is_stuck, failed_by_us])).toEqual([
    [broken, false, 1],
    [hung, true, 0],
  ]);
  expect(await app.refused('jobs.run_again', desk, { params: { run_id: fresh } })).toMatchObject({
    status: 409,
    code: 'job.nothing_to_do',
  });
  for (const run_id of [hung, broken]) await app.ok('jobs.run_again', desk, { params: { run_id } });
  await app.parts.bulk.recover();
  for (const run_id of [hung, broken]) await app.parts.bulk.wait(run_id, PATIENT.timeout);
  const after = await db
    .selectFrom('bulk_items')
    .select(['run_id', 'position', 'code'])
    .where('run_id', 'in', [hung, broken])
    .orderBy('run_id')
    .orderBy('position')
    .execute();
  expect(after.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found']);
  expect((await app.ok('jobs.admin_list', desk, { query: { troubled: true } })).items).toEqual([]);
});

test('the desk ends one session of an account; its next call is refused, and the log says by whom', async () => {
  const session = await signInAs(app, person);
  const { user_id } = person;
  const list = () => app.ok('users.sessions', desk, { params: { user_id } });
  expect((await list()).items.map(({ id }) => id)).toContain(session.session_id);
  const params = { user_id, session_id: session.session_id };
  await app.ok('users.end_session', desk, { params });
  expect((await list()).items.map(({ id }) => id)).not.toContain(session.session_id);
  expect(await app.refused('auth.me', { token: session.token } as never, {})).toMatchObject({ status: 401 });
  expect(await app.refused('users.end_session', desk, { params })).toMatchObject({ status: 404 });
  const { items } = await app.ok('administration.audit', desk, { query: { user_id, kind: 'session_ended' } });
  expect(items[0]!.by?.id).toBe(desk.user_id);
});

test('every message can be read in both languages with nothing left open', async () => {
  for (const language of ['ru', 'kz'] as const) {
    const { items } = await app.ok('outbox.texts', desk, { query: { language } });
    expect(items.length).toBeGreaterThan(20);
    for (const { kind, in_app, sms, subject, email } of items)
      expect([kind, in_app ?? '', sms, subject, email].join(' ')).not.toMatch(/\{\{/);
    expect(items.find(({ kind }) => kind === 'code')).toMatchObject({ in_app: null, sms_parts: 1 });
  }
});

test('the desk sees every process: who lives, who died, who left, and whose watcher fails', async () => {
  const { db } = app.parts;
  const beatOf = (host: string, role: 'web' | 'worker', standing: WatcherStanding[]) =>
    makeProcessBeat(db, { host, role, version: '1.2.3' }, { standing: () => standing, clocks: app.clocks });
  const watcher = (more: Partial<WatcherStanding>): WatcherStanding => ({
    name: 'messages.send',
    every_ms: 1_000,
    ended_at: new Date(),
    succeeded_at: null,
    failures: 0,
    last_error: null,
    is_away: false,
    ...more,
  });
  const broken = watcher({ failures: 3, last_error: 'Error: no route' });
  const [web, sound, failing, dead] = [
    beatOf('one', 'web', []),
    beatOf('two', 'worker', [watcher({})]),
    beatOf('three', 'worker', [broken]),
    beatOf('four', 'worker', [watcher({ name: 'acts.repeat', failures: 9 })]),
  ];
  for (const { watcher: beat } of [web, sound, failing, dead, dead]) await beat.run();
  await sql`update processes set seen_at = now() - interval '2 minutes' where host = 'four'`.execute(db);
  const read = async () => {
    const { processes, watchers } = await app.ok('administration.health', desk, {});
    const named = processes.map(({ host, is_silent, role, version }) => ({ host, is_silent, role, version }));
    return { processes: named, watchers };
  };
  const lives = (host: string, role: string) => ({ host, role, version: '1.2.3', is_silent: false });
  const said = await read();
  expect(said.processes).toEqual([
    { ...lives('four', 'worker'), is_silent: true },
    lives('one', 'web'),
    lives('three', 'worker'),
    lives('two', 'worker'),
  ]);
  expect(said.watchers).toMatchObject([
    { name: 'messages.send', failures: 3, last_error: 'Error: no route' },
  ]);

  // A failure and its end are told at once, an old round when it is looked at.
  Object.assign(broken, { failures: 0, last_error: null, ended_at: new Date(Date.now() - 3_600_000) });
  await failing.watcher.run();
  expect((await read()).watchers).toMatchObject([{ name: 'messages.send', failures: 0, is_late: true }]);
  await Promise.all([failing.leave(), web.leave(), dead.leave()]);
  expect((await read()).processes).toEqual([lives('two', 'worker')]);

  await sql`update processes set seen_at = now() - interval '25 hours'`.execute(db);
  expect((await read()).processes).toEqual([]);
  await sound.watcher.run();
  await sound.watcher.run();
  expect((await read()).processes).toEqual([lives('two', 'worker')]);
  expect(await db.selectFrom('processes').select('id').execute()).toHaveLength(1);
  await sound.leave();
});

test('what failed within a day stands in its hour, sampled by one process once in ten minutes', async () => {
  const { db } = app.parts;
  await Promise.all([sampleHealth(app.parts), sampleHealth(app.parts)]);
  await sampleHealth(app.parts);
  const sampled = await db.selectFrom('health_samples').selectAll().execute();
  expect(sampled).toMatchObject([
    { processes: 0, failed: [], queues: { unsealed_events: expect.any(Number) } },
  ]);
  const first = app.parts.clock.now().getTime() - 3 * 3_600_000;
  const values = [
    { minutes: 0, processes: 3, failed: ['tsp'], queues: { messages: 4, runs: 1 } },
    { minutes: 1, processes: 1, failed: ['tsp', 'mail'], queues: { messages: 9 } },
    // Being looked at by a process that may have died.
    { minutes: 2, processes: null, failed: null, queues: null },
  ];
  const hour = first - (first % 3_600_000);
  for (const { minutes, queues, ...sample } of values)
    await db
      .insertInto('health_samples')
      .values({
        ...sample,
        taken_at: new Date(hour + minutes * 60_000),
        queues: queues && JSON.stringify(queues),
      })
      .execute();
  const { hours, queues } = await app.ok('administration.health', desk, {});
  expect(hours).toHaveLength(24);
  expect(hours[20]).toEqual({
    began_at: new Date(hour).toISOString(),
    processes: 1,
    failed: ['tsp', 'mail'],
    queues: [
      { of: 'runs', most: 1 },
      { of: 'messages', most: 9 },
    ],
  });
  expect(hours[19]).toMatchObject({ processes: null, failed: null, queues: null });
  expect(hours[23]).toMatchObject({ failed: [] });
  expect(queues.find(({ of }) => of === 'unsealed_events')).toMatchObject({ count: expect.any(Number) });
});

test('every watcher has words at the desk', () => {
  const names = app.work.watchers.map(({ name }) => name);
  expect(names.filter((name) => !isWatcherName(name))).toEqual([]);
  // These run only with settings that this app has not: backups, a second key, a gateway of eGov Mobile.
  const missing = WATCHERS.filter((name) => !names.includes(name) && !name.startsWith('backup.'));
  expect(missing).toEqual(['keys.reseal', 'qr.gateway']);
});
