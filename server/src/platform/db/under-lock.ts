import pg from 'pg';

/** Runs the work while no other process holds the same number; the connection holds the lock. */
export async function underLock<Result>(
  url: string,
  lock: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}
