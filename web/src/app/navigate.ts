import type { FunctionComponent } from 'react';
import { address } from '../platform/address.ts';
import type { Going } from '../platform/address.ts';
import { trackNavigation } from '../platform/navigation-trail.ts';
import { fromQueryText } from '../platform/query-text.ts';
import type { Route } from '../platform/route.ts';
import { PageNotFound } from '../platform/route.ts';
import { loadLayout, loadPage } from './load-page.ts';
import type { Layout } from './layouts/layouts.ts';
import { matchPath } from '@kelisim/shared/kernel/match-path.ts';
import { sessionEnd } from './session-end.ts';
import { screens } from './screens.ts';
import type { Screen } from './screens.ts';

/** What is on the screen. It changes whole: the page before stays until everything of the next one is there. */
export type View =
  | { kind: 'blank' }
  | { kind: 'page'; route: Route; layout: Layout; page: FunctionComponent; going: Going }
  | { kind: 'fault'; route: Route; error: unknown };

let view: View = { kind: 'blank' };
let waiting = false;
let last = 0;
const listeners = new Set<() => void>();

function show(next: View, isWaiting: boolean): void {
  view = next;
  waiting = isWaiting;
  for (const listener of listeners) listener();
}

/** Follows the address bar from now on. */
export function startNavigation(): void {
  address.take();
  address.subscribe((going) => void follow(going));
  void follow({ kind: 'replace', scroll_y: 0 });
}

async function follow(going: Going): Promise<void> {
  last += 1;
  const turn = last;
  const href = address.now();
  const { path, search } = routeOf(href);
  const match = matchPath(screens, path);
  const route = { path, search, params: match?.params ?? {} };
  try {
    if (!match) throw new PageNotFound(path);
    if (view.kind === 'page' && view.route.path === path)
      return await changeSearch(match.screen, view, route, href);
    show(view, view.kind !== 'blank');
    const [elsewhere, layout, page] = await open(match.screen, route, href);
    if (turn !== last) return;
    // A call of the page before may have asked already to sign in over it; there is nothing left to sign in over.
    if (elsewhere?.startsWith('/auth/')) sessionEnd.answer(false);
    if (elsewhere) return address.go(elsewhere, { replace: true });
    show({ kind: 'page', route, layout, page, going }, false);
    trackNavigation(href);
  } catch (error) {
    if (turn === last) show({ kind: 'fault', route, error }, false);
  }
}

/**
 * Another filter of the page that is shown: at once, and without asking again who may see it. When the session has
 * ended meanwhile, the page's calls notice it, and the user stays where they are.
 */
async function changeSearch(
  screen: Screen,
  shown: View & { kind: 'page' },
  route: Route,
  href: string,
): Promise<void> {
  show({ ...shown, route, going: { kind: 'replace', scroll_y: 0 } }, false);
  trackNavigation(href);
  if (screen.valid && !(await screen.valid(route.params, route.search))) throw new PageNotFound(route.path);
}

type Opened = [elsewhere: string | null, layout: Layout, page: FunctionComponent];

/** The guard and the files side by side; a page that may not be shown is not shown for having been loaded. */
async function open(screen: Screen, route: Route, href: string): Promise<Opened> {
  const elsewhere =
    screen.who === 'public' && !screen.valid && !screen.leadsTo
      ? null
      : import('./guards.ts').then(({ guard }) => guard(screen, route, href));
  return await Promise.all([elsewhere, loadLayout(screen.layout), loadPage(screen)]);
}

function routeOf(href: string): Route {
  const url = new URL(href, location.origin);
  return { path: url.pathname, params: {}, search: fromQueryText(url.search.slice(1)) };
}

const prepared = new Set<string>();

/** Loads the files of the page behind a link, once. */
function preload(href: string): void {
  const match = matchPath(screens, routeOf(href).path);
  if (!match || prepared.has(match.screen.path)) return;
  prepared.add(match.screen.path);
  const { screen } = match;
  const quiet = { reload: false };
  Promise.all([loadLayout(screen.layout, quiet), loadPage(screen, quiet)]).catch(() =>
    prepared.delete(screen.path),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const navigation = {
  go: address.go,
  preload,
  path: () => (view.kind === 'blank' ? location.pathname : view.route.path),
  subscribe,
  view: () => view,
  /** The next page is on its way. */
  isWaiting: () => waiting,
};
