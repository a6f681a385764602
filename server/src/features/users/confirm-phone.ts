import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import { violatedConstraint } from '../../platform/db/database.ts';
import { checkCode, sendCode, type CodeBinding } from '../codes/public.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { getUser, lockUser, setPhone } from './users.queries.ts';
import { toProfile } from './users.view.ts';

/**
 * For who came in without a number: an employee by e-mail, an administrator. Who has a confirmed one changes it in the
 * profile, where the old number is told. Whether the number is somebody's is said only to who has entered its code.
 */
export async function sendPhoneCode(parts: Parts, actor: Actor, phone: string): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, actor.user_id);
    if (user?.is_phone_verified && user.phone !== phone) throw new Problem('user.phone_confirmed');
    const to = { channel: 'sms', recipient: phone, locale: actor.locale, user_id: actor.user_id } as const;
    await sendCode(parts, tx, { ...bindingOf(actor, phone), to, asker: { user_id: actor.user_id } });
  });
}

export async function confirmPhone(
  parts: Parts,
  actor: Actor,
  { phone, code }: { phone: string; code: string },
) {
  await checkCode(parts, bindingOf(actor, phone), code);
  try {
    return await parts.db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, actor.user_id);
      if (user?.is_phone_verified && user.phone !== phone) throw new Problem('user.phone_confirmed');
      await setPhone(tx, actor.user_id, phone);
      await addSecurityEvent(tx, {
        user_id: actor.user_id,
        kind: 'phone_changed',
        session_id: actor.session_id,
      });
      return toProfile(await getUser(tx, actor.user_id), actor.role_id);
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'users_phone_key') throw error;
    throw new Problem('change.taken', { field: 'phone' });
  }
}

function bindingOf(actor: Actor, phone: string): CodeBinding {
  return {
    purpose: 'user.phone',
    bound_to: `user ${actor.user_id}`,
    to: { channel: 'sms', recipient: phone },
  };
}
