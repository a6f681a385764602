import type { InboundInvoice } from '@kelisim/shared/features/esf/inbound.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { systemStatus } from './esf.view.ts';
import type { ShownInbound } from './inbound.queries.ts';

const moneyOr = (tiyn: bigint | null) => (tiyn === null ? null : formatMoney(tiyn));
const paperOf = (number: string | null, date: string | null) => (number === null ? null : { number, date });

export function toInboundView(row: ShownInbound, locale: Locale): InboundInvoice {
  const sums = (amount: bigint | null, vat: bigint | null) => ({
    amount: formatMoney(amount ?? 0n),
    vat: formatMoney(vat ?? 0n),
  });
  return {
    id: row.id,
    registration_number: row.registration_number,
    type: row.type,
    number: row.number,
    date: row.issued_on,
    turnover_date: row.turnover_on,
    seller: { name: row.seller_name, bin: row.seller_tin, executor_company_id: row.executor_company_id },
    contract: paperOf(row.contract_number, row.contract_on),
    delivery: paperOf(row.delivery_number, row.delivery_on),
    related_registration: row.related_registration,
    currency: row.currency,
    amount: moneyOr(row.amount_tiyn),
    vat: moneyOr(row.vat_tiyn),
    status: row.status,
    system_status: systemStatus(row.system_status, locale),
    reason: row.reason,
    act: row.act_id === null ? null : { id: row.act_id, number: `${row.act_number}/${row.act_year}` },
    differs: row.differs
      ? {
          act: sums(row.act_amount_tiyn, row.act_vat_tiyn),
          invoices: sums(row.invoices_tiyn, row.invoices_vat_tiyn),
        }
      : null,
    other_seller:
      row.other_seller && row.named_act_id !== null && row.named_executor !== null && row.named_bin !== null
        ? {
            act: { id: row.named_act_id, number: `${row.named_number}/${row.named_year}` },
            executor: { name: row.named_executor, bin: row.named_bin },
          }
        : null,
  };
}
