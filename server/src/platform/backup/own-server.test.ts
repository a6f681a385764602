import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedReference } from '../../../seeds/reference.ts';
import { bringAuthorities, makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSentAct, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { makeThrowawayFolder } from '../../../test/temporary-folder.ts';
import { folderTarget } from '../../adapters/backup-target/folder/folder-target.ts';
import { restoreProduct } from '../../cli/restore-product.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { newIdentity } from './age.ts';
import { backupWatchers } from './backup-watchers.ts';
import { startOwnServer } from './own-server.ts';

const key = await newIdentity();
const place = makeThrowawayFolder('own-server');
const data_dir = join(place, 'data');
const kept = folderTarget(join(place, 'kept'));
let postgres: EmbeddedPostgres;
let app: TestApp;
let deal: Deal;

beforeAll(async () => {
  mkdirSync(data_dir);
  postgres = await startEmbeddedPostgres({ dataDir: join(data_dir, 'postgres') });
  await migrate(postgres);
  await bringAuthorities(data_dir);
  app = await makeTestApp({ beside: { database_url: postgres.url, data_dir } });
  await seedReference(app.parts.db);
  const company = await makeCompany(app);
  deal = await makeDeal(app, company, await makeExecutor(app, company));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test('a server whose passwords and configuration the product does not know is restored to a moment', async () => {
  const { parts } = app;
  const { watchers } = backupWatchers(
    { ...parts, store: parts.store },
    {
      settings: { recipients: [key.recipient], keep_days: 1 },
      target: kept,
      replication_url: postgres.superuser_url,
      postgres_folder: null,
      drill: null,
      set: [],
    },
  );
  const run = (name: string) => watchers.find((one) => one.name === name)?.run();
  await run('backup.log');
  await run('backup.base');
  const before = await makeSentAct(app, deal);
  const { moment } = await parts.db
    .selectNoFrom(sql<Date>`clock_timestamp()`.as('moment'))
    .executeTakeFirstOrThrow();
  const after = await makeSentAct(app, deal);
  await run('backup.log');
  const keys = parts.config;
  await app.close();
  await postgres.stop();
  rmSync(data_dir, { recursive: true });

  const folder = join(place, 'restored');
  const { broken, own_cluster, manifest } = await restoreProduct(
    kept,
    { identities: [key.identity], postgres_bin: null },
    keys,
    folder,
    moment,
  );
  expect(broken).toBe(0);
  expect(own_cluster).toBe(join(folder, 'postgres', 'cluster'));
  // Nothing of the restore is left: the operator starts it as before.
  expect(existsSync(join(folder, 'postgres', 'restoring'))).toBe(false);
  expect(existsSync(join(folder, 'postgres', 'cluster', 'recovery.signal'))).toBe(false);
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
  const again = { folder: join(folder, 'postgres'), user, moved_from: null };
  const server = await startOwnServer(again, manifest.database, null, {});
  app = await makeTestApp({ beside: { database_url: server.url, data_dir: folder } });
  try {
    const acts = await app.parts.db.selectFrom('acts').select('id').execute();
    expect(acts.map(({ id }) => id)).toContain(before);
    expect(acts.map(({ id }) => id)).not.toContain(after);
  } finally {
    await app.close();
    await server.stop();
  }
});
