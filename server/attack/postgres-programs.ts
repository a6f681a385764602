import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

/** All programs of PostgreSQL 18, for trials alone: those of `POSTGRES_BIN`, or an archive beside the checkout. */
const BIN = process.env.POSTGRES_BIN;
const TOOLS = fileURLToPath(
  new URL('../../../shared/tools/postgresql-18/pg18-linux-x64.tar.xz', import.meta.url),
);
/** The server does not run as root. */
const NOBODY = 65_534;
export const serverUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
export const PASSWORD = 'trial';

export const hasPostgresPrograms = (): boolean => existsSync(BIN ? join(BIN, 'pg_basebackup') : TOOLS);

export const superuserAt = (port: number): string =>
  `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;

export interface PostgresPrograms {
  bin: string;
  /** Runs one as the user of the server. */
  run(name: string, words: readonly string[]): void;
  /** A new folder for a cluster. */
  place(name: string): string;
  /** A new cluster, whose superuser and other roles have the password. */
  makeCluster(name: string): string;
  /** Resolves when it answers. */
  start(data: string, port: number, settings?: readonly string[]): Promise<ChildProcess>;
}

/** @param folder is made, for the clusters; others than its owner may enter it */
export function providePostgres(folder: string): PostgresPrograms {
  mkdirSync(folder, { mode: 0o711 });
  if (!BIN) runProgram('tar', ['xJf', TOOLS, '-C', folder]);
  const bin = BIN ?? join(folder, 'pg18', 'bin');
  const programs: PostgresPrograms = {
    bin,
    run: (name, words) => runProgram(join(bin, name), words, serverUser),
    place(name) {
      const at = join(folder, name);
      mkdirSync(at, { mode: 0o700 });
      if (serverUser.uid) chownSync(at, serverUser.uid, serverUser.gid);
      return at;
    },
    makeCluster(name) {
      const password_file = join(folder, 'password');
      writeFileSync(password_file, PASSWORD, { mode: 0o644 });
      const data = programs.place(name);
      const roles = ['--username=postgres', `--pwfile=${password_file}`, '--auth=scram-sha-256'];
      const locale = [
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ];
      programs.run('initdb', [`--pgdata=${data}`, ...roles, ...locale, '--data-checksums']);
      return data;
    },
    async start(data, port, more = []) {
      const settings = [
        `port=${port}`,
        'listen_addresses=127.0.0.1',
        'unix_socket_directories=',
        'timezone=UTC',
        ...more,
      ];
      const server = spawn(
        join(bin, 'postgres'),
        ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
        // Its log is for whoever looks for a fault of the trial.
        {
          stdio: ['ignore', 'ignore', process.env.ATTACK_VERBOSE ? 'inherit' : 'ignore'],
          cwd: '/',
          ...serverUser,
        },
      );
      await isUp(superuserAt(port));
      return server;
    },
  };
  return programs;
}

/** The roles of docs/operations.md and their database. */
export async function makeProductDatabase(superuser_url: string): Promise<void> {
  await ask(superuser_url, `create role kelisim login password '${PASSWORD}'`);
  await ask(superuser_url, `create role kelisim_owner login password '${PASSWORD}'`);
  await ask(superuser_url, 'create database kelisim owner kelisim_owner');
}

export function urlsAt(port: number): { url: string; owner_url: string; superuser_url: string } {
  const as = (role: string) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/kelisim`;
  return { url: as('kelisim'), owner_url: as('kelisim_owner'), superuser_url: superuserAt(port) };
}

export async function stopServer(server: ChildProcess): Promise<void> {
  const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : null;
  server.kill('SIGINT');
  await gone;
}

function runProgram(program: string, words: readonly string[], as: object = {}): void {
  const { status, stderr } = spawnSync(program, words, { cwd: '/', encoding: 'utf8', ...as });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

async function isUp(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(50)) {
    const failure: unknown = await ask(url, 'select 1').then(
      () => null,
      (error: unknown) => error,
    );
    if (!failure) return;
    if (Date.now() > deadline) throw failure;
  }
}

/** Returns the first row, if the statement has any. */
export async function ask<Row extends object>(url: string, statement: string): Promise<Row> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows[0];
}
