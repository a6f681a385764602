import { useState } from 'react';
import type { RowKey } from '../../ui/selection.ts';
import type { ActRow } from './acts-table.tsx';

/** Kept by key over paging and filters; those on the screen are always the newest. */
export function useActSelection(rows: readonly ActRow[] | undefined, keyOf: (row: ActRow) => number) {
  const [kept, setKept] = useState<ReadonlyMap<number, ActRow>>(new Map());
  const byKey = (all: readonly ActRow[]) => new Map(all.map((row) => [keyOf(row), row]));
  const shown = byKey(rows ?? []);
  return {
    rows: [...kept].map(([key, row]) => shown.get(key) ?? row),
    keys: new Set<RowKey>(kept.keys()),
    select: (next: ReadonlySet<RowKey>) =>
      setKept(byKey([...kept.values(), ...shown.values()].filter((row) => next.has(keyOf(row))))),
    put: (all: readonly ActRow[]) => setKept(byKey(all)),
    clear: () => setKept(new Map()),
  };
}
export type ActSelection = ReturnType<typeof useActSelection>;
