import { eventOfCode, thingOf, type EventThing } from '@kelisim/shared/features/events/event-types.ts';
import type { EventView } from '@kelisim/shared/features/events/events.contract.ts';
import type { EventRow } from './events.queries.ts';

/** Where a thing is read as it is now. */
const ADDRESSES: Record<EventThing, (id: number) => string> = {
  act: (id) => `/api/v1/doc/acts/${id}`,
  contract: (id) => `/api/v1/doc/documents/${id}`,
  executor: (id) => `/api/v1/company/executor/${id}/profile`,
  invitation: (id) => `/api/v1/company/invitation?id=${id}`,
  payment: (id) => `/api/v1/payments/orders?id=${id}`,
  esf: (id) => `/api/v1/esf/documents/${id}`,
  run: (id) => `/api/v1/jobs/${id}`,
  endpoint: (id) => `/api/v1/webhooks/${id}`,
  reconciliation: (id) => `/api/v1/reconciliations/${id}`,
  certificate: (id) => `/api/v1/doc/documents/${id}`,
};

/** Null for an event of a newer version of the product, which this one has no word for. */
export function toEventView(row: Omit<EventRow, 'tx'>, company_bin: string): EventView | null {
  const type = eventOfCode(row.type);
  if (type === undefined) return null;
  const object = thingOf(type);
  return {
    id: `evt_${row.id}`,
    type,
    timestamp: row.at.toISOString(),
    company_bin,
    data: { object, id: row.thing_id, version: row.version, url: ADDRESSES[object](row.thing_id) },
  };
}
