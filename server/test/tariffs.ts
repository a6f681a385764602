import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import type { TestApp } from './make-app.ts';
import { makeAdministrator } from './people.ts';

/** Whom companies pay. */
export const tariffSeller = {
  name: 'ТОО «Келісім Сынақ»',
  bin: '180340099996',
  address: 'Алматы, Абай даңғылы, 1',
  bank_name: 'АО «Банк ЦентрКредит»',
  bic: 'KCJBKZKX',
  iban: makeIban('856', '0000000000777'),
  kbe: '17',
  knp: '859',
  vat_percentage: 16,
};

/** A tariff by the executor and month from today, where the company has none. */
export async function giveTariff(app: TestApp, company_id: number): Promise<number> {
  const desk = await makeAdministrator(app, ['tariffs']);
  const { tariff_plan } = await app.ok('tariff.get', desk, { params: { company_id } });
  if (!tariff_plan)
    await app.ok('tariff.set', desk, {
      body: {
        company_id,
        plan_type_id: 1,
        period_id: 1,
        price_per_executor: '1500.00',
        executor_limit_count: 1_000,
      },
    });
  return company_id;
}
