import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApp, type App } from '../src/app.ts';
import { readConfig } from '../src/platform/config.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { makeLog } from '../src/platform/log.ts';

/** A product of its own, with a real database, for an attack that may leave nothing whole. */
export async function attackProduct(attack: (app: App) => Promise<boolean>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kelisim-attack-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  try {
    await migrate(postgres.url);
    const settings = { SANDBOX: 'on', DATA_DIR: folder, PORT: '0', MESSAGES_A_DAY: '1000000' };
    const config = { ...readConfig(settings), database_url: postgres.url };
    const app = await makeApp({ config, log: makeLog('silent') });
    try {
      if (!(await attack(app))) process.exitCode = 1;
    } finally {
      // Also after a failure: what is left open would keep the process alive.
      await app.close();
    }
  } catch (error) {
    // Said before the connections are cut below, which would hide it.
    console.error(error);
    process.exitCode = 1;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One result as a line of JSON; true when the attack failed, as it should. */
export function report(result: { attack: string; passed: boolean } & Record<string, unknown>): boolean {
  console.log(JSON.stringify(result));
  return result.passed;
}

/** An address nobody has used yet, so that no limit by address stands in the way. */
export function addressOf(turn: number): string {
  return `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
}
