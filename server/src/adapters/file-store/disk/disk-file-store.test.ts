import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileMissing } from '../file-store.ts';
import { diskFileStore } from './disk-file-store.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'kelisim-store-')), 'files');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

async function keysOf(): Promise<string[]> {
  const keys = [];
  for await (const object of diskFileStore(folder).list()) keys.push(object.key);
  return keys.toSorted();
}

describe('files on disk', () => {
  test('what was put is there, whole, for everybody who opens the folder', async () => {
    const bytes = randomBytes(300_000);
    await diskFileStore(folder).put('ab/one', bytes);
    await diskFileStore(folder).put('cd/empty-but-there', Buffer.from('x'));
    expect(Buffer.from(await diskFileStore(folder).get('ab/one'))).toEqual(bytes);
    expect(await keysOf()).toEqual(['ab/one', 'cd/empty-but-there']);
    for await (const { written_at } of diskFileStore(folder).list())
      expect(Math.abs(written_at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('only the product’s own user can read them', async () => {
    await diskFileStore(folder).put('ab/one', Buffer.from('x'));
    expect(statSync(join(folder, 'ab/one')).mode & 0o077).toBe(0);
  });

  test('a missing file is missing; deleting one is no error', async () => {
    const store = diskFileStore(folder);
    await expect(store.get('ab/none')).rejects.toThrow(FileMissing);
    await store.delete('ab/none');
    await store.put('ab/one', Buffer.from('x'));
    await store.delete('ab/one');
    await expect(store.get('ab/one')).rejects.toThrow(FileMissing);
    expect(await keysOf()).toEqual([]);
  });

  test('an empty store has nothing and makes no folder to find that out', async () => {
    expect(await keysOf()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  test('a key is of our making: none leads out of the folder', async () => {
    const store = diskFileStore(folder);
    for (const key of [
      '../../etc/passwd',
      'ab/../../x',
      '/etc/passwd',
      'ab',
      'ab/',
      'AB/x',
      'ab/x\0',
      'ab/x/y',
      '',
    ]) {
      await expect(store.put(key, Buffer.from('x')), key).rejects.toThrow('another shape');
      await expect(store.get(key), key).rejects.toThrow('another shape');
      await expect(store.delete(key), key).rejects.toThrow('another shape');
    }
  });

  test('when it cannot be stored, the call says so and nothing is left behind', async () => {
    const store = diskFileStore(folder);
    await store.put('ab/one', Buffer.from('x'));
    // A file stands where the folder should be.
    writeFileSync(join(folder, 'cd'), 'in the way');
    await expect(store.put('cd/two', Buffer.from('y'))).rejects.toThrow();
    expect(readdirSync(folder).toSorted()).toEqual(['ab', 'cd']);
    expect(await keysOf()).toEqual(['ab/one']);
  });

  test('a hundred at once do not disturb one another', async () => {
    const store = diskFileStore(folder);
    const keys = Array.from(
      { length: 100 },
      (_, i) => `${i % 2 ? 'aa' : 'bb'}/f${String(i).padStart(3, '0')}`,
    );
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
    for (const key of keys) expect(Buffer.from(await store.get(key)).toString()).toBe(key);
    expect(readdirSync(folder).toSorted()).toEqual(['aa', 'bb']);
  });
});
