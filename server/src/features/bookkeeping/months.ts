import { addDays, daysInMonth } from '@kelisim/shared/kernel/dates.ts';

/** Before the first act of anybody. */
export const FIRST_MONTH = '2000-01';

/** The last month (`YYYY-MM`) that ends by a day. */
export const lastWholeMonth = (until: string) =>
  addDays(`${addDays(until, 1).slice(0, 7)}-01`, -1).slice(0, 7);

export const lastDayOf = (month: string) =>
  `${month}-${daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))}`;

export const monthAfter = (month: string) => addDays(lastDayOf(month), 1).slice(0, 7);
