import { useState } from 'react';
import type { RowKey } from '../../ui/selection.ts';

/** Rows that were selected, kept by id over paging; those on the screen are always the newest. */
export function usePicked<Row extends { id: number }>(rows: readonly Row[] | undefined) {
  const [kept, setKept] = useState<ReadonlyMap<RowKey, Row>>(new Map());
  const fresh = new Map(rows?.map((row) => [row.id as RowKey, row]));
  return {
    rows: [...kept].map(([key, row]) => fresh.get(key) ?? row),
    keys: new Set(kept.keys()),
    clear: () => setKept(new Map()),
    select: (keys: Set<RowKey>) =>
      setKept(
        new Map(
          [...keys].flatMap((key) => {
            const row = fresh.get(key) ?? kept.get(key);
            return row ? [[key, row] as const] : [];
          }),
        ),
      ),
  };
}
