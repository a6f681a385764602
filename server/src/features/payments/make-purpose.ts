import { vatWithin } from '@kelisim/shared/features/acts/act-totals.ts';
import { DEFAULT_PURPOSE, fillPurpose } from '@kelisim/shared/features/payments/payment-purpose.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { lockAct } from '../acts/public.ts';

type Act = NonNullable<Awaited<ReturnType<typeof lockAct>>>;

/** The purpose of a payment of so much for an act, by the template of the company. */
export function makePurpose(
  act: Act,
  contract: { number: string; date: string },
  amount_tiyn: bigint,
  template: string | null,
): string {
  return fillPurpose(template ?? DEFAULT_PURPOSE, {
    contract_number: contract.number,
    contract_date: formatDate(contract.date),
    act_number: `${act.number}/${act.year}`,
    act_date: formatDate(act.act_date),
    vat: vatInWords(act, amount_tiyn),
    service: act.title,
  }).text;
}

/** As both have signed it; of a part of the act's sum by that part. */
function vatInWords({ vat_rate, vat_tiyn, amount_tiyn: whole }: Act, amount_tiyn: bigint): string {
  if (vat_rate === null) return 'без НДС';
  const within = amount_tiyn === whole && vat_tiyn !== null ? vat_tiyn : vatWithin(amount_tiyn, vat_rate);
  return `в т.ч. НДС ${vat_rate} % ${formatMoney(within)}`;
}
