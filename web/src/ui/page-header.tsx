import { IconArrowLeft } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { withTexts } from '../platform/i18n.ts';
import { useFormats } from '../platform/use-formats.ts';
import { AppLink } from './app-link.tsx';
import { lazyPart } from './lazy-part.tsx';
import css from './page-header.module.css';

const Neighbours = lazyPart(() => withTexts(import('./neighbours.tsx'), ['papers']));

export interface PageHeaderProps {
  title: string;
  /** Shown after the title, quieter. */
  count?: number;
  /** False when there are more than `count`. */
  countIsExact?: boolean;
  /** One line below: state in words, number, whose. */
  sub?: ReactNode;
  /** The way up, for pages inside a list. */
  back?: { href: string; label: string };
  /** The primary action, and at most two more before it. */
  actions?: ReactNode;
}

/** The head of a page; also gives the tab its name. */
export function PageHeader({ title, count, countIsExact = true, sub, back, actions }: PageHeaderProps) {
  const f = useFormats();
  useEffect(() => {
    document.title = `${title} · Kelisim`;
  }, [title]);
  return (
    <header className={css.header}>
      <div className="k-shrink">
        {back && (
          <div className="k-line k-gap-16">
            <AppLink href={back.href} className={`k-no-print ${css.back}`}>
              <IconArrowLeft size={16} aria-hidden /> {back.label}
            </AppLink>
            <Suspense>
              <Neighbours />
            </Suspense>
          </div>
        )}
        <h1 className={`k-flat k-size-28 k-bold ${css.title}`}>
          {title}
          {count !== undefined && (
            <span className={`k-second k-size-20 k-plain ${css.count}`}>
              {f.number(count)}
              {countIsExact ? '' : '+'}
            </span>
          )}
        </h1>
        {sub && <div className="k-second k-above-2">{sub}</div>}
      </div>
      {actions && <div className={`k-row k-no-print ${css.actions}`}>{actions}</div>}
    </header>
  );
}
