import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Mantine } from '../../ui/mantine.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { LocaleSwitch } from '../locale-switch.tsx';
import css from './layouts.module.css';

/** Sign-in and recovery: one narrow card in the middle. */
export function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <Mantine>
      <Entry width={420}>{children}</Entry>
    </Mantine>
  );
}

/** Registration: the same with room for a question and the help beside it. */
export function WideEntryLayout({ children }: { children: ReactNode }) {
  return (
    <Mantine>
      <Entry width={760}>{children}</Entry>
    </Mantine>
  );
}

function Entry({ width, children }: { width: number; children: ReactNode }) {
  const t = useTexts('app');
  return (
    <div className={css.plain}>
      <a className={css.skip} href="#content">
        {t('skip')}
      </a>
      <header className={css.head}>
        <AppLink href="/auth/login" className={css.brand}>
          <BrandMark /> Kelisim
        </AppLink>
        <LocaleSwitch />
      </header>
      <main id="content" className={css.entry} tabIndex={-1}>
        <div className={css.card} style={{ maxWidth: width }}>
          {children}
        </div>
      </main>
    </div>
  );
}
