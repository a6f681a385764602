import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedReference } from '../../../seeds/reference.ts';
import { bringAuthorities, makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSentAct, makeSignedActs, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { makeThrowawayFolder } from '../../../test/temporary-folder.ts';
import { folderTarget } from '../../adapters/backup-target/folder/folder-target.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { newIdentity } from './age.ts';
import { makeFilesCopier } from './copy-files.ts';
import { gatherInstallation } from './gather-installation.ts';
import { makeLogKeeper } from './keep-log.ts';
import { makeBackup, type BackupSource } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreDatabase } from './restore-backup.ts';

const key = newIdentity();
const place = makeThrowawayFolder('backup');
const data_dir = join(place, 'data');
const kept = folderTarget(join(place, 'kept'));
let postgres: EmbeddedPostgres;
let app: TestApp;
let deal: Deal;
let first: Manifest;

beforeAll(async () => {
  mkdirSync(data_dir);
  postgres = await startEmbeddedPostgres({ dataDir: join(data_dir, 'postgres') });
  await migrate(postgres);
  await bringAuthorities(data_dir);
  app = await makeTestApp({ beside: { database_url: postgres.url, data_dir } });
  await seedReference(app.parts.db);
  const company = await makeCompany(app);
  deal = await makeDeal(app, company, await makeExecutor(app, company));
  await makeSignedActs(app, deal, 2);
});
afterAll(async () => {
  await app?.close();
  await postgres?.stop();
  rmSync(place, { recursive: true, force: true });
});

function source(): BackupSource {
  return {
    db: app.parts.db,
    store: app.parts.store,
    replication_url: postgres.superuser_url,
    installation: gatherInstallation(app.parts.config, postgres.folder),
    escrow: null,
    product: '0.1.0',
    master_key_id: 'test',
    settings: [],
  };
}

const backUp = () => makeBackup(source(), kept, [key.recipient]);

/** A copy of the backups that may be spoiled. */
function spoil(change: (folder: string) => void): {
  target: ReturnType<typeof folderTarget>;
  folder: string;
} {
  const folder = join(place, 'spoiled');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(place, 'kept'), folder, { recursive: true });
  change(folder);
  return { target: folderTarget(folder), folder };
}

async function restoreInto(folder: string, target = kept, identities = [key.identity]): Promise<void> {
  const { postgres: restored } = await restoreDatabase({ target, identities, folder, to: null });
  await restored.stop();
}

test('a backup copies only files that are new, and two at once are not made', async () => {
  const both = await Promise.allSettled([backUp(), backUp()]);
  const refused = both.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(String(refused[0]!.reason)).toContain('Another backup of this database is under way');
  const [made] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  first = made!;
  expect(first.files).toMatchObject({ count: first.files.copied, unreadable: [] });
  expect(first.files.copied).toBeGreaterThan(0);
  await makeSentAct(app, deal);
  const second = await backUp();
  expect(second.files).toMatchObject({ count: first.files.count + 1, copied: 1 });
});

test('a wrong key, a changed, cut off or missing part are refused by their names; so is a folder in use', async () => {
  const folder = join(place, 'refused');
  const tryWith = (target: ReturnType<typeof folderTarget>) => {
    rmSync(folder, { recursive: true, force: true });
    return expect(restoreInto(folder, target)).rejects;
  };
  await expect(restoreInto(folder, kept, [newIdentity().identity])).rejects.toThrow(
    /installation\.age does not open with this recovery key/,
  );
  const [part] = (await kept.list('base/')).filter((name) => name.endsWith('part-000001.age')).slice(-1);
  const changed = spoil((at) => {
    const bytes = readFileSync(join(at, part!));
    bytes[1000]! ^= 1;
    writeFileSync(join(at, part!), bytes);
  });
  await tryWith(changed.target).toThrow(`${part} is not what was backed up`);
  await tryWith(spoil((at) => truncateSync(join(at, part!), 500)).target).toThrow(
    `${part} is not what was backed up`,
  );
  await tryWith(spoil((at) => rmSync(join(at, part!))).target).toThrow(`${part} is missing`);
  await tryWith(folderTarget(join(place, 'nothing'))).toThrow('There is no finished backup');
  await expect(restoreInto(data_dir)).rejects.toThrow(
    'is not empty. A backup is only restored into a new folder',
  );
});

