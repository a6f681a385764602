import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany } from '../../../test/people.ts';
import { keepFile, newPublicId, readFileOf } from './files.ts';
import { sweepLeftovers } from './sweep-files.ts';

const app = await makeTestApp();
const company_id = (await makeCompany(app, { algorithm: 'rsa' })).id;
afterAll(() => app.close());

const folder = () => join(app.data_dir, 'files');
const keep = (bytes: Uint8Array, to_be_signed = false) =>
  keepFile(app.parts.db, app.parts.store, {
    company_id,
    kind: 'document',
    name: 'шарт.pdf',
    media_type: 'application/pdf',
    bytes,
    to_be_signed,
  });
const rowOf = (id: number) =>
  app.parts.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('what is kept is read back whole, with the digests that are signed', async () => {
  const bytes = randomBytes(70_000);
  const kept = await keep(bytes, true);
  const row = await rowOf(kept.id);
  expect(row.sha256).toEqual(createHash('sha256').update(bytes).digest());
  expect(row.streebog512).toEqual(Buffer.from(streebog512(bytes)));
  expect(row.size_bytes).toBe(70_000);
  expect(Buffer.from(await readFileOf(app.parts.store, row))).toEqual(bytes);
  // Nothing of the name, the person or the company is in the place where it lies.
  expect(row.storage_key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{30}$/);
});

test('a file that was changed or lost is never served', async () => {
  const row = await rowOf((await keep(Buffer.from('the very bytes'))).id);
  const path = join(folder(), row.storage_key);
  writeFileSync(path, 'the very bytez');
  await expect(readFileOf(app.parts.store, row)).rejects.toThrow('file.lost');
  writeFileSync(path, '');
  await expect(readFileOf(app.parts.store, row)).rejects.toThrow('file.lost');
  await app.parts.store.delete(row.storage_key);
  await expect(readFileOf(app.parts.store, row)).rejects.toThrow('file.lost');
});

test('a change that is taken back leaves an object without a row, never a row without an object', async () => {
  const before = readdirSync(folder(), { recursive: true }).length;
  await expect(
    app.parts.db.transaction().execute(async (tx) => {
      await keepFile(tx, app.parts.store, {
        company_id,
        kind: 'act',
        name: 'a',
        media_type: 'application/pdf',
        bytes: Buffer.from('x'),
      });
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  expect(readdirSync(folder(), { recursive: true }).length).toBeGreaterThan(before);
});

test('public ids are of eighty random bits in letters that a QR code and a person can bear', () => {
  const ids = new Set(Array.from({ length: 20_000 }, newPublicId));
  expect(ids.size).toBe(20_000);
  const letters = new Set([...ids].join(''));
  expect([...letters].toSorted().join('')).toBe('0123456789abcdefghjkmnpqrstvwxyz');
  for (const id of ids) expect(id).toHaveLength(16);
});

test('what a killed process was writing is removed after a day', async () => {
  const place = join(app.data_dir, 'tmp');
  mkdirSync(join(place, 'a folder'), { recursive: true });
  const [long_ago, now] = [new Date(0), new Date()];
  for (const name of ['upload-old', 'upload-new', 'kelisim-store.json']) {
    writeFileSync(join(place, name), 'x');
    const written = name === 'upload-new' ? now : long_ago;
    utimesSync(join(place, name), written, written);
  }
  utimesSync(join(place, 'a folder'), long_ago, long_ago);
  await sweepLeftovers([place, join(app.data_dir, 'nowhere')], now);
  expect(readdirSync(place).toSorted()).toEqual(['a folder', 'kelisim-store.json', 'upload-new']);
});
