import { z } from 'zod';
import { userCall } from '../../kernel/call.ts';
import { text } from '../../kernel/fields.ts';
import { DENSITIES, LISTS } from './list-look.ts';

const list = z.enum(LISTS, 'field.choice');
const density = z.enum(DENSITIES, 'field.choice');

export const listsCalls = {
  'lists.looks': userCall('GET /api/v1/lists/looks', {
    summary: 'List what the person has chosen for lists: columns in their order and the height of rows',
    answer: z.array(z.object({ list, columns: z.array(z.string()), density })),
  }),
  'lists.set_look': userCall('PUT /api/v1/lists/{list}/look', {
    summary: 'Choose columns and the height of rows of a list; no columns means all of them',
    params: z.strictObject({ list }),
    body: z.strictObject({ columns: z.array(text(40, 1)).max(30, 'field.ids_many'), density }),
    answer: z.object({ list, columns: z.array(z.string()), density }),
  }),
};
