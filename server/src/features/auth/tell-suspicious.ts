import { takeOnce } from '../../platform/challenges.ts';
import type { Parts } from '../../parts.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { listSuspicious } from './sign-in.queries.ts';
import { tell } from './start-session.ts';

const LEAST = 5;
const HOUR_S = 3600;

/**
 * Tells people that somebody keeps failing to be them, once an hour. It looks afterwards and by itself, so that a
 * failure costs a stranger the same whether or not the account exists.
 */
export async function tellSuspicious(parts: Parts): Promise<void> {
  for (const row of await listSuspicious(parts.db, LEAST)) {
    const { user_id, ip, failed_at } = row;
    const hour = Math.floor(failed_at.getTime() / 1000 / HOUR_S);
    await parts.db.transaction().execute(async (tx) => {
      if (!(await takeOnce(tx, `suspicious ${user_id} ${hour}`, HOUR_S))) return;
      await addSecurityEvent(tx, { user_id, kind: 'sign_in_failed_often', ip });
      await tell(parts, tx, { ...row, id: user_id }, 'suspicious_sign_in', { ip, at: failed_at });
    });
  }
}
