import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { bringAuthorities, makeTestApp, type TestApp } from '../../test/make-app.ts';
import { authoritiesFolder } from '../../test/signing-keys.ts';
import { makeThrowawayFolder } from '../../test/temporary-folder.ts';
import { openFileStore } from '../adapters/file-store/open-file-store.ts';
import { openBackupTarget } from '../adapters/backup-target/open-backup-target.ts';
import { folderNca } from '../adapters/nca/folder/folder-nca.ts';
import type { BackupSettings } from '../platform/backup/backup-settings.ts';
import { newIdentity } from '../platform/backup/age.ts';
import { makeEscrow } from '../platform/backup/escrow.ts';
import { assertMasterKey } from '../platform/master-keys.ts';
import { makeBackupMac } from '../platform/backup/backup-mac.ts';
import { writeManifest } from '../platform/backup/manifest.ts';
import { openDatabase, type Database } from '../platform/db/database.ts';
import { makeLog } from '../platform/log.ts';
import { look, type Finding } from './finding.ts';
import { lookAtBackups, lookAtEscrow, lookAtKeys, lookAtTrials } from './look-at-backups.ts';
import { lookAtClock, lookAtConnections, lookAtIndexes, lookAtMigrations } from './look-at-database.ts';
import { lookAtNode, lookAtSpace, lookAtTrust } from './look-at-machine.ts';
import { lookAtPackages } from './look-at-packages.ts';
import { lookAtStore } from './look-at-store.ts';
import { lookOver } from './look-over.ts';

const HOUR_MS = 3_600_000;
const now = new Date();

let app: TestApp;
let folder: string;
let advisories: Server;
/** What the source of advisories answers, by package. */
let holes: Record<string, object[]> = {};
let settings: Record<string, string>;

