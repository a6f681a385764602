import { Client } from 'pg';
import { expect, test } from 'vitest';
import { tableTypes } from '../src/cli/db-types.ts';
import { makeTestDatabase } from './database.ts';
import { readFileSync } from 'node:fs';

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

test('test databases are migrated, strangers to one another, and gone when dropped', async () => {
  const [one, two] = await Promise.all([makeTestDatabase(), makeTestDatabase()]);
  await ask(one.owner_url, "insert into migrations (name, hash) values ('of one only', '')");
  const names = (rows: unknown[]): unknown[] => rows.map((row) => (row as { name: string }).name);
  expect(names(await ask(one.url, 'select name from migrations'))).toContain('of one only');
  const inTwo = names(await ask(two.url, 'select name from migrations'));
  expect(inTwo).not.toContain('of one only');
  expect(inTwo.length).toBeGreaterThan(0);
  await Promise.all([one.drop(), two.drop()]);
  await expect(ask(one.url, 'select 1')).rejects.toThrow(/does not exist/);
});

test('the row types in the repository are those of the migrated database', async () => {
  const database = await makeTestDatabase();
  const kept = readFileSync(new URL('../src/platform/db/tables.ts', import.meta.url), 'utf8');
  expect(kept).toBe(await tableTypes(database.url));
  await database.drop();
});
