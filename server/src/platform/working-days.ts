import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Handle } from './db/database.ts';

/**
 * The first day after so many whole working days have passed since `from`, which itself does not count. Saturdays and
 * Sundays are free; `calendar_days` says where a year differs from that.
 */
export async function dayAfterWorkingDays(db: Handle, from: string, count: number): Promise<string> {
  const rows = await db
    .selectFrom('calendar_days')
    .select(['day', 'is_working'])
    .where('day', '>', from)
    .where('day', '<=', addDays(from, 60 + count * 3))
    .execute();
  return afterWorkingDays(from, count, new Map(rows.map(({ day, is_working }) => [day, is_working])));
}

/** The day itself when it is a working one, otherwise the next that is. */
export async function workingDayFrom(db: Handle, day: string): Promise<string> {
  return addDays(await dayAfterWorkingDays(db, addDays(day, -1), 1), -1);
}

export function afterWorkingDays(
  from: string,
  count: number,
  exceptions: ReadonlyMap<string, boolean>,
): string {
  let day = from;
  for (let left = count; left > 0;) {
    day = addDays(day, 1);
    if (exceptions.get(day) ?? !isWeekend(day)) left -= 1;
  }
  return addDays(day, 1);
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
