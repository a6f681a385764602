import { address } from '../../platform/address.ts';

/** Where the specification keeps it. */
const PLACE = 'hashKey';
const WHOLE = /^[0-9a-f]{64}$/;
const INSIDE = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/;

/**
 * The keys a registration may be found by, in the order of the specification: the one that is kept, one anywhere in the
 * whole address, one in its path, one that is all of a value of its query. The first is the one to try first.
 */
export function findHashKeys(saved: string | null, href: string): string[] {
  const url = new URL(href);
  const found = [
    saved && WHOLE.test(saved) ? saved : undefined,
    INSIDE.exec(decoded(href))?.[0],
    INSIDE.exec(decoded(url.pathname))?.[0],
    [...url.searchParams.values()].find((value) => WHOLE.test(value)),
  ];
  return [...new Set(found.filter((key) => key !== undefined))];
}

/** The address without anything in it that is a key; null when there is none. */
export function withoutHashKey(href: string): string | null {
  const url = new URL(href);
  if (!INSIDE.test(decoded(href))) return null;
  const path = url.pathname
    .split('/')
    .filter((part) => !INSIDE.test(decoded(part)))
    .join('/');
  const kept = [...url.searchParams].filter((pair) => !pair.some((text) => INSIDE.test(text)));
  const query = new URLSearchParams(kept).toString();
  return path + (query ? `?${query}` : '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const listeners = new Set<() => void>();
let keys: string[] | null = null;

function change(next: string[]): void {
  keys = next;
  if (next[0]) localStorage.setItem(PLACE, next[0]);
  else localStorage.removeItem(PLACE);
  for (const listener of listeners) listener();
}

function all(): string[] {
  keys ??= findHashKeys(localStorage.getItem(PLACE), location.href);
  return keys;
}

/** The key of the registration on this device. Empty when there is none. */
export const hashKey = {
  current: (): string => all()[0] ?? '',
  /** Takes a key out of the address bar, where it could be read over a shoulder or sent on with the link. */
  takeFromAddress(): void {
    const found = findHashKeys(null, location.href).filter((key) => !all().includes(key));
    const clean = withoutHashKey(location.href);
    if (found.length > 0 || clean !== null) change([...all(), ...found]);
    if (clean !== null) address.go(clean, { replace: true });
  },
  keep: (key: string): void => change([key]),
  /** It has ended; the next one that was found is tried. */
  drop: (key: string): void => change(all().filter((one) => one !== key)),
  /** The registration is done: forgotten on this device, while the page that says so still leads to the sign-in. */
  finish: (): void => localStorage.removeItem(PLACE),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
