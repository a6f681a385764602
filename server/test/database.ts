import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { TestServer } from './throwaway-server.ts';

export interface TestDatabase {
  /** As the role the application runs as. */
  url: string;
  /** As the role that owns the tables: for tests that do what the application must not. */
  owner_url: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/** A migrated, empty database of one's own (some 50 ms): nothing another test does can be seen in it. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const { template_url }: TestServer = inject('testServer');
  return copyTestDatabase(template_url);
}

/** What a backup gives back. Ends every connection to the original, whose pools open new ones. */
export async function copyTestDatabase(original: string): Promise<TestDatabase> {
  const url = new URL(original);
  const template = url.pathname.slice(1);
  await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`);
  const name = `kelisim_test_${randomBytes(6).toString('hex')}`;
  const owner = decodeURIComponent(new URL(inject('testServer').owner_url).username);
  // Half the work of writing all of it through the log.
  await run(`create database ${name} template ${template} strategy file_copy owner "${owner}"`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    owner_url: ownerUrlOf(url.href),
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}

/** The address of the same database of the test server as the role that owns it. */
export function ownerUrlOf(database_url: string): string {
  const url = new URL(inject('testServer').owner_url);
  url.pathname = new URL(database_url).pathname;
  return url.href;
}

let admin: Promise<Client> | undefined;

/** One connection for all databases of a process; it ends with the server or with the process. */
async function connectAdmin(): Promise<Client> {
  const client = new Client({ connectionString: inject('testServer').admin_url });
  client.on('error', () => (admin = undefined));
  await client.connect();
  return client;
}

async function run(statement: string): Promise<void> {
  const client = await (admin ??= connectAdmin());
  await client.query(statement);
}
