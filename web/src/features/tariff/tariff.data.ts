import type { Tariff, TariffChange, TariffPlan } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import type { TariffEntry } from '@kelisim/shared/features/tariff/tariff-entry.ts';
import { api } from '../../platform/api.ts';
import type { Formats } from '../../platform/use-formats.ts';
import type { T } from '../../platform/i18n.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { Tone } from '../../ui/status-dot.tsx';

export type { Tariff, TariffChange, TariffEntry, TariffPlan };

/** What is old once a tariff has changed. */
export const STALE = ['tariff.', 'executors.', 'companies.'];

export const TONES: Record<TariffEntry['status'], Tone> = {
  upcoming: 'quiet',
  due: 'attention',
  overdue: 'bad-ring',
  paid: 'good',
  cancelled: 'quiet',
};

/** As it stands on the bill. */
export const numberOf = (entry_id: number) => `KT-${entry_id}`;

export async function saveBill(id: number): Promise<void> {
  const file = await api.call('tariff.bill', { params: { id } });
  saveFile(file, `${numberOf(id)}.pdf`);
}

/** «Trial» has no price; a fixed one is that of the whole company. */
export function priceOf(
  t: T<'tariff'>,
  f: Formats,
  plan: Pick<TariffPlan, 'plan_type' | 'price_per_executor'>,
) {
  return plan.plan_type.code === 'trial' ? t('free') : f.money(plan.price_per_executor);
}

/** What a change that waits will do. */
export function changeInWords(t: T<'tariff'>, f: Formats, change: TariffChange): string {
  const date = f.date(change.scheduled_for);
  if (change.terms) {
    const words = t('next_plan', {
      date,
      plan: change.terms.plan_type.name,
      price: priceOf(t, f, change.terms),
    });
    return change.new_limit === null
      ? words
      : `${words}, ${t('next_with_limit', { limit: f.number(change.new_limit) })}`;
  }
  const limit = f.number(change.new_limit ?? 0);
  return change.old_limit === null
    ? t('next_limit_first', { date, limit })
    : t('next_limit', { date, limit, old: f.number(change.old_limit) });
}
