import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** OpenSSL is a judge of our RSA work that knows nothing of us. Where it is not installed its tests are skipped. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
export const WITHOUT_OPENSSL = 'needs the openssl command';

/** The GOST engine judges our GOST work. Some tests ask it; without it they are skipped. */
export const hasGostEngine =
  hasOpenssl &&
  spawnSync('openssl', ['engine', 'gost', '-t'], { encoding: 'utf8' }).stdout.includes('[ available ]');
export const WITHOUT_GOST_ENGINE = 'needs the GOST engine of openssl, libengine-gost-openssl in Debian';

/** A folder for one test file, removed at its end; answers the path of a file written there. */
export function makeFolder(): (name: string, content?: Uint8Array | string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'eds-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name, content) => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };
}

/** Arguments one by one or in groups. Throws with what openssl said when it fails. */
export function openssl(...args: (string | readonly string[])[]): string {
  return execFileSync('openssl', args.flat(), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
