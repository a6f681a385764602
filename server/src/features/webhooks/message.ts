import type { DeliveryRow } from './deliveries.queries.ts';

/** The id of a message is the same over all its attempts, so a receiver knows one that it has had. */
export function messageOf({
  id,
  event_id,
  endpoint_id,
  created_at,
  body,
}: Pick<DeliveryRow, 'id' | 'event_id' | 'endpoint_id' | 'created_at' | 'body'>): {
  id: string;
  body: string;
} {
  if (event_id !== null) return { id: `evt_${event_id}`, body };
  const url = `/api/v1/webhooks/${endpoint_id}`;
  const test = {
    id: `ping_${id}`,
    type: 'ping',
    timestamp: created_at.toISOString(),
    data: { object: 'endpoint', id: endpoint_id, version: null, url },
  };
  return { id: test.id, body: JSON.stringify(test) };
}
