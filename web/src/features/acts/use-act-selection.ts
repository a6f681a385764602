import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { ACT_BULK_DEEDS, actsOpenTo } from '@kelisim/shared/features/acts/act-status.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { useMemo, useRef, useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import type { RowKey } from '../../ui/selection.ts';
import { toasts } from '../../ui/toasts.ts';
import { momentOf } from './act-words.ts';
import { filterOfQuery } from './acts-list-state.ts';
import type { ActsQuery } from './acts-list-state.ts';
import { selectActs } from './runs.data.ts';
import type { Actor } from './actor.ts';

/** All acts of a filter, which the server has written down, but for those that were unticked. */
interface Whole {
  filter: string;
  without: ReadonlySet<number>;
  answer: Answer<'acts.selection'>;
}

/**
 * What is selected. Single acts are kept by id, so that paging, sorting and filters leave them alone; those of other
 * pages stay as they were when they were selected, those on the screen are always the newest. «All of this filter» is a
 * selection on the server and is over when the filter is another.
 */
export function useActSelection(rows: readonly ActListItem[] | undefined, query: ActsQuery) {
  const [kept, setKept] = useState<ReadonlyMap<number, ActListItem>>(new Map());
  const [choice, setWhole] = useState<Whole | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const asked = useRef(0);
  const filter = filterOfQuery(query);
  const filter_key = JSON.stringify(filter);
  const whole = choice?.filter === filter_key ? choice : null;
  const acts = useMemo(() => {
    const shown = new Map(rows?.map((row) => [row.id, row]));
    return [...kept.values()].map((act) => shown.get(act.id) ?? act);
  }, [kept, rows]);
  const keys = useMemo(
    () =>
      new Set<RowKey>(
        whole ? (rows ?? []).flatMap(({ id }) => (whole.without.has(id) ? [] : id)) : kept.keys(),
      ),
    [whole, rows, kept],
  );
  const clear = () => {
    asked.current += 1;
    setKept(new Map());
    setWhole(null);
  };
  /** The last wish counts, however late the answers to earlier ones come. */
  const choose = async (without: ReadonlySet<number>) => {
    const turn = (asked.current += 1);
    setChoosing(true);
    try {
      const answer = await selectActs({ filter, without: [...without] });
      if (turn === asked.current) {
        setWhole({ filter: filter_key, without, answer });
        setKept(new Map());
      }
    } catch (error) {
      if (turn === asked.current) toasts.error(errorText(error));
    }
    if (turn === asked.current) setChoosing(false);
  };
  const select = (next: ReadonlySet<RowKey>) => {
    if (whole) {
      const without = new Set(whole.without);
      for (const { id } of rows ?? []) {
        if (next.has(id)) without.delete(id);
        else without.add(id);
      }
      if (whole.answer.count + whole.without.size === without.size) return clear();
      setWhole({ ...whole, without });
      return void choose(without);
    }
    const known = [...kept.values(), ...(rows ?? [])];
    setKept(new Map(known.filter((act) => next.has(act.id)).map((act) => [act.id, act])));
  };
  return {
    acts,
    whole: whole?.answer ?? null,
    isChoosing,
    keys,
    select,
    selectAll: () => void choose(new Set()),
    clear,
  };
}

export function sumOf(acts: readonly Pick<ActListItem, 'amount'>[]): string {
  return formatMoney(acts.reduce((sum, act) => sum + (parseMoney(act.amount) ?? 0n), 0n));
}

/** Of each deed, those of the acts that it may be done with now. */
export function possibleDeeds(acts: readonly ActListItem[], { side, rights }: Actor) {
  const kinds = acts.map((act) => ({
    act,
    ...momentOf(act),
    is_correction: act.corrects_act_id !== null,
    has_file: act.document_id !== null,
  }));
  return ACT_BULK_DEEDS.map((deed) => ({
    deed,
    acts: actsOpenTo(deed, kinds, side, rights).map(({ act }) => act),
  })).filter((one) => one.acts.length > 0);
}
