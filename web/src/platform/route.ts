import { createContext, use } from 'react';

/** The address bar as text; a repeated key is a list. */
export type RawSearch = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the screen that is shown was opened with. */
export interface Route {
  path: string;
  params: Readonly<Record<string, string>>;
  search: RawSearch;
}

export const RouteContext = createContext<Route>({ path: '/', params: {}, search: {} });

export function useRoute(): Route {
  return use(RouteContext);
}

/** Thrown by a page, or by the check of an address, when there is no such thing. The 404 view is shown. */
export class PageNotFound extends Error {
  constructor(path: string) {
    super(`Page Not Found: ${path}`);
    this.name = 'PageNotFound';
  }
}
