import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { accessOf } from '../../kernel/deeds.ts';
import { date, id, lines, money } from '../../kernel/fields.ts';
import { ACT_DEEDS } from '../acts/act-status.ts';

export const refundsCalls = {
  'refunds.record': defineCall('POST /api/v1/doc/acts/{act_id}/refund', {
    access: accessOf(ACT_DEEDS.record_refund),
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
