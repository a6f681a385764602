import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeTestDatabase } from '../../test/database.ts';
import { MIGRATIONS, readMigrations } from '../platform/db/migration-files.ts';

const program = fileURLToPath(new URL('migrate.ts', import.meta.url));
const database = await makeTestDatabase();
afterAll(() => database.drop());

test('the plan names what waits, with its statements, and changes nothing', async () => {
  const last = readMigrations(MIGRATIONS).at(-1)!;
  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  try {
    const forgotten = await owner.query('delete from migrations where name = $1', [last.name]);
    expect(forgotten.rowCount).toBe(1);

    const done = spawnSync(process.execPath, [program, '--plan'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: database.url },
    });
    expect(done.stderr).toBe('');
    expect(done.stdout).toMatch(new RegExp(`^${RegExp.escape(last.name)} \\(`));
    expect(done.stdout).toContain(`    ${last.text.trim().split('\n').at(-1)!.trim()}`);
    expect(done.status).toBe(0);
    const known = await owner.query('select 1 from migrations where name = $1', [last.name]);
    expect(known.rowCount).toBe(0);
  } finally {
    await owner.end();
  }
});
