import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id, moment } from '../../kernel/fields.ts';
import { limitUpTo } from '../../kernel/paging.ts';
import { EVENT_TYPES, EVENT_WORDS, type EventThing, type EventType } from './event-types.ts';

const THINGS = Object.keys(EVENT_WORDS) as [EventThing, ...EventThing[]];
export const eventType = z.enum(EVENT_TYPES as [EventType, ...EventType[]], 'field.choice');

/** Thin: what happened to which thing. What the thing is like now is asked for at its address, by its own rules. */
export const event = z.object({
  /** The same over all deliveries of this event. */
  id: z.string().regex(/^evt_\d+$/),
  type: eventType,
  timestamp: moment,
  company_bin: z.string(),
  data: z.object({
    object: z.enum(THINGS),
    id,
    /** The number of the deed in the history of the thing: what is older than known is dropped. Null where it has none. */
    version: z.int().nullable(),
    url: z.string(),
  }),
});
export type EventView = z.output<typeof event>;

/** What an endpoint is tried with: of no feed, and sent whatever types it takes. */
export const pingEvent = event.extend({
  id: z.string().regex(/^ping_\d+$/),
  type: z.literal('ping'),
  data: z.object({ object: z.literal('endpoint'), id, version: z.null(), url: z.string() }),
});
export type PingView = z.output<typeof pingEvent>;

/** Of a page: whoever begins to read a million of them is done within a hundred calls. */
export const MOST_EVENTS = 10_000;

export const eventsCalls = {
  'events.list': defineCall('GET /api/v1/events', {
    // Of everything a company does, thinly: as much as whoever connects its programs may know.
    access: { who: 'user', right: 'manage_settings' },
    scope: 'events:read',
    summary:
      'Read what happened to the company’s acts, contracts, executors and payments, in one order that nothing comes into later',
    query: z.strictObject({
      /** `next` of the answer before; left out, the oldest event is first. */
      after: z
        .string('events.after')
        .regex(/^\d{1,15}-\d{1,15}$/, 'events.after')
        .optional(),
      types: z.array(eventType).max(EVENT_TYPES.length, 'field.ids_many').optional(),
      limit: limitUpTo(MOST_EVENTS, 100),
    }),
    answers_text: true,
    answer: z.object({
      items: z.array(event),
      /** For `after` of the next question, also when there is nothing new. */
      next: z.string(),
      has_more: z.boolean(),
      /** The feed is complete from here on: it begins with the first question or the first endpoint of a company. */
      since: moment,
    }),
  }),
};
