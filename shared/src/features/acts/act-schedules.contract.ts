import { z } from 'zod';
import { defineCall, userCall } from '../../kernel/call.ts';
import { date, id, moment } from '../../kernel/fields.ts';
import { ACT_PERIODS } from './act-periods.ts';

export const actPeriod = z.object({ id, code: z.enum(ACT_PERIODS), name: z.string() });

export const STOP_REASONS = [
  'person',
  'contract_ended',
  'executor_stopped',
  'act_gone',
  'company_closed',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** How an act repeats; null on the act where it never did, and for the executor. */
export const actSchedule = z.object({
  period: actPeriod,
  /** The day of the act that comes next; null once it repeats no more. */
  next_date: date.nullable(),
  stopped_at: moment.nullable(),
  stop_reason: z.enum(STOP_REASONS).nullable(),
  stopped_by: z.string().nullable(),
  /** Acts that were made after it. */
  made: z.int(),
});

/** What repeats is sent by itself where the company says so, now or later (docs/decisions/0151). */
export const repeatScopes = { auto_generate: 'acts:send' } as const;

const settings = z.strictObject({ auto_acts_sent: z.boolean('field.boolean') });

export const actSchedulesCalls = {
  'act_schedules.periods': userCall('GET /api/v1/doc/auto-generate-periods', {
    scope: 'acts:read',
    summary: 'List how often an act may repeat',
    answer: z.array(actPeriod),
  }),
  'act_schedules.set': defineCall('PUT /api/v1/doc/acts/{act_id}/auto-generate', {
    access: { who: 'business', right: 'manage_acts' },
    scope: 'acts:write',
    field_scopes: repeatScopes,
    summary: 'Make an act recurring, in any state, or stop that; missed acts are not created',
    params: z.strictObject({ act_id: id }),
    body: z.strictObject({ auto_generate: z.boolean('field.boolean'), period_id: id.nullish() }),
    answer: actSchedule.nullable(),
  }),
  'act_schedules.settings': defineCall('GET /api/v1/doc/auto-generate-settings', {
    access: { who: 'business' },
    scope: 'acts:read',
    summary: 'Get whether the company sends recurring acts at once',
    answer: settings,
  }),
  'act_schedules.set_settings': defineCall('PUT /api/v1/doc/auto-generate-settings', {
    access: { who: 'business', right: 'manage_settings' },
    summary: 'Set whether recurring acts are sent at once or stay drafts',
    body: settings,
    answer: settings,
  }),
};
