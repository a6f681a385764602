import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/verification.ts';
import ru from '@kelisim/shared/texts/ru/verification.ts';

/**
 * The same answer; a problem with the reason of the signature package in words, to stand in the middle of a sentence. Whoever signs
 * from a link has nobody to ask what `key_usage_wrong` means.
 */
export async function inPlainWords<T>(locale: Locale, deed: Promise<T>): Promise<T> {
  try {
    return await deed;
  } catch (error) {
    throw error instanceof Problem ? withPlainReason(error, locale) : error;
  }
}

export function withPlainReason(error: Problem, locale: Locale): Problem {
  if (typeof error.detail.values?.['reason'] !== 'string') return error;
  const reasons: Record<string, string> = { ru, kz }[locale].reason;
  const words = reasons[error.detail.values['reason']] ?? reasons['other']!;
  const reason = words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, '');
  return new Problem(error.code, { ...error.detail, values: { ...error.detail.values, reason } });
}
