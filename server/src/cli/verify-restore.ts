/**
 * `npm run verify-restore [-- SOURCE]`: restores the latest backup of SOURCE or BACKUP_TO into a temporary folder, checks
 * the invariants, removes the folder, and records the result in the database of the product.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrialFault } from '@kelisim/shared/features/administration/administration.contract.ts';
import { TargetAway } from '../adapters/backup-target/backup-target.ts';
import { openBackupTarget } from '../adapters/backup-target/open-backup-target.ts';
import { StoreAway } from '../adapters/file-store/file-store.ts';
import { noteTrial, type RestoreTrial } from '../platform/backup/backup-standing.ts';
import { readBackupSettings } from '../platform/backup/backup-settings.ts';
import { BackupRefused } from '../platform/backup/manifest.ts';
import { ConfigError } from '../platform/config.ts';
import { readMasterKeys } from '../platform/keyring.ts';
import { pidExists } from '../platform/db/embedded/process-identity.ts';
import { besideProduct } from './beside-product.ts';
import { restoreProduct, SAID_IN_A_SENTENCE } from './restore-product.ts';

const FOLDER = 'kelisim-verify-';

const [from, ...more] = process.argv.slice(2);
if (more.length > 0 || from?.startsWith('-')) {
  console.error('Usage: npm run verify-restore [-- FOLDER | s3://bucket/folder]');
  process.exit(64);
}
try {
  const trial = await tryRestore(from ?? process.env.BACKUP_TO);
  await besideProduct((db) => noteTrial(db, trial), false);
  console.log(trial.failure ?? 'The backup can be restored, and the invariants hold.');
  process.exitCode = trial.failure ? 1 : 0;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** Whole copies of the product that trials left which were ended from outside; their databases end with them. */
function clearBrokenTrials(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1];
    if (pid && !pidExists(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function tryRestore(from: string | undefined): Promise<RestoreTrial> {
  const settings = readBackupSettings(process.env, from);
  if (!settings) throw new ConfigError('Say from where: npm run verify-restore -- FOLDER, or set BACKUP_TO.');
  if (settings.identities.length === 0)
    throw new ConfigError('Set BACKUP_IDENTITY_FILE: a file with a key that opens the backups.');
  clearBrokenTrials();
  const began_at = new Date();
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
  // The embedded database of root runs as nobody, who has to enter the folder.
  chmodSync(folder, 0o711);
  try {
    const target = await openBackupTarget(settings);
    const into = join(folder, 'data');
    const { manifest, reached, broken, broken_chain } = await restoreProduct(
      target,
      settings,
      readMasterKeys(process.env),
      into,
      null,
    );
    const tried = { began_at, backup_id: manifest.id, reached };
    if (broken > 0)
      return {
        ...tried,
        failure: `${broken} of the invariants do not hold in the restored copy.`,
        fault: 'invariants',
      };
    if (broken_chain.length > 0)
      return {
        ...tried,
        failure: `Before backup ${broken_chain.join(', ')} another one was removed or put in.`,
        fault: 'chain',
      };
    return { ...tried, failure: null, fault: null };
  } catch (error) {
    if (!SAID_IN_A_SENTENCE.some((kind) => error instanceof kind)) throw error;
    const failure = (error as Error).message;
    return { began_at, backup_id: null, reached: null, failure, fault: faultOf(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function faultOf(error: unknown): TrialFault {
  if (error instanceof BackupRefused) return error.fault;
  if (error instanceof ConfigError) return 'settings';
  if (error instanceof TargetAway) return 'away';
  return error instanceof StoreAway ? 'room' : 'database';
}
