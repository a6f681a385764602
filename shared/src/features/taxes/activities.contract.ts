import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { date, id, moment, text } from '../../kernel/fields.ts';

const activityRow = z.object({
  id,
  oked: z.string(),
  /** Empty where only the code is known. */
  name: z.string(),
  valid_from: date,
  valid_until: date.nullable(),
  source: z.string(),
  /** Replaced by a later row of the same code and first day. */
  is_past: z.boolean(),
  /** Null: came with the product. */
  by: z.string().nullable(),
  created_at: moment,
});
export type ActivityRow = z.output<typeof activityRow>;

const deskCall = callsOf({ access: { who: 'platform', right: 'tariffs' } });

export const activitiesCalls = {
  'activities.list': deskCall('GET /api/v1/admin/taxes/activities', {
    summary: 'List the kinds of activity with which somebody may be self-employed, as far as they are known',
    answer: z.array(activityRow),
  }),
  'activities.set': deskCall('POST /api/v1/admin/taxes/activities', {
    summary: 'Enter a kind of activity of the self-employed, or replace what was entered for its first day',
    body: z.strictObject({
      oked: z
        .string('taxes.oked')
        .regex(/^\d{5}$/, 'taxes.oked')
        .meta({ examples: ['49320'] }),
      name: text(200).optional(),
      valid_from: date,
      valid_until: date.nullable(),
      source: text(300, 1),
    }),
    answer: z.object({ id }),
    fresh_proof: true,
  }),
};
