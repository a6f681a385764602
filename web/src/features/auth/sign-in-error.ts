import { almatyTime } from '@kelisim/shared/kernel/dates.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import type { T } from '../../platform/i18n.ts';
import { PasskeyStopped } from './passkey.ts';

/** One sentence under the form. `at` is when the answer came: a 429 says from what hour one may try again. */
export function signInErrorText(
  error: unknown,
  at: Date,
  t: T<'auth'>,
  name: 'email' | 'phone' = 'email',
): string {
  if (error instanceof PasskeyStopped) return t('passkey_stopped');
  if (!(error instanceof ApiError)) return errorText(error);
  if (error.code === 'sign_in_failed') return t(name === 'email' ? 'failed' : 'failed_phone');
  if (error.status === 429 && error.retry_after_s !== null) {
    // Rounded up to the whole minute that is shown.
    const again = Math.ceil((at.getTime() + error.retry_after_s * 1000) / 60_000) * 60_000;
    return t('too_many', { time: almatyTime(new Date(again)).slice(11, 16) });
  }
  return errorText(error);
}
