import type { SignInMeans } from '@kelisim/shared/features/auth/security-events.ts';
import type { SecondFactor } from '@kelisim/shared/features/auth/second-factors.contract.ts';
import type { SecondStep, SignInAnswer } from '@kelisim/shared/features/auth/sign-in.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Guess } from '../../platform/guard.ts';
import { HALF_S } from '../../platform/tokens.ts';
import { takeOnce } from '../../platform/challenges.ts';
import type { Parts } from '../../parts.ts';
import { checkCode, sendCode } from '../codes/public.ts';
import {
  checkFactor,
  listFactors,
  passkeyOptions,
  takePasskey,
  type FactorAnswer,
} from '../second-factors/public.ts';
import type { PasskeyAnswer } from '@kelisim/shared/features/auth/second-factors.contract.ts';
import { accountKeys } from './account-key.ts';
import { isPassword, nobodysHash } from './passwords.ts';
import {
  addFailure,
  findAccount,
  findEntrant,
  getAccount,
  type Account,
  type PreparedSession,
} from './sign-in.queries.ts';
import { deviceOf, startSession, type Device, type Visitor } from './start-session.ts';

/** Ways that ask for a second factor where there is one. */
type FirstStep = Extract<SignInMeans, 'password' | 'phone_code' | 'bank'>;
type Preference = 'organisation' | 'sole_trader';

/** E-mail or phone with the password. One answer for every cause, at the same cost; an outsider cannot lock anybody out. */
export async function signIn(
  parts: Parts,
  visitor: Visitor,
  given: { by: { email: string } | { phone: string }; password: string; prefer: Preference },
): Promise<SignInAnswer> {
  const { db, guard } = parts;
  const name = Object.values(given.by)[0] as string;
  const guess = await guard.attempt('sign-in', visitor.ip, name.toLowerCase());
  const device = deviceOf(visitor);
  const { account, prepared } = await findEntrant(db, given.by, device.hash);
  const hash = account?.password_hash ?? (await nobodysHash());
  const right = await isPassword(hash, given.password).catch(guess.undo);
  if (!account?.password_hash || !right) {
    await addFailure(db, account?.id ?? null, visitor.ip);
    throw new Problem('sign_in_failed');
  }
  const how = { means: 'password', prefer: given.prefer } as const;
  return goOn(parts, visitor, account, how, { device, prepared, guess });
}

/** A code by SMS, if the number has an account; nobody learns whether. */
export async function sendLoginCode(
  parts: Parts,
  visitor: Pick<Visitor, 'ip' | 'locale'>,
  phone: string,
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, { phone });
    await sendCode(parts, tx, {
      ...loginCode(parts, phone),
      to: { channel: 'sms', recipient: phone, locale: visitor.locale },
      asker: { ip: visitor.ip },
      pretend: !account,
    });
  });
}

export async function signInByCode(
  parts: Parts,
  visitor: Visitor,
  { phone, code }: { phone: string; code: string },
): Promise<SignInAnswer> {
  await checkCode(parts, loginCode(parts, phone), code);
  return signInProven(parts, visitor, { phone });
}

/** Whoever has read a code that went to this phone, by another way than the page of sign-in. */
export async function signInProven(
  parts: Parts,
  visitor: Visitor,
  { phone }: { phone: string },
): Promise<SignInAnswer> {
  const account = await findAccount(parts.db, { phone });
  if (!account) throw new Problem('code.over', { field: 'code' });
  return goOn(parts, visitor, account, { means: 'phone_code', prefer: 'organisation' });
}

function loginCode(parts: Parts, phone: string) {
  return {
    purpose: 'sign_in' as const,
    bound_to: accountKeys(parts, phone),
    to: { channel: 'sms' as const, recipient: phone },
  };
}

/** The first step was right: the session, or half of one when the account asks for more. */
async function goOn(
  parts: Parts,
  visitor: Visitor,
  account: Account & { has_factors: boolean },
  how: { means: FirstStep; prefer: Preference },
  known: { device?: Device; prepared?: PreparedSession; guess?: Guess } = {},
): Promise<SignInAnswer> {
  const who = { user_id: account.id, ...how };
  if (!account.has_factors) return startSession(parts, visitor, who, { ...known, account });
  await known.guess?.succeeded();
  return giveHalf(parts, who, await listFactors(parts.db, who.user_id));
}

export function giveHalf(
  parts: Parts,
  who: { user_id: number; means: FirstStep; prefer: Preference },
  factors: SecondFactor[],
): SecondStep {
  return { half_token: parts.tokens.half(who), factors, expires_in: HALF_S };
}

/** The account and the first step of a half token; what was given out before a change of credentials is worth nothing. */
async function getHalf(parts: Parts, half_token: string) {
  const half = await parts.tokens.readHalf(half_token);
  const account = half && (await getAccount(parts.db, half.user_id));
  if (!account) throw new Problem('second_factor.over');
  const changed = account.credentials_changed_at;
  if (changed && changed.getTime() >= half.made_at.getTime() + 1000) throw new Problem('second_factor.over');
  return half;
}

export async function secondStepOptions(parts: Parts, half_token: string) {
  const { user_id } = await getHalf(parts, half_token);
  return passkeyOptions(parts, user_id);
}

export async function takeSecondStep(
  parts: Parts,
  visitor: Visitor,
  half_token: string,
  answer: FactorAnswer,
) {
  const half = await getHalf(parts, half_token);
  await checkFactor(parts, { user_id: half.user_id, ip: visitor.ip, user_agent: visitor.user_agent }, answer);
  if (!(await takeOnce(parts.db, `half ${half.token_id}`, HALF_S))) throw new Problem('second_factor.over');
  return startSession(parts, visitor, {
    user_id: half.user_id,
    means: half.means as FirstStep,
    prefer: half.prefer as Preference,
  });
}

export async function signInByPasskey(parts: Parts, visitor: Visitor, credential: PasskeyAnswer) {
  const guess = await parts.guard.attempt('passkey', visitor.ip);
  const user_id = await takePasskey(parts, credential, { alone: true });
  return startSession(parts, visitor, { user_id, means: 'passkey', prefer: 'organisation' }, { guess });
}
