import {
  chownSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import type { DataPlace } from '../db/embedded/data-place.ts';
import { EmbeddedPostgresRefused } from '../db/embedded/refusal.ts';
import { MAC_BYTES, type BackupMac } from './backup-mac.ts';
import {
  chooseChunks,
  chunkName,
  formatLsn,
  readChunkName,
  SEGMENT_BYTES,
  segmentName,
  segmentStart,
  type LogChunk,
} from './log-chunks.ts';
import { BackupRefused, type Manifest } from './manifest.ts';
import type { RestoredServer } from './own-server.ts';
import { fetchSealed } from './fetch-sealed.ts';

/**
 * Brings the log that leads on from the backup into the cluster's reach, as files of PostgreSQL. Returns the moment up to
 * which all that was committed is in it.
 * @throws {BackupRefused} when the log breaks off before the moment that is asked for
 */
export async function unpackLog(
  target: BackupTarget,
  manifest: Manifest,
  identities: readonly string[],
  mac: BackupMac,
  to: Date | null,
  { folder, user }: DataPlace,
): Promise<Date> {
  const base_ended_at = new Date(manifest.ended_at);
  if (to && to <= base_ended_at) return base_ended_at;
  const names = await target.list(`log/${manifest.system_id}-${manifest.timeline}/`);
  const chunks = names.flatMap((name) => readChunkName(name) ?? []);
  const { chosen, gap } = chooseChunks(chunks, manifest, to);
  const last = chosen.at(-1)?.at;
  const ended_at = last && last > base_ended_at ? last : base_ended_at;
  if (gap !== null)
    throw new BackupRefused(
      `The log is missing from ${formatLsn(gap)} on. Restore to ${ended_at.toISOString()} or earlier with --to.`,
      'log',
    );
  if (to && to > ended_at)
    throw new BackupRefused(
      `What was kept ends at ${ended_at.toISOString()}, which is earlier. Leave --to away to restore to its end.`,
      'log',
    );
  const archive = join(folder, ARCHIVE);
  mkdirSync(archive, { mode: 0o700 });
  if (user) chownSync(archive, user.uid, user.gid);
  for (const chunk of chosen) {
    const name = chunkName(chunk);
    const told = await fetchSealed(target, name, identities);
    const compressed = told.subarray(MAC_BYTES);
    if (!mac.isRight(name, compressed, told.subarray(0, MAC_BYTES)))
      throw new BackupRefused(`${name} was not made with this MASTER_KEY, or was changed since.`, 'foreign');
    writeChunk(archive, chunk, await promisify(zstdDecompress)(compressed), user);
  }
  writeFileSync(join(folder, 'cluster', 'recovery.signal'), '', { mode: 0o600 });
  if (user) chownSync(join(folder, 'cluster', 'recovery.signal'), user.uid, user.gid);
  return ended_at;
}

const ARCHIVE = 'restored-log';

function writeChunk(archive: string, chunk: LogChunk, bytes: Buffer, user: DataPlace['user']): void {
  if (BigInt(bytes.length) !== chunk.end - chunk.begin)
    throw new BackupRefused(`${chunkName(chunk)} is not as long as its name says.`);
  for (let at = chunk.begin; at < chunk.end;) {
    const start = segmentStart(at);
    const until = start + SEGMENT_BYTES < chunk.end ? start + SEGMENT_BYTES : chunk.end;
    const path = join(archive, segmentName(chunk.timeline, start));
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    writeSync(file, bytes, Number(at - chunk.begin), Number(until - at), Number(at - start));
    ftruncateSync(file, Number(SEGMENT_BYTES));
    closeSync(file);
    if (user) chownSync(path, user.uid, user.gid);
    at = until;
  }
}

/**
 * Starts the cluster and has it replay the log to the moment, then serve. Where nothing was committed after that moment,
 * the end of the log is that moment, and PostgreSQL has to be told so.
 */
export async function recover(
  place: DataPlace,
  to: Date | null,
  start: (settings: Record<string, string>) => Promise<RestoredServer>,
): Promise<RestoredServer> {
  const archive = join(place.folder, ARCHIVE);
  const settings = {
    restore_command:
      process.platform === 'win32' ? `copy "${join(archive, '%f')}" "%p"` : `cp "${archive}/%f" "%p"`,
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    hot_standby: 'off',
  };
  // The form of ISO 8601 with T and Z is refused here.
  const target = to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') };
  try {
    return await start({ ...settings, ...target }).catch((error: unknown) => {
      const reached =
        error instanceof EmbeddedPostgresRefused && /before configured recovery target/.test(error.message);
      if (!target || !reached) throw error;
      return start(settings);
    });
  } finally {
    rmSync(archive, { recursive: true, force: true });
  }
}
