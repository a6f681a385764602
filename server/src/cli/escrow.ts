/**
 * `npm run escrow`: makes a recovery key, prints it once, and seals MASTER_KEY for it in DATA_DIR/escrow.json, which
 * backups take along. `renew` seals the present MASTER_KEY for the same key; `open FILE` shows what is sealed, with the
 * recovery key from BACKUP_IDENTITY_FILE or the standard input.
 */
import { text } from 'node:stream/consumers';
import { WrongKey } from '../platform/backup/age.ts';
import { masterKeyId, readBackupSettings } from '../platform/backup/backup-settings.ts';
import { makeEscrow, openEscrow, readEscrow, renewEscrow } from '../platform/backup/escrow.ts';
import { ConfigError, readConfig } from '../platform/config.ts';

const [deed = 'make', file, ...more] = process.argv.slice(2);
const known = deed === 'open' ? Boolean(file) : ['make', 'renew'].includes(deed) && !file;
if (!known || more.length > 0) {
  console.error('Usage: npm run escrow [-- renew | -- open FILE]');
  process.exit(64);
}
try {
  if (deed === 'open') await show(file ?? '');
  else await seal(deed === 'renew');
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof WrongKey)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function seal(renews: boolean): Promise<void> {
  const config = readConfig(process.env.DATABASE_URL ? process.env : { SANDBOX: 'on', ...process.env });
  if (renews) {
    await renewEscrow(config.data_dir, config);
    console.log('The present MASTER_KEY is sealed for the recovery key that was made before.');
    return;
  }
  const { identity, recipient } = await makeEscrow(config.data_dir, config);
  console.log(`Recovery key. Print it and keep it apart from the server and its backups; it is not shown again:

  ${identity}

It is of the MASTER_KEY with this fingerprint, which a restore shows; write it beside the recovery key:

  ${masterKeyId(config.master_key)}

Backups are sealed for it with this setting, which is no secret:

  BACKUP_RECIPIENTS=${recipient}
`);
}

async function show(file: string): Promise<void> {
  const escrow = readEscrow(file);
  if (!escrow) throw new ConfigError(`There is no ${file}.`);
  const settings = process.env.BACKUP_IDENTITY_FILE ? readBackupSettings(process.env, '.') : null;
  const identities = settings?.identities ?? [(await text(process.stdin)).trim()];
  const { master_key, former } = await openEscrow(escrow, identities);
  console.log(`MASTER_KEY=${master_key}${former && `\nFORMER_MASTER_KEYS=${former}`}`);
}
