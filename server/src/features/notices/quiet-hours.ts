import { QUIET_FROM, QUIET_UNTIL } from '@kelisim/shared/features/notices/notices.contract.ts';
import { addDays, almatyDate, almatyTime } from '@kelisim/shared/kernel/dates.ts';

/** Nobody's telephone rings in the night for what no person has done just now. */
export function isQuiet(moment: Date): boolean {
  const time = almatyTime(moment).slice(11, 16);
  return time >= QUIET_FROM || time < QUIET_UNTIL;
}

/** When the quiet hours that a moment lies in are over; null by day. */
export function quietUntil(moment: Date): Date | null {
  if (!isQuiet(moment)) return null;
  const day = almatyDate(moment);
  const morning = almatyTime(moment).slice(11, 16) < QUIET_UNTIL ? day : addDays(day, 1);
  return new Date(`${morning}T${QUIET_UNTIL}:00+05:00`);
}
