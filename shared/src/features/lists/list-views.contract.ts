import { z } from 'zod';
import { userCall } from '../../kernel/call.ts';
import { id, text } from '../../kernel/fields.ts';
import { LISTS } from './list-look.ts';

/** Of one person of one list in one company. */
export const LIST_VIEWS_MAX = 20;

const word = z.union([text(200), z.number('field.choice'), z.boolean('field.boolean')], 'field.choice');
/** What the address of the list says, without its page. The list reads it as it reads any address. */
const viewQuery = z
  .record(
    z.string().regex(/^[a-z_]{1,40}$/, 'field.choice'),
    z.union([word, z.array(word).max(50, 'field.ids_many')], 'field.choice'),
  )
  .refine((query) => Object.keys(query).length <= 30, 'field.ids_many');
const viewInput = z.strictObject({
  name: text(40, 1),
  query: viewQuery,
  is_default: z.boolean('field.boolean').default(false),
});
const listView = z.object({ id, name: z.string(), query: viewQuery, is_default: z.boolean() });
export type SavedView = z.output<typeof listView>;

const list = z.enum(LISTS, 'field.choice');
const params = z.strictObject({ list, view_id: id });

export const listViewsCalls = {
  'lists.views': userCall('GET /api/v1/lists/{list}/views', {
    summary: 'List the user’s saved views of a list, by name',
    params: z.strictObject({ list }),
    answer: z.array(listView),
  }),
  'lists.save_view': userCall('POST /api/v1/lists/{list}/views', {
    summary: `Save filters and order under a name, replacing an existing one; at most ${LIST_VIEWS_MAX}`,
    params: z.strictObject({ list }),
    body: viewInput,
    answer: listView,
  }),
  'lists.change_view': userCall('PUT /api/v1/lists/{list}/views/{view_id}', {
    summary: 'Rename a saved view, change its filters or make it the default',
    params,
    body: viewInput,
    answer: listView,
  }),
  'lists.delete_view': userCall('DELETE /api/v1/lists/{list}/views/{view_id}', {
    summary: 'Delete a saved view; idempotent',
    params,
    answer: z.object({ message: z.string() }),
  }),
};
