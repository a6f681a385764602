import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** On an executor, and on their own first page and profile; it comes after the rest of the page. */
export const StandingCard = lazyPart(() =>
  withTexts(import('./standing-card.tsx'), ['standings', 'earlier']),
);

/** On the executor's first page and page of income. */
export const LimitsCard = lazyPart(() => withTexts(import('./limits-card.tsx'), ['standings']));

/** Among the settings of bookkeeping. */
export const DecisionsCard = lazyPart(() => withTexts(import('./decisions-card.tsx'), ['tax-decisions']));

/** Beside it. */
export const EarlierCard = lazyPart(() => withTexts(import('./earlier-card.tsx'), ['earlier']));
