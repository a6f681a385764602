import type { SavedView } from '@kelisim/shared/features/lists/list-views.contract.ts';
import { toQueryText, type QueryValue } from '../../platform/query-text.ts';
import type { RawSearch } from '../../platform/url-state.ts';

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
