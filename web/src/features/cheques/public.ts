import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** On an act; it comes after the rest of the page. */
export const ChequeCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./cheque-card.tsx'), loadTexts(['cheques'])]);
  return part;
});
