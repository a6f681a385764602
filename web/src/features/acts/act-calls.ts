import type { ActAskedMany, ActButton } from '@kelisim/shared/features/acts/act-status.ts';
import { api } from '../../platform/api.ts';
import { sendOne } from './send-one.ts';

/** The acts a deed is meant for: named one by one, or written down on the server. */
export type Meant = { act_ids: number[] } | { selection_id: number };

/** Deeds that are asked about in a small dialog; the others have dialogs or a page of their own. */
export type AskedDeed = Exclude<ActButton, 'sign' | 'pay' | 'edit'>;

/** How each deed is asked of the server for one act. */
export const ofOne: Record<
  AskedDeed,
  (act_id: number, said: { reason: string; day: string }, idempotency_key: string) => Promise<unknown>
> = {
  send: (act_id, _, key) => sendOne(act_id, key),
  record_refund: (act_id, { reason, day }, idempotency_key) =>
    api.call('refunds.record', { params: { act_id }, body: { reason, came_on: day } }, { idempotency_key }),
  refuse_annulment: (act_id) => api.call('acts.refuse_annulment', { params: { act_id } }),
  return: (act_id, { reason }) => api.call('acts.return', { params: { act_id }, body: { reason } }),
  recall: (act_id) => api.call('acts.recall', { params: { act_id } }),
  annul: (act_id, { reason }) => api.call('acts.annul', { params: { act_id }, body: { reason } }),
  delete: (act_id) => api.call('acts.delete', { params: { act_id } }),
};

/** The same for many, as a run. */
export const ofMany: Record<
  ActAskedMany,
  (meant: Meant, reason: string, options: { idempotency_key: string }) => Promise<{ run_id: number }>
> = {
  send: (meant, _, options) => api.call('acts.send', { body: meant }, options),
  return: (meant, reason, options) => api.call('acts.return_many', { body: { ...meant, reason } }, options),
  recall: (meant, _, options) => api.call('acts.recall_many', { body: meant }, options),
  annul: (meant, reason, options) => api.call('acts.annul_many', { body: { ...meant, reason } }, options),
  delete: (meant, _, options) => api.call('acts.delete_many', { body: meant }, options),
};
