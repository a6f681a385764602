import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import type { App } from '../src/app.ts';
import { setTariff } from '../src/features/tariff/change-tariff.ts';
import { addSeller } from '../src/features/tariff/tariff.queries.ts';
import { DEMO_LIMIT, type DemoMembers } from './demo-members.ts';
import { findDesk } from './demo-support.ts';

/** Whom companies pay, and a tariff of the first one; the second has none yet. */
export async function makeDemoTariffs({ parts }: App, { businesses }: DemoMembers): Promise<void> {
  const desk = await findDesk(parts.db);
  await addSeller(parts.db, {
    name: 'ТОО «Келісім Платформасы»',
    bin: parts.config.operator_bin ?? '180340099996',
    address: 'Алматы, Әл-Фараби даңғылы, 77',
    bank_name: 'АО «Банк ЦентрКредит»',
    bic: 'KCJBKZKX',
    iban: makeIban('856', '0000000000777'),
    kbe: '17',
    knp: '859',
    vat_percentage: 16,
    set_by: desk.user_id,
  });
  const [alatau] = businesses;
  await parts.db.transaction().execute((tx) =>
    setTariff(parts, tx, desk, {
      company_id: alatau!.actor.company_id,
      plan_type_id: 1,
      period_id: 1,
      price_per_executor: '150.00',
      commission_percentage: '0',
      banking_integration_enabled: true,
      executor_limit_count: DEMO_LIMIT,
      reason: 'Договор № 17',
    }),
  );
}
