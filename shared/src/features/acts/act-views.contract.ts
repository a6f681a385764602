import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id, text } from '../../kernel/fields.ts';
import { actFilter } from './act-selection.contract.ts';
import { ACT_SORTS } from './act-sorts.ts';

/** Of one person in one company. */
export const ACT_VIEWS_MAX = 20;

const viewQuery = z.strictObject({
  ...actFilter,
  sort_by: z.enum(ACT_SORTS, 'field.choice').optional(),
  sort_order: z.enum(['asc', 'desc'], 'field.choice').optional(),
});
const viewInput = z.strictObject({
  name: text(40, 1),
  query: viewQuery,
  is_default: z.boolean('field.boolean').default(false),
});
const actView = z.object({ id, name: z.string(), query: viewQuery, is_default: z.boolean() });
export type SavedView = z.output<typeof actView>;

const params = z.strictObject({ view_id: id });

export const actViewsCalls = {
  'act_views.list': defineCall('GET /api/v1/doc/acts/views', {
    access: { who: 'user' },
    summary: 'List the user’s saved views of the acts list, by name',
    answer: z.array(actView),
  }),
  'act_views.save': defineCall('POST /api/v1/doc/acts/views', {
    access: { who: 'user' },
    summary: `Save filters and order under a name, replacing an existing one; at most ${ACT_VIEWS_MAX}`,
    body: viewInput,
    answer: actView,
  }),
  'act_views.change': defineCall('PUT /api/v1/doc/acts/views/{view_id}', {
    access: { who: 'user' },
    summary: 'Rename a saved view, change its filters or make it the default',
    params,
    body: viewInput,
    answer: actView,
  }),
  'act_views.delete': defineCall('DELETE /api/v1/doc/acts/views/{view_id}', {
    access: { who: 'user' },
    summary: 'Delete a saved view; idempotent',
    params,
    answer: z.object({ message: z.string() }),
  }),
};
