import type { FunctionComponent, ReactNode } from 'react';
import type { LayoutName } from '../screens.ts';

export type Layout = FunctionComponent<{ children: ReactNode }>;

/** Loaded beside the page: the sign-in does not wait for the cabinet. The build reads here which file a layout is. */
export const layouts: Record<LayoutName, () => Promise<Layout>> = {
  default: () => import('./default-layout.tsx').then((file) => file.DefaultLayout),
  bare: () => import('./plain-layout.tsx').then((file) => file.PlainLayout),
  login: () => import('./entry-layout.tsx').then((file) => file.EntryLayout),
  'sign-up': () => import('./entry-layout.tsx').then((file) => file.WideEntryLayout),
  lk: () => import('./cabinet-layout.tsx').then((file) => file.CabinetLayout),
  'personal-account': () => import('./cabinet-layout.tsx').then((file) => file.CabinetLayout),
};
