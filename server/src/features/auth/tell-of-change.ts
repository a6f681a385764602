import { shownMoment } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/security.ts';
import ru from '@kelisim/shared/texts/ru/security.ts';
import type { Parts } from '../../parts.ts';
import type { Handle } from '../../platform/db/database.ts';
import { queueMessage } from '../messages/public.ts';
import { addSecurityNotice } from '../notices/public.ts';

export interface CredentialNotice {
  what: 'password' | 'email' | 'phone';
  user_id: number;
  /** The sides as they were before the change. */
  email: string | null;
  phone: string | null;
  locale: Locale;
  ip: string;
}

/** Tells the old address and the old phone that a credential has changed, in the transaction of the change. */
export async function tellOfChange(parts: Parts, db: Handle, notice: CredentialNotice): Promise<void> {
  const { locale, user_id } = notice;
  await addSecurityNotice(db, user_id, {
    kind: 'credential_changed',
    words: { credential: notice.what },
    once: `${notice.what}:${parts.clock.now().toISOString()}`,
  });
  const values = {
    what: { ru, kz }[locale].credential_names[notice.what],
    when: shownMoment(parts.clock.now()),
    where: notice.ip,
    link: `${parts.config.public_url}/auth/login/forgot-password`,
  };
  if (notice.email)
    await queueMessage(parts, db, {
      kind: 'credential_changed',
      to: { channel: 'email', recipient: notice.email, locale, user_id },
      values,
    });
  if (notice.phone)
    await queueMessage(parts, db, {
      kind: 'credential_changed',
      to: { channel: 'sms', recipient: notice.phone, locale, user_id },
      values,
    });
}
