import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEmbeddedProduct } from '../../../test/embedded-product.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSentAct, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { makeThrowawayFolder } from '../../../test/temporary-folder.ts';
import { folderTarget } from '../../adapters/backup-target/folder/folder-target.ts';
import { restoreProduct } from '../../cli/restore-product.ts';
import type { EmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { openDatabase } from '../db/database.ts';
import { newIdentity } from './age.ts';
import { backupWatchers } from './backup-watchers.ts';
import { makeEscrow } from './escrow.ts';
import { startOwnServer } from './own-server.ts';

const key = await newIdentity();
const place = makeThrowawayFolder('own-server');
const data_dir = join(place, 'data');
/** Where the user of the server may write. */
const mark = join(tmpdir(), `kelisim-ended-${process.pid}`);
const kept = folderTarget(join(place, 'kept'));
let postgres: EmbeddedPostgres;
let app: TestApp;
let deal: Deal;

beforeAll(async () => {
  ({ postgres, app } = await makeEmbeddedProduct(data_dir));
  const company = await makeCompany(app);
  deal = await makeDeal(app, company, await makeExecutor(app, company));
});
afterAll(() => {
  rmSync(mark, { force: true });
  rmSync(place, { recursive: true, force: true });
});

test('a server whose passwords and configuration the product does not know is restored to a moment', async () => {
  const { parts } = app;
  const told: object[] = [];
  const behind = await makeEscrow(data_dir, { master_key: Buffer.alloc(32, 1), former_master_keys: [] });
  const { watchers } = backupWatchers(
    { ...parts, store: parts.store, log: { ...parts.log, warn: (line: object) => told.push(line) } },
    {
      settings: { recipients: [key.recipient], keep_days: 1 },
      target: kept,
      replication_url: postgres.superuser_url,
      postgres_folder: null,
      drill: null,
      set: [],
    },
  );
  const superuser = openDatabase({ url: postgres.superuser_url, log: parts.log, max: 1 });
  const run = (name: string) => watchers.find((one) => one.name === name)?.run();
  // As a larger machine has it, with a target that a restore of long ago left behind.
  for (const [name, value] of Object.entries({
    shared_buffers: '7TB',
    huge_pages: 'on',
    recovery_end_command: `touch ${mark}`,
    recovery_target_name: 'long ago',
  }))
    await sql`alter system set ${sql.ref(name)} = ${sql.lit(value)}`.execute(superuser);
  await run('backup.log');
  await run('backup.base');
  await superuser.destroy();
  expect(told).toEqual([
    { event: 'backup.escrow', message: expect.stringContaining('"npm run escrow -- renew"') },
  ]);
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
  const alone = { identities: [behind.identity], postgres_bin: null };
  await expect(restoreProduct(kept, alone, null, folder, moment)).rejects.toThrow(
    'not made with this MASTER_KEY',
  );
  const { broken, own_cluster, manifest } = await restoreProduct(
    kept,
    { identities: [key.identity], postgres_bin: null },
    keys,
    folder,
    moment,
  );
  expect(broken).toBe(0);
  expect(existsSync(mark)).toBe(false);
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
