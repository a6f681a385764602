export type RowKey = string | number;

/**
 * What a click on the checkbox of a row makes of the selection. With shift, every row from the last one clicked to this
 * one takes the state this one gets, in the order they are shown.
 */
export function toggled(
  selected: ReadonlySet<RowKey>,
  shown: readonly RowKey[],
  key: RowKey,
  from: RowKey | null,
): Set<RowKey> {
  const next = new Set(selected);
  const on = !selected.has(key);
  const [a, b] = [shown.indexOf(from ?? key), shown.indexOf(key)];
  const range = a < 0 ? [key] : shown.slice(Math.min(a, b), Math.max(a, b) + 1);
  for (const one of range) {
    if (on) next.add(one);
    else next.delete(one);
  }
  return next;
}

/** The checkbox above: takes all shown rows in, or, when all are in, out. Rows of other pages stay as they are. */
export function toggledAll(selected: ReadonlySet<RowKey>, shown: readonly RowKey[]): Set<RowKey> {
  const next = new Set(selected);
  const all = shown.every((key) => selected.has(key));
  for (const key of shown) {
    if (all) next.delete(key);
    else next.add(key);
  }
  return next;
}
