import type { ListName } from '@kelisim/shared/features/lists/list-look.ts';
import type { SavedView } from '@kelisim/shared/features/lists/list-views.contract.ts';
import { useEffect, useRef } from 'react';
import { address } from '../../platform/address.ts';
import { api } from '../../platform/api.ts';
import { invalidate, useCall } from '../../platform/query.ts';
import { toQueryText, type QueryValue } from '../../platform/query-text.ts';
import { useUrlState, type RawSearch } from '../../platform/url-state.ts';

/** What of an address is not kept: the page, and windows that are open. */
const PASSING = ['page', 'limit', 'run', 'upload', 'make', 'file', 'statement'];

/** What of the list a view keeps: filters and order as the address has them. */
export function keptOf(search: RawSearch): SavedView['query'] {
  const kept: SavedView['query'] = {};
  for (const [key, value] of Object.entries(search))
    if (!PASSING.includes(key) && value !== undefined && value !== '')
      kept[key] = typeof value === 'string' ? value : [...value];
  return kept;
}

const sameText = (query: Record<string, QueryValue>) =>
  toQueryText(
    Object.fromEntries(
      Object.entries({ sort_order: 'desc', ...query }).sort(([a], [b]) => a.localeCompare(b)),
    ),
  );

/** The own view that is on the screen, to the last filter. */
export function ownViewOf(
  views: readonly SavedView[] | undefined,
  query: SavedView['query'],
): SavedView | undefined {
  const shown = sameText(query);
  return views?.find((view) => sameText(view.query) === shown);
}

/** An address that says nothing opens the view that opens by itself. */
export const ownViewHref = (path: string, query: SavedView['query']): string =>
  `${path}?${toQueryText(query) || 'sort_order=desc'}`;

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

type ViewInput = Pick<SavedView, 'name' | 'query' | 'is_default'>;

export async function saveView(list: ListName, body: ViewInput): Promise<void> {
  await api.call('lists.save_view', { params: { list }, body });
  await invalidate(['lists.views']);
}

export async function changeView(list: ListName, { id: view_id, ...body }: SavedView): Promise<void> {
  await api.call('lists.change_view', { params: { list, view_id }, body });
  await invalidate(['lists.views']);
}

export async function deleteView(list: ListName, view_id: number): Promise<void> {
  await api.call('lists.delete_view', { params: { list, view_id } });
  await invalidate(['lists.views']);
}
