import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { LocaleSwitch } from '../locale-switch.tsx';
import { OfflineBanner } from '../offline-banner.tsx';
import css from './layouts.module.css';

/** A page with nothing but the brand, which leads `home`, and the language around it. */
export function BareFrame({
  home,
  className,
  children,
}: {
  home: string;
  className: string | undefined;
  children: ReactNode;
}) {
  const t = useTexts('app');
  return (
    <div className={css.plain}>
      <a className="k-skip" href="#content">
        {t('skip')}
      </a>
      <header className={`k-line k-gap-16 k-between ${css.head}`}>
        <AppLink
          href={home}
          className="k-first k-size-16 k-bold k-inline k-gap-10 k-middle k-unlined k-high-44"
        >
          <BrandMark /> Kelisim
        </AppLink>
        <LocaleSwitch />
      </header>
      <OfflineBanner />
      <main id="content" className={className} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
