import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { isAbandoned } from '../src/platform/db/embedded/folder-lock.ts';
import { stopLeftoverServer } from '../src/platform/db/embedded/leftover-server.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Where the test databases of this run are made; handed from here to the workers. */
export interface TestServer {
  /** May create databases. */
  admin_url: string;
  /** The role the product runs as, on the migrated template; test databases belong to it. */
  template_url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const prefix = 'kelisim-test-';

/**
 * One PostgreSQL for the whole run with one migrated template: a throw-away one in a temporary folder, without fsync,
 * or the server of TEST_DATABASE_URL (its role must be allowed to create databases).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? {
        admin_url: process.env.TEST_DATABASE_URL,
        product_url: process.env.TEST_DATABASE_URL,
        end: async () => {},
      }
    : await startThrowaway();
  const name = `kelisim_template_${randomBytes(4).toString('hex')}`;
  const template = new URL(server.product_url);
  template.pathname = `/${name}`;
  try {
    await run(server.admin_url, `create database ${name} owner "${decodeURIComponent(template.username)}"`);
    await migrate(template.href);
  } catch (error) {
    await server.end();
    throw error;
  }
  project.provide('testServer', { admin_url: server.admin_url, template_url: template.href });
  return async () => {
    if (process.env.TEST_DATABASE_URL) await run(server.admin_url, `drop database ${name} with (force)`);
    await server.end();
  };
}

async function startThrowaway(): Promise<{
  admin_url: string;
  product_url: string;
  end: () => Promise<void>;
}> {
  await sweep();
  const dataDir = makeTemporaryFolder(prefix);
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    settings: { max_connections: '200' },
  });
  return {
    admin_url: server.superuser_url,
    product_url: server.url,
    async end() {
      await server.stop();
      rmSync(server.folder, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs that were killed leave their folder behind. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(prefix) || !(await isAbandoned(folder))) continue;
    await stopLeftoverServer(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
