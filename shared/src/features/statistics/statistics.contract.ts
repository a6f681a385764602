import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { id, money, month } from '../../kernel/fields.ts';

export const MOST_MONTHS = 36;

const period = z.strictObject({
  /** First and last month; the last twelve when left out. */
  from: month.optional(),
  to: month.optional(),
});
const total = z.object({ count: z.int(), amount: money });
const steps = z.object({ made: total, sent: total, signed: total, paid: total });

const readCall = callsOf({ access: { who: 'user', right: 'view_statistics' }, scope: 'books:read' });

export const statisticsCalls = {
  'statistics.get': readCall('GET /api/v1/company/analytics/months', {
    summary: 'Get acts by month, signing times and the largest partners, for either role',
    query: period,
    answer: z.object({
      from: month,
      to: month,
      total: steps,
      /** From sending to the second signature, on average; null when nothing was signed. */
      hours_to_sign: z.number().nullable(),
      months: z.array(steps.extend({ month, hours_to_sign: z.number().nullable() })),
      /** Executors of a company, or customers of an executor, by the sum of acts that both have signed. */
      parties: z.array(
        z.object({ id, name: z.string(), bin: z.string(), signed: total, paid_amount: money }),
      ),
    }),
  }),
  'statistics.sheet': readCall('GET /api/v1/company/analytics/sheet', {
    summary: 'Get the statistics as a spreadsheet',
    query: period,
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
};
