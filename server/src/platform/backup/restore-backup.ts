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
import type { EmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { WrongKey } from './age.ts';
import { ESCROW_FILE, openEscrow, readEscrow } from './escrow.ts';
import { BackupRefused, listManifests, type Manifest } from './manifest.ts';
import { fetchSealed } from './fetch-sealed.ts';
import { makeTarReader } from './read-tar.ts';
import { recover, unpackLog } from './restore-log.ts';

export interface RestoreOptions {
  target: BackupTarget;
  identities: readonly string[];
  /** DATA_DIR of the restored product: new or empty. */
  folder: string;
  /** Null: to the end of what was kept. */
  to: Date | null;
}

export interface Restored {
  manifest: Manifest;
  /** All that was committed before this moment is there, and with `to` nothing after that. */
  reached: Date;
  /** Serves the restored database until it is stopped. */
  postgres: EmbeddedPostgres;
}

/**
 * Brings the database back into a new folder and starts it there. Nothing that exists is touched.
 * @throws {BackupRefused} naming what is missing, changed or in the way
 */
export async function restoreDatabase({ target, identities, folder, to }: RestoreOptions): Promise<Restored> {
  assertNew(folder);
  const manifest = await chooseBackup(target, to);
  mkdirSync(folder, { recursive: true });
  const place = chooseDataPlace(join(folder, 'postgres'));
  const cluster = join(place.folder, 'cluster');
  await unpackInstallation(target, manifest, identities, folder, place);
  await unpackEscrow(target, manifest, identities, folder);
  await unpackDatabase(target, manifest, identities, cluster, place);
  const reached = await unpackLog(target, manifest, identities, to, place);
  const postgres = await recover(join(folder, 'postgres'), place, to);
  return { manifest, reached: to ?? reached, postgres };
}

function assertNew(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupRefused(`${folder} is not empty. A backup is only restored into a new folder.`);
}

async function chooseBackup(target: BackupTarget, to: Date | null): Promise<Manifest> {
  const all = await listManifests(target);
  const [first] = all;
  if (!first) throw new BackupRefused(`There is no finished backup in ${target.place}.`);
  const chosen = to ? all.findLast(({ ended_at }) => new Date(ended_at) <= to) : all.at(-1);
  if (!chosen)
    throw new BackupRefused(`The oldest backup in ${target.place} is of ${first.ended_at}, which is later.`);
  return chosen;
}

/** The small files that the database and the product need to start; paths are below DATA_DIR. */
async function unpackInstallation(
  target: BackupTarget,
  { id }: Manifest,
  identities: readonly string[],
  folder: string,
  place: DataPlace,
): Promise<void> {
  const bytes = await fetchSealed(target, `base/${id}/installation.age`, identities);
  const files = JSON.parse(bytes.toString('utf8')) as Record<string, string>;
  if (!files['postgres/secrets.json'])
    throw new BackupRefused(
      `Backup ${id} is of your own PostgreSQL, which this command cannot start. See "Your own PostgreSQL" in docs/operations.md.`,
    );
  for (const [name, content] of Object.entries(files)) {
    const path = name.startsWith('postgres/')
      ? join(place.folder, name.slice('postgres/'.length))
      : join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' });
  }
}

/** A sandbox keeps its master key in its folder; an operator sets it, and reads it from the escrow where it was lost. */
async function unpackEscrow(
  target: BackupTarget,
  { id, settings }: Manifest,
  identities: readonly string[],
  folder: string,
): Promise<void> {
  const bytes = await target.get(`base/${id}/escrow.json`);
  if (!bytes) return;
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
