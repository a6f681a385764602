import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../server/src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { makeTemporaryFolder, makeThrowawayFolder } from '../server/test/temporary-folder.ts';

type BenchPostgres = Pick<EmbeddedPostgres, 'url' | 'owner_url' | 'superuser_url' | 'pid' | 'stop'>;

/** `stop` removes the folder too. */
type BenchDatabase = BenchPostgres & { folder: string };

/**
 * A migrated, empty database with a folder beside it: on a PostgreSQL of its own, as it runs for people, or, within
 * `npm test`, a copy of the one that all benches share.
 */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = makeTemporaryFolder('kelisim-bench-');
  const postgres = await startPostgres(folder);
  return {
    ...postgres,
    folder,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startPostgres(folder: string): Promise<BenchPostgres> {
  if (process.env.BENCH_SERVER) return copyOf(JSON.parse(process.env.BENCH_SERVER) as Shared);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  try {
    await migrate(postgres);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return postgres;
}

type Shared = Omit<BenchPostgres, 'stop'>;

/** A server for benches one after another, without fsync; `env` is for their processes. */
export async function startSharedServer() {
  const folder = makeThrowawayFolder('benches');
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  await migrate(postgres);
  const { url, owner_url, superuser_url, pid } = postgres;
  const shared: Shared = { url, owner_url, superuser_url, pid };
  return {
    env: { BENCH_SERVER: JSON.stringify(shared) },
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyOf(shared: Shared): Promise<BenchPostgres> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const addressed = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  await run(
    shared.superuser_url,
    `create database ${name} template kelisim strategy file_copy owner kelisim_owner`,
  );
  return {
    ...shared,
    url: addressed(shared.url),
    owner_url: addressed(shared.owner_url),
    stop: () => run(shared.superuser_url, `drop database ${name} with (force)`),
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
