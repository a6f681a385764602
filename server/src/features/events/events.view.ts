import {
  EVENT_CODES,
  EVENT_TYPES,
  thingOf,
  type EventThing,
} from '@kelisim/shared/features/events/event-types.ts';
import type { EventRow } from './events.queries.ts';

/** Where a thing is read as it is now: what stands before its number, and behind it. */
const ADDRESSES: Record<EventThing, readonly [before: string, behind: string]> = {
  act: ['/api/v1/doc/acts/', ''],
  contract: ['/api/v1/doc/documents/', ''],
  executor: ['/api/v1/company/executor/', '/profile'],
  invitation: ['/api/v1/company/invitation?id=', ''],
  payment: ['/api/v1/payments/orders?id=', ''],
  esf: ['/api/v1/esf/documents/', ''],
  run: ['/api/v1/jobs/', ''],
  endpoint: ['/api/v1/webhooks/', ''],
  reconciliation: ['/api/v1/reconciliations/', ''],
  certificate: ['/api/v1/doc/documents/', ''],
};

/** What an event of a type has between its own numbers. */
const WORDS = new Map(
  EVENT_TYPES.map((type) => {
    const thing = thingOf(type);
    const [before, behind] = ADDRESSES[thing];
    return [
      EVENT_CODES[type],
      {
        type: `","type":"${type}","timestamp":"`,
        thing: `,"data":{"object":"${thing}","id":`,
        url: `,"url":"${before}`,
        end: `${behind}"}}`,
      },
    ];
  }),
);

/**
 * An event as the JSON of `event` in the contract, put together by hand: a company reads a million of them, and objects that
 * become text again cost more than all the rest. Null for one of a newer version of the product, which this one has no word
 * for.
 */
export function toEventText(row: EventRow, company_bin: string): string | null {
  const words = WORDS.get(row.type);
  if (!words) return null;
  const { type, thing, url, end } = words;
  const { id, at, thing_id, version } = row;
  return `{"id":"evt_${id}${type}${at}","company_bin":"${company_bin}"${thing}${thing_id},"version":${version}${url}${thing_id}${end}`;
}
