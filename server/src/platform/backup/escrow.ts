import { existsSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import type { MasterKeys } from '../keyring.ts';
import { newIdentity, openWith, sealFor } from './age.ts';
import { masterKeyId } from './backup-settings.ts';

/** The master keys sealed for the recovery key, which is printed once and kept on paper. Holds nothing that is secret. */
const Escrow = z.object({ recipient: z.string(), master_key_id: z.string(), sealed: z.string() });
export type Escrow = z.output<typeof Escrow>;

export const ESCROW_FILE = 'escrow.json';

/** Makes a recovery key and seals the master keys for it. The key is returned, and kept nowhere. */
export async function makeEscrow(
  data_dir: string,
  keys: MasterKeys,
): Promise<{ identity: string; recipient: string }> {
  const path = join(data_dir, ESCROW_FILE);
  if (existsSync(path))
    throw new ConfigError(
      `${path} is there already. "npm run escrow -- renew" seals the present MASTER_KEY for the same recovery key; for another one, move the file away first.`,
    );
  const made = await newIdentity();
  await writeEscrow(data_dir, made.recipient, keys);
  return made;
}

/** Seals the present master keys for the recovery key that is there. Needs only its public half. */
export async function renewEscrow(data_dir: string, keys: MasterKeys): Promise<void> {
  const found = readEscrow(join(data_dir, ESCROW_FILE));
  if (!found) throw new ConfigError(`There is no ${ESCROW_FILE} in ${data_dir} yet: run "npm run escrow".`);
  await writeEscrow(data_dir, found.recipient, keys);
}

/** Null when there is none. */
export function readEscrow(path: string): Escrow | null {
  return existsSync(path) ? parseEscrow(readFileSync(path), path) : null;
}

/** Says in a sentence where the recovery key would not bring this MASTER_KEY back; null where it would. */
export function findEscrowFault(escrow: Escrow | null, master_key_id: string): string | null {
  if (!escrow) return 'MASTER_KEY is in no escrow: run "npm run escrow", or keep a copy of it yourself.';
  return escrow.master_key_id === master_key_id
    ? null
    : 'The escrow holds another MASTER_KEY: run "npm run escrow -- renew", then "npm run backup".';
}

export function parseEscrow(bytes: Buffer, name: string): Escrow {
  try {
    return Escrow.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new ConfigError(`${name} cannot be read: it is cut off or no escrow.`, { cause });
  }
}

/** Returns the values of MASTER_KEY and FORMER_MASTER_KEYS. @throws {WrongKey} */
export async function openEscrow(
  { sealed }: Escrow,
  identities: readonly string[],
): Promise<{ master_key: string; former: string }> {
  const opened = await openWith(identities, Buffer.from(sealed, 'base64'));
  const [master_key = '', former = ''] = opened.toString('utf8').split('\n');
  return { master_key, former };
}

async function writeEscrow(data_dir: string, recipient: string, keys: MasterKeys): Promise<void> {
  const { master_key, former_master_keys } = keys;
  const former = former_master_keys.map((key) => key.toString('hex')).join(',');
  const sealed = await sealFor([recipient], Buffer.from(`${master_key.toString('hex')}\n${former}`));
  const escrow: Escrow = {
    recipient,
    master_key_id: masterKeyId(master_key),
    sealed: sealed.toString('base64'),
  };
  const path = join(data_dir, ESCROW_FILE);
  await writeFile(path, `${JSON.stringify(escrow, null, 2)}\n`);
  // Whoever runs the command: the user of the product must read it, and it holds nothing secret.
  await chmod(path, 0o644);
}
