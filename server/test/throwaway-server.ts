import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { makeThrowawayFolder, removeAbandonedFolders } from './temporary-folder.ts';

/** Where the test databases of this run are made; handed from here to the workers. */
export interface TestServer {
  /** May create databases. */
  admin_url: string;
  /** The role the application runs as, on the migrated template. */
  template_url: string;
  /** The role that owns the template, and so every test database. */
  owner_url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * The operator enters the tax figures of a year before it begins. So do the tests when they run in a year of which the
 * product does not know them yet: those of the last year it came with.
 */
const FIGURES_OF_THIS_YEAR = `
  insert into tax_figures (figure, valid_from, valid_until, value, source)
  select distinct on (known.figure, year) known.figure, make_date(year, 1, 1), make_date(year, 12, 31), known.value,
    'as in the year before'
  from generate_series(2027, extract(year from now() at time zone 'Asia/Almaty')::int) year
    join tax_figures known on date '2026-12-31' between known.valid_from and known.valid_until
  where not exists (select from tax_figures entered
    where entered.figure = known.figure and make_date(year, 12, 31) between entered.valid_from and entered.valid_until)
  order by known.figure, year, known.valid_from desc, known.id desc`;

/**
 * One PostgreSQL for the whole run with one migrated template: a throw-away one in a temporary folder, without fsync,
 * or the server of TEST_DATABASE_URL (its role must be allowed to create databases and roles).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const suffix = randomBytes(4).toString('hex');
  const server = process.env.TEST_DATABASE_URL
    ? await borrowServer(process.env.TEST_DATABASE_URL, suffix)
    : await startThrowaway();
  const name = `kelisim_template_${suffix}`;
  const [template_url, owner_url] = [server.url, server.owner_url].map((address) => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  }) as [string, string];
  try {
    const owner = decodeURIComponent(new URL(owner_url).username);
    await run(server.admin_url, `create database ${name} owner "${owner}"`);
    await migrate({ url: template_url, owner_url });
    await run(owner_url, FIGURES_OF_THIS_YEAR);
  } catch (error) {
    await server.end();
    throw error;
  }
  project.provide('testServer', { admin_url: server.admin_url, template_url, owner_url });
  return async () => {
    if (process.env.TEST_DATABASE_URL) await run(server.admin_url, `drop database ${name} with (force)`);
    await server.end();
  };
}

interface Server {
  admin_url: string;
  url: string;
  owner_url: string;
  end: () => Promise<void>;
}

/** The role of the address owns what is made; the application gets one of its own for this run. */
async function borrowServer(admin_url: string, suffix: string): Promise<Server> {
  const url = new URL(admin_url);
  url.username = `kelisim_test_${suffix}`;
  url.password = randomBytes(16).toString('hex');
  await run(admin_url, `create role ${url.username} login password '${url.password}'`);
  return {
    admin_url,
    url: url.href,
    owner_url: admin_url,
    end: () => run(admin_url, `drop role ${url.username}`),
  };
}

async function startThrowaway(): Promise<Server> {
  await removeAbandonedFolders();
  const dataDir = makeThrowawayFolder('test');
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    // Some hundred small databases live for a moment: to go round and tidy them, or to read beside, is work for nothing.
    // Nobody guesses its passwords, which thousands of connections prove.
    settings: { max_connections: '200', autovacuum: 'off', io_method: 'sync', scram_iterations: '1' },
  });
  return {
    admin_url: server.superuser_url,
    url: server.url,
    owner_url: server.owner_url,
    async end() {
      await server.stop();
      rmSync(server.folder, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
