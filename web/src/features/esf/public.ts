import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** On an act; it comes after the rest of the page. */
export const EsfCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./esf-card.tsx'), loadTexts(['esf'])]);
  return part;
});

/** Among the settings of who issues invoices. */
export const VatCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./vat-card.tsx'), loadTexts(['esf'])]);
  return part;
});
