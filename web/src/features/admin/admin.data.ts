import type { PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { searchText, searchWhole } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';

export const ON_A_PAGE = 50;

/** How often a list that others fill is read again. */
export const SOON_MS = 15_000;

/** Keeps the rows of the page before on the screen while the next ones are on their way. */
export const KEEP = { placeholderData: keepPreviousData } as const;

export function useRights(): ReadonlySet<PlatformRight> {
  const me = useMe();
  return new Set(me?.platform_rights);
}

/** Page and words of a list, as its address says them. */
export const readList = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  search: searchText(raw, 'search')?.slice(0, 100),
});
