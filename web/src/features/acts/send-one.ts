import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';

/** Sends one act; what its row says against it is thrown as an error of the call. */
export async function sendOne(act_id: number, idempotency_key: string): Promise<void> {
  const { items } = await api.call('acts.send', { body: { act_ids: [act_id] } }, { idempotency_key });
  const row = items[0];
  if (row?.status === 'failed') throw new ApiError(409, row.code ?? 'conflict', row.message);
}
