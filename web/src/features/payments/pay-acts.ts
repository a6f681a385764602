import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import type { Input } from '../../platform/api.ts';

/** What became of one act, and how the run calls it. */
export type PayRow = BulkAnswer['items'][number] & { label: string };

/** Named one by one, or written down on the server: one call pays them all, and one run of the server does it. */
export type ActsToPay = Input<'acts.pay'>['body'];

type OrderStatus = 'created' | 'sending' | 'unknown' | 'accepted' | 'settled' | 'rejected' | 'cancelled';
/** What the bank has said so far; `created` is also what is still on its way. */
export type BankWord = 'created' | 'accepted' | 'settled' | 'rejected';

export function bankWord(status: OrderStatus | undefined): BankWord {
  if (status === 'accepted' || status === 'settled' || status === 'rejected') return status;
  return status === 'cancelled' ? 'rejected' : 'created';
}

/** The bank has answered, whatever it said. */
export const isFinal = (word: BankWord) => word !== 'created';
