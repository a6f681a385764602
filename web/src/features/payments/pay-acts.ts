import type { BulkAnswer } from '@kelisim/shared/features/jobs/jobs.contract.ts';

export type PayRow = BulkAnswer['items'][number];

/** A call takes at most a thousand acts. */
const CALL_SIZE = 1000;

export interface PayPart {
  key: string;
  act_ids: readonly number[];
}

/** The parts of one payment, each with the key it keeps: asking twice pays once. */
export function toPayParts(act_ids: readonly number[], key: string): PayPart[] {
  const parts: PayPart[] = [];
  for (let at = 0; at < act_ids.length; at += CALL_SIZE)
    parts.push({
      key: at === 0 ? key : `${key}-${at / CALL_SIZE}`,
      act_ids: act_ids.slice(at, at + CALL_SIZE),
    });
  return parts;
}

type OrderStatus = 'created' | 'sending' | 'unknown' | 'accepted' | 'settled' | 'rejected' | 'cancelled';
/** What the bank has said so far; `created` is also what is still on its way. */
export type BankWord = 'created' | 'accepted' | 'settled' | 'rejected';

export function bankWord(status: OrderStatus | undefined): BankWord {
  if (status === 'accepted' || status === 'settled' || status === 'rejected') return status;
  return status === 'cancelled' ? 'rejected' : 'created';
}

/** The bank has answered, whatever it said. */
export const isFinal = (word: BankWord) => word !== 'created';
