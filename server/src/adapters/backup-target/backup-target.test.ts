import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, describe, expect, test } from 'vitest';
import { TargetAway, type BackupTarget } from './backup-target.ts';
import { bucketTarget } from './bucket/bucket-target.ts';
import { folderTarget } from './folder/folder-target.ts';

const place = mkdtempSync(join(tmpdir(), 'kelisim-targets-'));
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(place, 's3') });
const keys = { region: 'kz-1', access_key_id: 'S3RVER', secret_access_key: 'S3RVER', path_style: true };
let endpoint = '';
endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
await fetch(`${endpoint}/backups`, { method: 'PUT' });
afterAll(async () => {
  await s3.close();
  rmSync(place, { recursive: true, force: true });
});

const drivers: Record<string, () => BackupTarget> = {
  folder: () => folderTarget(join(place, 'folder')),
  bucket: () => bucketTarget({ ...keys, endpoint, bucket: 'backups' }, ''),
  'folder of a bucket': () => bucketTarget({ ...keys, endpoint, bucket: 'backups' }, 'kelisim/main'),
};

describe.each(Object.keys(drivers))('a %s', (name) => {
  test('keeps what is put, replaces it, lists it by folder and removes it', async () => {
    const target = drivers[name]!();
    await target.check();
    expect(await target.get('base/one/part-000001.age')).toBeNull();
    await target.put('base/one/part-000001.age', Buffer.from('first'));
    await target.put('base/one/part-000001.age', Buffer.from('second'));
    await target.put('base/one/manifest.json', Buffer.from('{}'));
    await target.put('base/two/manifest.json', Buffer.alloc(3_000_000, 7));
    await target.put('files/ab/0123.age', Buffer.from('x'));
    expect(String(await target.get('base/one/part-000001.age'))).toBe('second');
    expect((await target.get('base/two/manifest.json'))?.length).toBe(3_000_000);
    expect(await target.list('base/one/')).toEqual(['base/one/manifest.json', 'base/one/part-000001.age']);
    expect(await target.list('base/')).toHaveLength(3);
    expect(await target.list('log/')).toEqual([]);
    await target.delete('base/one/manifest.json');
    await target.delete('base/one/manifest.json');
    expect(await target.list('base/one/')).toEqual(['base/one/part-000001.age']);
  });

  test('takes names of our making alone', async () => {
    const target = drivers[name]!();
    for (const wrong of ['../x', '/etc/passwd', 'a/../b', 'a//b', 'a b', '', '.tmp', 'a/.age'])
      await expect(target.put(wrong, Buffer.from('x')), wrong).rejects.toThrow('another shape');
  });
});

test('a place that cannot be written, or is not there, says so in a sentence', async () => {
  writeFileSync(join(place, 'file'), '');
  const target = folderTarget(join(place, 'file'));
  await expect(target.check()).rejects.toThrow(TargetAway);
  await expect(target.put('a', Buffer.from('x'))).rejects.toThrow(/^Backups cannot be kept in .*file/);
  const bucket = bucketTarget({ ...keys, endpoint, bucket: 'nobodys' }, '');
  await expect(bucket.check()).rejects.toThrow(/^The place of backups s3:\/\/nobodys .* BACKUP_S3_/);
  await expect(bucket.get('a')).rejects.toThrow(TargetAway);
  expect(readdirSync(place)).toContain('file');
});
