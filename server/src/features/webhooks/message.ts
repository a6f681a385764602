import type { PingView } from '@kelisim/shared/features/events/events.contract.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { DeliveryRow } from './deliveries.queries.ts';

/** The id of a message is the same over all its attempts, so a receiver knows one that it has had. */
export const messageId = ({ id, event_id }: Pick<DeliveryRow, 'id' | 'event_id'>): string =>
  event_id === null ? `ping_${id}` : `evt_${event_id}`;

export async function messageOf(db: Handle, row: DeliveryRow): Promise<{ id: string; body: string }> {
  const id = messageId(row);
  if (row.event_id !== null) return { id, body: row.body };
  const { bin: company_bin } = await getCompany(db, row.company_id, ['bin']);
  const ping: PingView = {
    id,
    type: 'ping',
    timestamp: row.created_at.toISOString(),
    company_bin,
    data: {
      object: 'endpoint',
      id: row.endpoint_id,
      version: null,
      url: `/api/v1/webhooks/${row.endpoint_id}`,
    },
  };
  return { id, body: JSON.stringify(ping) };
}
