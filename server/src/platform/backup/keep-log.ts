import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import pg from 'pg';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import type { Database } from '../db/database.ts';
import { underTryLock } from '../db/under-lock.ts';
import { sealFor } from './age.ts';
import type { BackupMac } from './backup-mac.ts';
import { noteLog } from './backup-standing.ts';
import type { FilesCopier } from './copy-files.ts';
import { chunkName, formatLsn, parseLsn, readChunkName, segmentStart, type LogChunk } from './log-chunks.ts';
import { connectForReplication, identifySystem, streamFrom } from './replication.ts';
import { lockOf } from '../db/advisory-lock.ts';

const SLOT = 'kelisim_backup';
const LOG_LOCK = lockOf('log_backup');
/** At most so much of the log is in memory; what is left comes in the next chunk. */
const CHUNK_BYTES = 32 * 2 ** 20;

export interface LogSource {
  db: Database;
  replication_url: string;
  target: BackupTarget;
  recipients: readonly string[];
  files: FilesCopier;
  mac: BackupMac;
}

export interface LogKeeper {
  /**
   * Copies what was logged since the last time, and before it the files that it may name. `is_new`: the log begins only
   * now, so nothing can be restored from it before the next base backup.
   */
  copyNew(): Promise<{ is_new: boolean }>;
}

/** Keeps the log of the database outside it. A replication slot has the server keep its own until it was copied. */
export function makeLogKeeper(source: LogSource): LogKeeper {
  const place: Place = { copied_to: null };
  return {
    copyNew: async () =>
      // Null: another process of the product is at it.
      (await underTryLock(source.db, LOG_LOCK, () => copyAll(source, place))) ?? { is_new: false },
  };
}

async function copyAll(source: LogSource, place: Place): Promise<{ is_new: boolean }> {
  const client = new pg.Client({ connectionString: source.replication_url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const is_new = await provideSlot(client);
    let copied = await copyChunk(client, source, place);
    while (!copied.is_whole) copied = await copyChunk(client, source, place);
    await noteLog(source.db, copied.at);
    return { is_new };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Where this process ended the last time. */
interface Place {
  copied_to: bigint | null;
}

/** The slot of a database that was restored is not there; one that was left behind for too long has lost its log. */
async function provideSlot(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_lost: boolean }>(
    `select coalesce(wal_status = 'lost', false) or restart_lsn is null as is_lost
     from pg_replication_slots where slot_name = $1`,
    [SLOT],
  );
  if (rows[0] && !rows[0].is_lost) return false;
  if (rows[0]) await client.query('select pg_drop_replication_slot($1)', [SLOT]);
  await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT]);
  return true;
}

/** All that was committed before `at` is outside when it `is_whole`; otherwise more is waiting already. */
async function copyChunk(
  client: pg.Client,
  { replication_url, target, recipients, files, mac }: LogSource,
  place: Place,
): Promise<{ at: Date; is_whole: boolean }> {
  // The clock before the position: all that was committed until then lies before it.
  const { rows } = await client.query<{ now: Date; position: string }>(
    `select clock_timestamp() as now, restart_lsn as position from pg_replication_slots where slot_name = $1`,
    [SLOT],
  );
  const [slot] = rows;
  if (!slot) throw new Error('the replication slot of backups was removed');
  const replication = await connectForReplication(replication_url);
  try {
    const { system_id, timeline, flushed_lsn } = await identifySystem(replication);
    const goal = parseLsn(flushed_lsn);
    const position = parseLsn(slot.position);
    if (goal <= position) return { at: slot.now, is_whole: true };
    const leads_on =
      place.copied_to === position || (await hasChunkUpTo(target, { system_id, timeline }, position));
    // A file of the log is of use from its first byte only.
    const begin = leads_on ? position : segmentStart(position);
    const { bytes, is_whole } = await readLog(replication, begin, goal, timeline);
    const end = begin + BigInt(bytes.length);
    await files.copyNew();
    const name = chunkName({ system_id, timeline, begin, end, at: slot.now });
    const compressed = await promisify(zstdCompress)(bytes);
    const told = Buffer.concat([mac.of(name, compressed), compressed]);
    await target.put(name, await sealFor(recipients, told));
    await client.query('select pg_replication_slot_advance($1, $2)', [SLOT, formatLsn(end)]);
    place.copied_to = end;
    return { at: slot.now, is_whole };
  } finally {
    await replication.end().catch(() => undefined);
  }
}

async function hasChunkUpTo(
  target: BackupTarget,
  { system_id, timeline }: Pick<LogChunk, 'system_id' | 'timeline'>,
  position: bigint,
): Promise<boolean> {
  const names = await target.list(`log/${system_id}-${timeline}/`);
  return names.some((name) => readChunkName(name)?.end === position);
}

/** The log from `begin` to `goal`, or its beginning where that is long. */
async function readLog(
  client: pg.Client,
  begin: bigint,
  goal: bigint,
  timeline: number,
): Promise<{ bytes: Buffer; is_whole: boolean }> {
  const pieces: Buffer[] = [];
  let position = begin;
  let has_ended = false;
  await streamFrom(
    client,
    `START_REPLICATION PHYSICAL ${formatLsn(begin)} TIMELINE ${timeline}`,
    (message, end) => {
      // XLogData: a letter, where it starts, the server's end, its clock, bytes. Other messages keep the line alive.
      if (has_ended || message[0] !== 0x77) return;
      if (message.readBigUInt64BE(1) !== position) throw new Error('the log that the server sent has a gap');
      const piece = message.subarray(25);
      pieces.push(piece);
      position += BigInt(piece.length);
      if (position < goal && position - begin < CHUNK_BYTES) return;
      has_ended = true;
      end();
    },
  );
  return { bytes: Buffer.concat(pieces), is_whole: position >= goal };
}
