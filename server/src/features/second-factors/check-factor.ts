import type { PasskeyAnswer, SecondFactor } from '@kelisim/shared/features/auth/second-factors.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Handle } from '../../platform/db/database.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { takePasskey } from './passkeys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { countRecoveryCodes, countTry, findTotp, forgetTry, listPasskeys } from './second-factors.queries.ts';
import { takeTotp } from './totp.ts';

/** Wrong codes of one account in an hour, from wherever they come; who is asked has given the password already. */
const MOST_TRIES = 10;

/** The factors a person has, the best one first; empty when a password is enough. */
export async function listFactors(db: Handle, user_id: number): Promise<SecondFactor[]> {
  const totp = (await findTotp(db, user_id))?.confirmed_at;
  const passkeys = await listPasskeys(db, user_id);
  if (!totp && passkeys.length === 0) return [];
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...((await countRecoveryCodes(db, user_id)) > 0 ? (['recovery_code'] as const) : []),
  ];
}

export interface FactorAnswer {
  /** Six digits of the app, or a recovery code. */
  code?: string | undefined;
  credential?: PasskeyAnswer | undefined;
}

/** Throws unless one of the person's second factors answered. */
export async function checkFactor(
  parts: Parts,
  person: { user_id: number; ip: string; user_agent: string },
  answer: FactorAnswer,
): Promise<void> {
  const { user_id, ip } = person;
  if (answer.credential) {
    if ((await takePasskey(parts, answer.credential, { alone: false })) !== user_id)
      throw new Problem('passkey.refused');
    return;
  }
  if (!answer.code) throw new Problem('missing_field', { field: 'code' });
  const code = answer.code.replace(/\s/g, '');
  const attempt = await countTry(parts.db, user_id, ip, MOST_TRIES);
  if (attempt.wait_s > 0) throw new Problem('too_many', { retry_after_s: attempt.wait_s });
  const right = /^\d{6}$/.test(code)
    ? await takeTotp(parts, user_id, code, 'confirmed')
    : await spendRecoveryCode(parts, parts.db, user_id, code);
  if (!right) throw new Problem('second_factor.wrong', { field: 'code' });
  await forgetTry(parts.db, attempt.id);
  if (!/^\d{6}$/.test(code)) await addSecurityEvent(parts.db, { ...person, kind: 'recovery_code_used' });
}
