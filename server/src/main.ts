import { hostname } from 'node:os';
import { join } from 'node:path';
import { StoreAway } from './adapters/file-store/file-store.ts';
import type { App } from './app.ts';
import { DEMO_PASSWORD } from './features/sandbox/public.ts';
import { openProduct } from './open-product.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './platform/db/embedded/start-embedded-postgres.ts';
import { EmbeddedPostgresRefused } from './platform/db/embedded/refusal.ts';
import { makeLog, type Log } from './platform/log.ts';
import { StartRefused } from './platform/start-refused.ts';
import { readVersion } from './platform/version.ts';

if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('The server needs Node 24; "npm start" brings it.');

/** The process: settings, database, migrations, demo data, server; and the way back down. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = makeLog(config.sandbox ? (process.env.LOG_LEVEL ?? 'warn') : config.log_level, {
    host: hostname(),
    version: readVersion(),
  });
  let postgres: EmbeddedPostgres | null = null;
  if (config.database_url === null) {
    postgres = await startEmbeddedPostgres({
      dataDir: join(config.data_dir, 'postgres'),
      onEvent: (event) => {
        log.warn({ ...event, event: `postgres.${event.kind}` });
        if (event.kind === 'placed_elsewhere') console.log(`The data lie in ${event.folder}.`);
        if (event.kind === 'lost') process.exit(1);
      },
    });
  }
  const database = postgres && { database_url: postgres.url, database_owner_url: postgres.owner_url };
  const app = await openApp({ ...config, database_url: config.database_url!, ...database }, log).catch(
    async (error: unknown) => {
      await postgres?.stop();
      throw error;
    },
  );
  console.log(greeting(config));

  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    await app.close();
    await postgres?.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void leave());
  process.on('SIGTERM', () => void leave());
  process.on('unhandledRejection', (error) =>
    log.error({ event: 'process.unhandled', error: String(error) }),
  );
}

async function openApp(config: Config & { database_url: string }, log: Log): Promise<App> {
  const app = await openProduct({ config, log, show_message: (text) => console.log(text) });
  await app.metrics?.listen();
  await app.http.listen({ port: config.port, host: config.host });
  app.watch();
  return app;
}

function greeting({ public_url, sandbox, demo_data }: Config): string {
  if (!sandbox) return `Kelisim answers at ${public_url}`;
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
