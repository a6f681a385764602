import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from '../test/make-app.ts';
import { actBody, type Deal } from '../test/papers.ts';
import { callerOf } from './call-product.ts';

const PAUSE_MS = 100;

/** People who make acts one after the other; each asks with the same key until it is done. */
export interface PersistentPeople {
  /** How often each status was answered; 0 is no answer. */
  answers: Record<string, number>;
  done(): number;
  longestMs(): number;
  /**
   * Waits until nobody has been refused for so long, at most for so long, both since a moment of `performance.now()`.
   * Returns how long after it somebody was refused for the last time.
   */
  untilServed(since: number, limits: { quiet_ms: number; most_ms: number }): Promise<number>;
  /** Ends when the last has been answered. Of acts that were acknowledged: how many are not there, or twice. */
  stop(): Promise<{ lost: number; twice: number }>;
}

export function persistentPeople(
  count: number,
  address: string,
  deal: Deal,
  app: Pick<TestApp, 'parts'>,
): PersistentPeople {
  const answers: Record<string, number> = {};
  const done: string[] = [];
  const call = callerOf(address);
  const stopped = new AbortController();
  let longest_ms = 0;
  let last_refused = 0;

  const ask = async (key: string, title: string): Promise<number> => {
    const began = performance.now();
    const { token } = deal.company.director;
    const { status } = await call('acts.create', { body: actBody(deal, { title }) }, { token, key });
    longest_ms = Math.max(longest_ms, Math.round(performance.now() - began));
    answers[status] = (answers[status] ?? 0) + 1;
    if (status !== 200) last_refused = performance.now();
    return status;
  };
  const person = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const key = randomUUID();
      const title = `Акт ${key}`;
      while ((await ask(key, title)) !== 200) await sleep(PAUSE_MS);
      done.push(title);
      await sleep(PAUSE_MS);
    }
  };
  const people = Promise.all(Array.from({ length: count }, person));
  return {
    answers,
    done: () => done.length,
    longestMs: () => longest_ms,
    async untilServed(since, { quiet_ms, most_ms }) {
      const isOver = () =>
        performance.now() > Math.min(Math.max(since, last_refused) + quiet_ms, since + most_ms);
      while (!isOver()) await sleep(PAUSE_MS);
      return Math.round(last_refused - since);
    },
    async stop() {
      stopped.abort();
      await people;
      const rows = await app.parts.db.selectFrom('acts').select('title').execute();
      const times = new Map<string | null, number>();
      for (const { title } of rows) times.set(title, (times.get(title) ?? 0) + 1);
      return {
        lost: done.filter((title) => !times.has(title)).length,
        twice: done.filter((title) => (times.get(title) ?? 0) > 1).length,
      };
    },
  };
}
