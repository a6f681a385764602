import type { ListName } from '@kelisim/shared/features/lists/list-look.ts';
import { useEffect, useRef } from 'react';
import { address } from '../../platform/address.ts';
import { useCall } from '../../platform/query.ts';
import { useUrlState, type RawSearch } from '../../platform/url-state.ts';
import { keptOf, ownViewHref, ownViewOf } from './own-view-query.ts';

const readRaw = (raw: RawSearch) => raw;

/**
 * The own views of a list at `path`: tabs beside its usual ones, the one on the screen, and what the address says. Who
 * opens the list without a filter sees the view they chose for that.
 */
export function useOwnViews(list: ListName, path: string) {
  const [search] = useUrlState(readRaw);
  const { data: views } = useCall('lists.views', { params: { list } }, { staleTime: 60_000 });
  const query = keptOf(search);
  const current = ownViewOf(views, query);
  const first = views?.find((view) => view.is_default);
  const isPlain = Object.keys(search).length === 0;
  const looked = useRef(false);
  useEffect(() => {
    if (!views || looked.current) return;
    looked.current = true;
    if (first && isPlain) address.go(ownViewHref(path, first.query), { replace: true });
  }, [views, first, isPlain, path]);
  return {
    list,
    query,
    current,
    /** Where the whole list is, while a view opens by itself. */
    all: first ? ownViewHref(path, {}) : path,
    isAny: Boolean(views?.length) || Object.keys(query).some((key) => !key.startsWith('sort_')),
    tabs: (views ?? []).map((view) => ({
      key: `own${view.id}`,
      label: view.name,
      href: ownViewHref(path, view.query),
    })),
  };
}
