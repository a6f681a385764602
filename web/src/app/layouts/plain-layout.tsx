import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { LocaleSwitch } from '../locale-switch.tsx';
import css from './layouts.module.css';

/** A bare page with the brand and the language: quick sign, verification. */
export function PlainLayout({ children }: { children: ReactNode }) {
  const t = useTexts('app');
  return (
    <div className={css.plain}>
      <a className={css.skip} href="#content">
        {t('skip')}
      </a>
      <header className={css.head}>
        <AppLink href="/" className={css.brand}>
          <BrandMark /> Kelisim
        </AppLink>
        <LocaleSwitch />
      </header>
      <main id="content" className={css.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
