import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { date, id, lines, money } from '../../kernel/fields.ts';

export const refundsCalls = {
  'refunds.record': defineCall({
    method: 'POST',
    path: '/api/v1/doc/acts/{act_id}/refund',
    access: { who: 'business', right: 'pay' },
    summary: 'Record that the executor returned the money of a signed correcting act; sends nothing',
    params: z.strictObject({ act_id: id }),
    body: z.strictObject({
      reason: lines(500, 1),
      /** The day on which the money came; left out: today. */
      came_on: date.optional(),
    }),
    answer: z.object({ order_id: id, amount: money }),
    idempotency: true,
  }),
};
