import { useLayoutEffect, useRef } from 'react';
import { useFormats } from '../platform/use-formats.ts';
import { AppLink } from './app-link.tsx';
import css from './view-tabs.module.css';

export interface ViewTabsProps {
  label: string;
  tabs: readonly { key: string; label: string; href: string; count?: number }[];
  /** Key of the view on the screen; none when the filters are somebody's own. */
  current: string | null;
}

/** Saved views of a list, or the pages of the settings: links, each with its own address. */
export function ViewTabs({ label, tabs, current }: ViewTabsProps) {
  const f = useFormats();
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const row = strip.current;
    const here = current && row?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !here) return undefined;
    // On a phone the strip is longer than the screen; the page itself stays where it is.
    const centre = () => {
      row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
    };
    centre();
    // Its count comes later than the tab and makes it wider.
    const watch = new ResizeObserver(centre);
    watch.observe(here);
    return () => watch.disconnect();
  }, [current]);
  return (
    <nav ref={strip} aria-label={label} className={`k-flex k-gap-4 k-below-16 k-no-print ${css.tabs}`}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.key}
          href={tab.href}
          className={`k-second k-fixed k-medium ${css.tab}`}
          aria-current={tab.key === current ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && <span className="k-plain">{f.number(tab.count)}</span>}
        </AppLink>
      ))}
    </nav>
  );
}
