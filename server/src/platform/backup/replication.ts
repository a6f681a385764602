import { Client, type Connection, type Submittable } from 'pg';

/**
 * A connection over which the server sends whole backups and its log (the streaming replication protocol of
 * PostgreSQL). The role must have REPLICATION and an entry `replication` in pg_hba.conf.
 */
export async function connectForReplication(url: string): Promise<Client> {
  const address = new URL(url);
  address.searchParams.set('replication', 'true');
  const client = new Client({ connectionString: address.href, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export interface SystemIdentity {
  /** The same in every copy of a cluster. */
  system_id: string;
  timeline: number;
  /** Up to where the log is on disk now. */
  flushed_lsn: string;
}

export async function identifySystem(client: Client): Promise<SystemIdentity> {
  const { rows } = await client.query<{ systemid: string; timeline: string | number; xlogpos: string }>(
    'IDENTIFY_SYSTEM',
  );
  const [found] = rows;
  if (!found) throw new Error('the database does not say who it is');
  return { system_id: found.systemid, timeline: Number(found.timeline), flushed_lsn: found.xlogpos };
}

/** What node-postgres does beyond its types: COPY in both directions. */
interface CopyingConnection extends Connection {
  endCopyFrom(): void;
}

/** Takes a piece of the stream; `end` asks the server for no more of it. */
export type TakeChunk = (chunk: Buffer, end: () => void) => Promise<void> | void;

/**
 * Runs a command whose answer is a stream of bytes, and returns the rows that come before and after it. The server is
 * read from only when `take` has finished with what came, so a slow place of backups fills no memory. When `take` fails,
 * the connection is ended.
 */
export async function streamFrom(
  client: Client,
  text: string,
  take: TakeChunk,
): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  let failure: unknown = null;
  let taken = Promise.resolve();
  let waiting = 0;
  const ended = Promise.withResolvers<void>();
  const takeOne = async (chunk: Buffer, connection: CopyingConnection) => {
    if (failure) return;
    try {
      await take(chunk, () => connection.endCopyFrom());
    } catch (error) {
      failure = error;
      connection.stream.destroy();
    }
  };
  const command = {
    text,
    submit: (connection: Connection) => connection.query(text),
    handleRowDescription: () => undefined,
    handleDataRow: ({ fields }: { fields: (string | null)[] }) => void rows.push(fields),
    handleCommandComplete: () => undefined,
    handleCopyData: ({ chunk }: { chunk: Buffer }, connection: CopyingConnection) => {
      // The parser uses its buffer again.
      const own = Buffer.from(chunk);
      if (waiting++ === 0) connection.stream.pause();
      taken = taken
        .then(() => takeOne(own, connection))
        .then(() => {
          if (--waiting === 0) connection.stream.resume();
        });
    },
    handleError: (error: Error) => {
      failure ??= error;
      ended.resolve();
    },
    handleReadyForQuery: () => ended.resolve(),
  };
  client.query(command as Submittable);
  await ended.promise;
  await taken;
  if (failure) throw failure as Error;
  return rows;
}
