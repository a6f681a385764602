import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { useFormats } from '../platform/use-formats.ts';
import { shownPages } from './page-numbers.ts';
import css from './pager.module.css';

export interface PagerProps {
  page: number;
  pages: number;
  limit: number;
  total: number;
  /** False when there are more than `total` (then `10 000+`). */
  isExact?: boolean;
  /** While the numbers are those of what was asked for before: they do not tell that this page is gone. */
  busy?: boolean;
  /** `replace` where nobody asked for it: the page that was left is there no more. */
  onPage: (page: number, how?: { replace?: boolean }) => void;
  /** With it the number of rows a page can be chosen. */
  onLimit?: (limit: number) => void;
  /** Beside the number of rows a page. */
  aside?: ReactNode;
}

const limits = [20, 50, 100];

export function Pager({
  page,
  pages,
  limit,
  total,
  isExact = true,
  busy = false,
  onPage,
  onLimit,
  aside,
}: PagerProps) {
  const t = useTexts('ui');
  const f = useFormats();
  const isPast = total > 0 && page > pages;
  // The last row of the last page has gone, perhaps by one's own deed.
  const isGone = isPast && !busy;
  useEffect(() => {
    if (isGone) onPage(pages, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for a page that is gone
  }, [isGone]);
  if (total === 0 || isPast) return null;
  const range = t('pager.range', {
    from: f.number((page - 1) * limit + 1),
    to: f.number(Math.min(page * limit, total)),
    total: f.number(total) + (isExact ? '' : '+'),
  });
  return (
    <nav className="k-row k-gap-8-16 k-middle k-second k-pad-12-0 k-no-print" aria-label={t('pager.label')}>
      <span className={`k-grow ${css.range}`}>{range}</span>
      {aside}
      {onLimit && (
        <label className={`k-line k-inline mantine-visible-from-sm ${css.limit}`}>
          <span>{t('pager.per_page')}</span>
          <select value={limit} onChange={(event) => onLimit(Number(event.target.value))}>
            {limits.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      {pages > 1 && (
        <span className={`k-inline k-gap-2 k-middle k-wrap ${css.pages}`}>
          <button
            type="button"
            aria-label={t('pager.previous')}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </button>
          {shownPages(page, pages).map((one, at) =>
            one === null ? (
              // oxlint-disable-next-line react/no-array-index-key -- a gap has no name but its place
              <span key={`gap-${at}`} className={css.gap}>
                …
              </span>
            ) : (
              <button
                key={one}
                type="button"
                aria-label={t('pager.page', { page: one })}
                aria-current={one === page ? 'page' : undefined}
                onClick={() => onPage(one)}
              >
                {f.number(one)}
              </button>
            ),
          )}
          <button
            type="button"
            aria-label={t('pager.next')}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </button>
        </span>
      )}
    </nav>
  );
}
