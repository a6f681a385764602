import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';

/** The day in Almaty when a file of tests began: workers keep their modules, and some live through midnight. */
export let TODAY: string;
/** Its month, and the month before with its last day. */
export let THIS: string;
export let LAST: string;
export let END: string;

/** Asked before each file of tests by `today.setup.ts`. */
export function readToday(): void {
  TODAY = almatyDate(new Date());
  THIS = TODAY.slice(0, 7);
  END = addDays(`${THIS}-01`, -1);
  LAST = END.slice(0, 7);
}

readToday();
