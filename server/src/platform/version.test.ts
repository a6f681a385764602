import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeThrowawayFolder } from '../../test/temporary-folder.ts';
import { readVersion } from './version.ts';

const folder = makeThrowawayFolder('version');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

function makeClone(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, path, '..'), { recursive: true });
    writeFileSync(join(folder, name, path), `${text}\n`);
  }
  return join(folder, name);
}

test.each<[string, Record<string, string>]>([
  ['branch', { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': COMMIT }],
  [
    'packed',
    { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': `# pack\n${COMMIT} refs/heads/main` },
  ],
  ['detached', { '.git/HEAD': COMMIT }],
  [
    'worktree',
    {
      '.git': 'gitdir: main/worktrees/two',
      'main/worktrees/two/HEAD': 'ref: refs/heads/two',
      'main/worktrees/two/commondir': '../..',
      'main/refs/heads/two': COMMIT,
    },
  ],
])('the version of a clone (%s) has its commit', (name, files) => {
  expect(readVersion(makeClone(name, files))).toMatch(/^\d+\.\d+\.\d+\+0123456789ab$/);
});

test('without a clone it is the version of the package', () => {
  expect(readVersion(folder)).toMatch(/^\d+\.\d+\.\d+$/);
});
