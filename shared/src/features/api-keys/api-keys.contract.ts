import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { date, id, moment, text } from '../../kernel/fields.ts';
import { SCOPES } from '../../kernel/scopes.ts';

/** Keys of a company that are not revoked and not over. */
export const MOST_KEYS = 20;
export const MOST_NETWORKS = 20;
export const MOST_OVERLAP_HOURS = 72;

/** `asleep`: its maker does not direct the company any more, so that it is refused until a director replaces it. */
export const API_KEY_STATES = ['active', 'replaced', 'asleep', 'expired', 'revoked'] as const;

const apiKey = z.object({
  id,
  name: z.string(),
  /** Its first characters: the client id of OAuth. */
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  networks: z.array(z.string()),
  state: z.enum(API_KEY_STATES),
  made_by: z.object({ id, full_name: z.string() }),
  created_at: moment,
  expires_at: moment,
  last_used_at: moment.nullable(),
  last_ip: z.string().nullable(),
  replaced_by: id.nullable(),
  revoked_at: moment.nullable(),
});
export type ApiKeyView = z.output<typeof apiKey>;

/** The one time that the key itself is told. */
const newKey = z.object({ key: z.string(), item: apiKey });

const name = text(100, 1);
/** The last day on which it is good, by the calendar of Almaty: without it a year from now, or as late as may be. */
const expires_on = date.optional();
const params = z.strictObject({ key_id: id });

export const apiKeysCalls = {
  'api_keys.list': defineCall('GET /api/v1/company/api-keys', {
    access: { who: 'business', director: 'or_deputy' },
    summary: 'List the company’s API keys, newest first; keys themselves are never returned',
    /** `most_days`: how long from today a new key may live. */
    answer: z.object({ items: z.array(apiKey), most_days: z.int() }),
  }),
  'api_keys.create': defineCall('POST /api/v1/company/api-keys', {
    access: { who: 'business', director: 'alone' },
    summary: 'Make an API key; the answer is the only time that it is shown',
    body: z.strictObject({
      name,
      scopes: z.array(z.enum(SCOPES, 'field.choice')).min(1, 'field.required').max(SCOPES.length),
      /** Addresses or networks (`203.0.113.0/24`) from which it may be used; from anywhere without any. */
      networks: z.array(text(50, 1)).max(MOST_NETWORKS).optional(),
      expires_on,
    }),
    answer: newKey,
    fresh_proof: true,
  }),
  'api_keys.rotate': defineCall('POST /api/v1/company/api-keys/{key_id}/rotate', {
    access: { who: 'business', director: 'alone' },
    summary: 'Replace a key by a new one of the same scopes; the old one stays good for some hours',
    params,
    body: z.strictObject({
      overlap_hours: z.int('field.choice').min(1, 'field.choice').max(MOST_OVERLAP_HOURS, 'field.choice'),
      expires_on,
    }),
    answer: newKey,
    fresh_proof: true,
  }),
  'api_keys.revoke': defineCall('POST /api/v1/company/api-keys/{key_id}/revoke', {
    access: { who: 'business', director: 'or_deputy' },
    summary: 'Revoke a key at once; idempotent',
    params,
    answer: apiKey,
    fresh_proof: true,
  }),
};
