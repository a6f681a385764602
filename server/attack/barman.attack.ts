/**
 * Barman with deploy/barman.conf keeps a PostgreSQL 18 of one's own while `ATTACK_ACTS` (1,000) acts with their papers
 * are made, and rsync keeps the files. Then both are lost under load. Barman restores the database to a moment before
 * the files were copied: it has all acts of that moment and no other, is refused beside the newer files until it adopts
 * them, and then all invariants hold and no file is removed. To its end it has all but the acts of the last seconds.
 * Needs the programs of PostgreSQL 18 (`POSTGRES_BIN`, or ../shared/tools), rsync and Python, for which it installs Barman.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { App } from '../src/app.ts';
import { attackDatabase, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { runBeside, startKeptPostgres, type Barman, type KeptPostgres } from './postgres-of-barman.ts';
import { ask, hasPostgresPrograms } from './postgres-programs.ts';
import { programOfPypi } from './program-of-pypi.ts';
import { lookAtRestored, makeActs } from './restored-product.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const VERSION = '3.19.1';
const ACTS = Number(process.env.ATTACK_ACTS ?? 1_000);
/** Between the moment that is restored and the loss, at least. */
const BEFORE_LOSS_MS = 1_000;
const MOST_LOST_S = 5;
/** What is kept beside the database; files that are being written have names of their own, and vanish. */
const FILES = ['files', 'sandbox-nca'];
const COPY = ['-a', '--exclude=tmp-*', '--exclude=upload-*'];

const programs = findPrograms();
if ('skipped' in programs) report({ attack: 'barman', passed: true, ...programs });
else
  await attackDatabase(
    (folder) => startKeptPostgres(folder, programs.program),
    loseAndRestore,
    furnishAuthorities,
  );

function findPrograms(): { program: string } | { skipped: string } {
  if (!hasPostgresPrograms()) return { skipped: 'no programs of PostgreSQL 18 here' };
  if (spawnSync('rsync', ['--version']).status !== 0) return { skipped: 'no rsync here' };
  // psycopg2 itself would have to be compiled.
  return programOfPypi('barman', VERSION, ['--no-deps', 'psycopg2-binary==2.9.13', 'python-dateutil==4.0.0']);
}

async function loseAndRestore(plain: App, postgres: KeptPostgres): Promise<boolean> {
  const app = await testAppOf(plain);
  const place = (name: string) => join(app.data_dir, name);
  const { barman } = postgres;
  const failed: string[] = [];
  const tryTo = (deed: Promise<unknown>) => deed.catch((error: Error) => failed.push(error.message));
  let is_kept = false;
  const writing = makeActs(app, (acts) => acts >= ACTS && is_kept);
  await tryTo(keep(barman));
  is_kept = true;
  const before = (await writing).at(-1)?.acts ?? 0;

  const now = 'select clock_timestamp() as now';
  const { now: moment } = await ask<{ now: Date }>(postgres.superuser_url, now);
  // As if the last mark were a minute old: a new one is left beside the files.
  await ask(postgres.owner_url, `update file_store_claim set marked_at = now() - interval '1 minute'`);
  await app.claim.renew();
  const later: { at: number; acts: number }[] = [];
  const under_load = makeActs(app, (acts) => (later.push({ at: Date.now(), acts }), false)).catch(
    () => undefined,
  );
  do await sleep(BEFORE_LOSS_MS);
  while (!later.at(-1)?.acts);
  await runBeside('rsync', [...COPY, ...FILES.map(place), place('copy')]);
  await postgres.destroy();
  const lost_at = Date.now();
  await under_load;
  for (const name of FILES) rmSync(place(name), { recursive: true });

  await runBeside('rsync', ['-a', ...FILES.map((name) => join(place('copy'), name)), app.data_dir]);
  const last_timeline = await postgres.restore(['--target-tli', 'latest']);
  const last = await lookAtRestored(postgres.url, place('files'));
  await postgres.destroy();
  const began = performance.now();
  const words = ['--target-time', moment.toISOString(), '--target-action', 'promote'];
  const timeline = await postgres.restore(words);
  const took_s = (performance.now() - began) / 1000;
  const started = async () =>
    startServer(plain).then(
      ({ child }) => child.kill('SIGKILL'),
      () => false,
    );
  const was_refused = !(await started());
  const { config } = plain.parts;
  const command = (name: string, ...more: string[]) =>
    runBeside(process.execPath, [fileURLToPath(new URL(`../src/cli/${name}.ts`, import.meta.url)), ...more], {
      ...process.env,
      SANDBOX: 'on',
      DATABASE_URL: postgres.url,
      DATABASE_OWNER_URL: postgres.owner_url,
      DATA_DIR: app.data_dir,
      MASTER_KEY: config.master_key.toString('hex'),
    });
  await command('store', 'adopt');
  await tryTo(command('invariants'));
  const starts = await started();
  const there = await lookAtRestored(postgres.url, place('files'));
  // The restored server is kept as the one before.
  await tryTo(keep(barman));
  const acts = before + (later.at(-1)?.acts ?? 0);
  const last_kept = later.findLast((one) => before + one.acts <= last.acts)?.at ?? 0;
  const lost_s = acts > last.acts ? (lost_at - last_kept) / 1000 : 0;
  for (const failure of failed) console.error(failure);
  return report({
    attack: 'barman',
    passed:
      failed.length === 0 &&
      there.acts === before &&
      last.acts > before &&
      lost_s <= MOST_LOST_S &&
      was_refused &&
      starts &&
      last.removed + there.removed === 0,
    version: VERSION,
    failed: failed.length,
    acts,
    acts_at_end: last.acts,
    lost_s,
    acts_at_moment: before,
    acts_restored: there.acts,
    timelines: `${last_timeline} ${timeline}`,
    restore_s: Math.round(took_s),
    restored_mb: Math.round(there.mb),
    was_refused: String(was_refused),
    removed_beside_newer_files: there.removed,
  });
}

/** What the user of Barman does every minute and every night, and what it says of the outcome. */
async function keep(barman: Barman): Promise<void> {
  await barman('cron');
  await barman('switch-wal', '--force', '--archive', 'kelisim');
  await barman('backup', '--wait', 'kelisim');
  await barman('check', 'kelisim');
  await barman('check-backup', 'kelisim', 'latest');
  await barman('verify-backup', 'kelisim', 'latest');
}
