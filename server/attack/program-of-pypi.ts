import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));

/**
 * A program in Python, installed from PyPI into `.cache` once.
 * @param more words for pip
 */
export function programOfPypi(
  name: string,
  version: string,
  more: readonly string[] = [],
): { program: string } | { skipped: string } {
  const python = spawnSync('python3', ['-c', 'import sys, venv; print(sys.version_info >= (3, 10))'], {
    encoding: 'utf8',
  });
  if (python.stdout?.trim() !== 'True') return { skipped: 'there is no Python 3.10 with venv here' };
  const venv = join(CACHE, `${name}-${version}`);
  const program = join(venv, 'bin', name);
  if (existsSync(program)) return { program };
  rmSync(venv, { recursive: true, force: true });
  const made = spawnSync('python3', ['-m', 'venv', venv], { stdio: 'ignore' });
  const pip = [join(venv, 'bin', 'pip'), 'install', '--quiet', `${name}==${version}`, ...more] as const;
  const done =
    made.status === 0 ? spawnSync(pip[0], pip.slice(1), { stdio: 'ignore', timeout: 600_000 }) : made;
  return done.status === 0 ? { program } : { skipped: `${name} ${version} cannot be installed` };
}
