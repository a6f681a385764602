import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { StartRefused } from '../start-refused.ts';
import { underLock } from './under-lock.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/**
 * Brings a database to the newest shape: plain SQL files in the order of their names, each in a transaction of its
 * own, forward only. A file that was changed after it ran is refused, and so is a database that a newer version has
 * migrated. Several processes may start at once.
 */
export function migrate(url: string): Promise<{ applied: string[] }> {
  return underLock(url, 4400, async (client) => {
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const done = new Map(rows.map((row) => [row.name, row.hash]));
    const names = readdirSync(FOLDER)
      .filter((file) => file.endsWith('.sql'))
      .sort();
    const unknown = [...done.keys()].filter((name) => !names.includes(name));
    if (unknown.length > 0)
      throw new StartRefused(
        `The database is newer than this version of the product: it has ${unknown.join(', ')}. Start the newer version.`,
      );
    const applied: string[] = [];
    for (const name of names) {
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
  });
}
