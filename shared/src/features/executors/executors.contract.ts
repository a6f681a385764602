import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { date, id } from '../../kernel/fields.ts';

export const executorsCalls = {
  'executors.names': defineCall({
    method: 'GET',
    path: '/api/v1/company/executors/list',
    access: { who: 'business' },
    summary: 'Executors to choose from, in the order of the Kazakh alphabet',
    answer: z.array(
      z.object({
        executor_company_id: id,
        company_name: z.string(),
        bin: z.string(),
        status: z.enum(['invited', 'active', 'stopped', 'removed']),
        /** Contracts an act may be made under: signed and not ended. */
        contracts: z.array(z.object({ id, title: z.string(), start_date: date, end_date: date })),
      }),
    ),
  }),
};
