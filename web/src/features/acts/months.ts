import { addDays, almatyDate, daysInMonth } from '@kelisim/shared/kernel/dates.ts';

interface Month {
  from: string;
  to: string;
}

/** First and last day of the month of a date. */
function monthOf(date: string): Month {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return {
    from: `${date.slice(0, 7)}-01`,
    to: `${date.slice(0, 7)}-${String(daysInMonth(year, month)).padStart(2, '0')}`,
  };
}

/** The month of today in Almaty and the one before it. */
export function monthsAround(today: string = almatyDate(new Date())): { current: Month; previous: Month } {
  const current = monthOf(today);
  return { current, previous: monthOf(addDays(current.from, -1)) };
}
