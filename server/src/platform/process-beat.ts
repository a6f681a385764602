import { sql } from 'kysely';
import type { ClockGuard } from './clock-guard.ts';
import type { Database, Handle } from './db/database.ts';
import { idOf } from './db/id-of.ts';
import type { Watcher, WatcherStanding } from './jobs/watch.ts';
import type { Role } from './process-settings.ts';

const EVERY_MS = 15_000;
/** How watchers fare is some kilobytes, so it is written this seldom while nothing fails or recovers. */
const STANDING_EVERY_MS = 60_000;
/** A process that was not seen for so long is dead, or has no database. */
const SILENT_S = 60;
/** Who left or died longer ago is of no use to whoever looks. */
const KEPT_HOURS = 24;

export interface ProcessBeat {
  watcher: Watcher;
  /** Says that the process ended as it should. */
  leave(): Promise<void>;
}

/** Writes into `processes`, every 15 s, that this process lives and how its watchers and its clock fare. */
export function makeProcessBeat(
  db: Database,
  of: { host: string; role: Role; version: string },
  { standing, clocks }: { standing: () => readonly WatcherStanding[]; clocks: ClockGuard },
): ProcessBeat {
  let id: number | null = null;
  let told: { failing: string; at: number } | null = null;
  const enter = () =>
    idOf(
      db
        .insertInto('processes')
        .values({
          host: of.host.slice(0, 253),
          pid: process.pid,
          role: of.role,
          version: of.version.slice(0, 100),
          reads_cut_cms: true,
        })
        .returning('id'),
    );
  const beat = async () => {
    const now = standing();
    const failing = now.map(({ failures }) => Math.sign(failures)).join('');
    const isDue = told?.failing !== failing || performance.now() - told.at >= STANDING_EVERY_MS;
    const watchers = isDue ? JSON.stringify(now.map(toRow)) : null;
    id ??= await enter();
    const { numAffectedRows } = await sql`
      update processes set seen_at = now(), clock_ahead_ms = ${Math.round(clocks.offMs())},
        watchers = coalesce(${watchers}::jsonb, watchers)
      where id = ${id}`.execute(db);
    // Its row was taken away while it had no database for a day.
    if (numAffectedRows === 0n) id = null;
    else if (isDue) told = { failing, at: performance.now() };
    await sql`delete from processes where seen_at < now() - make_interval(hours => ${KEPT_HOURS})`.execute(
      db,
    );
  };
  return {
    watcher: { name: 'process.beat', every_ms: EVERY_MS, run: beat },
    async leave() {
      if (id !== null) await sql`update processes set left_at = now() where id = ${id}`.execute(db);
    },
  };
}

/** Whether no process lives, or died within a day, that knows signatures only with their certificates in them (0115). */
export async function everyProcessReadsCutCms(db: Handle): Promise<boolean> {
  const { rows } = await sql<{ reads: boolean }>`
    select not exists (select from processes where left_at is null and not reads_cut_cms) as reads`.execute(
    db,
  );
  return rows[0]!.reads;
}

/** How a watcher of another process fares, as the row of the process has it. */
export type ToldWatcher = ReturnType<typeof toRow>;

const toRow = ({ name, every_ms, ended_at, failures, last_error }: WatcherStanding) => ({
  name,
  every_ms,
  ended_at: ended_at?.toISOString() ?? null,
  failures,
  last_error,
});

export interface SeenProcess {
  host: string;
  pid: number;
  role: Role;
  version: string;
  started_at: Date;
  seen_at: Date;
  is_silent: boolean;
  clock_ahead_ms: number;
  watchers: ToldWatcher[];
}

/** All that run or died within a day, those that are silent first. */
export async function readProcesses(db: Handle): Promise<SeenProcess[]> {
  const { rows } = await sql<SeenProcess>`
    select host, pid, role, version, started_at, seen_at, clock_ahead_ms, watchers,
      seen_at < now() - make_interval(secs => ${SILENT_S}) as is_silent
    from processes where left_at is null and seen_at > now() - make_interval(hours => ${KEPT_HOURS})
    order by is_silent desc, role, host, id limit 200`.execute(db);
  return rows;
}
