/**
 * `npm run keys`: after a change of MASTER_KEY seals again what the keys of FORMER_MASTER_KEYS sealed, and says whether
 * they may go. The product does the same every hour. Ends with 1 while they may not.
 */
import { ConfigError, readConfig } from '../platform/config.ts';
import { masterKeyId } from '../platform/backup/backup-settings.ts';
import { makeLog } from '../platform/log.ts';
import { assertMasterKey, retireFormerKeys } from '../platform/master-keys.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { SEALED_COLUMNS } from '../sealed-columns.ts';
import { besideProduct } from './beside-product.ts';

try {
  await besideProduct(tell, false);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartRefused)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function tell(db: Parameters<Parameters<typeof besideProduct>[0]>[0]): Promise<void> {
  const config = readConfig(process.env.DATABASE_URL ? process.env : { SANDBOX: 'on', ...process.env });
  await assertMasterKey(db, config);
  console.log(`MASTER_KEY ${masterKeyId(config.master_key)} (its fingerprint, not a part of it)`);
  if (config.former_master_keys.length === 0) return console.log('There are no FORMER_MASTER_KEYS.');
  const { resealed, lost, hashes, held_until, is_over } = await retireFormerKeys(
    db,
    config,
    SEALED_COLUMNS,
    makeLog('error'),
  );
  console.log(`sealed again          ${resealed}`);
  if (lost > 0) console.log(`OPEN WITH NO KEY      ${lost}; each is in the log`);
  if (hashes > 0)
    console.log(
      `recovery codes of an earlier version that need a former key: ${hashes}, until new ones are made`,
    );
  console.log(`sessions need it      until ${held_until.toISOString()}`);
  console.log('backups need it       for BACKUP_KEEP_DAYS: keep the former key beside the recovery key');
  console.log(
    is_over ? 'FORMER_MASTER_KEYS may be removed.' : 'Keep FORMER_MASTER_KEYS and run this again later.',
  );
  if (!is_over) process.exitCode = 1;
}
