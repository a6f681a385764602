import { Client } from 'pg';
import { OTHER_CONNECTIONS } from '../process-settings.ts';
import { StartRefused } from '../start-refused.ts';

/**
 * @throws {StartRefused} when the server at `url` does not answer, or cannot be trusted with signed papers and money: a crash could lose what was
 * acknowledged, rot would go unseen, or its table of time zones is older than Kazakhstan's single one (+05:00 since
 * 1 March 2024, tzdata 2024a), or has fewer connections than this process may open. The message is for a person and names every fault.
 */
export async function assertDatabaseFit(url: string, durable = true, connections = 0): Promise<void> {
  const client = openClient(url);
  await client.connect().catch((cause: unknown) => {
    throw new StartRefused(
      `The database cannot be used: ${reasonOf(cause)}. See that PostgreSQL runs and that DATABASE_URL names its address, a database and a role that may connect.`,
      { cause },
    );
  });
  try {
    const { rows } = await client.query<{
      fsync: string;
      full_page_writes: string;
      data_checksums: string;
      encoding: string;
      version: number;
      connections: number;
      offset: string;
    }>(`select current_setting('fsync') as fsync,
               current_setting('full_page_writes') as full_page_writes,
               current_setting('data_checksums') as data_checksums,
               current_setting('server_encoding') as encoding,
               current_setting('server_version_num')::int / 10000 as version,
               current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                 - current_setting('reserved_connections')::int as connections,
               to_char(timestamptz '2026-01-01T00:00:00Z' at time zone 'Asia/Almaty', 'HH24:MI') as offset`);
    const [found] = rows;
    if (!found) throw new StartRefused('The database does not answer.');
    const is_handed_on = await sharesItsServer(client, url);
    const faults = [
      is_handed_on &&
        'something before it hands the connection of one client to others; let PgBouncer do that with pool_mode = session',
      durable && found.fsync !== 'on' && 'fsync is off: acknowledged changes may be lost when the power goes',
      durable && found.full_page_writes !== 'on' && 'full_page_writes is off: a crash may tear pages',
      found.data_checksums !== 'on' && 'data checksums are off: silent damage would not be seen',
      found.encoding !== 'UTF8' && `its encoding is ${found.encoding}, not UTF8`,
      found.connections < connections &&
        `it has ${found.connections} connections for the application, and this process may open ${connections} (POOL_PEOPLE, POOL_RUNS and ${OTHER_CONNECTIONS} more); make its max_connections larger than the sum of all processes`,
      found.version < 18 && `it is PostgreSQL ${found.version}; 18 is needed`,
      found.offset !== '05:00' &&
        `its time zone table is old: Asia/Almaty is at +${found.offset}, not +05:00`,
    ].filter((fault) => fault !== false);
    if (faults.length > 0) throw new StartRefused(`The database is not fit for use: ${faults.join('; ')}.`);
  } finally {
    await client.end();
  }
}

const openClient = (url: string) => new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });

/** Whether the server answers another client by the process that is this one's for as long as it is connected. */
async function sharesItsServer(client: Client, url: string): Promise<boolean> {
  const other = openClient(url);
  await other.connect();
  try {
    const pid = await processOf(client);
    return pid === (await processOf(other)) || pid !== (await processOf(client));
  } finally {
    await other.end();
  }
}

async function processOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** Of several addresses of a name each may have failed; such an error has no words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
