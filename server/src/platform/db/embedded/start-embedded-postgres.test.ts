import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { makeThrowawayFolder } from '../../../../test/temporary-folder.ts';
import { findEmbeddedPostgres } from './find-embedded-postgres.ts';
import type { EmbeddedPostgresEvent } from './keep-running.ts';
import { commandLineOf, pidExists } from './process-identity.ts';
import { EmbeddedPostgresRefused } from './refusal.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start-embedded-postgres.ts';
import { PATIENT } from '../../../../test/patience.ts';

const asRoot = process.getuid?.() === 0;
const clean: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step();
});

function makeFolder(mode = 0o711): string {
  const folder = makeThrowawayFolder('embedded');
  chmodSync(folder, mode);
  clean.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder whose cluster was made before, for tests whose subject begins after that: initdb takes seconds. */
async function makeFilledFolder(): Promise<string> {
  made ??= (async () => {
    const dataDir = makeThrowawayFolder('embedded');
    await startEmbeddedPostgres({ dataDir }).then((server) => server.stop());
    return dataDir;
  })();
  const folder = makeFolder();
  execFileSync('cp', ['-a', join(await made, '.'), folder]);
  return folder;
}
let made: Promise<string> | undefined;
afterAll(async () => made && rmSync(await made, { recursive: true, force: true }));

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(options);
  clean.push(() => server.stop());
  return server;
}

async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows as Row[];
}

/** What another server on the same data must find. */
const KEEP_A_ROW = 'create table kept (n int); insert into kept values (7); grant select on kept to kelisim';

interface Product {
  process: ChildProcess;
  next(kind: string): Promise<Record<string, string>>;
  errors(): string;
  ended: Promise<number | null>;
}

