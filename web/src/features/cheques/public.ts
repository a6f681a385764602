import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** On an act; it comes after the rest of the page. */
export const ChequeCard = lazyPart(() => withTexts(import('./cheque-card.tsx'), ['cheques']));
