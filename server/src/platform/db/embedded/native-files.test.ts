import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findNative, provideNative } from './native-files.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'kelisim-native-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

test('programs in a folder that the database user cannot enter are copied, links made, and run as that user', (context) => {
  context.skip(process.getuid?.() !== 0, 'only root may drop to another user');
  const { native, version } = findNative();
  const closed = join(makeFolder(0o700), 'native');
  cpSync(native, closed, { recursive: true, verbatimSymlinks: true });
  rmSync(join(closed, 'lib', 'libicuuc.so.60'), { force: true });
  const user = { uid: 65_534, gid: 65_534 };
  const place = { folder: makeFolder(0o711), user, moved_from: null };
  const programs = provideNative(place, { native: closed, version });
  expect(programs.postgres.startsWith(place.folder)).toBe(true);
  expect(execFileSync(programs.postgres, ['--version'], { ...user, encoding: 'utf8' })).toMatch(
    /PostgreSQL\) 18/,
  );
  expect(existsSync(join(closed, 'lib', 'libicuuc.so.60'))).toBe(false);
});

test('otherwise they are used where npm put them, with the links that its install script would have made', () => {
  const { native, version } = findNative();
  const open = join(makeFolder(0o755), 'native');
  cpSync(native, open, { recursive: true, verbatimSymlinks: true });
  rmSync(join(open, 'lib', 'libicuuc.so.60'), { force: true });
  const programs = provideNative(
    { folder: makeFolder(0o711), user: null, moved_from: null },
    { native: open, version },
  );
  expect(programs.postgres.startsWith(open)).toBe(true);
  if (process.platform === 'linux') expect(existsSync(join(open, 'lib', 'libicuuc.so.60'))).toBe(true);
});
