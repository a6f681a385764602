import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id, moment } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { SECURITY_EVENTS } from '../auth/security.contract.ts';

const auditRow = z.object({
  id,
  kind: z.enum(SECURITY_EVENTS),
  user: z.object({ id, full_name: z.string() }),
  /** Who did it; null: the person himself, or somebody who tried to be him. */
  by: z.object({ id, full_name: z.string() }).nullable(),
  company_name: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  ip: z.string().nullable(),
  created_at: moment,
});
export type AuditRow = z.output<typeof auditRow>;

export const administrationCalls = {
  'administration.audit': defineCall({
    method: 'GET',
    path: '/api/v1/admin/audit',
    access: { who: 'platform', right: 'users' },
    summary: 'What happened to accounts, newest first',
    query: z.strictObject({
      ...pageQuery,
      user_id: id.optional(),
      kind: z.enum(SECURITY_EVENTS, 'field.choice').optional(),
    }),
    answer: pageOf(auditRow),
  }),
};
