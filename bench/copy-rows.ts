import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../server/src/platform/db/database.ts';

/** The rows that the import made, into a table beside with the same indexes and nothing else. */
export async function copyRows(db: Database, url: string): Promise<void> {
  await sql`create table bench_acts (like acts including all)`.execute(db);
  await sql`create table bench_services (like act_services including all)`.execute(db);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [from, to] of [
    ['acts', 'bench_acts'],
    ['act_services', 'bench_services'],
  ]) {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [from],
    );
    const { columns } = rows[0]!;
    const lines = await copy(client, `copy (select ${columns} from ${from}) to stdout`);
    await copy(client, `copy ${to} (${columns}) from stdin`, lines);
  }
  await client.end();
}

/** COPY over the wire, which the driver knows only as pieces of the protocol. */
function copy(client: pg.Client, text: string, given?: Buffer): Promise<Buffer> {
  const taken: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const done = (error: Error | null) => (error ? reject(error) : resolve(Buffer.concat(taken)));
    const query = new pg.Query(text, undefined as never, done as never);
    Object.assign(query, {
      handleCopyData: ({ chunk }: { chunk: Buffer }) => void taken.push(Buffer.from(chunk)),
      handleCopyInResponse(connection: { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }) {
        connection.sendCopyFromChunk(given!);
        connection.endCopyFrom();
      },
    });
    client.query(query);
  });
}
