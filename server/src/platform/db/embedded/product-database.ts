import { Client } from 'pg';
import type { ClusterSecrets } from './cluster.ts';

/** Addresses for the product's role, which is no superuser, and for the superuser. On 127.0.0.1 only. */
export function databaseUrls(secrets: ClusterSecrets, port: number): { url: string; superuser_url: string } {
  const server = `127.0.0.1:${port}`;
  return {
    url: `postgres://kelisim:${secrets.product_password}@${server}/kelisim`,
    superuser_url: `postgres://postgres:${secrets.superuser_password}@${server}/postgres`,
  };
}

/** Makes the role and the database `kelisim` in a fresh cluster. The password is letters, digits, `-` and `_`. */
export async function provideProductDatabase(superuser_url: string, secrets: ClusterSecrets): Promise<void> {
  const client = new Client({ connectionString: superuser_url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'kelisim') as role,
              exists (select from pg_database where datname = 'kelisim') as database`,
    );
    if (!rows[0]?.role)
      await client.query(`create role kelisim login password '${secrets.product_password}'`);
    if (!rows[0]?.database) await client.query('create database kelisim owner kelisim');
  } finally {
    await client.end();
  }
}
