import { amountWords } from '@kelisim/shared/kernel/amount-words.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';

/** `1 200,00` with spaces that do not break, as papers print a sum of tiyn. */
export function moneyOnPaper(tiyn: bigint): string {
  return formatMoney(tiyn)
    .replace(/\B(?=(\d{3})+\.)/g, '\u00a0')
    .replace('.', ',')
    .replace('-', '−');
}

/** The sum in words as it stands inside a sentence. */
export function wordsInSentence(tiyn: bigint, language: Locale): string {
  const words = amountWords(tiyn, language);
  return words[0]!.toLowerCase() + words.slice(1);
}
