import { asksReason, manyCallOf } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActAskedMany, ActButton } from '@kelisim/shared/features/acts/act-status.ts';
import { api } from '../../platform/api.ts';
import { invalidate } from '../../platform/query.ts';
import { sendOne } from './send-one.ts';

/** The acts a deed is meant for: named one by one, or written down on the server. */
export type Meant = { act_ids: number[] } | { selection_id: number };

/** Deeds that are asked about in a small dialog; the others have dialogs or a page of their own. */
export type AskedDeed = Exclude<ActButton, 'sign' | 'pay' | 'edit' | 'send_link'>;

/** Asks the server for a deed over one act. */
export function askForOne(
  deed: AskedDeed,
  act_id: number,
  { reason, day }: { reason: string; day: string },
  idempotency_key: string,
): Promise<unknown> {
  const params = { act_id };
  if (deed === 'send') return sendOne(act_id, idempotency_key);
  if (deed === 'record_refund')
    return api.call('refunds.record', { params, body: { reason, came_on: day } }, { idempotency_key });
  return asksReason(deed)
    ? api.ask(`acts.${deed}`, { params, body: { reason } })
    : api.ask(`acts.${deed}`, { params });
}

/** Takes a deleted act out of the bin. */
export async function restoreAct(act_id: number): Promise<void> {
  await api.call('acts.restore', { params: { act_id } });
  await invalidate(['acts.', 'home.']);
}

/** The same for many, as a run. */
export function askForMany(
  deed: ActAskedMany,
  meant: Meant,
  reason: string,
  options: { idempotency_key: string },
): Promise<{ run_id: number }> {
  return api.ask(manyCallOf(deed), { body: { ...meant, ...(asksReason(deed) && { reason }) } }, options);
}
