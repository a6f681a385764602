/**
 * Work that costs little more for many keys than for one: those that are asked for while it runs are done together when
 * it has ended. Nobody waits for company.
 * @param work is given each key once and answers by key, if at all; what it throws reaches all who asked for these keys
 */
export function workTogether<Key, Found = never>(
  work: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found> | void>,
): (key: Key) => Promise<Found | undefined> {
  const waiting = new Set<Key>();
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<ReadonlyMap<Key, Found> | void> | null = null;
  const begin = () => {
    next = null;
    const keys = [...waiting];
    waiting.clear();
    return work(keys);
  };
  return async (key) => {
    waiting.add(key);
    if (!next) running = next = running.then(begin, begin);
    return (await next)?.get(key);
  };
}
