import type {
  RegistrationCompany,
  RegistrationState,
} from '@kelisim/shared/features/registration/registration.contract.ts';
import { registrationPath } from '@kelisim/shared/features/registration/registration-stage.ts';
import { maskEmail, maskPhone } from '@kelisim/shared/kernel/mask.ts';
import type { Parts } from '../../parts.ts';
import { limitCall } from '../../platform/call-limit.ts';
import { networkOf } from '../../platform/network-of.ts';
import { maskNumber } from '../signatures/public.ts';
import { askRegister, NOT_ASKED, type RegisterAnswer } from './ask-register.ts';
import { waitForCode } from './enter-phone.ts';
import { getRegistration } from './registration-key.ts';
import { findBank, findInviter, findOtherWithEmail, type KeyedRegistration } from './registration.queries.ts';
import { toProgress, wrongStage, type StepCaller } from './take-step.ts';

export async function readState(parts: Parts, caller: StepCaller): Promise<RegistrationState> {
  const row = await getRegistration(parts, caller.hash_key, caller.ip);
  return {
    ...toProgress(row),
    phone: maskPhone(row.phone),
    email: row.email && maskEmail(row.email),
    code_wait_s: await waitForCode(parts, row, caller.ip),
    company_name: await inviterOf(parts, row),
    refusal: row.decision === 'refused' && row.step ? { reason: row.reason ?? '', step: row.step } : null,
  };
}

export async function readNeedSignContract(parts: Parts, caller: StepCaller) {
  const row = await getRegistration(parts, caller.hash_key, caller.ip);
  return { need_sign_contract: row.need_sign_contract, company_name: await inviterOf(parts, row) };
}

async function inviterOf(parts: Parts, row: KeyedRegistration): Promise<string | null> {
  if (row.invitation_id === null) return null;
  return (await findInviter(parts.db, row.invitation_id))?.name ?? null;
}

/** A public register is asked for a form, not for a collection. */
const MOST_LOOKUPS_AN_HOUR = 20;

/** What was entered. Until the number is confirmed the key may be anybody's, so everything personal is masked. */
export async function readCompany(
  parts: Parts,
  caller: StepCaller,
  bin: string | undefined,
): Promise<RegistrationCompany> {
  const row = await getRegistration(parts, caller.hash_key, caller.ip);
  const confirmed = row.phone_confirmed_at !== null;
  const bank = row.bank_id === null ? undefined : await findBank(parts.db, row.bank_id);
  return {
    kind: row.kind,
    stage: row.stage,
    type: row.type,
    bin: row.bin && (confirmed ? row.bin : maskNumber(row.bin)),
    name: row.name,
    address: row.address,
    ceo: row.ceo,
    director_position: row.director_position,
    phone: confirmed ? row.phone : maskPhone(row.phone),
    email: row.email && (confirmed ? row.email : maskEmail(row.email)),
    bank:
      bank && row.iban
        ? {
            bank_id: bank.id,
            name: caller.locale === 'kz' ? bank.name_kz : bank.name_ru,
            iban: row.iban,
          }
        : null,
    register: await registerOf(parts, row, confirmed ? bin : undefined),
  };
}

async function registerOf(
  parts: Parts,
  row: KeyedRegistration,
  bin: string | undefined,
): Promise<RegisterAnswer> {
  if (!bin) return (row.register as RegisterAnswer | null) ?? NOT_ASKED;
  await limitCall(parts.db, {
    what: `register ${row.id}`,
    most: MOST_LOOKUPS_AN_HOUR,
    window_s: 3600,
  });
  return askRegister(parts, bin);
}

/** Whether the company is verified yet, for the page that waits. */
export async function readDecision(parts: Parts, caller: StepCaller) {
  const row = await getRegistration(parts, caller.hash_key, caller.ip);
  const refused = row.decision === 'refused';
  if (!refused && row.stage !== 'verification') throw wrongStage(row, caller.locale);
  return {
    state: (row.decision ?? 'waiting') as 'waiting' | 'approved' | 'refused',
    stage: row.stage,
    company_name: row.name ?? '',
    reason: refused ? row.reason : null,
    step: refused ? row.step : null,
    redirect_url:
      row.decision === 'approved'
        ? registrationPath(row.kind, 'done')
        : registrationPath(row.kind, row.stage),
  };
}

/**
 * One answer for both. Whether an account exists is told only to a registration with a confirmed number, and only
 * a few times; without such a key the form of both has been checked, and that is all.
 */
export async function isLoginAvailable(
  parts: Parts,
  caller: Omit<StepCaller, 'hash_key'>,
  asked: { phone: string; email: string; hash_key?: string | undefined },
): Promise<boolean> {
  await limitCall(parts.db, { what: `check-login ${networkOf(caller.ip)}`, most: 30, window_s: 3600 });
  if (!asked.hash_key) return true;
  const row = await getRegistration(parts, asked.hash_key, caller.ip);
  if (row.phone_confirmed_at === null) return true;
  await limitCall(parts.db, { what: `check-login key ${row.id}`, most: 5, window_s: 600 });
  if (asked.phone !== row.phone) return false;
  const other = await findOtherWithEmail(parts.db, asked.email, row.user_id);
  return !other || other.status === 'registering';
}
