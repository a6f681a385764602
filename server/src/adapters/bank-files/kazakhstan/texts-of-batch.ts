import { dropHidden, hiddenIn, showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import type { ChangedCharacter } from '../../../platform/text-encoding.ts';
import type { FileParty, OrderBatch } from '../bank-files.ts';

/** A value is one line of the file, whatever stands in a name: a line more would be another field. */
export const oneLine = (text: string) => dropHidden(text).trim();

/**
 * Returns the batch with every text that people wrote as a form can hold it, and the characters that were taken out:
 * `tidy` only removes, and nothing is removed in silence.
 */
export function tidyTexts(
  batch: OrderBatch,
  tidy: (text: string) => string,
): { batch: OrderBatch; removed: ChangedCharacter[] } {
  const removed = new Set<string>();
  const clean = (text: string) => {
    const tidied = tidy(text);
    for (const character of missing(text, tidied)) removed.add(showHidden(character));
    return tidied;
  };
  const cleanParty = <Party extends FileParty>(party: Party): Party => ({
    ...party,
    name: clean(party.name),
    bank_name: clean(party.bank_name),
  });
  return {
    batch: {
      ...batch,
      payer: cleanParty(batch.payer),
      chief: clean(batch.chief),
      bookkeeper: batch.bookkeeper === null ? null : clean(batch.bookkeeper),
      orders: batch.orders.map((order) => ({
        ...order,
        payee: {
          ...cleanParty(order.payee),
          full_name: order.payee.full_name === null ? null : clean(order.payee.full_name),
        },
        purpose: clean(order.purpose),
      })),
    },
    removed: [...removed].map((from) => ({ from, to: '' })),
  };
}

/** What stands in `before` more often than in `after`; blanks say nothing. */
function missing(before: string, after: string): string[] {
  if (before === after) return [];
  const left = [...after];
  return [...before].filter((character) => {
    const at = left.indexOf(character);
    if (at >= 0) left.splice(at, 1);
    return at < 0 && (/\S/.test(character) || !hiddenIn(character).next().done);
  });
}
