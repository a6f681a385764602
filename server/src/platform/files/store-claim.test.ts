import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openFileStore } from '../../adapters/file-store/open-file-store.ts';
import { copyTestDatabase } from '../../../test/database.ts';
import { makeTestApp, type TestApp, type TestAppOptions } from '../../../test/make-app.ts';
import { makeCompany } from '../../../test/people.ts';
import { makeTemporaryFolder } from '../../../test/temporary-folder.ts';
import { addFile, putFile, readFileOf, type StoredFile } from './files.ts';
import { adoptStore, describeStore, makeStoreClaim, StoreOfAnother } from './store-claim.ts';
import { sweepUploads } from './sweep-files.ts';
import { PATIENT } from '../../../test/patience.ts';

const directory = makeTemporaryFolder('kelisim-claim-');
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
let endpoint = '';
let made = 0;
endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
afterAll(async () => {
  await s3.close();
  rmSync(directory, { recursive: true, force: true });
});

const places: Record<string, () => Promise<Pick<TestAppOptions, 's3'>>> = {
  disk: async () => ({}),
  async s3() {
    const bucket = `claimed-${made++}`;
    await fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
    const key = 'S3RVER';
    return {
      s3: {
        endpoint,
        bucket,
        region: 'kz-1',
        access_key_id: key,
        secret_access_key: key,
        path_style: true,
      },
    };
  },
};

async function emptyPlace(name: string): Promise<Parameters<typeof openFileStore>[0]> {
  return { s3: null, data_dir: join(directory, `empty-${made++}`), ...(await places[name]!()) };
}

const put = (app: TestApp, company_id: number) =>
  putFile(app.parts.store, {
    company_id,
    kind: 'document',
    name: 'шарт.pdf',
    media_type: 'application/pdf',
    bytes: randomBytes(100),
  });
async function keep(app: TestApp, company_id: number): Promise<StoredFile> {
  const file = await put(app, company_id);
  await addFile(app.parts.db, file);
  return file;
}
const isThere = (app: TestApp, { row }: StoredFile) =>
  readFileOf(app.parts.store, row).then(
    () => true,
    () => false,
  );
const sweep = ({ parts, claim }: TestApp) => sweepUploads(parts.db, parts.store, claim, parts.log);
/** As if the database had been left alone for so many days. */
const letPass = (app: TestApp, days: number) =>
  sql`update file_uploads set begun_at = begun_at - make_interval(days => ${days}),
    quarantined_at = quarantined_at - make_interval(days => ${days})`.execute(app.parts.db);
/** A later minute, in which the next mark is due. */
async function renewLater(app: TestApp): Promise<void> {
  await sql`update file_store_claim set marked_at = marked_at - interval '5 minutes'`.execute(app.parts.db);
  await app.claim.renew();
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof StoreOfAnother ? error.fault : error),
  );

