import type { ReadableAct } from '@kelisim/shared/features/acts/readable-act.contract.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { ActDocument } from '../../adapters/pdf/pdf.ts';

type Paper = Omit<ActDocument, 'json'>;

/** What the paper of an act says, as data: a page draws it as text, and it lies inside the PDF that is signed. */
export function readableOf(act: Paper): ReadableAct {
  return {
    number: act.number,
    act_date: act.act_date,
    start_date: act.start_date,
    end_date: act.end_date,
    contract: act.contract,
    services: act.services.map(({ name, service_date, unit, quantity, rate_tiyn, amount_tiyn }) => ({
      name,
      service_date,
      unit,
      quantity,
      rate: formatMoney(rate_tiyn),
      amount: formatMoney(amount_tiyn),
    })),
    total: formatMoney(act.total_tiyn),
    vat: act.vat && { rate_percent: act.vat.rate_percent, amount: formatMoney(act.vat.amount_tiyn) },
    additional_info: act.additional_info,
  };
}

/** What the data of a paper is called inside it. */
export const ACT_JSON = 'act.json';

/** `act.json`: the same with its parties, the id of this version and the form, so that it is read without the page. */
export function actJson(act: Paper): string {
  const { public_id, language, customer, executor } = act;
  const party = ({ name, bin }: Paper['customer']) => ({ name, bin });
  return JSON.stringify({
    form: 'kz.r-1',
    version: 1,
    public_id,
    language,
    customer: party(customer),
    executor: party(executor),
    ...readableOf(act),
  });
}
