import { createHmac } from 'node:crypto';
import { isMobilePhone } from '@kelisim/shared/kernel/phone.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { deriveKey } from '../../platform/config.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/network-of.ts';
import {
  addRequest,
  lockRequests,
  readWaits,
  setConfirmed,
  type RequestKeys,
  type RequestLimit,
} from './messages.queries.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** What one receiver gets, whoever asks (attack A-16). */
const A_MINUTE: RequestLimit = { of: 'target', most: 1, span_s: MINUTE };
const OF_RECEIVER: RequestLimit[] = [
  { of: 'target', most: 3, span_s: 10 * MINUTE },
  { of: 'target', most: 10, span_s: DAY },
];

/**
 * What one asker may cause in an hour. A stranger counts by network: only codes that nobody entered count there, and each
 * receiver who entered one allows one more, so that a carrier's whole network can register and a flood cannot go on.
 */
const OF_ASKER: Record<AskerKind, RequestLimit[]> = {
  ip: [
    { of: 'unconfirmed', most: 20, span_s: HOUR },
    { of: 'prefix', most: 30, span_s: HOUR },
  ],
  user_id: [{ of: 'source', most: 30, span_s: HOUR }],
  invitation_id: [{ of: 'source', most: 5, span_s: HOUR }],
  registration_id: [{ of: 'source', most: 5, span_s: HOUR }],
  // A company may write to thousands of its people, each of whom has limits of their own.
  company_id: [{ of: 'source', most: 10_000, span_s: DAY }],
};

type AskerKind = 'ip' | 'user_id' | 'invitation_id' | 'registration_id' | 'company_id';

/** Who causes the message: an address without an account, or what identifies the user. */
export type Asker =
  | { ip: string }
  | { [Kind in Exclude<AskerKind, 'ip'>]: Record<Kind, number> }[Exclude<AskerKind, 'ip'>];

export interface SendRequest {
  channel: 'sms' | 'email';
  recipient: string;
  asker: Asker;
  /** The asker came by a link that we have sent to this very receiver: the minute it took need not pass again. */
  by_link?: boolean;
}

/**
 * Lets a message that somebody asked for through, or throws `too_many` with the real wait. Only mobile numbers of
 * Kazakhstan get an SMS. A daily budget of strangers for the whole product ends a flood that comes from everywhere at once;
 * it leaves an alarm in the log.
 */
export async function limitRequests(
  parts: Pick<Parts, 'config' | 'log'>,
  tx: Tx,
  request: SendRequest,
): Promise<void> {
  const { config, log } = parts;
  const { channel, recipient } = request;
  if (channel === 'sms' && !isMobilePhone(recipient)) throw new Problem('field.phone', { field: 'phone' });
  const keys = keysOf(parts, request);
  await lockRequests(tx, keys);
  const limits = limitsOf(request);
  const budget: RequestLimit[] = keys.by_stranger
    ? [{ of: 'strangers', most: config.messages_a_day, span_s: DAY }]
    : [];
  const waits = await readWaits(tx, keys, [...limits, ...budget]);
  const own_wait = Math.max(...waits.slice(0, limits.length));
  const budget_wait = waits[limits.length] ?? 0;
  if (own_wait === 0 && budget_wait > 0) log.error({ event: 'messages.budget_spent', channel });
  const retry_after_s = Math.max(own_wait, budget_wait);
  if (retry_after_s > 0) throw new Problem('too_many', { retry_after_s });
  await addRequest(tx, keys);
}

/** Seconds until the receiver and the asker may have another message; 0 when they may. */
export async function waitToRequest(
  parts: Pick<Parts, 'config'>,
  db: Handle,
  request: SendRequest,
): Promise<number> {
  return Math.max(...(await readWaits(db, keysOf(parts, request), limitsOf(request))));
}

/** A code was entered: what was asked for its receiver was wanted. */
export async function confirmRequests(
  parts: Pick<Parts, 'config'>,
  db: Handle,
  to: Pick<SendRequest, 'channel' | 'recipient'>,
): Promise<void> {
  await setConfirmed(db, targetHash(parts, to));
}

function keysOf(parts: Pick<Parts, 'config'>, { channel, recipient, asker }: SendRequest): RequestKeys {
  const [kind, who] = Object.entries(asker)[0] as [AskerKind, string | number];
  const by_stranger = kind === 'ip';
  return {
    channel,
    target_hash: targetHash(parts, { channel, recipient }),
    prefix_hash: hashOf(parts, channel, channel === 'sms' ? recipient.slice(0, -4) : recipient.toLowerCase()),
    source_hash: hashOf(parts, kind, by_stranger ? networkOf(String(who)) : String(who)),
    by_stranger,
  };
}

function limitsOf({ asker, by_link = false }: SendRequest): RequestLimit[] {
  const [kind] = Object.keys(asker) as [AskerKind];
  return [...(by_link ? [] : [A_MINUTE]), ...OF_RECEIVER, ...OF_ASKER[kind]];
}

const targetHash = (parts: Pick<Parts, 'config'>, to: Pick<SendRequest, 'channel' | 'recipient'>) =>
  hashOf(parts, to.channel, to.recipient.toLowerCase());

function hashOf({ config }: Pick<Parts, 'config'>, ...what: string[]): Buffer {
  return createHmac('sha256', deriveKey(config.master_key, 'message-requests'))
    .update(what.join(' '))
    .digest();
}
