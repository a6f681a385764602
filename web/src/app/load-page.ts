import type { FunctionComponent, ReactNode } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import type { LayoutName, Screen } from './screens.ts';

export type Layout = FunctionComponent<{ children: ReactNode }>;

const GUARD_MS = 10_000;
const key = 'reloaded_at';

const cabinet = () => import('./layouts/cabinet-layout.tsx').then((file) => file.CabinetLayout);
const entry = () => import('./layouts/entry-layout.tsx');

/** Loaded beside the page: the sign-in does not wait for the cabinet. */
const layouts: Record<LayoutName, () => Promise<Layout>> = {
  default: () => import('./layouts/default-layout.tsx').then((file) => file.DefaultLayout),
  bare: () => import('./layouts/plain-layout.tsx').then((file) => file.PlainLayout),
  login: () => entry().then((file) => file.EntryLayout),
  'sign-up': () => entry().then((file) => file.WideEntryLayout),
  lk: cabinet,
  'personal-account': cabinet,
};

/** `reload: false` when nobody waits for it yet. */
export function loadLayout(name: LayoutName, { reload = true } = {}): Promise<Layout> {
  return reload ? loadPart(layouts[name]) : layouts[name]();
}

/** The page and its texts, side by side. `reload: false` when nobody waits for it yet. */
export async function loadPage(screen: Screen, { reload = true } = {}): Promise<FunctionComponent> {
  const none = () => Promise.resolve({ default: () => null });
  const load = reload ? loadPart : <T>(part: () => Promise<T>) => part();
  const [page] = await Promise.all([load(screen.page ?? none), load(() => loadTexts(screen.texts ?? []))]);
  return page.default;
}

/**
 * After a new version the parts of the old one are gone: the current path is loaded anew, but at most once in ten
 * seconds, so that a part that is really missing ends in an error and not in a circle.
 */
async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (reason) {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (!navigator.onLine || Date.now() - last < GUARD_MS) throw reason;
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
    return await new Promise<never>(() => undefined);
  }
}
