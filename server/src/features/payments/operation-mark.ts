import { createHash } from 'node:crypto';
import type { AccountOperation } from '../../adapters/banks/banks.ts';

export interface MarkedOperation extends AccountOperation {
  currency: string;
}

/**
 * Letters that one encoding has and another replaces, differently in each bank (facts/domain.md 5), with what stands
 * for them: «Қайрат», «Кайрат», «?айрат» and «јайрат» are one word.
 */
const UNSURE = /[әғқңөұүһіагкноухиёейјѕєїўќґћh]/g;

/** What a text says in every encoding: no blanks, no case, no letters that get lost. */
export const plainWords = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(UNSURE, '');

/**
 * Tells operations of an account apart by what the bank says of them, whatever file it says it in. `times`: how many
 * before it in the same statement are alike in everything.
 */
export function makeMarks(account: string | null) {
  const counted = (said: (operation: MarkedOperation) => unknown[]) => {
    const seen = new Map<string, number>();
    return (operation: MarkedOperation) => {
      const words = JSON.stringify(said(operation));
      const times = seen.get(words) ?? 0;
      seen.set(words, times + 1);
      return createHash('sha256').update(`${words}${times}`).digest();
    };
  };
  return {
    mark: counted(({ direction, number, date, amount_tiyn, currency, other, purpose }) => [
      account,
      direction,
      plainWords(number),
      date,
      String(amount_tiyn),
      currency,
      other.iban,
      plainWords(purpose),
    ]),
    /** As it was made before 23.11.2026: operations that were read then must not come twice. */
    oldMark: counted(({ direction, number, date, amount_tiyn, other, purpose }) => [
      account,
      direction,
      number,
      date,
      String(amount_tiyn),
      other.iban,
      purpose,
    ]),
  };
}
