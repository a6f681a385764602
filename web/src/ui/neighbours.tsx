import { useTexts } from '../platform/i18n.ts';
import { useRoute } from '../platform/route.ts';
import { AppLink } from './app-link.tsx';
import css from './page-header.module.css';
import { shownList } from './shown-list.ts';

/** The papers before and after this one in the list it was opened from; the way back still leads to the list. */
export default function Neighbours() {
  const t = useTexts('papers');
  const { path } = useRoute();
  const around = shownList.around(path);
  if (!around) return null;
  const { place, total, previous, next } = around;
  return (
    <nav
      className={`k-line k-gap-4 k-second k-no-print ${css.neighbours}`}
      aria-label={t('neighbours.label')}
    >
      <span className="k-figures">{t('neighbours.place', { place, total })}</span>
      <Step href={previous} step="previous" label={t('neighbours.previous')} />
      <Step href={next} step="next" label={t('neighbours.next')} />
    </nav>
  );
}

/** Drawn as signs: every page with a heading carries this. */
const SIGNS = { previous: '‹', next: '›' };

function Step({ href, step, label }: { href: string | undefined; step: 'previous' | 'next'; label: string }) {
  if (!href)
    return (
      <span className={css.noStep} aria-hidden>
        {SIGNS[step]}
      </span>
    );
  return (
    <AppLink href={href} replace data-key={step} aria-label={label} className={css.step}>
      <span aria-hidden>{SIGNS[step]}</span>
    </AppLink>
  );
}
