import type { Finding, Scope } from './invariant.ts';

/** Ids of one range: some megabytes of signatures. */
const RANGE = 500;
/** Rows looked at side by side: most of the time of each is a file on its way. */
const AT_ONCE = 8;

interface Table<Row> {
  /** The highest id, 0 of an empty table. */
  last(): Promise<number>;
  /** Rows with `after` < id <= `until`. */
  read(after: number, until: number): Promise<Row[]>;
  /** A sentence for each fault. */
  check(row: Row): Promise<string[]>;
}

/**
 * Checks the rows of a table that never stops growing, one range of ids after the other, so that memory does not grow with it
 * and a check that was stopped goes on where it was.
 * @param id of the invariant, under which its progress is noted
 */
export async function checkByRanges<Row>(
  id: string,
  { sample, part, progress }: Scope,
  { last, read, check }: Table<Row>,
): Promise<Finding> {
  const found: Finding = { checked: 0, faults: [] };
  const ranges = Math.ceil((await last()) / RANGE);
  // Each part has marks of its own.
  const name = part ? `${id} ${part.nth}/${part.of}` : id;
  const done = progress?.of(name) ?? 0;
  const look = async (range: number, most = RANGE) => {
    const [after, until] = [Math.max(range * RANGE, done), (range + 1) * RANGE];
    const all = after < until ? await read(after, until) : [];
    const from = Math.floor(Math.random() * (Math.max(0, all.length - most) + 1));
    const rows = all.slice(from, from + most);
    const queue = [...rows];
    const hands = Array.from({ length: AT_ONCE }, async () => {
      for (let row = queue.shift(); row; row = queue.shift()) found.faults.push(...(await check(row)));
    });
    await Promise.all(hands);
    found.checked += rows.length;
  };
  if (sample !== undefined) {
    const left = Array.from({ length: ranges }, (_, range) => range);
    while (left.length > 0 && found.checked < sample) {
      const [range] = left.splice(Math.floor(Math.random() * left.length), 1);
      if (range !== undefined) await look(range, Math.min(RANGE, sample - found.checked));
    }
    return found;
  }
  for (let range = Math.floor(done / RANGE); range < ranges; range++) {
    if (part && range % part.of !== part.nth - 1) continue;
    await look(range);
    // A check that goes on begins at the first broken range: what was found in it is told once more.
    if (found.faults.length === 0) progress?.note(name, (range + 1) * RANGE);
  }
  return found;
}
