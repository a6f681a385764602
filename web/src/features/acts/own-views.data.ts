import type { SavedView } from '@kelisim/shared/features/acts/act-views.contract.ts';
import { useEffect, useRef } from 'react';
import { address } from '../../platform/address.ts';
import { api } from '../../platform/api.ts';
import { invalidate, useCall } from '../../platform/query.ts';
import { toQueryText } from '../../platform/query-text.ts';
import type { ActsQuery } from './acts-list-state.ts';
import type { Actor } from './actor.ts';

export const useOwnViews = () => useCall('act_views.list', undefined, { staleTime: 60_000 });

/** What of the list a view keeps: filters and order, not the page. */
export function keptOf({ page: _page, limit: _limit, ...query }: ActsQuery): SavedView['query'] {
  return query;
}

const sameText = (query: object) =>
  toQueryText(
    Object.fromEntries(
      Object.entries({ sort_order: 'desc', ...query })
        .filter(([, value]) => value !== undefined)
        .sort(([a], [b]) => a.localeCompare(b)),
    ),
  );

/** The own view that is on the screen, to the last filter. */
export function ownViewOf(views: readonly SavedView[] | undefined, query: ActsQuery): SavedView | undefined {
  const shown = sameText(keptOf(query));
  return views?.find((view) => sameText(view.query) === shown);
}

export function ownViewHref(side: Actor['side'], view: SavedView): string {
  const text = toQueryText(view.query);
  // An address that says nothing opens the view that opens by itself.
  return `/lk/${side}/acts?${text || 'sort_order=desc'}`;
}

/** A user who opens the list without a filter sees the view they chose for that. */
export function useDefaultView(
  side: Actor['side'],
  views: readonly SavedView[] | undefined,
  isPlain: boolean,
): void {
  const looked = useRef(false);
  useEffect(() => {
    if (!views || looked.current) return;
    looked.current = true;
    const first = views.find((view) => view.is_default);
    if (first && isPlain) address.go(ownViewHref(side, first), { replace: true });
  }, [views, isPlain, side]);
}

type ViewInput = Pick<SavedView, 'name' | 'query' | 'is_default'>;

export async function saveView(body: ViewInput): Promise<void> {
  await api.call('act_views.save', { body });
  await invalidate(['act_views.list']);
}

export async function changeView({ id: view_id, ...body }: SavedView): Promise<void> {
  await api.call('act_views.change', { params: { view_id }, body });
  await invalidate(['act_views.list']);
}

export async function deleteView(view_id: number): Promise<void> {
  await api.call('act_views.delete', { params: { view_id } });
  await invalidate(['act_views.list']);
}
