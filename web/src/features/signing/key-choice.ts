import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import type { KeyCard } from './signing-messages.ts';

/** Why a key cannot sign for this company; the server would refuse it for the same reason. */
export type KeyFault = 'for_login' | 'expired' | 'not_yet' | 'other_company' | 'other_person' | 'no_right';

const RIGHT_TO_SIGN: readonly string[] = ['head', 'right_to_sign'];
const DAY_MS = 86_400_000;
const WARN_DAYS = 30;

/** `company_bin` is the БИН, or the ИИН of a sole trader or a person. */
export function keyFault(key: KeyCard, company_bin: string, now: Date): KeyFault | null {
  if (!key.for_signing) return 'for_login';
  if (Date.parse(key.valid_until) < now.getTime()) return 'expired';
  if (Date.parse(key.valid_from) > now.getTime()) return 'not_yet';
  if (!isBin(company_bin)) return key.iin === company_bin || key.bin === company_bin ? null : 'other_person';
  if (key.bin !== company_bin) return 'other_company';
  return key.rights.some((right) => RIGHT_TO_SIGN.includes(right)) ? null : 'no_right';
}

/** Whole days until the certificate ends when those are at most thirty, else null. */
export function daysToWarnOf(key: KeyCard, now: Date): number | null {
  const days = Math.floor((Date.parse(key.valid_until) - now.getTime()) / DAY_MS);
  return days >= 0 && days <= WARN_DAYS ? days : null;
}

/** The key to offer first: one that can sign, and of those the one that lives longest. */
export function firstChoice(keys: readonly KeyCard[], company_bin: string, now: Date): KeyCard | null {
  const order = (key: KeyCard) => (keyFault(key, company_bin, now) === null ? 1 : 0);
  return (
    [...keys].sort(
      (a, b) => order(b) - order(a) || Date.parse(b.valid_until) - Date.parse(a.valid_until),
    )[0] ?? null
  );
}

/** The one key of a file that can sign, when there is no other and nothing to be warned of. */
export function onlyKey(keys: readonly KeyCard[], company_bin: string, now: Date): KeyCard | null {
  const able = keys.filter((key) => keyFault(key, company_bin, now) === null);
  const [key] = able;
  return key && able.length === 1 && daysToWarnOf(key, now) === null ? key : null;
}

/** `900101350003` → `9001••••••03`. */
export function maskIin(iin: string): string {
  return `${iin.slice(0, 4)}${'•'.repeat(Math.max(0, iin.length - 6))}${iin.slice(-2)}`;
}

/** The word for the algorithm of a key; null for one that has no word of ours. */
export function algorithmWord(algorithm: string): 'gost512' | 'rsa' | null {
  if (/gost/i.test(algorithm)) return 'gost512';
  return /rsa/i.test(algorithm) ? 'rsa' : null;
}
