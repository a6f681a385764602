import type { RegistrationProgress } from '@kelisim/shared/features/registration/registration.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { type Tx, NOW } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { checkCode } from '../codes/public.ts';
import { emailBinding, phoneBinding } from './enter-phone.ts';
import { getRegistration, keyHash } from './registration-key.ts';
import {
  endKeys,
  findOtherWithEmail,
  findOtherWithPhone,
  handKeysTo,
  lockByKey,
  lockPhone,
  lockRegistrationOf,
  setRegistration,
  setUser,
  type KeyedRegistration,
  type RegistrationRow,
} from './registration.queries.ts';
import {
  inputHash,
  isRepeat,
  moveRegistration,
  toProgress,
  wrongStage,
  type Step,
  type StepCaller,
} from './take-step.ts';

/** The number or address has an account; only someone with its code may learn that. */
export function hasAccount(field: 'phone' | 'email'): Problem {
  return new Problem('registration.has_account', {
    field,
    body: { data: { way: 'sign_in', redirect_url: '/auth/login' } },
  });
}

/** The code of the stage. It is used up before the registration is locked, so that tries at once are tries. */
export async function confirmCode(
  parts: Parts,
  caller: StepCaller,
  code: string,
): Promise<RegistrationProgress> {
  const step: Step = { action: 'confirm_code', input: code };
  const seen = await getRegistration(parts, caller.hash_key, caller.ip);
  if (seen.stage === 'phone_code' || seen.stage === 'email_code') {
    const binding = seen.stage === 'phone_code' ? phoneBinding(seen) : emailBinding(seen);
    try {
      await checkCode(parts, binding, code);
    } catch (error) {
      // The same code twice at once: the other call has used it and gone on.
      const now = await getRegistration(parts, caller.hash_key, caller.ip);
      if (now.stage !== seen.stage && isRepeat(parts, now, step)) return toProgress(now);
      throw error;
    }
  }
  try {
    return await parts.db.transaction().execute((tx) => goOn(parts, tx, caller, seen, step));
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key_key') throw hasAccount('email');
    throw error;
  }
}

async function goOn(
  parts: Parts,
  tx: Tx,
  caller: StepCaller,
  seen: KeyedRegistration,
  step: Step,
): Promise<RegistrationProgress> {
  const row = orNotFound(await lockByKey(tx, keyHash(caller.hash_key)));
  const sent_to = (one: RegistrationRow) => (one.stage === 'phone_code' ? one.phone : one.email);
  const same = row.id === seen.id && row.stage === seen.stage && sent_to(row) === sent_to(seen);
  if (!same || (row.stage !== 'phone_code' && row.stage !== 'email_code')) {
    if (isRepeat(parts, row, step)) return toProgress(row);
    throw wrongStage(row, caller.locale);
  }
  const last_input = inputHash(parts, step);
  if (row.stage === 'email_code') {
    await takeEmail(tx, row);
    await moveRegistration(tx, row, 'confirm_code', {
      email_confirmed_at: NOW,
      password_hash: null,
      last_input,
    });
  } else {
    const other = await takePhone(tx, row);
    if (other) await goOnWith(tx, other, row, last_input);
    else await moveRegistration(tx, row, 'confirm_code', { phone_confirmed_at: NOW, last_input });
  }
  return toProgress((await lockByKey(tx, keyHash(caller.hash_key)))!);
}

/** The number becomes the person's. Answers an unfinished registration of the same number and kind to go on with. */
async function takePhone(tx: Tx, row: RegistrationRow): Promise<RegistrationRow | null> {
  await lockPhone(tx, row.phone);
  const holder = await findOtherWithPhone(tx, row.phone, row.user_id);
  if (holder) {
    if (holder.status !== 'registering') throw hasAccount('phone');
    const other = await lockRegistrationOf(tx, holder.id);
    if (other?.kind === row.kind) return other;
    if (other) {
      // A company was made of it: this number is spoken for.
      if (other.company_id !== null) throw hasAccount('phone');
      await endKeys(tx, other.id);
      await setRegistration(tx, other.id, { ended_at: NOW });
    }
    await setUser(tx, holder.id, { phone: null, email: null, is_phone_verified: false });
  }
  await setUser(tx, row.user_id, { phone: row.phone, is_phone_verified: true });
  return null;
}

/** On another device, or with the key lost: the new key opens the earlier registration, the old ones nothing. */
async function goOnWith(
  tx: Tx,
  other: RegistrationRow,
  row: RegistrationRow,
  last_input: Buffer,
): Promise<void> {
  await endKeys(tx, other.id);
  await handKeysTo(tx, row.id, other.id);
  await setRegistration(tx, row.id, { ended_at: NOW });
  const invited = row.invitation_id !== null && other.company_id === null;
  await setRegistration(tx, other.id, {
    locale: row.locale,
    last_action: 'confirm_code',
    last_input,
    ...(invited && { invitation_id: row.invitation_id, need_sign_contract: true }),
    ...(row.register_link_id !== null &&
      other.company_id === null && { register_link_id: row.register_link_id }),
  });
}

async function takeEmail(tx: Tx, row: RegistrationRow): Promise<void> {
  const email = row.email!;
  const holder = await findOtherWithEmail(tx, email, row.user_id);
  if (holder) {
    const other = await lockRegistrationOf(tx, holder.id);
    if (holder.status !== 'registering' || (other && other.company_id !== null)) throw hasAccount('email');
    // A mailbox belongs to whoever proved last that they read it.
    await setUser(tx, holder.id, { email: null, is_email_verified: false });
  }
  await setUser(tx, row.user_id, {
    email,
    is_email_verified: true,
    password_hash: row.password_hash,
  });
}
