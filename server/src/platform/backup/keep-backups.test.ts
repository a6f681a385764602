import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import { folderTarget } from '../../adapters/backup-target/folder/folder-target.ts';
import { makeBackupMac } from './backup-mac.ts';
import { removeOldBackups } from './keep-backups.ts';
import { chooseChunks, chunkName, formatLsn, parseLsn, readChunkName, segmentName } from './log-chunks.ts';
import {
  assertMade,
  backupIdOf,
  findBrokenChain,
  listManifests,
  writeManifest,
  type Manifest,
} from './manifest.ts';

const place = mkdtempSync(join(tmpdir(), 'kelisim-keep-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let count = 0;
let target: BackupTarget;
beforeEach(() => {
  target = folderTarget(join(place, String(count++)));
});

const mac = makeBackupMac({ master_key: Buffer.alloc(32, 1), former_master_keys: [] });
const SEGMENT = 16n * 2n ** 20n;
const day = (number: number) => new Date(Date.UTC(2026, 10, number));

function manifestOf(number: number): Omit<Manifest, 'format' | 'previous' | 'mac'> {
  const lsn = formatLsn(BigInt(number) * SEGMENT + 100n);
  return {
    id: backupIdOf(day(number)),
    product: '0.1.0',
    postgres: '18.4',
    schema: { newest: '', count: 0 },
    database: { name: 'kelisim', role: 'kelisim' },
    system_id: '7',
    timeline: 1,
    start_lsn: lsn,
    end_lsn: lsn,
    started_at: day(number).toISOString(),
    ended_at: day(number).toISOString(),
    store: null,
    parts: [],
    database_bytes: 1,
    files: { count: 0, copied: 0, copied_bytes: 0, unreadable: [] },
    recipients: [],
    master_key_id: '',
    settings: [],
    beside: {},
  };
}

const chunkOf = (number: number, timeline = 1) =>
  chunkName({
    system_id: '7',
    timeline,
    begin: BigInt(number) * SEGMENT,
    end: BigInt(number + 1) * SEGMENT,
    at: new Date(day(number).getTime() + 80_000_000),
  });

test('what is older than the days goes, save what is needed to restore to each moment of them', async () => {
  for (const number of [1, 2, 3, 4, 5]) {
    await writeManifest(target, manifestOf(number), mac);
    await target.put(`base/${manifestOf(number).id}/part-000001.age`, Buffer.from('x'));
    await target.put(chunkOf(number), Buffer.from('x'));
  }
  await target.put(chunkOf(1, 9), Buffer.from('of a timeline that ended'));
  await target.put(
    'base/20261104T120000000Z/part-000001.age',
    Buffer.from('of a backup that was broken off'),
  );
  await target.put('base/20261106T000000000Z/part-000001.age', Buffer.from('of a backup under way'));
  await target.put('files/ab/1.age', Buffer.from('x'));
  const { removed } = await removeOldBackups(target, 2, new Date(day(5).getTime() + 1));
  // The third day: its backup ended two days and a moment ago, and is needed for what came in that moment.
  expect(removed).toEqual([manifestOf(1).id, manifestOf(2).id]);
  expect((await listManifests(target)).map(({ id }) => id)).toEqual([3, 4, 5].map((n) => manifestOf(n).id));
  expect(await target.list('log/')).toEqual([chunkOf(3), chunkOf(4), chunkOf(5)]);
  expect(await target.list('base/20261104T120000000Z/')).toEqual([]);
  expect(await target.list('base/20261106T000000000Z/')).toHaveLength(1);
  expect(await target.list('files/')).toHaveLength(1);
});

test('a manifest that was changed, or made by another key, is known; so is one that was removed', async () => {
  for (const number of [1, 2, 3, 4]) await writeManifest(target, manifestOf(number), mac);
  const all = await listManifests(target);
  for (const one of all) assertMade(one, mac);
  expect(findBrokenChain(all, mac)).toEqual([]);
  const other = makeBackupMac({ master_key: Buffer.alloc(32, 2), former_master_keys: [] });
  const later = makeBackupMac({
    master_key: Buffer.alloc(32, 2),
    former_master_keys: [Buffer.alloc(32, 1)],
  });
  const [first] = all;
  assertMade(first!, later);
  const refused =
    /^Backup 20261101T\d+Z was not made with this MASTER_KEY, or its manifest was changed since\.$/;
  expect(() => assertMade(first!, other)).toThrow(refused);
  for (const change of [
    { end_lsn: '0/1' },
    { parts: [{ name: 'x', bytes: 1, sha256: '00' }] },
    { beside: { 'escrow.json': '00' } },
    { previous: 'none' },
    { mac: '' },
  ])
    expect(() => assertMade({ ...first!, ...change }, mac)).toThrow(refused);
  const holed = all.filter((_, at) => at !== 1);
  expect(findBrokenChain(holed, mac)).toEqual([manifestOf(3).id]);
  const mended = holed.map((one, at) => (at === 1 ? { ...one, previous: first!.mac } : one));
  expect(findBrokenChain(mended, mac)).toEqual([manifestOf(3).id]);
  // The oldest ones are removed by retention.
  expect(findBrokenChain(all.slice(2), mac)).toEqual([]);
});

test('of a key that is gone nothing is said, and the chain begins behind it', async () => {
  const other = makeBackupMac({ master_key: Buffer.alloc(32, 2), former_master_keys: [] });
  for (const number of [1, 2, 3, 4, 5])
    await writeManifest(target, manifestOf(number), number < 3 ? mac : other);
  const all = await listManifests(target);
  expect(findBrokenChain(all, other)).toEqual([]);
  expect(
    findBrokenChain(
      all.filter((_, at) => at !== 3),
      other,
    ),
  ).toEqual([manifestOf(5).id]);
});

test('backups of an earlier format are passed over, and stay; those of a later one are refused', async () => {
  const name = `base/${manifestOf(1).id}/manifest.json`;
  await target.put(name, Buffer.from('{"format":1,"id":"one"}'));
  const passed: string[] = [];
  expect(await listManifests(target, (one) => passed.push(one))).toEqual([]);
  expect(passed).toEqual([name]);
  for (const number of [2, 3, 4]) await writeManifest(target, manifestOf(number), mac);
  expect((await removeOldBackups(target, 1, new Date(day(4).getTime() + 1))).removed).toEqual([
    manifestOf(2).id,
  ]);
  expect(await target.list(`base/${manifestOf(1).id}/`)).toEqual([name]);
  await target.put(name, Buffer.from('{"format":3,"id":"one"}'));
  await expect(listManifests(target)).rejects.toThrow('no manifest that this version can read');
});

test('two backups stay, however old they are', async () => {
  for (const number of [1, 2, 3]) await writeManifest(target, manifestOf(number), mac);
  const { removed } = await removeOldBackups(target, 1, day(300));
  expect(removed).toEqual([manifestOf(1).id]);
});

test('positions and names of the log are those of PostgreSQL', () => {
  expect(formatLsn(parseLsn('16/B374D848'))).toBe('16/B374D848');
  // select pg_walfile_name('16/B374D848') on timeline 1
  expect(segmentName(1, parseLsn('16/B374D848'))).toBe('0000000100000016000000B3');
  expect(readChunkName(chunkOf(3))).toMatchObject({ system_id: '7', timeline: 1, begin: 3n * SEGMENT });
  expect(readChunkName('log/7-1/x.age')).toBeNull();
});

test('the log leads on from a backup as far as it has no hole', () => {
  const chunks = [1, 2, 3, 4].map((number) => readChunkName(chunkOf(number))!);
  const base = manifestOf(2);
  expect(chooseChunks(chunks, base, null)).toEqual({ chosen: chunks.slice(1), gap: null });
  const { at: moment } = chunks[1]!;
  expect(chooseChunks(chunks, base, moment)).toEqual({ chosen: chunks.slice(1, 2), gap: null });
  const holed = chunks.filter((_, at) => at !== 2);
  expect(chooseChunks(holed, base, null)).toEqual({ chosen: chunks.slice(1, 2), gap: 3n * SEGMENT });
  // A hole after the moment that is asked for harms nothing.
  expect(chooseChunks(holed, base, moment).gap).toBeNull();
  expect(chooseChunks(chunks.slice(2), base, null)).toEqual({ chosen: [], gap: 2n * SEGMENT });
});
