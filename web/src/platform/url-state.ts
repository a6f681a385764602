import { useCallback, useMemo } from 'react';
import { address } from './address.ts';
import { toQueryText } from './query-text.ts';
import { PageNotFound, useRoute } from './route.ts';
import type { RawSearch } from './route.ts';

export type { RawSearch } from './route.ts';

export const searchText = (raw: RawSearch, key: string): string | undefined => {
  const value = raw[key];
  return (typeof value === 'string' ? value : value?.[0]) || undefined;
};
export const searchList = (raw: RawSearch, key: string): string[] =>
  [raw[key] ?? []].flat().filter((one) => one !== '');
export const searchFlag = (raw: RawSearch, key: string): boolean => searchText(raw, key) === 'true';
/** A whole number from 1; anything else is `otherwise`. */
export const searchWhole = (raw: RawSearch, key: string, otherwise: number): number => {
  const value = searchText(raw, key);
  return value && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : otherwise;
};
export const searchOneOf = <const V extends string>(
  raw: RawSearch,
  key: string,
  of: readonly V[],
): V | undefined => of.find((one) => one === searchText(raw, key));

export type SearchChange = Record<
  string,
  string | number | boolean | readonly (string | number)[] | undefined
>;

/**
 * Filters, sort and page in the address bar: `const [list, change] = useUrlState(read)`. `change` merges; what is
 * undefined, false or empty leaves the address, and a change of anything but the page goes back to the first page.
 */
export function useUrlState<S>(
  read: (raw: RawSearch) => S,
): [S, (change: SearchChange, how?: { replace?: boolean }) => void] {
  const { path, search } = useRoute();
  const state = useMemo(() => read(search), [read, search]);
  const change = useCallback(
    (part: SearchChange, how: { replace?: boolean } = {}) =>
      address.go(hrefWith(path, { ...search, ...('page' in part ? {} : { page: undefined }), ...part }), how),
    [path, search],
  );
  return [state, change];
}

/** The same path with this query; what says nothing is left out. */
export function hrefWith(path: string, search: SearchChange): string {
  const said = Object.entries(search).filter(([, value]) => value !== false && value !== '');
  const text = toQueryText(Object.fromEntries(said));
  return text ? `${path}?${text}` : path;
}

/** The number in the path (`/acts/$act_id`); an address with anything else there leads nowhere. */
export function useIdParam(name: string): number {
  const { params, path } = useRoute();
  const value = params[name];
  if (!value || !/^[1-9]\d{0,15}$/.test(value)) throw new PageNotFound(path);
  return Number(value);
}

export function useTextParam(name: string): string {
  return useRoute().params[name] ?? '';
}
