import { lazy } from 'react';
import { loadTexts } from '../../platform/i18n.ts';

/** On an act; it comes after the rest of the page. */
export const EsfCard = lazy(async () => {
  const [part] = await Promise.all([import('./esf-card.tsx'), loadTexts(['esf'])]);
  return part;
});

/** Among the settings of who issues invoices. */
export const VatCard = lazy(async () => {
  const [part] = await Promise.all([import('./vat-card.tsx'), loadTexts(['esf', 'problems'])]);
  return part;
});
