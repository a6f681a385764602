import { z } from 'zod';
import { userCall } from '../../kernel/call.ts';
import { date, id, money, text } from '../../kernel/fields.ts';
import { ACT_STATUSES } from '../acts/act-status.ts';
import { DOCUMENT_STATUSES } from '../documents/document-status.ts';

export const searchCalls = {
  'search.find': userCall('GET /api/v1/search', {
    summary:
      'Search acts, contracts and partners by number, words, БИН or ИИН, or amount, in any keyboard layout',
    query: z.strictObject({ text: text(100, 1) }),
    answer: z.object({
      acts: z.array(
        z.object({
          id,
          number: z.string(),
          title: z.string(),
          party: z.string(),
          amount: money,
          status: z.enum(ACT_STATUSES),
          act_date: date,
        }),
      ),
      contracts: z.array(
        z.object({
          id,
          number: z.string(),
          title: z.string(),
          party: z.string(),
          status: z.enum(DOCUMENT_STATUSES),
          end_date: date,
        }),
      ),
      /** Executors of a company; customers of an executor. */
      parties: z.array(z.object({ id, name: z.string(), bin: z.string(), to_pay: money })),
    }),
  }),
};
