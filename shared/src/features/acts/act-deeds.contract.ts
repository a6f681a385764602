import { z } from 'zod';
import { defineCall, type Call } from '../../kernel/call.ts';
import { accessOf, type Deed } from '../../kernel/deeds.ts';
import { lines } from '../../kernel/fields.ts';
import { bulkAnswer } from '../../kernel/runs.ts';
import { meantActs } from './act-selection.contract.ts';
import { ACT_DEEDS, type ActCalledOne, type ActManyCall } from './act-status.ts';
import { actParams, actView } from './acts.contract.ts';

const reason = lines(1000, 1);
/** Without one the history says so. */
const annulReason = lines(1000).optional();

const ofOne = <const D extends Deed>(deed: D, path: string, summary: string) =>
  defineCall(`POST /api/v1/doc/acts/{act_id}/${path}`, {
    access: accessOf(deed),
    summary,
    params: actParams,
    answer: actView,
  });
const ofMany = <const D extends Deed, Said extends z.ZodRawShape = {}>(
  deed: D,
  path: string,
  summary: string,
  said?: Said,
) =>
  defineCall(`POST /api/v1/doc/acts/${path}`, {
    access: accessOf(deed),
    summary,
    body: z.strictObject({ ...meantActs, ...(said as Said) }),
    answer: bulkAnswer,
    idempotency: true,
  });

/** A deed that needs nothing but the act and a reason: its call for one act, and its call for many as a run. */
export const actDeedsCalls = {
  'acts.send': {
    ...ofMany(ACT_DEEDS.send, 'send', 'Send acts: freezes each PDF and shows it to the executor'),
    scope: 'acts:send',
  },
  'acts.recall': {
    ...ofOne(
      ACT_DEEDS.recall,
      'recall',
      'Recall a sent act to a draft; signatures of that version no longer count',
    ),
    scope: 'acts:send',
  },
  'acts.recall_many': {
    ...ofMany(ACT_DEEDS.recall, 'recall', 'Recall many sent acts to drafts'),
    scope: 'acts:send',
  },
  'acts.return': {
    ...ofOne(ACT_DEEDS.return, 'return', 'Return an act for correction, with a reason'),
    body: z.strictObject({ reason }),
  },
  'acts.return_many': ofMany(ACT_DEEDS.return, 'return', 'Return many acts for correction, with a reason', {
    reason,
  }),
  'acts.annul': {
    ...ofOne(
      ACT_DEEDS.annul,
      'annulate',
      'Annul an act, or request the other party’s consent if both have signed',
    ),
    body: z.strictObject({ reason: annulReason }),
    body_optional: true,
  },
  'acts.annul_many': ofMany(ACT_DEEDS.annul, 'annulate', 'Annul many acts', { reason: annulReason }),
  'acts.refuse_annulment': ofOne(
    ACT_DEEDS.refuse_annulment,
    'refuse-annulment',
    'Refuse the annulment; the act stays signed',
  ),
  'acts.delete': defineCall('DELETE /api/v1/doc/acts/{act_id}', {
    access: accessOf(ACT_DEEDS.delete),
    scope: 'acts:write',
    summary: 'Delete a draft, returned or annulled act; idempotent',
    params: actParams,
    answer: z.object({ message: z.string() }),
  }),
  'acts.delete_many': {
    ...ofMany(ACT_DEEDS.delete, '', 'Delete many acts'),
    method: 'DELETE',
    path: '/api/v1/doc/acts',
    bare_list: 'act_ids',
    scope: 'acts:write',
  },
  'acts.restore': {
    ...ofOne(ACT_DEEDS.restore, 'restore', 'Restore a deleted act as it was; idempotent'),
    scope: 'acts:write',
  },
} as const satisfies Record<`acts.${ActCalledOne}` | 'acts.restore' | ActManyCall, Call>;
