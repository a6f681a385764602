import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** On an executor, a contract, and an executor's own first page; it comes after the rest of the page. */
export const BalanceCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./balance-card.tsx'), loadTexts(['balances'])]);
  return part;
});
