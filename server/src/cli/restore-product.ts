import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TargetAway, type BackupTarget } from '../adapters/backup-target/backup-target.ts';
import { diskFileStore } from '../adapters/file-store/disk/disk-file-store.ts';
import { StoreAway } from '../adapters/file-store/file-store.ts';
import { folderNca } from '../adapters/nca/folder/folder-nca.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import type { BackupSettings } from '../platform/backup/backup-settings.ts';
import { SANDBOX_TRUST_FOLDER, TRUST_FOLDER } from '../platform/backup/gather-installation.ts';
import { BackupRefused, type Manifest } from '../platform/backup/manifest.ts';
import { restoreDatabase } from '../platform/backup/restore-backup.ts';
import { restoreFiles } from '../platform/backup/restore-files.ts';
import { ConfigError } from '../platform/config.ts';
import type { MasterKeys } from '../platform/keyring.ts';
import { openDatabase } from '../platform/db/database.ts';
import { EmbeddedPostgresRefused } from '../platform/db/embedded/refusal.ts';
import { adoptStore } from '../platform/files/store-claim.ts';
import { makeLog } from '../platform/log.ts';

/** What goes wrong in a way that one sentence tells. */
export const SAID_IN_A_SENTENCE = [
  BackupRefused,
  ConfigError,
  TargetAway,
  StoreAway,
  EmbeddedPostgresRefused,
];

/** Restores database and files into a new folder, makes them belong together and checks the invariants. */
export async function restoreProduct(
  target: BackupTarget,
  { identities, postgres_bin }: Pick<BackupSettings, 'identities' | 'postgres_bin'>,
  keys: MasterKeys | null,
  folder: string,
  to: Date | null,
): Promise<{
  manifest: Manifest;
  reached: Date;
  broken: number;
  broken_chain: string[];
  own_cluster: string | null;
}> {
  if (identities.length === 0)
    throw new ConfigError('Set BACKUP_IDENTITY_FILE: a file with the recovery key.');
  const began = performance.now();
  const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s after the start`;
  const restored = await restoreDatabase({ target, identities, keys, folder, postgres_bin, to });
  const { manifest, reached, postgres, broken_chain, own_cluster } = restored;
  const db = openDatabase({ url: postgres.url, log: makeLog('silent'), max: 3 });
  try {
    console.log(`database  from backup ${manifest.id}, as of ${reached.toISOString()}, ${took()}`);
    if (restored.unsure_of)
      console.log(
        `UNSURE    made with the MASTER_KEY ${restored.unsure_of}: compare it with the fingerprint beside your recovery key`,
      );
    for (const id of broken_chain)
      console.log(`CHAIN     before backup ${id} another one was removed or put in`);
    const store = diskFileStore(join(folder, 'files'));
    await store.check();
    const { count, bytes } = await restoreFiles(db, store, target, identities);
    await adoptStore(db, store);
    console.log(`files     ${count}, ${(bytes / 1_000_000).toFixed(1)} MB, ${took()}`);
    const trust = existsSync(join(folder, TRUST_FOLDER)) ? TRUST_FOLDER : SANDBOX_TRUST_FOLDER;
    const world = { db, store, nca: await folderNca(join(folder, trust)), now: new Date() };
    const broken = await checkInvariants(world, (line) => console.log(line));
    return { manifest, reached, broken, broken_chain, own_cluster };
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}
