import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import { chooseDataPlace, type DataPlace } from '../db/embedded/data-place.ts';
import { readMasterKeys, type MasterKeys } from '../keyring.ts';
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { WrongKey } from './age.ts';
import { makeBackupMac } from './backup-mac.ts';
import { masterKeyId } from './backup-settings.ts';
import { ESCROW_FILE, openEscrow, parseEscrow, readEscrow } from './escrow.ts';
import {
  assertMade,
  BackupRefused,
  findBrokenChain,
  listManifests,
  passedOver,
  sha256Of,
  type Manifest,
} from './manifest.ts';
import { startOwnServer, type RestoredServer } from './own-server.ts';
import { fetchSealed } from './fetch-sealed.ts';
import { makeTarReader } from './read-tar.ts';
import { recover, unpackLog } from './restore-log.ts';

export interface RestoreOptions {
  target: BackupTarget;
  identities: readonly string[];
  /** DATA_DIR of the restored product: new or empty. */
  folder: string;
  /** As in BackupSettings. */
  postgres_bin: string | null;
  /** What the backup must have been made with. Null: what its own escrow holds, of which somebody must be sure. */
  keys: MasterKeys | null;
  /** Null: to the end of what was kept. */
  to: Date | null;
}

export interface Restored {
  manifest: Manifest;
  /** Fingerprint of the key it was made with, when only its own escrow tells. */
  unsure_of: string | null;
  /** Backups before which one was removed. */
  broken_chain: string[];
  /** All that was committed before this moment is there, and with `to` nothing after that. */
  reached: Date;
  /** Serves the restored database until it is stopped. */
  postgres: RestoredServer;
  /** Of an operator's own PostgreSQL: its data folder. */
  own_cluster: string | null;
}

/**
 * Brings the database back into a new folder and starts it there. Nothing that exists is touched.
 * @throws {BackupRefused} naming what is missing, changed or in the way
 */
export async function restoreDatabase({
  target,
  identities,
  folder,
  postgres_bin,
  keys: given,
  to,
}: RestoreOptions): Promise<Restored> {
  assertNew(folder);
  const earlier: string[] = [];
  const all = await listManifests(target, (name) => earlier.push(name));
  const manifest = chooseBackup(target, all, earlier, to);
  const keys = given ?? (await keysInEscrow(target, manifest, identities));
  const mac = makeBackupMac(keys);
  assertMade(manifest, mac);
  mkdirSync(folder, { recursive: true });
  const place = chooseDataPlace(join(folder, 'postgres'));
  const cluster = join(place.folder, 'cluster');
  const is_embedded = await unpackInstallation(target, manifest, identities, folder, place);
  await unpackEscrow(target, manifest, identities, folder);
  await unpackDatabase(target, manifest, identities, cluster, place);
  const reached = await unpackLog(target, manifest, identities, mac, to, place);
  const postgres = await recover(place, to, (settings) =>
    is_embedded
      ? startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings })
      : startOwnServer(place, manifest.database, postgres_bin, settings),
  );
  return {
    manifest,
    unsure_of: given ? null : masterKeyId(keys.master_key),
    broken_chain: findBrokenChain(all, mac),
    reached: to ?? reached,
    postgres,
    own_cluster: is_embedded ? null : cluster,
  };
}

function assertNew(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupRefused(`${folder} is not empty. A backup is only restored into a new folder.`, 'room');
}

/** Whoever can write to the place can seal another key for the recipient: its fingerprint is for a human to compare. */
async function keysInEscrow(
  target: BackupTarget,
  { id }: Manifest,
  identities: readonly string[],
): Promise<MasterKeys> {
  const bytes = await target.get(`base/${id}/escrow.json`);
  if (!bytes)
    throw new BackupRefused(
      `Set MASTER_KEY: backup ${id} has no escrow, and is checked with that key.`,
      'key',
    );
  const { master_key, former } = await openEscrow(
    parseEscrow(bytes, 'The escrow of the backup'),
    identities,
  ).catch((error: unknown) => {
    if (!(error instanceof WrongKey)) throw error;
    throw new BackupRefused(
      `Set MASTER_KEY: the escrow of backup ${id} does not open with this recovery key: ${error.message}.`,
      'key',
    );
  });
  const keys = master_key ? readMasterKeys({ MASTER_KEY: master_key, FORMER_MASTER_KEYS: former }) : null;
  if (!keys) throw new BackupRefused(`Set MASTER_KEY: the escrow of backup ${id} holds none.`, 'key');
  return keys;
}

