import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { bounded } from '../bounded.ts';
import type { CallClass } from './call-class.ts';

/** How far this process is behind. */
export interface LoadSigns {
  /** How long the oldest of those who wait for a connection has waited. */
  poolWaitMs(): number;
  /** How late the event loop is and keeps being. */
  loopLagMs(): number;
}

export interface LoadShedding {
  /** Throws `overloaded` when a call of this class is not to be begun now. Asked before anything is done for it. */
  admit(of: CallClass): void;
  /** Does a call that was admitted; only so many lists are done at once. */
  serve<T>(of: CallClass, work: () => Promise<T>): Promise<T>;
  /** Calls that were refused since the start. */
  refused: Readonly<Record<CallClass, number>>;
}

/** How far behind lists are refused, and all that is not vital. */
const BEHIND_MS = { list: 2_000, usual: 4_000, vital: Number.POSITIVE_INFINITY };
const RETRY_AFTER_S = { list: 5, usual: 2, vital: 1 };
/** Lists that wait for those at work, for each that works. */
const WAITING_OF_ONE = 8;

export function makeLoadShedding({
  connections,
  signs,
}: {
  connections: number;
  signs: LoadSigns;
}): LoadShedding {
  const refused = { list: 0, usual: 0, vital: 0 };
  // A list may ask for several connections at once, Home for eleven: this bounds how many lists wait for them, and what
  // is refused first bounds how long.
  const at_once = Math.max(1, Math.floor((connections * 2) / 3));
  const inTurn = bounded({
    at_once,
    most_waiting: at_once * WAITING_OF_ONE,
    retry_after_s: RETRY_AFTER_S.list,
    code: 'overloaded',
  });
  return {
    refused,
    admit(of) {
      if (Math.max(signs.poolWaitMs(), signs.loopLagMs()) < BEHIND_MS[of]) return;
      refused[of] += 1;
      throw new Problem('overloaded', { retry_after_s: RETRY_AFTER_S[of] });
    },
    async serve(of, work) {
      if (of !== 'list') return work();
      let has_begun = false;
      try {
        return await inTurn(() => {
          has_begun = true;
          return work();
        });
      } finally {
        if (!has_begun) refused.list += 1;
      }
    },
  };
}

const LOOK_MS = 250;
/** One stall, of a collection of garbage or of a machine that was paused, is no overload. */
const LOOKS = 3;

/** Looks how late the event loop is, and tells the least of the last looks. */
export function watchLoop(): { lagMs(): number; stop(): void } {
  const late_ms = Array.from({ length: LOOKS }, () => 0);
  let expected = performance.now() + LOOK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    late_ms.shift();
    late_ms.push(Math.max(0, now - expected));
    expected = now + LOOK_MS;
  }, LOOK_MS).unref();
  return { lagMs: () => Math.min(...late_ms), stop: () => clearInterval(timer) };
}
