import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { id, moment, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { MESSAGE_CHANNELS, MESSAGE_STATES } from './message-states.ts';

const row = z.object({
  id,
  channel: z.enum(MESSAGE_CHANNELS),
  kind: z.string(),
  /** Masked in the list. */
  recipient: z.string(),
  /** Its beginning, with dots in the place of codes and links. */
  preview: z.string(),
  state: z.enum(MESSAGE_STATES),
  tries: z.int(),
  gateway: z.string().nullable(),
  gateway_says: z.string().nullable(),
  created_at: moment,
  sent_at: moment.nullable(),
  next_try_at: moment.nullable(),
  may_send_again: z.boolean(),
});
export type OutboxRow = z.output<typeof row>;

const message = row.extend({
  subject: z.string().nullable(),
  body: z.string(),
  /** A code or a link in it is to be read: there is no gateway, so this page is the delivery. */
  is_open: z.boolean(),
  expires_at: moment.nullable(),
});
export type OutboxMessage = z.output<typeof message>;

const sample = z.object({
  kind: z.string(),
  /** What stands behind the bell; null for what is no news. */
  in_app: z.string().nullable(),
  sms: z.string(),
  /** How many parts of an SMS it takes, each of which costs. */
  sms_parts: z.int(),
  subject: z.string(),
  email: z.string(),
});
export type MessageSample = z.output<typeof sample>;

const one = z.strictObject({ message_id: id });

const administratorCall = callsOf({ access: { who: 'platform', right: 'users' } });

export const outboxCalls = {
  'outbox.list': administratorCall('GET /api/v1/admin/outbox', {
    summary: 'List SMS and e-mails, newest first; recipients are masked',
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(MESSAGE_STATES, 'field.choice').optional(),
      channel: z.enum(MESSAGE_CHANNELS, 'field.choice').optional(),
      /** The whole number or address. */
      recipient: text(254).optional(),
    }),
    answer: pageOf(row),
  }),
  'outbox.texts': administratorCall('GET /api/v1/admin/outbox/texts', {
    summary: 'Get every message of the product in one language, filled with samples',
    query: z.strictObject({ language: z.enum(['ru', 'kz'], 'field.choice') }),
    answer: z.object({ items: z.array(sample) }),
  }),
  'outbox.get': administratorCall('GET /api/v1/admin/outbox/{message_id}', {
    summary:
      'Get one message; its code or link is shown only while it is valid and no gateway would deliver it',
    params: one,
    answer: message,
  }),
  'outbox.send_again': administratorCall('POST /api/v1/admin/outbox/{message_id}/send-again', {
    summary: 'Send a message again, if its text is still complete',
    params: one,
    answer: message,
  }),
};
