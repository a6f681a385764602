import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** On an executor, and on their own first page and profile; it comes after the rest of the page. */
export const StandingCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./standing-card.tsx'), loadTexts(['standings', 'earlier'])]);
  return part;
});

/** On the executor's first page and page of income. */
export const LimitsCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./limits-card.tsx'), loadTexts(['standings'])]);
  return part;
});

/** Among the settings of bookkeeping. */
export const DecisionsCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./decisions-card.tsx'), loadTexts(['tax-decisions'])]);
  return part;
});

/** Beside it. */
export const EarlierCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./earlier-card.tsx'), loadTexts(['earlier'])]);
  return part;
});
