import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id } from '../../kernel/fields.ts';

export const bankingCalls = {
  'banking.banks': defineCall({
    method: 'GET',
    path: '/api/v1/banking/public/banks',
    access: { who: 'public' },
    summary: 'Banks to choose from, in the order of the Kazakh alphabet',
    answer: z.array(
      z.object({
        id,
        code: z.string(),
        name: z.string(),
        bic: z.string(),
        /** The three digits of its accounts' IBAN. */
        iban_code: z.string().nullable(),
      }),
    ),
  }),
};
