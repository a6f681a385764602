import pg from 'pg';

/** Lets the application's role ANALYZE and copy tables: a bench does both with the connections that it measures. */
export async function allowUpkeep(owner_url: string): Promise<void> {
  const client = new pg.Client({ connectionString: owner_url });
  await client.connect();
  await client
    .query(
      'grant maintain on all tables in schema public to kelisim; grant create on schema public to kelisim',
    )
    .finally(() => client.end());
}
