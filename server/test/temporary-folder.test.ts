import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { lockFolder } from '../src/platform/db/embedded/folder-lock.ts';
import { makeThrowawayFolder, removeAbandonedFolders } from './temporary-folder.ts';

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** What a process that has ended by now left behind. */
function leaveFolder(): string {
  const module = JSON.stringify(new URL('temporary-folder.ts', import.meta.url).href);
  const code = `import { makeThrowawayFolder } from ${module}; console.log(makeThrowawayFolder('left'))`;
  const words = ['--input-type=module', '-e', code];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(stdout, stderr).toContain('kelisim-left-');
  made.push(stdout.trim());
  return stdout.trim();
}

test('what killed runs left is removed, and nothing that is in use', async () => {
  const [abandoned, used, own] = [leaveFolder(), leaveFolder(), makeThrowawayFolder('own')];
  made.push(own);
  const lock = await lockFolder(used);
  await removeAbandonedFolders();
  lock.release();
  expect([abandoned, used, own].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
