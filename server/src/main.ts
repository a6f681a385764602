import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBackupTarget } from './adapters/backup-target/open-backup-target.ts';
import { StoreAway } from './adapters/file-store/file-store.ts';
import type { App } from './app.ts';
import { DEMO_PASSWORD } from './features/sandbox/public.ts';
import { openProduct } from './open-product.ts';
import { assertBackupSettings, readBackupSettings } from './platform/backup/backup-settings.ts';
import type { BackupJob } from './platform/backup/backup-watchers.ts';
import { ConfigError, readConfig, settingNames, type Config } from './platform/config.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './platform/db/embedded/start-embedded-postgres.ts';
import { EmbeddedPostgresRefused } from './platform/db/embedded/refusal.ts';
import { makeLog, type Log } from './platform/log.ts';
import { StartRefused } from './platform/start-refused.ts';
import { readVersion } from './platform/version.ts';
import { tryRestoreApart } from './try-restore-apart.ts';

if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('The server needs Node 24; "npm start" brings it.');

/** The process: settings, database, migrations, demo data, server; and the way back down. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  // Before anything is touched.
  assertBackupSettings(process.env);
  const log = makeLog(
    config.sandbox && !config.stand ? (process.env.LOG_LEVEL ?? 'warn') : config.log_level,
    {
      host: hostname(),
      version: readVersion(),
    },
  );
  let postgres: EmbeddedPostgres | null = null;
  if (config.database_url === null) {
    postgres = await startEmbeddedPostgres({
      dataDir: join(config.data_dir, 'postgres'),
      // A place of backups that is away for long must not fill the disk; then the next backup begins again.
      settings: { max_slot_wal_keep_size: '8GB' },
      onEvent: (event) => {
        log.warn({ ...event, event: `postgres.${event.kind}` });
        if (event.kind === 'placed_elsewhere') console.log(`The data lie in ${event.folder}.`);
        if (event.kind === 'lost') process.exit(1);
      },
    });
  }
  const database = postgres && { database_url: postgres.url, database_owner_url: postgres.owner_url };
  const found = { ...config, database_url: config.database_url!, ...database };
  const app = await openApp(found, log, postgres).catch(async (error: unknown) => {
    await postgres?.stop();
    throw error;
  });

  let hurry: (() => void) | null = null;
  const leave = async (signal: NodeJS.Signals) => {
    if (hurry) return hurry();
    const hurried = new Promise<void>((resolve) => (hurry = resolve));
    app.leave();
    log.warn({ event: 'process.leaving', signal });
    // A proxy needs time to see it; whoever presses Ctrl-C, or asks twice, does not.
    if (signal === 'SIGTERM') await Promise.race([sleep(config.process.drain_s * 1000), hurried]);
    await app.close();
    await postgres?.stop();
    process.exit(0);
  };
  process.on('SIGINT', (signal) => void leave(signal));
  process.on('SIGTERM', (signal) => void leave(signal));
  process.on('unhandledRejection', (error) =>
    log.error({ event: 'process.unhandled', error: String(error) }),
  );
  // Last: whoever reads it may ask the process to leave at once.
  console.log(greeting(config));
}

async function openApp(
  config: Config & { database_url: string },
  log: Log,
  postgres: EmbeddedPostgres | null,
): Promise<App> {
  const backup = await readBackupJob(process.env, postgres);
  const app = await openProduct({ config, log, backup, show_message: (text) => console.log(text) });
  await app.metrics?.listen();
  await app.http.listen({ port: config.port, host: config.host });
  app.watch();
  return app;
}

async function readBackupJob(
  env: NodeJS.ProcessEnv,
  postgres: EmbeddedPostgres | null,
): Promise<BackupJob | null> {
  const settings = readBackupSettings(env);
  if (!settings) return null;
  return {
    settings,
    target: await openBackupTarget(settings),
    replication_url: postgres?.superuser_url ?? settings.replication_url ?? '',
    postgres_folder: postgres?.folder ?? null,
    drill: settings.drill_hour === null ? null : { hour: settings.drill_hour, tryRestore: tryRestoreApart },
    set: settingNames(env),
  };
}

function greeting({ public_url, sandbox, stand, demo_data, process: { role } }: Config): string {
  if (role === 'worker') return `A worker of ${public_url} is at work`;
  if (!sandbox || stand) return `Kelisim answers at ${public_url}`;
  const people = [
    '  Sandbox with demo data. Sign in with',
    '    director@alatau.example     руководитель, ТОО «Алатау Логистика»',
    '    accountant@alatau.example   сотрудник той же компании',
    '    executor1@demo.example      исполнитель',
    '    admin@kelisim.example       администратор платформы',
    `  Password of everybody: ${DEMO_PASSWORD}`,
  ];
  const nobody = [`  Sandbox without demo data. Register at ${public_url}/auth/sign-up/business`];
  return [
    '',
    `  Kelisim: ${public_url}`,
    '',
    ...(demo_data ? people : nobody),
    `  Programs of others: ${public_url}/developers`,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
}

main().catch((error: unknown) => {
  const known = [ConfigError, EmbeddedPostgresRefused, StartRefused, StoreAway];
  console.error(known.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
});
