/** So many connections it may hold at once. */
export const AT_ONCE = 10;

/** Does something for each item, several at once: most of the time of the demo data is waiting for disks. */
export async function sideBySide<T>(items: Iterable<T>, deed: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items].reverse();
  const hands = Array.from({ length: AT_ONCE }, async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await deed(item);
  });
  await Promise.all(hands);
}
