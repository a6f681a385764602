import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** On an executor, a contract, and an executor's own first page; it comes after the rest of the page. */
export const BalanceCard = lazyPart(() => withTexts(import('./balance-card.tsx'), ['balances']));
