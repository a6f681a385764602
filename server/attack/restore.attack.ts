/**
 * The loss of a server with its files, while `ATTACK_ACTS` (20,000) acts with their papers are made: base backup and log
 * go on meanwhile as they do in the product. Then database and files are removed, and restored to the end of what was
 * kept: all invariants hold, at most a minute is lost, and beside a file store that is newer the copy removes nothing.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderTarget } from '../src/adapters/backup-target/folder/folder-target.ts';
import { makeApp } from '../src/app.ts';
import { restoreProduct } from '../src/cli/restore-product.ts';
import { newIdentity } from '../src/platform/backup/age.ts';
import { readConfig } from '../src/platform/config.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import type { MasterKeys } from '../src/platform/keyring.ts';
import { startWatch } from '../src/platform/jobs/watch.ts';
import { makeLog } from '../src/platform/log.ts';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';
import { report } from './report.ts';
import { lookAtRestored, makeActs } from './restored-product.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const ACTS = Number(process.env.ATTACK_ACTS ?? 20_000);
const MOST_LOST_S = 60;
const key = await newIdentity();
const log = makeLog('silent');
const place = makeTemporaryFolder('kelisim-attack-');
const data = join(place, 'data');
const restored = join(place, 'restored');
const newer_files = join(place, 'newer-files');
const target = folderTarget(join(place, 'kept'));

try {
  mkdirSync(data, { mode: 0o711 });
  await furnishAuthorities(data);
  const lost = await makeActsAndLoseThem();
  const began = performance.now();
  const { broken, reached } = await restoreProduct(
    target,
    { identities: [key.identity], postgres_bin: null },
    lost.keys,
    restored,
    null,
  );
  const took_s = (performance.now() - began) / 1000;
  const there = await withRestored((db) => lookAtRestored(db, newer_files));
  const lost_s = (lost.at.getTime() - reached.getTime()) / 1000;
  const holds = report({
    attack: 'server and files lost while acts are made',
    passed:
      broken === 0 && lost_s <= MOST_LOST_S && there.acts >= lost.acts_a_minute_before && there.removed === 0,
    acts: lost.acts,
    acts_restored: there.acts,
    lost_s: Math.round(lost_s * 10) / 10,
    restored_mb: Math.round(there.mb),
    restore_s: Math.round(took_s),
    removed_beside_newer_files: there.removed,
  });
  if (!holds) process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

async function makeActsAndLoseThem(): Promise<{
  at: Date;
  acts: number;
  acts_a_minute_before: number;
  keys: MasterKeys;
}> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(data, 'postgres') });
  await migrate(postgres);
  const config = {
    ...readConfig({ SANDBOX: 'on', DATA_DIR: data, PORT: '0' }),
    database_url: postgres.url,
    database_owner_url: postgres.owner_url,
  };
  const backup = {
    settings: { recipients: [key.recipient], keep_days: 1 },
    target,
    replication_url: postgres.superuser_url,
    postgres_folder: postgres.folder,
    drill: null,
    set: [],
  };
  const app = await testAppOf(await makeApp({ config, log, backup }));
  await app.claim.check();
  const watch = startWatch(
    app.work.watchers.filter(({ name }) => name.startsWith('backup.')),
    log,
  );
  const hasBase = async () => (await target.list('base/')).some((name) => name.endsWith('manifest.json'));
  const made = await makeActs(app, async (acts) => acts >= ACTS && (await hasBase()));
  const at = new Date();
  await watch.stop();
  await app.close();
  await postgres.stop();
  renameSync(join(data, 'files'), newer_files);
  rmSync(data, { recursive: true });
  const minute_before = made.findLast((one) => one.at < at.getTime() - MOST_LOST_S * 1000);
  return { at, acts: made.at(-1)?.acts ?? 0, acts_a_minute_before: minute_before?.acts ?? 0, keys: config };
}

async function withRestored<Found>(look: (url: string) => Promise<Found>): Promise<Found> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(restored, 'postgres') });
  return look(postgres.url).finally(() => postgres.stop());
}
