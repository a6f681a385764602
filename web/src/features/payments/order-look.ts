import type { OrderStatus } from '@kelisim/shared/features/payments/order-status.ts';
import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { Tone } from '../../ui/status-dot.tsx';

/** What of an order a person is shown as its state: who has to do something comes before the word of the bank. */
export type OrderLook = OrderStatus | 'waiting_file' | 'waiting_second' | 'in_file' | 'silent';

export function lookOf(order: PaymentOrder): OrderLook {
  if (order.needs_approval) return 'waiting_second';
  if (order.needs_person) return 'silent';
  if (order.channel === 'file' && order.status === 'created') return 'waiting_file';
  if (order.channel === 'file' && order.status === 'sending') return 'in_file';
  return order.status;
}

export const TONES: Record<OrderLook, Tone> = {
  created: 'moving',
  waiting_file: 'attention',
  waiting_second: 'attention',
  sending: 'moving',
  in_file: 'moving',
  unknown: 'moving',
  silent: 'attention',
  accepted: 'moving',
  settled: 'good',
  rejected: 'bad-ring',
  cancelled: 'quiet',
};

export const leftOf = ({ amount, settled_amount }: PaymentOrder): bigint =>
  parseMoney(amount)! - parseMoney(settled_amount)!;

/** Paid in part, and the rest is still open. */
export const isPart = (order: PaymentOrder): boolean =>
  order.status === 'accepted' && order.settled_amount !== '0.00';
