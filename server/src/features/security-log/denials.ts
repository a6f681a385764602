import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Denial } from '../../platform/http/bind-calls.ts';
import type { Log } from '../../platform/log.ts';
import { addSecurityEvent } from './add-security-event.ts';

/** One person and one call are one event in this time, however often they try; the event after it says how often. */
const WINDOW_MS = 10 * 60_000;
/** Events of one user in an hour, over all calls. */
const MOST_AN_HOUR = 60;
const HOUR_MS = 3_600_000;

interface Tried {
  denial: Denial;
  noted_at: number;
  /** Since then, without an event. */
  missed: number;
}

/** Records a call without the right to it. Nothing waits for it, and a loop does not fill the log. */
export interface Denials {
  note(denial: Denial): void;
  /** Tells what was only counted; by a watcher. */
  tellMissed(): Promise<void>;
  /** Resolves when nothing is being written. */
  settle(): Promise<void>;
}

/** Attempts are counted per process, and a restart begins at zero. */
export function makeDenials({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Denials {
  const tried = new Map<string, Tried>();
  const people = new Map<number, { since: number; events: number }>();
  const underWay = new Set<Promise<void>>();

  function write({ actor, call, ids, ip }: Denial, times: number): Promise<void> {
    const { user_id, company_id, key } = actor;
    const session_id = key ? null : actor.session_id;
    const detail = {
      call,
      ...ids,
      ...(key && { api_key_id: key.id, api_key: key.name }),
      ...(times > 1 && { times }),
    };
    const event = { user_id, company_id, session_id, ip, kind: 'denied' as const, detail };
    const written = addSecurityEvent(db, event)
      .catch((error: unknown) => log.error({ event: 'denial.lost', call, message: String(error) }))
      .finally(() => underWay.delete(written));
    underWay.add(written);
    return written;
  }

  function mayWrite({ user_id }: Actor, now: number): boolean {
    const person = people.get(user_id);
    if (!person || now - person.since >= HOUR_MS) people.set(user_id, { since: now, events: 1 });
    else if (person.events >= MOST_AN_HOUR) return false;
    else person.events += 1;
    return true;
  }

  return {
    note(denial) {
      const now = clock.now().getTime();
      const key = `${denial.actor.user_id} ${denial.actor.key?.id ?? ''} ${denial.call}`;
      const known = tried.get(key);
      if (known && now - known.noted_at < WINDOW_MS) known.missed += 1;
      else if (mayWrite(denial.actor, now)) {
        tried.set(key, { denial, noted_at: now, missed: 0 });
        void write(denial, 1 + (known?.missed ?? 0));
      } else tried.set(key, { denial, noted_at: now, missed: 1 + (known?.missed ?? 0) });
    },
    async tellMissed() {
      const now = clock.now().getTime();
      for (const [key, one] of tried) {
        if (now - one.noted_at < WINDOW_MS) continue;
        if (one.missed === 0) tried.delete(key);
        else if (mayWrite(one.denial.actor, now)) {
          tried.delete(key);
          await write(one.denial, one.missed);
        }
      }
      for (const [user_id, { since }] of people) if (now - since >= HOUR_MS) people.delete(user_id);
    },
    async settle() {
      await Promise.all(underWay);
    },
  };
}
