import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeEmbeddedProduct } from '../../../test/embedded-product.ts';
import { makeTestApp, MASTER_KEY, type TestApp } from '../../../test/make-app.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeDeal, makeSentAct, makeSignedActs, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { makeThrowawayFolder } from '../../../test/temporary-folder.ts';
import { folderTarget } from '../../adapters/backup-target/folder/folder-target.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { newIdentity, sealFor } from './age.ts';
import { makeBackupMac } from './backup-mac.ts';
import { backupWatchers } from './backup-watchers.ts';
import { gatherInstallation } from './gather-installation.ts';
import { makeBackup, type BackupSource } from './make-backup.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { tryRestoreApart } from '../../try-restore-apart.ts';
import { drillWatcher } from './restore-drill.ts';
import { restoreDatabase } from './restore-backup.ts';

const key = await newIdentity();
const place = makeThrowawayFolder('backup');
const data_dir = join(place, 'data');
const kept = folderTarget(join(place, 'kept'));
let postgres: EmbeddedPostgres;
let app: TestApp;
let deal: Deal;
let first: Manifest;

beforeAll(async () => {
  ({ postgres, app } = await makeEmbeddedProduct(data_dir));
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
    master_key_id: 'test',
    mac: makeBackupMac(app.parts.config),
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
  const { config: keys } = app.parts;
  const { postgres: restored } = await restoreDatabase({
    target,
    identities,
    keys,
    folder,
    postgres_bin: null,
    to: null,
  });
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
  const shared = folderTarget(join(place, 'shared'));
  await writeManifest(shared, { ...first, system_id: '1' }, makeBackupMac(app.parts.config));
  await expect(makeBackup(source(), shared, [key.recipient])).rejects.toThrow(
    'holds backups of another database',
  );
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
  await expect(restoreInto(folder, kept, [(await newIdentity()).identity])).rejects.toThrow(
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
  // Whoever can write to the place can also seal: for the recipient, whom everybody may know.
  const [manifest] = (await kept.list('base/')).filter((name) => name.endsWith('manifest.json')).slice(-1);
  const installation = manifest!.replace('manifest.json', 'installation.age');
  const made_up = await sealFor([key.recipient], Buffer.from('{"postgres/secrets.json":""}'));
  await tryWith(spoil((at) => writeFileSync(join(at, installation), made_up)).target).toThrow(
    `${installation} is not what was backed up`,
  );
  const told = JSON.parse(readFileSync(join(place, 'kept', manifest!), 'utf8')) as Manifest;
  const changed_manifest = (change: Partial<Manifest>) =>
    spoil((at) => writeFileSync(join(at, manifest!), JSON.stringify({ ...told, ...change }))).target;
  const sha256 = createHash('sha256').update(made_up).digest('hex');
  await tryWith(changed_manifest({ beside: { 'installation.age': sha256 } })).toThrow(
    /was not made with this MASTER_KEY, or its manifest was changed since\.$/,
  );
  await expect(restoreInto(data_dir)).rejects.toThrow(
    'is not empty. A backup is only restored into a new folder',
  );
});

test('a trial of a restore says and records whether it held, and leaves nothing behind', async () => {
  // It is also asked for alone.
  await backUp();
  const before = readdirSync(place);
  const held = await type('verify-restore', [kept.place]);
  expect(held).toEqual({
    code: 0,
    said: expect.stringMatching(/The backup can be restored, and the invariants hold\.\n$/),
  });
  const other = await type('verify-restore', [kept.place], (await newIdentity()).identity);
  expect(other).toEqual({ code: 1, said: expect.stringContaining('does not open with this recovery key') });
  // As the product does at night, with its own settings.
  writeFileSync(join(place, 'identity'), key.identity);
  for (const [name, value] of Object.entries({ ...besideEnv(), BACKUP_TO: kept.place }))
    vi.stubEnv(name, value);
  const { signal } = new AbortController();
  const drill = { hour: 0, tryRestore: tryRestoreApart };
  await drillWatcher(app.parts.db, drill, () => new Date(Date.now() + 86_400_000), signal).run();
  const ended = new AbortController();
  const broken_off = tryRestoreApart(ended.signal);
  const isUnpacking = () => readdirSync(place).some((name) => name.startsWith('kelisim-verify-'));
  await expect.poll(isUnpacking, PATIENT).toBe(true);
  ended.abort();
  expect(await broken_off).toBe('it ended with null');
  expect(isUnpacking()).toBe(true);
  expect((await type('verify-restore', [kept.place])).code).toBe(0);
  vi.unstubAllEnvs();
  const trials = await app.parts.db.selectFrom('restore_trials').selectAll().orderBy('id').execute();
  const held_again = { backup_id: expect.stringMatching(/^20\d{6}T\d{9}Z$/), failure: null };
  expect(trials).toMatchObject([
    held_again,
    { backup_id: null, reached: null, failure: expect.stringContaining('does not open'), fault: 'key' },
    held_again,
    held_again,
  ]);
  expect(
    readdirSync(place)
      .filter((name) => !before.includes(name))
      .toSorted(),
  ).toEqual(['beside', 'identity']);
});

test('after the loss of the server and its files all is there that was acknowledged before the last log was kept', async () => {
  let writes = true;
  const made: number[] = [];
  const writing = (async () => {
    while (writes) made.push(await makeSentAct(app, deal));
  })();
  const reach = async (count: number) => {
    while (made.length < count) await Promise.race([writing, sleep(5)]);
  };
  await reach(1);
  const { parts } = app;
  const { watchers } = backupWatchers(
    { ...parts, store: parts.store },
    {
      settings: { recipients: [key.recipient], keep_days: 1 },
      target: kept,
      replication_url: postgres.superuser_url,
      postgres_folder: postgres.folder,
      drill: null,
      set: [],
    },
  );
  const run = (name: string) => watchers.find((one) => one.name === name)!.run();
  const bases = async () =>
    (await kept.list('base/')).filter((name) => name.endsWith('manifest.json')).length;
  const made_by_hand = await bases();
  // No base before its log has begun, and one as soon as it has; the next one is due in a day.
  await run('backup.base');
  expect(await bases()).toBe(made_by_hand);
  await run('backup.log');
  await run('backup.base');
  await run('backup.base');
  expect(await bases()).toBe(made_by_hand + 1);
  await reach(made.length + 2);
  await run('backup.log');
  const before = [...made];
  const { now: moment } = await clock();
  await reach(made.length + 2);
  const last = [...made];
  await run('backup.log');
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

test('a piece of the log that somebody else made is refused', async () => {
  const [name] = (await kept.list('log/')).slice(-1);
  const of_another = await sealFor([key.recipient], Buffer.alloc(100, 1));
  const { target } = spoil((at) => writeFileSync(join(at, name!), of_another));
  await expect(restoreInto(join(place, 'with-a-made-up-log'), target)).rejects.toThrow(
    `${name} was not made with this MASTER_KEY, or was changed since.`,
  );
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

const restore = (folder: string, ...words: string[]) => type('restore', [kept.place, folder, ...words]);

const besideEnv = () => ({
  BACKUP_IDENTITY_FILE: join(place, 'identity'),
  MASTER_KEY: MASTER_KEY.toString('hex'),
  SANDBOX: 'on',
  DATABASE_URL: postgres.url,
  DATA_DIR: join(place, 'beside'),
  TMPDIR: place,
});

/** A command, as the operator types it. */
async function type(
  command: 'restore' | 'verify-restore',
  words: string[],
  identity = key.identity,
): Promise<{ code: number | null; said: string }> {
  writeFileSync(join(place, 'identity'), `# recovery key\n${identity}\n`);
  const program = fileURLToPath(new URL(`../../cli/${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...besideEnv() },
  });
  const code = new Promise<number | null>((done) => child.once('close', done));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, said: out + errors };
}