describe.each(Object.keys(places))('files on %s', (name) => {
  let place: Pick<TestAppOptions, 's3'>;
  let app: TestApp;
  let company_id: number;
  beforeAll(async () => {
    place = await places[name]!();
    app = await makeTestApp(place);
    company_id = (await makeCompany(app, { algorithm: 'rsa' })).id;
  });
  afterAll(() => app.close());

  test('belong to one database: neither another database nor another place is taken for it', async () => {
    const others = await makeTestApp();
    const store = await openFileStore(app.parts.config);
    // Nobody has come to it yet; two processes start at once.
    await Promise.all([1, 2, 3].map(() => makeStoreClaim(app.parts.db, store).check()));
    expect(await faultOf(makeStoreClaim(others.parts.db, store).check())).toBe('another_database');
    await others.claim.check();
    expect(await faultOf(makeStoreClaim(others.parts.db, store).check())).toBe('another_database');
    // A second machine with a folder or bucket of its own beside the same database.
    const elsewhere = makeStoreClaim(app.parts.db, await openFileStore(await emptyPlace(name)));
    expect(await faultOf(elsewhere.check())).toBe('empty');
    // The first start was killed between the two sides, before or after the store was named.
    await sql`update file_store_claim set is_written = false`.execute(app.parts.db);
    await makeStoreClaim(app.parts.db, store).check();
    expect((await describeStore(app.parts.db, store)).fault).toBeNull();
    await others.close();
  });

  test('of a change that was rolled back are given up after a day and removed 90 days later', async () => {
    const [kept, left, late] = [
      await keep(app, company_id),
      await put(app, company_id),
      await put(app, company_id),
    ];
    expect(await sweep(app)).toBe(0);
    await letPass(app, 2);
    const young = await put(app, company_id);
    expect(await sweep(app)).toBe(0);
    // An upload that resumes after a day finds that its bytes were given up.
    await expect(addFile(app.parts.db, late)).rejects.toThrow('given up');
    await letPass(app, 89);
    await addFile(app.parts.db, young);
    expect(await sweep(app)).toBe(0);
    await letPass(app, 2);
    // While another process sweeps, this one passes by.
    await app.parts.db.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(4401)`.execute(other);
      expect(await sweep(app)).toBe(0);
      await sql`select pg_advisory_unlock(4401)`.execute(other);
    });
    // Even where the journal says otherwise, the bytes of a file stay.
    const { storage_key } = kept.row;
    await sql`insert into file_uploads (storage_key, epoch, quarantined_at)
      select ${storage_key}, epoch, now() - interval '91 days' from file_store_claim`.execute(app.parts.db);
    expect(await sweep(app)).toBe(2);
    const there = [kept, young, left, late].map((file) => isThere(app, file));
    expect(await Promise.all(there)).toEqual([true, true, false, false]);
  });

  test('that are newer than a restored database stay, whatever its clock says and whoever owns them then', async () => {
    const production = app;
    const before = await keep(production, company_id);
    // It was on its way when the backup was made, and arrived afterwards.
    const between = await put(production, company_id);
    const backup = await copyTestDatabase(production.database_url);
    await vi.waitFor(() => sql`select 1`.execute(production.parts.db), PATIENT);
    await addFile(production.parts.db, between);
    const newer = [await keep(production, company_id), await keep(production, company_id)];
    await renewLater(production);
    const all = [before, between, ...newer];

    // The restored database beside the files of now; a copy for trials that was given production's bucket is the same.
    const restored = await makeTestApp({ ...place, beside: { ...production, database_url: backup.url } });
    await letPass(restored, 200);
    expect(await faultOf(restored.claim.renew())).toBe('foreign_mark');
    expect(await faultOf(sweep(restored))).toBe('foreign_mark');
    expect(await faultOf(put(restored, company_id))).toBe('foreign_mark');
    expect(await faultOf(restored.parts.store.delete(before.row.storage_key))).toBe('foreign_mark');
    // Production does not notice, and goes on.
    await renewLater(production);
    all.push(await keep(production, company_id));
    expect(await Promise.all(all.map((file) => isThere(restored, file)))).toEqual(all.map(() => true));

    // The operator decides for the restored one: the epoch rises, and what is of the one before is nobody's to remove.
    const store = await openFileStore(restored.parts.config);
    expect((await describeStore(restored.parts.db, store)).fault).toBe('foreign_mark');
    expect(await adoptStore(restored.parts.db, store)).toEqual({ epoch: 2 });
    await restored.claim.check();
    const left = await put(restored, company_id);
    for (const days of [200, 200]) {
      await letPass(restored, days);
      await sweep(restored);
    }
    expect(await Promise.all([...all, left].map((file) => isThere(restored, file)))).toEqual([
      ...all.map(() => true),
      false,
    ]);
    // The other one still runs: it reads on, and neither writes nor removes.
    expect(await faultOf(production.claim.renew())).toBe('later_epoch');
    expect(await faultOf(put(production, company_id))).toBe('later_epoch');
    expect(await faultOf(sweep(production))).toBe('later_epoch');
    expect(await isThere(production, newer[0]!)).toBe(true);

    await restored.close();
    await backup.drop();
  });

  test('are adopted by a database of an earlier schema, which does not know what it was begun as', async () => {
    const backup = await copyTestDatabase(app.database_url);
    const restored = await makeTestApp({ ...place, beside: { ...app, database_url: backup.url } });
    await sql`alter table file_store_claim drop column installation`.execute(restored.owner);
    const store = await openFileStore(restored.parts.config);
    const { epoch } = await adoptStore(restored.parts.db, store);
    await restored.claim.check();
    expect(await describeStore(restored.parts.db, store)).toMatchObject({ fault: null, store: { epoch } });
    await restored.close();
    await backup.drop();
  });
});
