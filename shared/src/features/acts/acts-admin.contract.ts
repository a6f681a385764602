import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { date, id, lines, moment, money, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { actStatus, party } from './acts.contract.ts';

/** An act as support sees it: whose it is and where it stands, and nothing of what it says. */
const seenAct = z.object({
  id,
  number: z.string(),
  status: actStatus,
  act_date: date,
  amount: money,
  company: party.omit({ phone: true, display_name: true }),
  contractor_company: party.omit({ phone: true, display_name: true }),
  updated_at: moment,
  deleted_at: moment.nullable(),
  deleted_by: z.string().nullable(),
});
export type SeenAct = z.output<typeof seenAct>;

const supportCall = callsOf({ access: { who: 'platform', right: 'support' } });

export const actsAdminCalls = {
  'acts_admin.list': supportCall('GET /api/v1/doc/admin/acts', {
    summary: 'List acts of all companies, newest first; deleted ones by time of deletion',
    query: z.strictObject({
      ...pageQuery,
      deleted: z.boolean().default(false),
      /** A number («12/2026» or «12»), or the БИН/ИИН of either side. */
      search: text(100).optional(),
    }),
    answer: pageOf(seenAct),
  }),
  'acts_admin.restore': supportCall('POST /api/v1/doc/admin/acts/{act_id}/restore', {
    summary: 'Restore a deleted act, stating who asked for it; idempotent',
    params: z.strictObject({ act_id: id }),
    body: z.strictObject({ reason: lines(500, 1) }),
    answer: seenAct,
  }),
};
