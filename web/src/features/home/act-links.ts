import {
  ACT_STATUS_IDS,
  COMING,
  LEAST_PAID,
  pendingSignStatuses,
  TO_PAY,
} from '@kelisim/shared/features/acts/act-status.ts';
import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { daysInMonth } from '@kelisim/shared/kernel/dates.ts';
import { toQueryText } from '../../platform/query-text.ts';

type Side = 'business' | 'executor';

const idsOf = (statuses: readonly ActStatus[]) => statuses.map((status) => ACT_STATUS_IDS[status]);

/** Acts that wait for the signature of this side, and those the company has to pay: as a deed over all of them takes them. */
export const toSignFilter = (side: Side, executor_first = false) => ({
  status_id: idsOf(pendingSignStatuses(side, executor_first)),
});
export const TO_PAY_FILTER = { status_id: idsOf(TO_PAY), amount_from: LEAST_PAID };

/** The list of acts by state, with the filter in the address, so that the way back comes here again. */
export function actsHref(side: Side, statuses: readonly ActStatus[], period?: [string, string]): string {
  const query = toQueryText({
    status_id: idsOf(statuses),
    date_from: period?.[0],
    date_to: period?.[1],
  });
  return `/lk/${side}/acts${query ? `?${query}` : ''}`;
}

/** Of a sum above nothing: an act that takes money back is paid by nobody. */
const paidFor = (side: Side, statuses: readonly ActStatus[]) =>
  `${actsHref(side, statuses)}&amount_from=${LEAST_PAID}`;

/** What the company has to pay. */
export const toPayHref = () => paidFor('business', TO_PAY);

/** What an executor is going to be paid, the oldest first. */
export const comingHref = () => `${paidFor('executor', COMING)}&sort_by=act_date&sort_order=asc`;

/** Acts in these states that wait for a deed of this side, without those that it has done its part of. */
export const toDoHref = (side: Side, statuses: readonly ActStatus[]) =>
  `${actsHref(side, statuses)}&waiting=true`;

export const actHref = (side: Side, act_id: number) => `/lk/${side}/acts/${act_id}`;

/** Acts that wait for the signature of this side. */
export const toSignHref = (side: Side, executor_first = false) =>
  actsHref(side, pendingSignStatuses(side, executor_first));

/** The list of executors behind each counter of them. */
export const executorsHref = {
  active: '/lk/business/executors?status=active',
  pending_payment: '/lk/business/executors?pending=payment',
  pending_sign: '/lk/business/executors?pending=sign',
};

/** The first and the last day of the month of a date. */
export function monthOf(date: string): [string, string] {
  const [year, month] = [date.slice(0, 4), date.slice(5, 7)];
  return [`${year}-${month}-01`, `${year}-${month}-${daysInMonth(Number(year), Number(month))}`];
}
