/**
 * The address bar: reading, going, and being told. Each entry of the history carries a number of its own, under which the place
 * of scrolling is kept.
 */
export interface Going {
  /** `back` is the browser's own step through the history, either way. */
  kind: 'push' | 'replace' | 'back';
  /** Where the page was scrolled when this entry was left; only for `back`. */
  scroll_y: number;
}

type Listener = (going: Going) => void;

const listeners = new Set<Listener>();
const scrolls = new Map<string, number>();
let entry = '';

function entryOf(state: unknown): string {
  const known = (state as { entry?: unknown } | null)?.entry;
  return typeof known === 'string' ? known : Math.random().toString(36).slice(2);
}

function tell(going: Going): void {
  for (const listener of listeners) listener(going);
}

export const address = {
  /** Takes the history over from the browser; once, at the start. */
  take(): void {
    entry = entryOf(history.state);
    history.scrollRestoration = 'manual';
    history.replaceState({ entry }, '');
    addEventListener('popstate', (event) => {
      scrolls.set(entry, scrollY);
      entry = entryOf(event.state);
      tell({ kind: 'back', scroll_y: scrolls.get(entry) ?? 0 });
    });
  },

  /** Path and query, as they are now. */
  now: (): string => location.pathname + location.search,

  /** Goes to a path of ours, with its query. `replace` leaves no step to come back to. */
  go(href: string, { replace = false }: { replace?: boolean } = {}): void {
    const url = new URL(href, location.href);
    if (url.origin !== location.origin) return location.assign(url);
    if (url.href === location.href) replace = true;
    scrolls.set(entry, scrollY);
    if (!replace) entry = entryOf(null);
    history[replace ? 'replaceState' : 'pushState']({ entry }, '', url);
    tell({ kind: replace ? 'replace' : 'push', scroll_y: 0 });
  },

  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
