import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The part of the profile about coming in; it comes after the rest of the page. */
export const SecurityCards = lazyPart(() =>
  withTexts(import('./security-cards.tsx'), ['security', 'faults']),
);
