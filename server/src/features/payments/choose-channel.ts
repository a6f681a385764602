import type { PaymentChannel } from '@kelisim/shared/features/payments/order-status.ts';
import type { Parts } from '../../parts.ts';

/** Ways of paying there are: by file always, through a bank where one is connected. */
export function channelsOf({ bank }: Pick<Parts, 'bank'>): PaymentChannel[] {
  return bank ? ['bank', 'file'] : ['file'];
}

/** What the company has chosen; without a choice the bank, where there is one. */
export function channelOf(
  parts: Pick<Parts, 'bank'>,
  choices: { payment_channel: string | null },
): PaymentChannel {
  return choices.payment_channel === 'file' || !parts.bank ? 'file' : 'bank';
}

export function isAboveLimit(amount_tiyn: bigint, limit_tiyn: bigint | null): boolean {
  return limit_tiyn !== null && amount_tiyn > limit_tiyn;
}
