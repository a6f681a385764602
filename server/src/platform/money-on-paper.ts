import { formatMoney } from '@kelisim/shared/kernel/money.ts';

/** `1 200,00` with spaces that do not break, as papers print a sum of tiyn. */
export function moneyOnPaper(tiyn: bigint): string {
  return formatMoney(tiyn)
    .replace(/\B(?=(\d{3})+\.)/g, '\u00a0')
    .replace('.', ',')
    .replace('-', '−');
}
