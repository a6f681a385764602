import { createHmac } from 'node:crypto';
import { isMobilePhone } from '@kelisim/shared/kernel/phone.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { deriveKey } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addRequest, countRequests, type RequestCounts } from './messages.queries.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Which count may not be reached, and after how long one may ask again (attack A-16). */
const LIMITS: { of: keyof RequestCounts; most: number; wait_s: number }[] = [
  { of: 'target_day', most: 10, wait_s: DAY },
  { of: 'target_ten_minutes', most: 3, wait_s: 10 * MINUTE },
  { of: 'target_minute', most: 1, wait_s: MINUTE },
  { of: 'ip_hour', most: 20, wait_s: HOUR },
  { of: 'prefix_hour', most: 30, wait_s: HOUR },
];

export interface SendRequest {
  channel: 'sms' | 'email';
  recipient: string;
  ip: string;
  /** Who asks came by a link that we have sent to this very receiver: he need not wait out the minute it took. */
  by_link?: boolean;
}

/**
 * Lets a message that somebody unknown asked for through, or throws `too_many`. Only mobile numbers of Kazakhstan get
 * an SMS. A daily budget for the whole product ends a flood that comes from everywhere at once; it leaves an alarm in the log.
 */
export async function limitRequests(
  { config, log }: Pick<Parts, 'config' | 'log'>,
  tx: Tx,
  { channel, recipient, ip, by_link = false }: SendRequest,
): Promise<void> {
  if (channel === 'sms' && !isMobilePhone(recipient)) throw new Problem('field.phone', { field: 'phone' });
  const hash = (what: string) =>
    createHmac('sha256', deriveKey(config.master_key, 'message-requests')).update(what).digest();
  const keys = {
    channel,
    target_hash: hash(`${channel} ${recipient.toLowerCase()}`),
    prefix_hash: hash(`${channel} ${channel === 'sms' ? recipient.slice(0, -4) : recipient.toLowerCase()}`),
    ip,
  };
  const counts = await countRequests(tx, keys);
  for (const { of, most, wait_s } of LIMITS)
    if (counts[of] >= most && !(by_link && of === 'target_minute'))
      throw new Problem('too_many', { retry_after_s: wait_s });
  if (counts.all_day >= config.messages_a_day) {
    log.error({ event: 'messages.budget_spent', channel });
    throw new Problem('too_many', { retry_after_s: HOUR });
  }
  await addRequest(tx, keys);
}
