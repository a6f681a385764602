import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { takeOnce } from '../../platform/challenges.ts';
import type { Parts } from '../../parts.ts';
import { listFactors } from '../second-factors/public.ts';
import { getPerson } from './sign-in-by-certificate.ts';
import { giveHalf } from './sign-in.ts';
import { startSession, type Visitor } from './start-session.ts';

const ASSERTION_S = 5 * 60;
/** The clock of a bank may run this much ahead of ours. */
const SKEW_S = 30;

/**
 * A bank vouches for its client: not longer ago than five minutes, and each assertion once. Its word is as good as a
 * password, so a second factor is asked where there is one.
 */
export async function signInByBank(parts: Parts, visitor: Visitor, assertion: string) {
  if (!parts.bank_login) throw new Problem('unavailable');
  const guess = await parts.guard.attempt('sign-in-bank', visitor.ip);
  const said = await parts.bank_login.read(assertion);
  if (!said) throw new Problem('sign_in_failed');
  const age_s = (parts.clock.now().getTime() - said.issued_at.getTime()) / 1000;
  if (age_s > ASSERTION_S || age_s < -SKEW_S) throw new Problem('sign_in.stale');
  if (!(await takeOnce(parts.db, `assertion ${said.bank} ${said.id}`, ASSERTION_S)))
    throw new Problem('sign_in.stale');
  const person = await getPerson(parts, { iin: said.iin, bin: null });
  const factors = await listFactors(parts.db, person.user_id);
  if (factors.length === 0) return startSession(parts, visitor, { ...person, means: 'bank' }, { guess });
  await guess.succeeded();
  return giveHalf(parts, { user_id: person.user_id, means: 'bank', prefer: 'sole_trader' }, factors);
}
