import type { Answer } from '../src/platform/api.ts';

type Preview = Answer<'payments.preview'>;

/** Somebody who is paid a thousand tenge, of whom there is nothing to say but what is given. */
export const payee = (
  company_id: number,
  more: Partial<Preview['payees'][number]> = {},
): Preview['payees'][number] => ({
  company_id,
  name: `Получатель ${company_id}`,
  bin: '900101300017',
  iban: 'KZ75722C000000000007',
  bank_name: 'Kaspi Bank',
  account_changed_on: null,
  acts: 1,
  amount: '1000.00',
  going: '1000.00',
  going_acts: 1,
  gross: '1000.00',
  opv: '0.00',
  vosms: '0.00',
  so: '0.00',
  ipn: '0.00',
  self_employed: '0.00',
  is_explained: false,
  waits: null,
  advance: '0.00',
  undecided: null,
  costs: null,
  register: null,
  ...more,
});

export const preview = (payees: Preview['payees'], amount = '0.00'): Preview => ({
  payer: { name: 'ТОО «Заказчик»', iban: 'KZ75722C000000000001', bank_name: null },
  payees,
  amount,
  withheld: '0.00',
  withholding: 'on',
  above_limit: 0,
  left_out: 0,
  channel: 'file',
  shown: [],
});