function chooseBackup(
  target: BackupTarget,
  all: readonly Manifest[],
  earlier: readonly string[],
  to: Date | null,
): Manifest {
  const [first] = all;
  if (!first)
    throw new BackupRefused(`There is no finished backup in ${target.place}${passedOver(earlier)}.`, 'none');
  const chosen = to ? all.findLast(({ ended_at }) => new Date(ended_at) <= to) : all.at(-1);
  if (!chosen)
    throw new BackupRefused(
      `The oldest backup in ${target.place} is of ${first.ended_at}, which is later${passedOver(earlier)}.`,
    );
  return chosen;
}

/** The small files that the database and the product need to start; paths are below DATA_DIR. False with an operator's own server. */
async function unpackInstallation(
  target: BackupTarget,
  { id, beside }: Manifest,
  identities: readonly string[],
  folder: string,
  place: DataPlace,
): Promise<boolean> {
  const bytes = await fetchSealed(
    target,
    `base/${id}/installation.age`,
    identities,
    beside['installation.age'] ?? '-',
  );
  const files = JSON.parse(bytes.toString('utf8')) as Record<string, string>;
  for (const [name, content] of Object.entries(files)) {
    const path = name.startsWith('postgres/')
      ? join(place.folder, name.slice('postgres/'.length))
      : join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' });
  }
  return files['postgres/secrets.json'] !== undefined;
}

/** A sandbox keeps its master key in its folder; an operator sets it, and reads it from the escrow where it was lost. */
async function unpackEscrow(
  target: BackupTarget,
  { id, settings, beside }: Manifest,
  identities: readonly string[],
  folder: string,
): Promise<void> {
  const bytes = await target.get(`base/${id}/escrow.json`);
  if (!bytes) return;
  if (sha256Of(bytes) !== beside['escrow.json'])
    throw new BackupRefused(`base/${id}/escrow.json is not what was backed up.`);
  const path = join(folder, ESCROW_FILE);
  writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
  const escrow = readEscrow(path);
  if (!escrow || settings.includes('MASTER_KEY')) return;
  try {
    const { master_key } = await openEscrow(escrow, identities);
    writeFileSync(join(folder, 'master-key'), master_key, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error;
  }
}

async function unpackDatabase(
  target: BackupTarget,
  manifest: Manifest,
  identities: readonly string[],
  cluster: string,
  { user }: DataPlace,
): Promise<void> {
  const give = (path: string) => user && chownSync(path, user.uid, user.gid);
  mkdirSync(cluster, { mode: 0o700 });
  give(cluster);
  let open: number | null = null;
  const reader = makeTarReader({
    begin({ path, kind, mode }) {
      const at = join(cluster, path);
      if (kind === 'link') throw new Error(`${path} is a link`);
      if (kind === 'folder') {
        mkdirSync(at, { recursive: true, mode: 0o700 });
        chmodSync(at, mode & 0o700);
      } else open = openSync(at, 'wx', mode & 0o700);
      give(at);
    },
    write(bytes) {
      if (open !== null) writeFileSync(open, bytes);
    },
    end() {
      if (open === null) return;
      // PostgreSQL syncs its whole folder before it replays the log of a backup.
      closeSync(open);
      open = null;
    },
  });
  for (const { name, sha256 } of manifest.parts) {
    const compressed = await fetchSealed(target, name, identities, sha256);
    reader.add(await promisify(zstdDecompress)(compressed));
  }
  reader.end();
}
