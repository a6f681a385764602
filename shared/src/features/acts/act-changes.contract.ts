import { z } from 'zod';
import { userCall } from '../../kernel/call.ts';
import { moment, money } from '../../kernel/fields.ts';
import { actParams } from './acts.contract.ts';
import { readableAct } from './readable-act.contract.ts';

/** What two versions may differ in beside their lines, in the order in which it is shown. */
export const ACT_FACTS = [
  'contract',
  'act_date',
  'period',
  'additional_info',
  'total',
  'vat',
  'withheld',
  'net',
] as const;

const line = readableAct.shape.services.element;
export type ActLine = z.output<typeof line>;

const actVersion = readableAct.omit({ services: true }).extend({
  /** Null of what the company is still changing: its executor does not see it. */
  sent_at: moment.nullable(),
  /** What would be withheld if it were paid today, and what comes; null where nothing is, or it is not told. */
  withheld: money.nullable(),
  net: money.nullable(),
});
export type ActVersion = z.output<typeof actVersion>;

export const actChanges = z.object({
  before: actVersion,
  after: actVersion,
  /** In what they differ. */
  facts: z.array(z.enum(ACT_FACTS)),
  /** Lines that differ; one without the other was added or removed. */
  lines: z.array(z.object({ before: line.nullable(), after: line.nullable() })),
});
export type ActChanges = z.output<typeof actChanges>;

export const actChangesCalls = {
  'acts.changes': userCall('GET /api/v1/doc/acts/{act_id}/changes', {
    scope: 'acts:read',
    summary:
      'Compare an act with the version sent before; null where none was, or its file has no data inside. An executor sees sent versions alone',
    params: actParams,
    answer: actChanges.nullable(),
  }),
};
