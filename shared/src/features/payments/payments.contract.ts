import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id, ids, money } from '../../kernel/fields.ts';

const account = { iban: z.string().nullable(), bank_name: z.string().nullable() };

export const paymentsCalls = {
  'payments.preview': defineCall({
    method: 'POST',
    path: '/api/v1/doc/acts/pay/preview',
    access: { who: 'business', right: 'pay' },
    summary: 'To whom and to which account paying these acts would send how much; nothing is made',
    body: z.strictObject({ act_ids: ids }),
    answer: z.object({
      payer: z.object({ name: z.string(), ...account }),
      payees: z.array(
        z.object({
          company_id: id,
          name: z.string(),
          bin: z.string(),
          ...account,
          acts: z.int(),
          amount: money,
        }),
      ),
      /** How many of the acts are not to be paid now: not signed by both, paid already, or not there. */
      left_out: z.int(),
    }),
  }),
};
