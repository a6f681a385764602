import { isDatabaseAway } from './db/database.ts';

/**
 * Work that costs little more for many keys than for one: those that are asked for while it runs are done together when
 * it has ended. Nobody waits for company. What cannot be done together is done one by one, so that whatever keeps one
 * from it keeps no other.
 * @param work is given each key once and answers by key, if at all; what it threw of a key reaches who asked for that
 */
export function workTogether<Key, Found = never>(
  work: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found> | void>,
): (key: Key) => Promise<Found | undefined> {
  const waiting = new Set<Key>();
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<(key: Key) => Promise<Found | undefined>> | null = null;
  const begin = async () => {
    next = null;
    const keys = [...waiting];
    waiting.clear();
    try {
      const found = await work(keys);
      return async (key: Key) => found?.get(key);
    } catch (error) {
      if (keys.length === 1 || isDatabaseAway(error)) throw error;
      const alone = new Map<Key, Promise<Found | undefined>>();
      for (const key of keys) {
        const one = work([key]).then((found) => found?.get(key));
        alone.set(key, one);
        await one.catch(() => undefined);
      }
      return async (key: Key) => alone.get(key);
    }
  };
  return async (key) => {
    waiting.add(key);
    if (!next) running = next = running.then(begin, begin);
    return (await next)(key);
  };
}
