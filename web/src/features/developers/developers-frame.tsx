import { useEffect, type ReactNode } from 'react';
import { AppLink } from '../../ui/app-link.tsx';
import { GUIDES } from './guides.ts';
import { useWords } from './use-words.ts';
import css from './developers.module.css';

/** On a phone the guides are one line that scrolls: the one that is read must be in sight. */
const showOnPhone = (link: HTMLLIElement | null) => {
  link?.scrollIntoView({ inline: 'center', block: 'nearest' });
};

/** The guides and the reference at the side, one of them beside. */
export function DevelopersFrame({
  here,
  title,
  children,
}: {
  here: string;
  title: string;
  children: ReactNode;
}) {
  const { t, lang, query } = useWords();
  useEffect(() => {
    document.title = `${title} · Kelisim`;
  }, [title]);
  const link = (page: string, words: string) => (
    <li key={page} ref={page === here ? showOnPhone : undefined}>
      <AppLink
        href={`/developers/${page}${query}`}
        className={css.link}
        aria-current={page === here ? 'page' : undefined}
      >
        {words}
      </AppLink>
    </li>
  );
  return (
    <div className={css.frame}>
      <nav className={css.nav} lang={lang} aria-label={t('title')}>
        <p className={css.brand}>{t('title')}</p>
        <ul className={`k-list ${css.links}`}>
          {GUIDES.map((guide) => link(guide, t(`guides.${guide}`)))}
          {link('reference', t('reference.title'))}
        </ul>
      </nav>
      <article className={css.article}>{children}</article>
    </div>
  );
}
