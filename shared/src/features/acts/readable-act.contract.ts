import { z } from 'zod';
import { date, money } from '../../kernel/fields.ts';

/** The lines of an act as its paper has them, in the language of the paper; what is withheld is no part of it. */
export const readableAct = z.object({
  number: z.string(),
  act_date: date,
  start_date: date,
  end_date: date,
  contract: z.object({ title: z.string().nullable(), number: z.string(), date }),
  services: z.array(
    z.object({
      name: z.string(),
      service_date: date.nullable(),
      unit: z.string(),
      quantity: z.string(),
      rate: money,
      amount: money,
    }),
  ),
  total: money,
  vat: z.object({ rate_percent: z.number(), amount: money }).nullable(),
  additional_info: z.string().nullable(),
});
export type ReadableAct = z.output<typeof readableAct>;
