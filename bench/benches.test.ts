import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSharedServer } from './bench-database.ts';

const folder = import.meta.dirname;
const benches = readdirSync(folder).filter((name) => name.endsWith('.bench.ts'));

let server: Awaited<ReturnType<typeof startSharedServer>>;
/** What each bench said; taken when it is judged, so that a second try runs it again, alone. */
let said: Map<string, string[]>;
beforeAll(async () => {
  server = await startSharedServer();
  said = await run(benches);
});
afterAll(() => server.stop());

async function run(names: string[]): Promise<Map<string, string[]>> {
  const env = { ...process.env, ...server.env, BENCH_SIZE: 'small' };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'in-turn.ts'), ...names], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  const parts = stdout.split(/^# /m).slice(1);
  return new Map(parts.map((part) => part.split('\n')).map(([name, ...lines]) => [name!, lines]));
}

describe('every bench runs in its small size', () => {
  it.each(benches)('%s', async (name) => {
    const lines = said.get(name) ?? (await run([name])).get(name) ?? [];
    said.delete(name);
    expect(lines.filter((line) => line.startsWith('!'))).toEqual([]);
    const results = lines.filter((line) => line.startsWith('{'));
    expect(results.map((line) => JSON.parse(line) as unknown)).not.toEqual([]);
  });
});
