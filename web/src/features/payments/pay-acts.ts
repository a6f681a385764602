import type { BulkAnswer } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { Answer } from '../../platform/api.ts';

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

export type PayPreview = Answer<'payments.preview'>;

/** One preview of several: an executor of two of them stands once, with all of his acts. */
export function joinPreviews([first, ...others]: readonly PayPreview[]): PayPreview | null {
  if (!first) return null;
  const payees = new Map(first.payees.map((payee) => [payee.company_id, payee]));
  for (const payee of others.flatMap((preview) => preview.payees)) {
    const before = payees.get(payee.company_id);
    const amount = formatMoney(parseMoney(before?.amount ?? '0.00')! + parseMoney(payee.amount)!);
    payees.set(payee.company_id, { ...payee, acts: payee.acts + (before?.acts ?? 0), amount });
  }
  const sum = (key: 'left_out' | 'above_limit') =>
    others.reduce((total, preview) => total + preview[key], first[key]);
  return {
    payer: first.payer,
    payees: [...payees.values()],
    channel: first.channel,
    left_out: sum('left_out'),
    above_limit: sum('above_limit'),
  };
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
