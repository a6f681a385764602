/**
 * `npm run restore -- SOURCE NEWFOLDER [--to TIME]`: brings a backup back into a new folder (the DATA_DIR of the
 * restored product), to TIME or to the end of what was kept, and checks the invariants. Touches nothing that exists.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBackupTarget } from '../adapters/backup-target/open-backup-target.ts';
import { readBackupSettings } from '../platform/backup/backup-settings.ts';
import { readMasterKeys } from '../platform/keyring.ts';
import { restoreProduct, SAID_IN_A_SENTENCE } from './restore-product.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
const [from, into, ...more] = positionals;
const moment = values.to === undefined ? null : new Date(values.to);
if (!from || !into || more.length > 0 || Number.isNaN(moment?.getTime())) {
  console.error('Usage: npm run restore -- SOURCE NEWFOLDER [--to 2026-11-26T09:30:00+05:00]');
  process.exit(64);
}
try {
  await run(from, resolve(into), moment);
} catch (error) {
  if (!SAID_IN_A_SENTENCE.some((kind) => error instanceof kind)) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(from: string, folder: string, to: Date | null): Promise<void> {
  const settings = readBackupSettings(process.env, from);
  if (!settings) return;
  const target = await openBackupTarget(settings);
  const { manifest, broken, own_cluster } = await restoreProduct(
    target,
    settings,
    readMasterKeys(process.env),
    folder,
    to,
  );
  if (broken > 0) process.exitCode = 1;
  if (own_cluster)
    console.log(`The data folder of your PostgreSQL is ${own_cluster}: start it as you are used to.`);
  console.log(`The restored product is in ${folder}: start it with DATA_DIR=${folder}.`);
  console.log(`It needs the MASTER_KEY ${manifest.master_key_id} (its fingerprint, not a part of it).`);
}
