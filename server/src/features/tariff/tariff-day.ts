import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';

/** The day it is for the tariff of a company: that of Almaty, or, in the sandbox, one it was moved on to. */
export function tariffDay(
  { clock, config }: Pick<Parts, 'clock' | 'config'>,
  account: { sandbox_day: string | null } | undefined,
): string {
  const today = almatyDate(clock.now());
  const moved = config.sandbox ? (account?.sandbox_day ?? today) : today;
  return moved > today ? moved : today;
}
