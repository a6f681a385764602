import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { id, moment, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { EVENT_TYPES } from '../events/event-types.ts';
import { eventType } from '../events/events.contract.ts';
import { DELIVERY_FAULTS, DELIVERY_STATES, ENDPOINT_STATES, OFF_REASONS } from './webhook-rules.ts';

const endpoint = z.object({
  id,
  url: z.string(),
  name: z.string(),
  /** Of every type when there are none. */
  types: z.array(eventType),
  state: z.enum(ENDPOINT_STATES),
  off_why: z.enum(OFF_REASONS).nullable(),
  /** Since when nothing has come through; null while it answers. */
  failing_since: moment.nullable(),
  secret_set_at: moment,
  /** Until then the secret before signs too. */
  former_until: moment.nullable(),
  /** Events and tests that are not delivered yet. */
  waiting: z.int(),
  created_at: moment,
});
export type EndpointView = z.output<typeof endpoint>;

/** The one time that the secret is told: `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0). */
const withSecret = z.object({ secret: z.string(), item: endpoint });
export type NewSecret = z.output<typeof withSecret>;

const delivery = z.object({
  id,
  /** `webhook-id` of the request: the same over all its attempts. */
  message_id: z.string(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  created_at: moment,
  tried_at: moment.nullable(),
  /** Of one that waits. */
  next_at: moment.nullable(),
  took_ms: z.int().nullable(),
  status: z.int().nullable(),
  fault: z.enum(DELIVERY_FAULTS).nullable(),
});
export type DeliveryView = z.output<typeof delivery>;

/** What came of one attempt. */
const attempt = z.object({
  at: moment,
  took_ms: z.int(),
  status: z.int().nullable(),
  fault: z.enum(DELIVERY_FAULTS).nullable(),
  /** Its first two hundred characters. */
  answer: z.string().nullable(),
});
export type WebhookAttempt = z.output<typeof attempt>;
export const attempts = z.array(attempt);

const wholeDelivery = delivery.extend({
  request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }),
  /** Its first thousand characters. */
  answer: z.string().nullable(),
  /** The attempts before the last, oldest first. */
  earlier: attempts,
});
export type WholeDelivery = z.output<typeof wholeDelivery>;

const director = { who: 'business', director: 'alone' } as const;
const manage = { access: director, scope: 'webhooks:manage', scope_stands: true } as const;
const params = z.strictObject({ endpoint_id: id });
const ofDelivery = z.strictObject({ endpoint_id: id, delivery_id: id });
const types = z.array(eventType, 'field.choice').max(EVENT_TYPES.length, 'field.ids_many');
const name = text(100);

const manageCall = callsOf(manage);
const endpointCall = callsOf({ ...manage, params });

export const webhooksCalls = {
  'webhooks.list': manageCall('GET /api/v1/webhooks', {
    summary: 'List the addresses that the company’s events are sent to; secrets are never returned',
    answer: z.object({ items: z.array(endpoint) }),
  }),
  'webhooks.create': manageCall('POST /api/v1/webhooks', {
    summary: 'Add an address for events; the answer is the only time that its secret is shown',
    body: z.strictObject({ url: text(500, 1), name: name.optional(), types: types.optional() }),
    answer: withSecret,
    fresh_proof: true,
  }),
  'webhooks.get': endpointCall('GET /api/v1/webhooks/{endpoint_id}', {
    summary: 'Get one address for events',
    answer: endpoint,
  }),
  'webhooks.update': endpointCall('PUT /api/v1/webhooks/{endpoint_id}', {
    summary: 'Change an address, its events, or switch it on or off; what is left out stays',
    body: z.strictObject({
      url: text(500, 1).optional(),
      name: name.optional(),
      types: types.optional(),
      state: z.enum(ENDPOINT_STATES, 'field.choice').optional(),
    }),
    answer: endpoint,
    fresh_proof: true,
  }),
  'webhooks.remove': endpointCall('DELETE /api/v1/webhooks/{endpoint_id}', {
    summary: 'Remove an address for events and erase its secret; idempotent',
    answer: z.object({ items: z.array(endpoint) }),
    fresh_proof: true,
  }),
  'webhooks.rotate': defineCall('POST /api/v1/webhooks/{endpoint_id}/secret', {
    // A key reads no secret again, of its own endpoints neither.
    access: director,
    summary: 'Replace the secret; for a day requests are signed with both',
    params,
    answer: withSecret,
    fresh_proof: true,
  }),
  'webhooks.test': endpointCall('POST /api/v1/webhooks/{endpoint_id}/test', {
    summary: 'Send an event of type `ping`',
    answer: delivery,
  }),
  'webhooks.deliveries': endpointCall('GET /api/v1/webhooks/{endpoint_id}/deliveries', {
    summary: 'List what was sent to an address within 30 days, newest first',
    query: z.strictObject({ ...pageQuery, state: z.enum(DELIVERY_STATES, 'field.choice').optional() }),
    answer: pageOf(delivery),
  }),
  'webhooks.delivery': manageCall('GET /api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}', {
    summary: 'Get the last request and answer of a delivery',
    params: ofDelivery,
    answer: wholeDelivery,
  }),
  'webhooks.resend': manageCall('POST /api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend', {
    summary: 'Send a delivery once more, under the same id',
    params: ofDelivery,
    answer: delivery,
  }),
  'webhooks.resend_since': endpointCall('POST /api/v1/webhooks/{endpoint_id}/resend', {
    summary: 'Send every event since a moment once more, under the same ids',
    body: z.strictObject({ since: moment }),
    answer: endpoint,
  }),
};
