import { z } from 'zod';
import { date, id, moment, money } from '../../kernel/fields.ts';
import { ENTRY_STATUSES } from './tariff-calendar.ts';

/** A line of the payment calendar: what a company owes for a period, or for places that came within one. */
export const tariffEntry = z.object({
  /** Null for one that is foreseen: its sum may still change. */
  id: id.nullable(),
  /** `limit`: places that came in the middle of a period. */
  kind: z.enum(['period', 'limit']),
  period_start: date,
  period_end: date,
  /** Earlier than `period_end` where a change of plan has ended it. */
  covered_until: date,
  limit_count: z.int(),
  amount: money,
  /** What an earlier bill has left over. */
  credit_amount: money,
  payment_amount: money,
  payment_due_date: date,
  paid_at: moment.nullable(),
  status_id: z.int(),
  status: z.enum(ENTRY_STATUSES),
});
export type TariffEntry = z.output<typeof tariffEntry>;
