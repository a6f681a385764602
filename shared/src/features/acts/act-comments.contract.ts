import { z } from 'zod';
import { userCall } from '../../kernel/call.ts';
import { id, lines, moment } from '../../kernel/fields.ts';

const actComment = z.object({
  id,
  act_id: id,
  /** Its number within the act, without a gap: one has read as far as a number. */
  seq: z.int(),
  comment: z.string(),
  side: z.enum(['business', 'executor']),
  user_id: id,
  user_name: z.string(),
  company_name: z.string(),
  /** The name of the key by which a program of the reader’s own company wrote it. */
  api_key: z.string().nullable(),
  is_own: z.boolean(),
  is_unread: z.boolean(),
  created_at: moment,
  updated_at: moment,
});
export type ActComment = z.output<typeof actComment>;

const params = z.strictObject({ act_id: id });

export const actCommentsCalls = {
  'act_comments.list': userCall('GET /api/v1/doc/acts/{act_id}/comments', {
    scope: 'acts:read',
    summary: 'List the comments of an act, oldest first; does not mark them as read',
    params,
    answer: z.array(actComment),
  }),
  'act_comments.add': userCall('POST /api/v1/doc/acts/comments', {
    scope: 'acts:write',
    summary: 'Add a comment to an act; both parties see it',
    body: z.strictObject({ act_id: id, comment: lines(2000, 1) }),
    answer: actComment,
  }),
  'act_comments.read': userCall('POST /api/v1/doc/acts/{act_id}/comments/read', {
    summary: 'Mark the comments as read up to `seq`',
    params,
    body: z.strictObject({ seq: id }),
    answer: z.object({ comments_unread: z.int() }),
  }),
};
