import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { externalId, id } from '../../kernel/fields.ts';
import { ROW_STATUSES, RUN_STATES } from '../../kernel/runs.ts';
import { repeatScopes } from './act-schedules.contract.ts';
import { actInput } from './acts.contract.ts';

/** As many acts as one request makes. */
export const MOST_ACTS_MADE = 500;

/** One act of many; what is wrong with it fails its row alone. */
export const actOfMany = actInput.extend({ external_id: externalId.optional() });

export const actBulkCalls = {
  'acts.create_many': defineCall('POST /api/v1/doc/acts/bulk', {
    access: { who: 'business', right: 'manage_acts' },
    scope: 'acts:write',
    field_scopes: repeatScopes,
    summary:
      'Create up to 500 draft acts, with a row per item; each is what acts.create takes. One with an external_id that is known is answered with its act and changes nothing',
    body: z.strictObject({
      items: z
        .array(z.record(z.string(), z.unknown()), 'field.rows')
        .min(1, 'field.rows')
        .max(MOST_ACTS_MADE, 'field.ids_many'),
    }),
    body_bytes: 4_000_000,
    answer: z.object({
      run_id: id,
      state: z.enum(RUN_STATES),
      items: z.array(
        z.object({
          /** The place of the item in the request, from 0. */
          index: z.int(),
          external_id: z.string().nullable(),
          /** Null while there is no act of it. */
          act_id: id.nullable(),
          status: z.enum(ROW_STATUSES),
          code: z.string().nullable(),
          message: z.string(),
          /** What is wrong in it, where a field can be named. */
          field: z.string().nullable(),
        }),
      ),
    }),
    idempotency: true,
  }),
};
