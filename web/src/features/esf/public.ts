import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** On an act; it comes after the rest of the page. */
export const EsfCard = lazyPart(() => withTexts(import('./esf-card.tsx'), ['esf']));

/** Among the settings of who issues invoices. */
export const VatCard = lazyPart(() => withTexts(import('./vat-card.tsx'), ['esf']));
