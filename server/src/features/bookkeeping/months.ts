import { addDays, lastDayOf } from '@kelisim/shared/kernel/dates.ts';

/** Before the first act of anybody. */
export const FIRST_MONTH = '2000-01';

/** Before there was any period to close. */
export const NEVER = '0001-01-31';

/** The last month (`YYYY-MM`) that ends by a day. */
export const lastWholeMonth = (until: string) =>
  addDays(`${addDays(until, 1).slice(0, 7)}-01`, -1).slice(0, 7);

export const monthAfter = (month: string) => addDays(lastDayOf(month), 1).slice(0, 7);
