import { ACT_PERIOD_IDS, type ActPeriod } from '@kelisim/shared/features/acts/act-periods.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Handle } from '../../platform/db/database.ts';
import { findSchedule } from './schedules.queries.ts';

export function periodView(period: ActPeriod, locale: Locale) {
  return { id: ACT_PERIOD_IDS[period], code: period, name: { ru, kz }[locale].act_period[period] };
}

export async function getScheduleView(
  db: Handle,
  act: { company_id: number; act_id: number },
  locale: Locale,
): Promise<ActView['schedule']> {
  const row = await findSchedule(db, act);
  if (!row) return null;
  return {
    period: periodView(row.period, locale),
    next_date: row.stopped_at ? null : row.next_date,
    stopped_at: row.stopped_at?.toISOString() ?? null,
    stop_reason: row.stop_reason,
    stopped_by: row.stopped_by,
    made: row.made ?? 0,
  };
}