test('after the loss of the server and its files all is there that was acknowledged before the last log was kept', async () => {
  let writes = true;
  const made: number[] = [];
  const writing = (async () => {
    while (writes) made.push(await makeSentAct(app, deal));
  })();
  const reach = async (count: number) => {
    while (made.length < count) await sleep(5);
  };
  await reach(1);
  const log = makeLogKeeper({ ...source(), target: kept, recipients: [key.recipient], files: copier() });
  expect(await log.copyNew()).toEqual({ is_new: true });
  await backUp();
  await reach(made.length + 2);
  expect(await log.copyNew()).toEqual({ is_new: false });
  const { now: moment } = await clock();
  const before = [...made];
  await reach(made.length + 2);
  await log.copyNew();
  const last = [...made];
  writes = false;
  await writing;
  await makeSentAct(app, deal);
  await app.close();
  await postgres.stop();
  rmSync(data_dir, { recursive: true });

  const whole = join(place, 'restored');
  const { code, said } = await restore(whole);
  expect(said).not.toContain('BROKEN');
  expect(said).toMatch(/ok {6}I4 .*\([1-9]\d* looked at/);
  expect(code).toBe(0);
  expect(await actsIn(whole)).toEqual(expect.arrayContaining(last));

  const earlier = join(place, 'restored-earlier');
  const back = await restore(earlier, '--to', moment.toISOString());
  expect(back.said).not.toContain('BROKEN');
  expect(back).toEqual({ code: 0, said: expect.stringMatching(/^database /) });
  const there = await actsIn(earlier, async () => {
    // The restored pair belongs together: files may be written at once.
    await app.claim.check();
    await makeSentAct(app, deal);
  });
  expect(there).toEqual(expect.arrayContaining(before));
  expect(there).not.toContain(last.at(-1));

  const never = await restore(join(place, 'never'), '--to', '2020-01-01T00:00:00Z');
  expect(never).toEqual({
    code: 1,
    said: expect.stringMatching(/^The oldest backup in .* is of .*, which is later\.\n$/),
  });
  const future = await restore(join(place, 'future'), '--to', '2100-01-01T00:00:00Z');
  expect(future).toEqual({
    code: 1,
    said: expect.stringMatching(/^What was kept ends at .*, which is earlier\./),
  });
});

test('a log with a hole is refused, and said where it ends', async () => {
  const names = await kept.list('log/');
  expect(names.length).toBeGreaterThan(2);
  const [hole] = names.slice(-2);
  const { target } = spoil((at) => rmSync(join(at, hole!)));
  await expect(restoreInto(join(place, 'with-a-hole'), target)).rejects.toThrow(
    /^The log is missing from \w+\/\w+ on\. Restore to 20\d\d-.*Z or earlier with --to\.$/,
  );
});

const copier = () => makeFilesCopier(app.parts.db, app.parts.store, kept, [key.recipient]);

async function clock(): Promise<{ now: Date }> {
  return app.parts.db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow();
}

/** The acts of a restored product, and what it does. */
async function actsIn(folder: string, work: () => Promise<void> = async () => undefined): Promise<number[]> {
  const again = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  app = await makeTestApp({ beside: { database_url: again.url, data_dir: folder } });
  try {
    const acts = await app.parts.db.selectFrom('acts').select('id').execute();
    await work();
    return acts.map(({ id }) => id);
  } finally {
    await app.close();
    await again.stop();
  }
}

/** `npm run restore`, as the operator types it. */
async function restore(folder: string, ...words: string[]): Promise<{ code: number | null; said: string }> {
  const identity = join(place, 'identity');
  writeFileSync(identity, `# recovery key\n${key.identity}\n`);
  const program = fileURLToPath(new URL('../../cli/restore.ts', import.meta.url));
  const child = spawn(process.execPath, [program, kept.place, folder, ...words], {
    env: { ...process.env, BACKUP_IDENTITY_FILE: identity },
  });
  const code = new Promise<number | null>((done) => child.once('close', done));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, said: out + errors };
}
