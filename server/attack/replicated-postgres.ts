import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { freePort } from '../test/free-port.ts';
import { endWithChildren } from './end-processes.ts';
import { makeFaultyNetwork } from './faulty-network.ts';

/** All programs of PostgreSQL 18, for trials alone. */
const TOOLS = fileURLToPath(
  new URL('../../../shared/tools/postgresql-18/pg18-linux-x64.tar.xz', import.meta.url),
);
/** The server does not run as root. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const PASSWORD = 'trial';

export const hasPostgresTools = (): boolean => existsSync(TOOLS);

/** A primary with a standby, behind an address that leads to the primary of the moment. */
export interface ReplicatedPostgres {
  url: string;
  owner_url: string;
  superuser_url: string;
  /** Kills the primary, makes the standby the primary and leads the address there. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** @param waits whether the primary waits for its standby before it acknowledges a commit */
export async function startReplicatedPostgres(folder: string, waits: boolean): Promise<ReplicatedPostgres> {
  mkdirSync(folder, { mode: 0o711 });
  run('tar', ['xJf', TOOLS, '-C', folder], {});
  const program = (name: string) => join(folder, 'pg18', 'bin', name);
  const place = (name: string) => {
    const at = join(folder, name);
    mkdirSync(at, { mode: 0o700 });
    if (user.uid) chownSync(at, user.uid, user.gid);
    return at;
  };
  const password_file = join(folder, 'password');
  writeFileSync(password_file, PASSWORD);
  chmodSync(password_file, 0o644);
  const [first, second] = [place('first'), place('second')];
  const ports = [await freePort(), await freePort()] as const;
  const initial = ['--username=postgres', `--pwfile=${password_file}`, '--auth=scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  run(program('initdb'), [`--pgdata=${first}`, ...initial, ...locale, '--data-checksums'], user);
  const start = (data: string, port: number, more: string[]): ChildProcess => {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'timezone=UTC',
      ...more,
    ];
    return spawn(
      program('postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      // Its log is for whoever looks for a fault of the trial.
      { stdio: ['ignore', 'ignore', process.env.ATTACK_VERBOSE ? 'inherit' : 'ignore'], cwd: '/', ...user },
    );
  };
  const address = (port: number) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const primary = start(first, ports[0], waits ? ['synchronous_standby_names=*'] : []);
  await isUp(address(ports[0]));
  const words = ['--pgdata', second, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'];
  run(program('pg_basebackup'), [...words, '--dbname', address(ports[0])], user);
  const standby = start(second, ports[1], []);
  await isUp(address(ports[1]));
  await ask(address(ports[0]), `create role kelisim login password '${PASSWORD}'`);
  await ask(address(ports[0]), `create role kelisim_owner login password '${PASSWORD}'`);
  await ask(address(ports[0]), 'create database kelisim owner kelisim_owner');

  const network = await makeFaultyNetwork(ports[0]);
  const as = (role: string) => `postgres://${role}:${PASSWORD}@127.0.0.1:${network.port}/kelisim`;
  return {
    url: as('kelisim'),
    owner_url: as('kelisim_owner'),
    superuser_url: address(network.port),
    async failOver() {
      await endWithChildren(primary);
      await ask(address(ports[1]), 'select pg_promote()');
      network.leadTo(ports[1]);
    },
    async stop() {
      network.close();
      for (const server of [primary, standby]) {
        const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : null;
        server.kill('SIGINT');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(program: string, words: string[], as: object): void {
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

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
