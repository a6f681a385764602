import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { ClusterSecrets } from './cluster.ts';

/** Addresses for the application's role, which owns nothing, and for the superuser. On 127.0.0.1 only. */
export function databaseUrls(secrets: ClusterSecrets, port: number): { url: string; superuser_url: string } {
  const server = `127.0.0.1:${port}`;
  return {
    url: `postgres://kelisim:${secrets.product_password}@${server}/kelisim`,
    superuser_url: `postgres://postgres:${secrets.superuser_password}@${server}/postgres`,
  };
}

/**
 * Makes the database `kelisim`, the role `kelisim_owner` that owns it and the role `kelisim` of the application. The
 * application's password is letters, digits, `-` and `_`; the owner gets another one at every start, which only this
 * process knows. Returns the owner's address. A database of earlier versions, whose application owned it, is taken over.
 */
export async function provideProductDatabase(
  superuser_url: string,
  secrets: ClusterSecrets,
): Promise<{ owner_url: string }> {
  const owner_url = new URL(superuser_url);
  owner_url.username = 'kelisim_owner';
  owner_url.password = randomBytes(24).toString('base64url');
  owner_url.pathname = '/kelisim';
  const client = new Client({ connectionString: superuser_url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; owner: boolean; owned_by: string | null }>(
      `select exists (select from pg_roles where rolname = 'kelisim') as role,
              exists (select from pg_roles where rolname = 'kelisim_owner') as owner,
              (select pg_get_userbyid(datdba)::text from pg_database where datname = 'kelisim') as owned_by`,
    );
    const [found] = rows;
    if (!found?.role) await client.query(`create role kelisim login password '${secrets.product_password}'`);
    if (!found?.owner) await client.query('create role kelisim_owner login');
    await client.query(`alter role kelisim_owner password '${owner_url.password}'`);
    if (!found?.owned_by) await client.query('create database kelisim owner kelisim_owner');
    else if (found.owned_by === 'kelisim') await takeOver(superuser_url);
  } finally {
    await client.end();
  }
  return { owner_url: owner_url.href };
}

async function takeOver(superuser_url: string): Promise<void> {
  const inside = new URL(superuser_url);
  inside.pathname = '/kelisim';
  const client = new Client({ connectionString: inside.href, connectionTimeoutMillis: 10_000 });
  await client.connect();
  await client.query('reassign owned by kelisim to kelisim_owner').finally(() => client.end());
}
