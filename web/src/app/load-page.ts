import type { FunctionComponent } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import { loadPart } from '../platform/load-part.ts';
import { layouts, type Layout } from './layouts/layouts.ts';
import type { LayoutName, Screen } from './screens.ts';

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
