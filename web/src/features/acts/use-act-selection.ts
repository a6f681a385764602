import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actActions } from '@kelisim/shared/features/acts/act-status.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { useMemo, useState } from 'react';
import type { RowKey } from '../../ui/selection.ts';
import { momentOf } from './act-words.ts';
import type { Actor } from './actor.ts';

export type BulkAction = 'send' | 'sign' | 'pay' | 'annul' | 'delete';
const bulkActions: readonly BulkAction[] = ['sign', 'send', 'pay', 'annul', 'delete'];

/**
 * What is selected, kept by id, so that paging, sorting and filters leave it alone. Acts of other pages stay as they
 * were when they were selected; those on the screen are always the newest.
 */
export function useActSelection(rows: readonly ActListItem[] | undefined) {
  const [kept, setKept] = useState<ReadonlyMap<number, ActListItem>>(new Map());
  const acts = useMemo(() => {
    const shown = new Map(rows?.map((row) => [row.id, row]));
    return [...kept.values()].map((act) => shown.get(act.id) ?? act);
  }, [kept, rows]);
  const keys = useMemo(() => new Set<RowKey>(kept.keys()), [kept]);
  const select = (next: ReadonlySet<RowKey>) => {
    const known = [...kept.values(), ...(rows ?? [])];
    setKept(new Map(known.filter((act) => next.has(act.id)).map((act) => [act.id, act])));
  };
  return {
    acts,
    keys,
    select,
    selectActs: (list: readonly ActListItem[]) => setKept(new Map(list.map((act) => [act.id, act]))),
    clear: () => setKept(new Map()),
  };
}

export function sumOf(acts: readonly Pick<ActListItem, 'amount'>[]): string {
  return formatMoney(acts.reduce((sum, act) => sum + (parseMoney(act.amount) ?? 0n), 0n));
}

/** What is legal for every one of them. */
export function commonActions(acts: readonly ActListItem[], actor: Actor): BulkAction[] {
  return bulkActions.filter((action) =>
    acts.every((act) => actActions(momentOf(act), actor.side, actor.rights).includes(action)),
  );
}
