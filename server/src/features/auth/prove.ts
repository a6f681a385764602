import type { PasskeyAnswer } from '@kelisim/shared/features/auth/second-factors.contract.ts';
import type { SignInMeans } from '@kelisim/shared/features/auth/security-events.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Guess } from '../../platform/guard.ts';
import { checkFactor, listFactors, passkeyOptions, takePasskey } from '../second-factors/public.ts';
import { findUsedMeans, hasSignedProof, setProof } from './auth.queries.ts';
import { isPassword } from './passwords.ts';
import { makeSignInChallenge, readSigned } from './sign-in-by-certificate.ts';
import { getAccount } from './sign-in.queries.ts';

export const PROOF_MS = 10 * 60 * 1000;

export interface ProofGiven {
  password?: string | undefined;
  code?: string | undefined;
  credential?: PasskeyAnswer | undefined;
  signed?: { content: Buffer; cms: Buffer } | undefined;
}

/** Lists what the user can prove their identity with, and what the browser needs for it. */
export async function proofOptions(parts: Parts, actor: Actor) {
  const factors = await listFactors(parts.db, actor.user_id);
  const has_password = Boolean((await getAccount(parts.db, actor.user_id))?.password_hash);
  const has_passkey = factors.includes('passkey');
  const used = await findUsedMeans(parts.db, actor.session_id);
  return {
    way: wayToBegin({ used, has_password, has_passkey }),
    has_password,
    factors,
    passkey: has_passkey ? await passkeyOptions(parts, actor.user_id) : null,
    challenge: makeSignInChallenge(parts, 'prove'),
  };
}

/** A code of an SMS, a bank and eGov Mobile let somebody in, and prove nothing here. */
function wayToBegin(of: {
  used: SignInMeans | null;
  has_password: boolean;
  has_passkey: boolean;
}): 'passkey' | 'password' | 'signature' {
  if (of.used === 'ecp') return 'signature';
  if (of.used === 'password' && of.has_password) return 'password';
  if (of.has_passkey) return 'passkey';
  return of.has_password ? 'password' : 'signature';
}

/**
 * Shows that it is still the same person: the password (with a second factor where there is one), a passkey, or a
 * signature by their own key. Returns until when the proof holds.
 */
export async function prove(
  parts: Parts,
  actor: Actor,
  from: { ip: string; user_agent: string },
  given: ProofGiven,
): Promise<Date> {
  // Nothing at all is no guess.
  if (!given.signed && !given.credential && !given.password)
    throw new Problem('missing_field', { field: 'password' });
  const by_key = given.signed ?? given.credential;
  const guess = await (by_key
    ? parts.guard.attempt('prove-key', from.ip)
    : parts.guard.attempt('prove', from.ip, String(actor.user_id)));
  if (given.signed) {
    await readSigned(parts, 'prove', given.signed, ({ iin }) => {
      if (iin !== actor.iin) throw new Problem('signature.other_person');
    });
  } else if (given.credential) {
    if ((await takePasskey(parts, given.credential, { alone: true })) !== actor.user_id)
      throw new Problem('passkey.refused');
  } else await provePassword(parts, actor, from, given, guess);
  await guess.succeeded();
  return new Date((await setProof(parts.db, actor.session_id, Boolean(given.signed))).getTime() + PROOF_MS);
}

/** For what a password is not enough for. */
export async function assertSignedProof(db: Handle, { session_id }: Actor): Promise<void> {
  if (!(await hasSignedProof(db, session_id, PROOF_MS))) throw new Problem('signed_proof_required');
}

async function provePassword(
  parts: Parts,
  { user_id }: Actor,
  from: { ip: string; user_agent: string },
  { password, code }: ProofGiven,
  guess: Guess,
): Promise<void> {
  const account = await getAccount(parts.db, user_id);
  const hash = account?.password_hash;
  if (!hash || !password || !(await isPassword(hash, password).catch(guess.undo)))
    throw new Problem('wrong_password', { field: 'password' });
  if ((await listFactors(parts.db, user_id)).length === 0) return;
  if (!code) throw new Problem('second_factor.needed', { field: 'code' });
  await checkFactor(parts, { user_id, ...from }, { code });
}
