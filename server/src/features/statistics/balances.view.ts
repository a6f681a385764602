import { BOTH_SIGNED, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { BalanceView } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Balance } from './balances.queries.ts';

export function toBalance(balance: Balance): BalanceView {
  return {
    accrued: formatMoney(balance.accrued_tiyn),
    withheld: formatMoney(balance.withheld_tiyn),
    paid: formatMoney(balance.paid_tiyn),
    under_way: formatMoney(balance.under_way_tiyn),
    to_pay: formatMoney(balance.to_pay_tiyn),
    to_return: formatMoney(balance.to_return_tiyn),
    opening_due: formatMoney(balance.opening_due_tiyn),
    advance: formatMoney(balance.advance_tiyn),
  };
}

interface Act {
  status: ActStatus;
  amount_tiyn: bigint;
  covered_tiyn: bigint;
}

/** What is paid of one act, as the view `balances` sums it; of a correction below zero what came back. */
export function paidOf({ status, amount_tiyn, covered_tiyn }: Act): bigint {
  return status === 'paid' ? amount_tiyn : covered_tiyn;
}

/** What is left to pay of one act that both have signed; nothing of any other. */
export function openOf(act: Act): bigint {
  return BOTH_SIGNED.includes(act.status) ? act.amount_tiyn - paidOf(act) : 0n;
}
