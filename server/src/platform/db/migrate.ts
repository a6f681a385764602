import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/**
 * Brings a database to the newest shape: plain SQL files in the order of their names, each in a transaction of its
 * own, forward only. A file that was changed after it ran is refused. Several processes may start at once.
 */
export async function migrate(url: string): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(4400)');
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const done = new Map(
      (await client.query<{ name: string; hash: string }>('select name, hash from migrations')).rows.map(
        (row) => [row.name, row.hash],
      ),
    );
    const applied: string[] = [];
    for (const name of readdirSync(FOLDER)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      const before = done.get(name);
      if (before === hash) continue;
      if (before) throw new Error(`migration ${name} was changed after it had run; write a new one instead`);
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${name} failed`, { cause: error });
      }
      applied.push(name);
    }
    return { applied };
  } finally {
    await client.end();
  }
}
