import { z } from 'zod';
import { personCall } from '../../kernel/call.ts';
import { id, lines, moment } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { SECURITY_EVENTS, SIGN_IN_MEANS } from './security-events.ts';

const session = z.object({
  id,
  means: z.enum(SIGN_IN_MEANS).nullable(),
  /** «Chrome · Windows», as far as the browser says. */
  device: z.string(),
  ip: z.string().nullable(),
  created_at: moment,
  last_seen_at: moment,
  is_current: z.boolean(),
});
export type SessionView = z.output<typeof session>;

const securityEvent = z.object({
  id,
  kind: z.enum(SECURITY_EVENTS),
  /** Null: the person concerned, or someone who tried to be them. */
  by_name: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  device: z.string(),
  ip: z.string().nullable(),
  created_at: moment,
});
export type SecurityEventView = z.output<typeof securityEvent>;

const erasure = z.object({
  asked_at: moment,
  /** Until then it can be withdrawn. */
  due_at: moment,
  /** Signed papers and what proves them stay until then; null when there are none. */
  papers_until: z.string().nullable(),
});

/** One's own account: where it is open, what happened to it, what is kept of the person. */
export const securityCalls = {
  'security.sessions': personCall('GET /api/v1/auth/sessions', {
    summary: 'List the browsers in which the user is signed in',
    answer: z.object({ items: z.array(session) }),
  }),
  'security.end_session': personCall('DELETE /api/v1/auth/sessions/{session_id}', {
    summary: 'End one of the user’s sessions; its next call is refused',
    params: z.strictObject({ session_id: id }),
    answer: z.object({ message: z.string() }),
  }),
  'security.end_others': personCall('POST /api/v1/auth/sessions/end-others', {
    summary: 'End all of the user’s sessions except this one',
    answer: z.object({ ended: z.int() }),
  }),
  'security.events': personCall('GET /api/v1/auth/events', {
    summary: 'List security events of the account, newest first',
    query: z.strictObject(pageQuery),
    answer: pageOf(securityEvent),
  }),
  'security.export': personCall('GET /api/v1/auth/personal-data', {
    summary: 'Export all data stored about the user as one JSON file',
    fresh_proof: true,
    answer: { file: 'application/json' },
  }),
  'security.consents': personCall('GET /api/v1/auth/consents', {
    summary: 'List the user’s consents with version and time, and a pending erasure request',
    answer: z.object({
      items: z.array(z.object({ title: z.string(), version: z.string(), given_at: moment })),
      erasure: erasure.nullable(),
    }),
  }),
  'security.ask_erasure': personCall('POST /api/v1/auth/erasure', {
    summary: 'Request erasure of the account; can be withdrawn for seven days',
    fresh_proof: true,
    body: z.strictObject({ reason: lines(500).optional() }),
    answer: erasure,
  }),
  'security.withdraw_erasure': personCall('DELETE /api/v1/auth/erasure', {
    summary: 'Withdraw the erasure request',
    answer: z.object({ message: z.string() }),
  }),
};