/** Another process of the same product. */
function runProduct(dataDir: string): Product {
  const file = fileURLToPath(new URL('./embedded-server.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [file, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  clean.push(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const lines: Record<string, string>[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
  return {
    process: child,
    errors: () => errors,
    ended: new Promise((done) => child.on('exit', done)),
    next: (kind) =>
      vi.waitFor(() => {
        const found = lines.find((line) => line.kind === kind);
        if (!found) throw new Error(`no ${kind} yet: ${errors}`);
        return found;
      }, PATIENT),
  };
}

test('a fresh folder becomes a safe PostgreSQL 18 with Kazakh order and time, and keeps its rows', async () => {
  const dataDir = makeFolder();
  const first = await start({ dataDir });
  const [found] = await ask<Record<string, string>>(
    first.superuser_url,
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
       current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens,
       current_setting('unix_socket_directories') as sockets, current_setting('password_encryption') as passwords,
       current_setting('server_version_num')::int / 10000 as version,
       (select string_agg(x, '' order by x collate "kk-x-icu") from unnest(array['я','қ','б','ә','к','а']) x) as kazakh,
       to_char(timestamptz '2026-06-01 00:00Z' at time zone 'Asia/Almaty', 'HH24:MI') as almaty`,
  );
  expect(found).toEqual({
    fsync: 'on',
    pages: 'on',
    checksums: 'on',
    listens: '127.0.0.1',
    sockets: '',
    passwords: 'scram-sha-256',
    version: 18,
    kazakh: 'аәбкқя',
    almaty: '05:00',
  });
  await ask(first.owner_url, KEEP_A_ROW);
  await first.stop();
  await first.stop();
  const again = await start({ dataDir });
  expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('the passwords are for the owner only, and nobody comes in without one', async () => {
  const server = await start({ dataDir: await makeFilledFolder() });
  expect(statSync(join(server.folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  const wrong = new URL(server.url);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  wrong.password = '';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password/);
  await expect(ask(server.url, 'create role another')).rejects.toThrow(/permission denied/);
  await expect(ask(server.url, 'create table another ()')).rejects.toThrow(/permission denied/);
});

test('a database that its application still owns gets an owner', async () => {
  const dataDir = await makeFilledFolder();
  const first = await start({ dataDir });
  const inside = new URL(first.superuser_url);
  inside.pathname = '/kelisim';
  await ask(
    inside.href,
    'create table old (); reassign owned by kelisim_owner to kelisim; alter table old owner to kelisim; drop role kelisim_owner',
  );
  await first.stop();
  const again = await start({ dataDir });
  const owners = await ask(
    again.owner_url,
    `select tableowner as owner from pg_tables where tablename = 'old'
     union all select pg_get_userbyid(datdba) from pg_database where datname = 'kelisim'`,
  );
  expect(owners).toEqual([{ owner: 'kelisim_owner' }, { owner: 'kelisim_owner' }]);
});

test('a second start on the same data is refused at once, here and in another process; a command may join', async () => {
  const dataDir = await makeFilledFolder();
  expect(await findEmbeddedPostgres(dataDir)).toBe(null);
  const server = await start({ dataDir });
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(EmbeddedPostgresRefused);
  const second = runProduct(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.errors()).toBe(
    `Kelisim already runs on the data in ${server.folder} (process ${process.pid}). ` +
      'Stop it first, or give this one a folder of its own with DATA_DIR.\n',
  );
  expect(await findEmbeddedPostgres(dataDir)).toBe(server.url);
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('three times kill -9 under writers: it comes back by itself and no acknowledged row is lost', async () => {
  const events: string[] = [];
  const server = await start({ dataDir: await makeFilledFolder(), onEvent: ({ kind }) => events.push(kind) });
  const pool = new Pool({ connectionString: server.url, max: 4 });
  pool.on('error', () => undefined);
  await ask(
    server.owner_url,
    'create table journal (writer int, n int, primary key (writer, n)); grant all on journal to kelisim',
  );
  const acknowledged: string[] = [];
  let writing = true;
  const writers = [1, 2, 3].map(async (writer) => {
    for (let n = 0; writing; n++) {
      try {
        await pool.query('insert into journal values ($1, $2)', [writer, n]);
        acknowledged.push(`${writer}/${n}`);
      } catch {
        await sleep(20);
      }
    }
  });
  for (let round = 1; round <= 3; round++) {
    await sleep(200 + round * 100);
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(server.pid).not.toBe(pid), PATIENT);
    // Backends outlive their postmaster for a moment and go on acknowledging: only from here it is the next one.
    const before = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), PATIENT);
  }
  writing = false;
  await Promise.all(writers);
  const { rows } = await pool.query<{ key: string }>("select writer || '/' || n as key from journal");
  const kept = new Set(rows.map(({ key }) => key));
  expect(acknowledged.filter((key) => !kept.has(key))).toEqual([]);
  expect(events).toEqual(['died', 'recovered', 'died', 'recovered', 'died', 'recovered']);
  await pool.end();
});

test('a backend that is busy while its server is killed does not hold up the recovery', async () => {
  const kinds: string[] = [];
  const server = await start({ dataDir: await makeFilledFolder(), onEvent: ({ kind }) => kinds.push(kind) });
  const busy = ask(server.url, 'select count(*) from generate_series(1, 2000000000)').catch(() => 'cut');
  await vi.waitFor(
    async () =>
      expect(
        await ask(server.url, "select 1 from pg_stat_activity where query like '%series(1, 2%'"),
      ).toHaveLength(2),
    PATIENT,
  );
  process.kill(server.pid, 'SIGKILL');
  await vi.waitFor(() => expect(kinds).toContain('recovered'), PATIENT);
  expect(await busy).toBe('cut');
});

test('data that were removed under a running product and taken by another are left alone', async () => {
  const dataDir = await makeFilledFolder();
  const events: EmbeddedPostgresEvent[] = [];
  const robbed = await start({ dataDir, onEvent: (event) => events.push(event as EmbeddedPostgresEvent) });
  rmSync(dataDir, { recursive: true });
  const taker = await start({ dataDir });
  process.kill(robbed.pid, 'SIGKILL');
  await vi.waitFor(() => expect(events.map(({ kind }) => kind)).toEqual(['died', 'lost']), PATIENT);
  await robbed.stop();
  expect(await ask(taker.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await findEmbeddedPostgres(dataDir)).toBe(taker.url);
});

test('a product that is killed takes its server along; the next start takes over lock and data', async () => {
  const dataDir = await makeFilledFolder();
  const killed = runProduct(dataDir);
  const { owner_url = '', pid } = await killed.next('started');
  await ask(owner_url, KEEP_A_ROW);
  killed.process.kill('SIGKILL');
  await killed.ended;
  await vi.waitFor(() => expect(commandLineOf(Number(pid))).toBe(''), PATIENT);
  const next = await start({ dataDir });
  expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('product and server killed together: the next start recovers', async () => {
  const dataDir = await makeFilledFolder();
  const killed = runProduct(dataDir);
  const { owner_url = '', pid } = await killed.next('started');
  await ask(owner_url, KEEP_A_ROW);
  killed.process.kill('SIGSTOP'); // so that it cannot bring its server back
  process.kill(Number(pid), 'SIGKILL');
  killed.process.kill('SIGKILL');
  await killed.ended;
  const next = await start({ dataDir });
  expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a postmaster.pid whose number somebody else has got since does not stop the start', async () => {
  const dataDir = await makeFilledFolder();
  const { folder, pid, stop } = await start({ dataDir });
  const stranger = spawn('sleep', ['60'], asRoot ? { uid: 65_534, gid: 65_534 } : {});
  clean.push(() => stranger.kill());
  const file = join(folder, 'cluster', 'postmaster.pid');
  const left = readFileSync(file, 'utf8').replace(String(pid), String(stranger.pid));
  await stop();
  writeFileSync(file, left);
  const again = await start({ dataDir });
  expect(await ask(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(stranger.exitCode).toBe(null);
});

test('SIGTERM stops it cleanly', async () => {
  const product = runProduct(await makeFilledFolder());
  const { folder = '', pid } = await product.next('started');
  product.process.kill('SIGTERM');
  expect(await product.ended).toBe(0);
  expect(pidExists(Number(pid))).toBe(false);
  expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/);
  expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a folder that others cannot enter: root keeps the data elsewhere and says so',
  async (context) => {
    context.skip(!asRoot, 'only root may drop to another user');
    const home = makeFolder(0o700);
    const dataDir = join(home, 'project', '.data');
    const elsewhere: string[] = [];
    const server = await start({
      dataDir,
      onEvent: (event) => event.kind === 'placed_elsewhere' && elsewhere.push(event.folder),
    });
    clean.push(() => rmSync(server.folder, { recursive: true, force: true }));
    clean.push(() => server.stop());
    expect(server.folder).toMatch(/^\/var\/lib\/kelisim-[0-9a-f]{12}$/);
    expect(elsewhere).toEqual([server.folder]);
    expect(statSync(join(server.folder, 'cluster')).uid).toBe(65_534);
    expect(await findEmbeddedPostgres(dataDir)).toBe(server.url);
    await ask(server.owner_url, KEEP_A_ROW);
    await server.stop();
    chmodSync(home, 0o755);
    const again = await start({ dataDir });
    expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 7 }]);
  },
);
