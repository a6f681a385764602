/**
 * F4: the power fails while many write. What was not synced is lost by a library below the database (broken-disk.c): all
 * of it, or half of its pages. Without `fsync` acknowledged rows are gone; with it none is, and all pages are whole.
 * Needs Linux and a compiler of C.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';
import { report } from './report.ts';
import { makeBrokenDisk, type BrokenDisk } from './broken-disk.ts';
import { startDatabase } from './database-process.ts';
import { endWithChildren } from './end-processes.ts';

const WRITERS = 8;
const WORK_MS = Number(process.env.ATTACK_WORK_MS ?? 3_000);
const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 4);

type Row = [writer: number, n: number];

const place = makeTemporaryFolder('kelisim-attack-');
try {
  const disk = makeBrokenDisk(place);
  if (disk) {
    const unsafe = await lossesOf(disk, join(place, 'off'), 'off', ['all']);
    report({ attack: 'power_loss without fsync', passed: unsafe.lost > 0, ...unsafe });
    const kinds = Array.from({ length: ROUNDS }, (_, round) => (round % 2 ? 'half' : 'all'));
    const safe = await lossesOf(disk, join(place, 'on'), 'on', kinds);
    report({ attack: 'power_loss', passed: safe.lost === 0 && safe.acknowledged > 0, ...safe });
    if (unsafe.lost === 0 || safe.lost > 0) process.exitCode = 1;
  } else report({ attack: 'power_loss', passed: true, skipped: 'no compiler of C here' });
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Cuts the power of a new database once for each kind, and counts the acknowledged rows that are gone after it. */
async function lossesOf(
  disk: BrokenDisk,
  folder: string,
  fsync: 'on' | 'off',
  kinds: readonly ('all' | 'half')[],
): Promise<{
  rounds: number;
  acknowledged: number;
  lost: number;
  not_opened: number;
  files_touched: number;
}> {
  mkdirSync(folder, { mode: 0o711 });
  const acknowledged: Row[] = [];
  const found = { rounds: kinds.length, acknowledged: 0, lost: 0, not_opened: 0, files_touched: 0 };
  for (const kind of kinds) {
    const { child, superuser_url, folder: place } = await startDatabase(folder, fsync, disk);
    await makeJournal(superuser_url);
    disk.begin('cached', place);
    const stop = new AbortController();
    const working = Promise.allSettled([
      checkpoint(superuser_url, stop.signal),
      ...Array.from({ length: WRITERS }, (_, writer) =>
        write(superuser_url, writer, acknowledged, stop.signal),
      ),
    ]);
    await sleep(WORK_MS);
    disk.cutPower();
    stop.abort();
    await endWithChildren(child);
    await working;
    disk.end('cached');
    found.files_touched += disk.lose(place, kind);
    const after = await startDatabase(folder, fsync, disk).catch(() => null);
    const there = after && (await readJournal(after.superuser_url).catch(() => null));
    found.lost += there
      ? acknowledged.filter(([writer, n]) => !there.has(`${writer} ${n}`)).length
      : acknowledged.length;
    if (after) await endWithChildren(after.child);
    if (there) continue;
    found.not_opened++;
    break;
  }
  found.acknowledged = acknowledged.length;
  return found;
}

async function makeJournal(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`create table if not exists journal (writer int, n bigint, filling text default repeat('x', 500),
      primary key (writer, n))`),
  );
}

async function write(url: string, writer: number, acknowledged: Row[], until: AbortSignal): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ n: string }>('select coalesce(max(n), 0) as n from journal');
    for (let n = Number(rows[0]?.n ?? 0) + 1; !until.aborted; n++) {
      await client.query('insert into journal (writer, n) values ($1, $2)', [writer, n]);
      acknowledged.push([writer, n]);
    }
  });
}

/** So that pages are written and synced as well, not the log alone. */
async function checkpoint(url: string, until: AbortSignal): Promise<void> {
  await withClient(url, async (client) => {
    for (; !until.aborted; await sleep(300)) await client.query('checkpoint');
  });
}

/** By the table and by its index; a page that is not whole throws. */
async function readJournal(url: string): Promise<Set<string>> {
  return withClient(url, async (client) => {
    const rows = async (off: string) => {
      await client.query(`set ${off} = off`);
      const read = await client.query<{ row: string }>(
        `select writer || ' ' || n as row from journal where n > 0 order by writer, n`,
      );
      await client.query(`set ${off} = on`);
      return read.rows.map(({ row }) => row);
    };
    const [by_table, by_index] = [await rows('enable_indexscan'), await rows('enable_seqscan')];
    if (by_table.join() !== by_index.join()) throw new Error('table and index differ');
    await client.query('select sum(length(filling)) from journal');
    return new Set(by_table);
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end().catch(() => undefined));
}