beforeAll(async () => {
  app = await makeTestApp();
  await app.claim.check();
  folder = makeThrowawayFolder('doctor');
  advisories = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    // npm also asks which versions of a package there are.
    const name = (request.url ?? '').slice(1);
    response.end(
      JSON.stringify(request.method === 'POST' ? holes : { name, versions: { '5.0.0': { name } } }),
    );
  });
  await new Promise<void>((done) => advisories.listen(0, '127.0.0.1', done));
  settings = {
    ...(process.env as Record<string, string>),
    npm_config_registry: `http://127.0.0.1:${(advisories.address() as AddressInfo).port}`,
    npm_config_cache: join(folder, 'npm'),
    SANDBOX: 'on',
    DATABASE_URL: app.database_url,
    DATA_DIR: app.data_dir,
  };
});
afterAll(async () => {
  advisories.close();
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

const withDatabase = (url: string) => async (work: (db: Database, url: string) => Promise<void>) => {
  const db = openDatabase({ url, log: makeLog('silent'), max: 1 });
  await work(db, url).finally(() => db.destroy());
};
const over = (env: Record<string, string> = {}) =>
  lookOver({ ...settings, ...env }, withDatabase(env.DATABASE_URL ?? app.database_url), { durable: false });
const faultsOf = (found: Finding[]) => found.filter(({ state }) => state === 'wrong').map(({ says }) => says);

test('a sound installation has no fault, and each part of it is spoken of', async () => {
  const found = await over();
  expect(faultsOf(found)).toEqual([]);
  const said = found.map(({ says }) => says).join('\n');
  for (const part of [
    'Node',
    'No known hole',
    'settings',
    'free',
    'PostgreSQL',
    'connections',
    'clock',
    'migrations',
  ])
    expect(said).toContain(part);
  for (const part of ['index', 'file store']) expect(said).toContain(part);
});

test('settings that are wrong are named, and so is a server that does not answer', async () => {
  expect(faultsOf(await over({ PORT: 'x', ROLE: 'both' }))).toEqual([
    'These settings are not usable: PORT, ROLE. See docs/operations.md.',
  ]);
  expect(faultsOf(await over({ BACKUP_TO: folder }))).toEqual([expect.stringContaining('BACKUP_RECIPIENTS')]);
  const nowhere = `postgres://kelisim:x@127.0.0.1:${await freePort()}/kelisim`;
  expect(faultsOf(await over({ DATABASE_URL: nowhere }))).toEqual([
    expect.stringMatching(/ECONNREFUSED.*See that PostgreSQL runs/),
  ]);
});

test('the command prints its sentences and ends with 1 when something is wrong', async () => {
  const done = spawnSync(process.execPath, [fileURLToPath(new URL('../cli/doctor.ts', import.meta.url))], {
    encoding: 'utf8',
    env: { ...settings, npm_config_registry: `http://127.0.0.1:${await freePort()}` },
  });
  // The server of tests may forget.
  expect(done.stdout).toMatch(/^WRONG {4}The database is not fit for use: fsync is off/m);
  expect(done.stdout).toMatch(/^ok {7}No index is broken or worn\.$/m);
  expect(done.stdout).toContain('1 thing is wrong.');
  expect(done.status).toBe(1);
});

test('an old Node is told', () => {
  expect(faultsOf(lookAtNode('22.14.0'))).toEqual([expect.stringContaining('This is Node 22.14.0; 24')]);
});

test('known holes are told by package, and a source that cannot be reached is no fault', async () => {
  holes = {
    fastify: [{ id: 1, url: 'https://x', title: 'A hole', severity: 'high', vulnerable_versions: '<99' }],
  };
  expect(faultsOf(await lookAtPackages(settings))).toEqual([
    expect.stringMatching(/^The package fastify has a known hole \(high/),
  ]);
  holes = {};
  const closed = { ...settings, npm_config_registry: `http://127.0.0.1:${await freePort()}` };
  expect(await lookAtPackages(closed)).toEqual([
    { state: 'unknown', says: expect.stringContaining('were not looked for') },
  ]);
  expect((await lookAtPackages({ ...closed, PATH: folder }))[0]!.state).toBe('unknown');
});

test('certificates are told when they are missing, end soon or have all ended', async () => {
  const place = await authoritiesFolder();
  const { trust } = await folderNca(place);
  const first = Math.min(...[...trust.roots, ...trust.intermediates].map((one) => one.not_after.getTime()));
  expect(faultsOf(await lookAtTrust(place, now))).toEqual([]);
  const soon = faultsOf(await lookAtTrust(place, new Date(first - 10 * 24 * HOUR_MS)));
  expect(soon[0]).toMatch(/ends in 10 days.*trust -- update/);
  const late = faultsOf(await lookAtTrust(place, new Date('2200-01-01')));
  expect(late).toEqual([expect.stringContaining('have ended')]);
  mkdirSync(join(folder, 'empty'));
  expect(faultsOf(await look('them', () => lookAtTrust(join(folder, 'empty'), now)))).toEqual([
    expect.stringContaining('No pinned root'),
  ]);
});

test('a disk that is nearly full is told', async () => {
  expect(faultsOf(await lookAtSpace('files', folder, { bytes: 2 ** 60, share: 0 }))).toEqual([
    expect.stringMatching(/^Only .* are free for files in .*Make room/),
  ]);
  expect(faultsOf(await lookAtSpace('files', folder, { bytes: 0, share: 1.1 }))).toHaveLength(1);
});

test('processes that may open more connections than there are, are told', async () => {
  expect(faultsOf(await lookAtConnections(app.parts.db))).toEqual([]);
  const greedy = await makeTestApp({
    beside: app,
    process_settings: { pools: { people: 100_000, runs: 2 } },
  });
  await greedy.http.inject({ url: '/ready' });
  expect(faultsOf(await lookAtConnections(app.parts.db))).toEqual([
    expect.stringMatching(/may open 10\d{4} connections together.*Raise max_connections by at least/),
  ]);
  await greedy.close();
});

test('a clock that is wrong is told', async () => {
  const fast = { now: () => new Date(Date.now() + 40_000) };
  expect(faultsOf(await look('the clock', () => lookAtClock(app.parts.db, fast)))).toEqual([
    expect.stringMatching(/40 s off.*NTP/),
  ]);
});

test('migrations that are missing are told, and a database of a newer version', async () => {
  const faults = async () => faultsOf(await look('them', () => lookAtMigrations(app.database_url)));
  const { rows } = await sql<{ name: string; hash: string }>`
    delete from migrations where name = (select max(name) from migrations) returning name, hash`.execute(
    app.owner,
  );
  const [{ name, hash } = { name: '', hash: '' }] = rows;
  expect(await faults()).toEqual([expect.stringContaining(`the first of them ${name}`)]);
  await sql`insert into migrations (name, hash) values (${name}, ${hash}), ('20990101-0000-newer.sql', 'x')`.execute(
    app.owner,
  );
  expect(await faults()).toEqual([expect.stringContaining('Start the newer version')]);
  await sql`delete from migrations where name like '2099%'`.execute(app.owner);
  expect(await faults()).toEqual([]);
});

test('indexes that are broken or worn are told with the command that mends them', async () => {
  await sql`create table worn (id int primary key, name text);
    insert into worn select i, 'Алматы' from generate_series(1, 30000) i;
    grant select on worn to public`.execute(app.owner);
  await sql`vacuum analyze worn`.execute(app.owner);
  const looked = async () => faultsOf(await lookAtIndexes(app.parts.db, { least_bytes: 200_000, times: 4 }));
  expect(await looked()).toEqual([]);
  await expect(
    sql`create unique index concurrently worn_name on worn (name)`.execute(app.owner),
  ).rejects.toThrow(/could not create unique index/);
  await sql`delete from worn where id % 100 <> 0`.execute(app.owner);
  await sql`vacuum analyze worn`.execute(app.owner);
  expect(await looked()).toEqual([
    expect.stringContaining('drop index concurrently worn_name;'),
    expect.stringContaining('reindex index concurrently worn_pkey;'),
  ]);
  await sql`drop table worn`.execute(app.owner);
});

test('a file store of another database is told, and one that takes no file', async () => {
  const faultsAt = async (data_dir: string) =>
    faultsOf(
      await look('it', async () => lookAtStore(app.parts.db, await openFileStore({ s3: null, data_dir }))),
    );
  expect(await faultsAt(app.data_dir)).toEqual([]);
  await bringAuthorities(join(folder, 'second'));
  expect(await faultsAt(join(folder, 'second'))).toEqual([
    expect.stringContaining('keeps its files elsewhere'),
  ]);
  const way = join(app.data_dir, 'files', 'do');
  rmSync(way, { recursive: true });
  writeFileSync(way, 'a file in the way');
  expect(await faultsAt(app.data_dir)).toEqual([expect.stringContaining('a file could not be stored')]);
  rmSync(way);
});

test('backups that are missing or old are told', async () => {
  const to: BackupSettings = {
    to: { folder: join(folder, 'backups') },
    recipients: [],
    identities: [],
    keep_days: 30,
    drill_hour: null,
    postgres_bin: null,
    replication_url: null,
  };
  const faults = async (given: BackupSettings | null, at = now) =>
    faultsOf(await look('them', () => lookAtBackups(given, at)));
  expect(await faults(null)).toEqual([expect.stringContaining('No backups are made')]);
  expect(await faults(to)).toEqual([expect.stringContaining('There is no backup')]);
  const target = await openBackupTarget(to);
  await target.put('base/20261125T000000000Z/manifest.json', Buffer.from('{"format":1}'));
  expect(await faults(to)).toEqual([expect.stringContaining('(1 of an earlier version of the product')]);
  await writeManifest(
    target,
    {
      id: '20261126T000000000Z',
      product: '0.1.0',
      postgres: '18.4',
      schema: { newest: '', count: 0 },
      database: { name: 'kelisim', role: 'kelisim' },
      beside: {},
      system_id: '1',
      timeline: 1,
      start_lsn: '0/1',
      end_lsn: '0/2',
      started_at: now.toISOString(),
      ended_at: now.toISOString(),
      store: null,
      parts: [],
      database_bytes: 0,
      files: { count: 0, copied: 0, copied_bytes: 0, unreadable: [] },
      recipients: [],
      master_key_id: '',
      settings: [],
    },
    makeBackupMac(app.parts.config),
  );
  expect(await faults(to)).toEqual([]);
  expect(await faults(to, new Date(now.getTime() + 30 * HOUR_MS))).toEqual([
    expect.stringContaining('30 hours ago'),
  ]);
});

test('an escrow of another master key is told, and a key with which a start would be refused', async () => {
  const { config, db } = app.parts;
  const at = (name: string) => ({ ...config, data_dir: join(folder, name) });
  mkdirSync(join(folder, 'escrow'));
  expect(await lookAtEscrow(at('escrow'))).toEqual([
    { state: 'unknown', says: expect.stringContaining('is in no escrow') },
  ]);
  await makeEscrow(join(folder, 'escrow'), config);
  expect(faultsOf(await lookAtEscrow(at('escrow')))).toEqual([]);
  const changed = { master_key: Buffer.alloc(32, 9), former_master_keys: [config.master_key] };
  expect(faultsOf(await lookAtEscrow({ ...at('escrow'), ...changed }))).toEqual([
    expect.stringContaining('"npm run escrow -- renew"'),
  ]);

  await assertMasterKey(db, config);
  expect(faultsOf(await lookAtKeys(db, changed))).toEqual([]);
  const strange = { ...settings, DATA_DIR: folder, MASTER_KEY: '33'.repeat(32) };
  const found = faultsOf(await over({ ...strange, BACKUP_TO: folder, ...(await recipients()) }));
  expect(found).toContainEqual(expect.stringMatching(/^MASTER_KEY is another one than this database/));
});

const recipients = async () => ({
  BACKUP_RECIPIENTS: (await newIdentity()).recipient,
  BACKUP_DATABASE_URL: app.database_url,
});

test('trials of a restore that are missing, failed or old are told', async () => {
  const { db } = app.parts;
  const faults = async (hours = 0) =>
    faultsOf(await lookAtTrials(db, new Date(Date.now() + hours * HOUR_MS)));
  expect(await faults()).toEqual([expect.stringContaining('ever been restored')]);
  const trial = { began_at: now, backup_id: 'one', reached: now };
  await db
    .insertInto('restore_trials')
    .values({ ...trial, failure: 'It broke.' })
    .execute();
  expect(await faults()).toEqual([expect.stringContaining('It broke.')]);
  await db
    .insertInto('restore_trials')
    .values({ ...trial, failure: null })
    .execute();
  expect(await faults()).toEqual([]);
  expect(await faults(60)).toEqual([expect.stringContaining('60 hours old')]);
});
