import type { TariffRow } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import type { Parts } from '../../parts.ts';
import { readLimit } from '../executors/public.ts';
import { listTariffRows } from './incoming.queries.ts';
import { tariffDay } from './tariff-day.ts';
import { listPlans, listUnpaid } from './tariff.queries.ts';
import { sumOwed, toPlan } from './tariff.view.ts';

type Query = Omit<Parameters<typeof listTariffRows>[1], 'today' | 'is_sandbox'>;

/** Returns a page of the companies with their tariff and what they owe. */
export async function readTariffList(parts: Parts, query: Query, locale: Locale) {
  const { db, clock, config } = parts;
  const today = almatyDate(clock.now());
  const { rows, total, is_exact } = await listTariffRows(db, { ...query, today, is_sandbox: config.sandbox });
  const ids = rows.map(({ id }) => id);
  const [plans, unpaid] = [await listPlans(db, ids), await listUnpaid(db, ids)];
  const items = rows.map(async (row): Promise<TariffRow> => {
    const day = tariffDay(parts, { sandbox_day: row.sandbox_day });
    const owed = unpaid.filter(({ company_id }) => company_id === row.id);
    const own = plans.filter(({ company_id }) => company_id === row.id);
    const { limit_count, current_executor_count } = await readLimit(db, row.id, today);
    return {
      company_id: row.id,
      company_name: row.name,
      bin: row.bin,
      tariff_plan: own.map((plan) => toPlan(plan, day, locale)).find((plan) => plan.is_active) ?? null,
      limit_count,
      current_executor_count,
      pending_amount: formatMoney(sumOwed(owed)),
      overdue_amount: formatMoney(sumOwed(owed.filter((one) => one.payment_due_date < day))),
      is_blocked: row.blocked_since !== null,
      next_change: row.next_change,
    };
  });
  return { items: await Promise.all(items), pages: pagesOf(total, query.limit), total, is_exact };
}
