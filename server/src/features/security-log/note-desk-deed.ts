import type { Actor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { addSecurityEvent, type SecurityEvent } from './add-security-event.ts';

/**
 * Records what an administrator did: for the person concerned, or for the administrator where it concerns no
 * account. In the transaction of the deed.
 */
export function noteDeskDeed(
  tx: Handle,
  { user_id: by_user_id, session_id, ip = null }: Actor,
  event: Pick<SecurityEvent, 'kind' | 'company_id' | 'detail'> & { user_id?: number | null },
): Promise<void> {
  return addSecurityEvent(tx, { ...event, user_id: event.user_id ?? by_user_id, by_user_id, session_id, ip });
}
