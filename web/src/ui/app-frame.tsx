import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { AppLink, useIsHere } from './app-link.tsx';
import css from './app-frame.module.css';
import { BrandMark } from './brand-mark.tsx';
import { lazyPart } from './lazy-part.tsx';

export interface NavItem {
  href: string;
  label: string;
  icon: Icon;
  /** How much waits there; nothing is shown for 0. */
  count?: number;
  /** Only the exact address is «here», for the home page. */
  exact?: boolean;
}

export interface AppFrameProps {
  homeHref: string;
  /** The rail, from above; the first five are the bar at the bottom of a phone. */
  nav: readonly NavItem[];
  /** At the foot of the rail. */
  navFoot?: readonly NavItem[];
  folded: boolean;
  onFold: (folded: boolean) => void;
  /** Left of the top bar: the company switch. */
  company?: ReactNode;
  /** The middle: search. */
  search?: ReactNode;
  /** The right end: new, bell, language, person. */
  tools?: ReactNode;
  /** Above the page: overdue tariff, no connection. */
  banner?: ReactNode;
  children: ReactNode;
}

const NavDrawer = lazyPart(() => import('./nav-drawer.tsx'));

/** The frame of the cabinet: rail, top bar, page; on a phone a bar of five at the bottom. */
export function AppFrame(props: AppFrameProps) {
  const { homeHref, nav, navFoot = [], folded, onFold, company, search, tools, banner, children } = props;
  const t = useTexts('app');
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const Fold = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={css.frame} data-folded={folded || undefined}>
      <a className="k-no-print k-skip" href="#content">
        {t('skip')}
      </a>
      <aside className={`k-no-print mantine-visible-from-sm ${css.rail}`}>
        <AppLink href={homeHref} className={css.brand} aria-label="Kelisim">
          <BrandMark />
          <span className={css.name}>Kelisim</span>
        </AppLink>
        <nav aria-label={t('nav.label')} className={`k-column k-gap-2 k-grow ${css.nav}`}>
          <NavList items={nav} folded={folded} />
          <div className={css.foot}>
            <NavList items={navFoot} folded={folded} />
            <button
              type="button"
              className={css.item}
              aria-expanded={!folded}
              onClick={() => onFold(!folded)}
            >
              <Fold size={20} aria-hidden className="k-fixed" />
              <span className={css.label}>{t(folded ? 'nav.unfold' : 'nav.fold')}</span>
            </button>
          </div>
        </nav>
      </aside>
      <header className={`k-line k-gap-16 k-no-print ${css.top}`}>
        <button
          type="button"
          className={css.burger}
          aria-label={t('nav.open')}
          onClick={() => setMenu('open')}
        >
          <IconMenu2 size={22} aria-hidden />
        </button>
        <div className={css.company}>{company}</div>
        <div className={`k-flex k-center k-grow k-shrink ${css.search}`}>{search}</div>
        <div className={`k-line k-gap-4 k-fixed ${css.tools}`}>{tools}</div>
      </header>
      <main id="content" className={css.main} tabIndex={-1}>
        {banner}
        <div className={css.page}>{children}</div>
      </main>
      <nav aria-label={t('nav.label')} className={`k-no-print ${css.bottom}`}>
        {nav.slice(0, 5).map((item) => (
          <NavLink key={item.href} item={item} className={css.tab} />
        ))}
      </nav>
      {menu !== 'never' && (
        <Suspense>
          <NavDrawer opened={menu === 'open'} onClose={() => setMenu('closed')}>
            <NavList items={[...nav, ...navFoot]} />
          </NavDrawer>
        </Suspense>
      )}
    </div>
  );
}

function NavList({ items, folded }: { items: readonly NavItem[]; folded?: boolean }) {
  return items.map((item) => (
    <NavLink key={item.href} item={item} className={css.item} title={folded ? item.label : undefined} />
  ));
}

function NavLink({ item, className, title }: { item: NavItem; className?: string; title?: string }) {
  const here = useIsHere(item.href, item.exact);
  return (
    <AppLink href={item.href} className={className} title={title} aria-current={here ? 'page' : undefined}>
      <item.icon size={20} stroke={1.75} aria-hidden className="k-fixed" />
      <span className={css.label}>{item.label}</span>
      {item.count ? (
        <span className={`k-attention k-small k-bold k-centered ${css.badge}`}>
          {item.count > 99 ? '99+' : item.count}
        </span>
      ) : null}
    </AppLink>
  );
}
