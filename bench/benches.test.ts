import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSharedServer } from './bench-database.ts';

const folder = import.meta.dirname;
const benches = readdirSync(folder).filter((name) => name.endsWith('.bench.ts'));

let server: Awaited<ReturnType<typeof startSharedServer>>;
beforeAll(async () => {
  server = await startSharedServer();
});
afterAll(() => server.stop());

describe('every bench runs in its small size', () => {
  it.each(benches)('%s', async (name) => {
    const env = { ...process.env, ...server.env, BENCH_SIZE: 'small' };
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, name)], { env });
    const results = stdout
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(results.map((line) => JSON.parse(line) as unknown)).not.toEqual([]);
  });
});
