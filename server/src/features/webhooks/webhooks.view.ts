import type { EventType } from '@kelisim/shared/features/events/event-types.ts';
import type { DeliveryFault } from '@kelisim/shared/features/webhooks/webhook-rules.ts';
import type {
  DeliveryView,
  EndpointView,
  WholeDelivery,
} from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { earlierOf, type DeliveryRow } from './deliveries.queries.ts';
import { countWaiting, findEndpoint, listEndpoints, type EndpointRow } from './endpoints.queries.ts';
import { messageId, messageOf } from './message.ts';

function toEndpoint(row: EndpointRow, waiting: number, now: Date): EndpointView {
  const former_until = row.former_until && row.former_until > now ? row.former_until : null;
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    types: row.types as EventType[],
    state: row.state === 'on' ? 'on' : 'off',
    off_why: row.off_why,
    failing_since: row.failing_since?.toISOString() ?? null,
    secret_set_at: row.secret_set_at.toISOString(),
    former_until: former_until?.toISOString() ?? null,
    waiting,
    created_at: row.created_at.toISOString(),
  };
}

export async function viewEndpoints(db: Handle, company_id: number, now: Date): Promise<EndpointView[]> {
  const rows = await listEndpoints(db, company_id);
  const waiting = await countWaiting(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toEndpoint(row, waiting.get(row.id) ?? 0, now));
}

export async function viewEndpoint(
  db: Handle,
  company_id: number,
  id: number,
  now: Date,
): Promise<EndpointView> {
  const row = orNotFound(await findEndpoint(db, company_id, id));
  return toEndpoint(row, (await countWaiting(db, [id])).get(id) ?? 0, now);
}

export function toDelivery(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    message_id: messageId(row),
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    tried_at: row.tried_at?.toISOString() ?? null,
    next_at: row.state === 'waiting' ? row.next_at.toISOString() : null,
    took_ms: row.took_ms,
    status: row.status,
    fault: row.fault as DeliveryFault | null,
  };
}

/** The request as it was sent last; of one that was not sent yet its id and body. */
export async function toWholeDelivery(db: Handle, row: DeliveryRow): Promise<WholeDelivery> {
  const message = await messageOf(db, row);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': message.id,
    ...(row.tried_at &&
      row.signature && {
        'webhook-timestamp': String(Math.floor(row.tried_at.getTime() / 1000)),
        'webhook-signature': row.signature,
      }),
  };
  return {
    ...toDelivery(row),
    request: { headers, body: message.body },
    answer: row.answer,
    earlier: earlierOf(row),
  };
}
