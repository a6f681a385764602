import type { FunctionComponent, ReactNode } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import { loadPart } from '../platform/load-part.ts';
import type { LayoutName, Screen } from './screens.ts';

export type Layout = FunctionComponent<{ children: ReactNode }>;

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
