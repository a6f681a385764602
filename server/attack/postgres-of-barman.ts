import { execFile, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../test/free-port.ts';
import { endWithChildren } from './end-processes.ts';
import {
  ask,
  makeProductDatabase,
  PASSWORD,
  providePostgres,
  serverUser,
  stopServer,
  superuserAt,
  urlsAt,
} from './postgres-programs.ts';

const EXAMPLE = new URL('../../deploy/barman.conf', import.meta.url);

/** Runs a program beside what goes on here; returns what it printed. */
export async function runBeside(
  program: string,
  words: readonly string[],
  env = process.env,
): Promise<string> {
  try {
    return (await promisify(execFile)(program, words, { cwd: '/', env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${words.join(' ')} failed: ${stdout}${stderr}`, { cause: error });
  }
}

export type Barman = (...words: string[]) => Promise<string>;

/** A PostgreSQL of one's own, kept by Barman with the settings of deploy/barman.conf. */
export interface KeptPostgres {
  url: string;
  owner_url: string;
  superuser_url: string;
  barman: Barman;
  /** Kills it and removes its cluster. */
  destroy(): Promise<void>;
  /** Restores the last backup and what came after it, and serves that in its place. Returns its timeline. */
  restore(words: readonly string[]): Promise<number>;
  stop(): Promise<void>;
}

export async function startKeptPostgres(folder: string, program: string): Promise<KeptPostgres> {
  const programs = providePostgres(folder);
  const port = await freePort();
  let data = programs.makeCluster('first');
  let server: ChildProcess = await programs.start(data, port);
  await makeProductDatabase(superuserAt(port));
  const barman = await setUpBarman(folder, program, programs.bin, port);
  let restores = 0;
  const destroy = async () => {
    await endWithChildren(server);
    rmSync(data, { recursive: true });
  };
  return {
    ...urlsAt(port),
    barman,
    destroy,
    async restore(words) {
      data = join(folder, `restored-${++restores}`);
      await barman('restore', '--no-get-wal', '--partial-wal', ...words, 'kelisim', 'latest', data);
      if (serverUser.uid) giveTo(data, serverUser.uid);
      server = await programs.start(data, port);
      const still = 'select pg_is_in_recovery() as going, timeline_id from pg_control_checkpoint()';
      for (;;) {
        const { going, timeline_id } = await ask<{ going: boolean; timeline_id: number }>(
          superuserAt(port),
          still,
        );
        if (!going) return timeline_id;
        await sleep(50);
      }
    },
    async stop() {
      // Its programs would wait for the server.
      await barman('receive-wal', '--stop', 'kelisim').catch(() => undefined);
      await stopServer(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The role and the settings are those of the example; only where things are differs. */
async function setUpBarman(folder: string, program: string, bin: string, port: number): Promise<Barman> {
  const home = join(folder, 'barman');
  const servers = join(home, 'servers');
  mkdirSync(servers, { recursive: true });
  const example = readFileSync(EXAMPLE, 'utf8');
  const statements = [...example.matchAll(/^; {3}((?:create|grant) .*)$/gm)].map(
    ([, statement = '']) => statement,
  );
  for (const statement of statements) await ask(superuserAt(port), statement.replace('…', PASSWORD));
  const here = example
    .replaceAll('host=db.example port=5432', `host=127.0.0.1 port=${port}`)
    .replace('/usr/lib/postgresql/18/bin', bin);
  writeFileSync(join(servers, 'kelisim.conf'), here);
  const pass_file = join(home, 'pgpass');
  writeFileSync(pass_file, `127.0.0.1:${port}:*:barman:${PASSWORD}\n`, { mode: 0o600 });
  const settings = {
    barman_user: userInfo().username,
    barman_home: home,
    configuration_files_directory: servers,
    barman_lock_directory: home,
    log_file: join(home, 'log'),
  };
  const config = join(home, 'barman.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(config, ['[barman]', ...lines, ''].join('\n'));
  return (...words) =>
    runBeside(program, ['-c', config, ...words], { ...process.env, PGPASSFILE: pass_file });
}

function giveTo(folder: string, uid: number): void {
  chownSync(folder, uid, uid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), uid, uid);
}
