import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { standBefore, type FaultyBucket } from '../../../test/faulty-bucket.ts';
import { diskFileStore } from './disk/disk-file-store.ts';
import { FileMissing, KeyTaken, StoreAway, type FileStore } from './file-store.ts';
import { s3FileStore } from './s3/s3-file-store.ts';

const place = mkdtempSync(join(tmpdir(), 'kelisim-store-'));
const settings = {
  region: 'kz-1',
  access_key_id: 'S3RVER',
  secret_access_key: 'S3RVER',
  path_style: true,
};
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(place, 's3') });
let endpoint = '';
let made = 0;

const { port } = await s3.run();
endpoint = `http://127.0.0.1:${port}`;
afterAll(async () => {
  await s3.close();
  rmSync(place, { recursive: true, force: true });
});

/** An empty place of its own and, each time it is asked, a driver that has just come to it. */
const drivers: Record<string, () => Promise<() => FileStore>> = {
  async disk() {
    const folder = join(place, `disk-${made++}`);
    return () => diskFileStore(folder);
  },
  async s3() {
    const bucket = `bucket-${made++}`;
    await fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
    // A hundred at once are answered late by a bucket of this process, on a busy machine later than the product waits.
    const patience = { connect_ms: 300_000, answer_ms: 300_000, tries: 2 };
    return () => s3FileStore({ ...settings, endpoint, bucket }, patience);
  },
};

describe.each(Object.keys(drivers))('files on %s', (name) => {
  let store: () => FileStore;
  beforeEach(async () => {
    store = await drivers[name]!();
    await store().check();
  });
  test('what was put is there, whole, for everybody who comes to the place', async () => {
    const bytes = randomBytes(300_000);
    await store().put('ab/one', bytes);
    await store().put('cd/small-but-there', Buffer.from('x'));
    expect(Buffer.from(await store().get('ab/one'))).toEqual(bytes);
    expect(Buffer.from(await store().get('cd/small-but-there')).toString()).toBe('x');
  });

  test('what is there is never written over', async () => {
    await store().put('ab/one', Buffer.from('first'));
    await expect(store().put('ab/one', Buffer.from('second'))).rejects.toThrow(KeyTaken);
    expect(Buffer.from(await store().get('ab/one')).toString()).toBe('first');
  });

  test('a missing file is missing; deleting one is no error', async () => {
    await expect(store().get('ab/none')).rejects.toThrow(FileMissing);
    await store().delete('ab/none');
    await store().put('ab/one', Buffer.from('x'));
    await store().delete('ab/one');
    await expect(store().get('ab/one')).rejects.toThrow(FileMissing);
  });

  test('the label of the place is there for everybody, the last one written counts', async () => {
    expect(await store().readLabel()).toBeNull();
    await store().writeLabel('one');
    await store().writeLabel('two');
    expect(await store().readLabel()).toBe('two');
  });

  test('a key is of our making: none leads out of the place', async () => {
    for (const key of ['../../etc/passwd', 'ab/../../x', '/etc/passwd', 'ab', 'ab/', 'AB/x', 'ab/x\0', '']) {
      await expect(store().put(key, Buffer.from('x')), key).rejects.toThrow('another shape');
      await expect(store().get(key), key).rejects.toThrow('another shape');
      await expect(store().delete(key), key).rejects.toThrow('another shape');
    }
  });

  test('a hundred at once do not disturb one another', async () => {
    const one = store();
    const names = Array.from({ length: 100 }, (_, at) => `${at % 2 ? 'aa' : 'bb'}/f${100 + at}`);
    await Promise.all(names.map((key) => one.put(key, Buffer.from(key))));
    for (const key of names) expect(Buffer.from(await one.get(key)).toString()).toBe(key);
  });
});

describe('a folder', () => {
  const folder = () => join(place, `disk-${made++}`);

  test('is read by the product’s own user alone', async () => {
    const at = folder();
    await diskFileStore(at).check();
    await diskFileStore(at).put('ab/one', Buffer.from('x'));
    for (const name of ['', 'ab', 'ab/one'])
      expect([name, statSync(join(at, name)).mode & 0o077]).toEqual([name, 0]);
  });

  test('that cannot take a file says so and keeps nothing of it', async () => {
    const at = folder();
    const store = diskFileStore(at);
    // A disk that is not mounted.
    await expect(store.put('ab/one', Buffer.from('x'))).rejects.toThrow(StoreAway);
    await expect(store.get('ab/one')).rejects.toThrow(StoreAway);
    await store.check();
    await store.put('ab/one', Buffer.from('x'));
    await expect(store.get('ab/two')).rejects.toThrow(FileMissing);
    // A file stands where the folder should be.
    writeFileSync(join(at, 'cd'), 'in the way');
    await expect(store.put('cd/two', Buffer.from('y'))).rejects.toThrow(StoreAway);
    expect(readdirSync(at).toSorted()).toEqual(['ab', 'cd']);
    await expect(diskFileStore(join(at, 'cd')).check()).rejects.toThrow(/cannot be kept in/);
  });
});

describe('a bucket', () => {
  let before: FaultyBucket;
  beforeAll(async () => {
    before = await standBefore(endpoint);
  });
  afterAll(() => before.close());
  const bucket = async () => {
    const name = `bucket-${made++}`;
    await fetch(`${endpoint}/${name}`, { method: 'PUT' });
    return s3FileStore({ ...settings, endpoint: before.endpoint, bucket: name });
  };

  test('that is not there, or is another’s, refuses the start and says what to look at', async () => {
    const wrong = s3FileStore({ ...settings, endpoint, bucket: 'nobodys-bucket' });
    await expect(wrong.check()).rejects.toThrow(/"nobodys-bucket".*S3_BUCKET/);
    const nowhere = s3FileStore({ ...settings, endpoint: 'http://127.0.0.1:9', bucket: 'any-bucket' });
    await expect(nowhere.check()).rejects.toThrow(StoreAway);
  });

  test('that says it has taken a file and has not is found out before anybody relies on it', async () => {
    const store = await bucket();
    before.fault = (method) => (method === 'PUT' ? 'lose' : undefined);
    await expect(store.put('ab/one', Buffer.from('x'))).rejects.toThrow(StoreAway);
    before.fault = null;
    await store.put('ab/one', Buffer.from('x'));
  });

  test('that fails is left alone for a while: everybody is told at once', async () => {
    const store = await bucket();
    before.fault = () => 503;
    for (let turn = 0; turn < 3; turn++) await expect(store.get('ab/one')).rejects.toThrow(StoreAway);
    const before_rest = before.asked();
    await expect(store.get('ab/one')).rejects.toThrow(StoreAway);
    expect(before.asked()).toBe(before_rest);
    before.fault = null;
  });

  test('that is silent is not waited for', async () => {
    const store = await bucket();
    before.fault = () => 'silence';
    await expect(store.get('ab/one')).rejects.toThrow(StoreAway);
    before.fault = null;
  });
});
