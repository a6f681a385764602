import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log.ts';
import { StartRefused } from './start-refused.ts';

/** Contracts end, codes expire and bills are made by both clocks, so they must not differ by more. */
const MOST_APART_MS = 5_000;

export interface ClockGuard {
  /** Compares this machine's clock with the database's; the result holds until the next check. */
  check(): Promise<void>;
  isWrong(): boolean;
  /** How far the machine's clock was ahead at the last check. */
  offMs(): number;
  /** @throws {Problem} 503 while the clock is wrong */
  mustBeRight(): void;
  /** Compares now. @throws {StartRefused} */
  assertRight(): Promise<void>;
}

/** `system` is the machine's clock, not the product's, which tests and the sandbox move. */
export function makeClockGuard(db: Database, system: Clock, log: Log): ClockGuard {
  let off_ms = 0;
  const isWrong = () => Math.abs(off_ms) > MOST_APART_MS;
  const guard: ClockGuard = {
    async check() {
      const was_wrong = isWrong();
      off_ms = await measure(db, system);
      if (isWrong() !== was_wrong)
        log[was_wrong ? 'warn' : 'error']({ event: was_wrong ? 'clock.right_again' : 'clock.wrong', off_ms });
    },
    isWrong,
    offMs: () => off_ms,
    mustBeRight() {
      if (isWrong()) throw new Problem('unavailable');
    },
    async assertRight() {
      await guard.check();
      if (isWrong())
        throw new StartRefused(
          `The clock of this machine is ${Math.round(off_ms / 1000)} s off that of the database. Set both by NTP and start again.`,
        );
    },
  };
  return guard;
}

/** Returns how far this clock is ahead at least, in ms: the round trip of the query is subtracted. */
async function measure(db: Database, system: Clock): Promise<number> {
  return db.connection().execute(async (one) => {
    const began = performance.now();
    const before = system.now().getTime();
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(one);
    const took_ms = performance.now() - began;
    const off_ms = before + took_ms / 2 - rows[0]!.at.getTime();
    return Math.sign(off_ms) * Math.max(0, Math.abs(off_ms) - took_ms / 2);
  });
}
