import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id, moment, money } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { BIN_KINDS } from './bin-kinds.ts';

const binItem = z.object({
  id,
  /** A number and a title, as the thing is called in its list. */
  name: z.string(),
  /** The executor of an act or a contract; null of a template. */
  party: z.string().nullable(),
  /** Of an act. */
  amount: money.nullable(),
  deleted_at: moment,
  /** Null of what a program or an older version deleted. */
  deleted_by: z.string().nullable(),
  /** Until then whoever may delete it restores it. */
  until: moment,
});
export type BinItem = z.output<typeof binItem>;

export const binCalls = {
  'bin.list': defineCall('GET /api/v1/bin', {
    access: { who: 'business' },
    summary: 'List what of the company was deleted and can be restored, the last deleted first',
    query: z.strictObject({ ...pageQuery, kind: z.enum(BIN_KINDS, 'field.choice') }),
    answer: pageOf(binItem),
  }),
};
