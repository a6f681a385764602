import type { RegistrationCompany } from '@kelisim/shared/features/registration/registration.contract.ts';
import { isBin, isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { ibanBankCode } from '@kelisim/shared/kernel/iban.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Handle } from '../../platform/db/database.ts';
import { assertGoodPassword, hashPassword } from '../auth/public.ts';
import { findLinkedCompany } from '../invitations/public.ts';
import { askRegister } from './ask-register.ts';
import { sendEmailCode } from './enter-phone.ts';
import { esfPasswordOfRegistration, sealEsfPassword } from './esf-credentials.ts';
import { getRegistration } from './registration-key.ts';
import { findBank, findBankByCode, lockCompany, type RegistrationRow } from './registration.queries.ts';
import { takeStep, type StepCaller } from './take-step.ts';

export interface EmailInput {
  email: string;
  password: string;
  phone?: string | undefined;
}

export async function enterEmail(parts: Parts, caller: StepCaller, input: EmailInput) {
  const seen = await getRegistration(parts, caller.hash_key, caller.ip);
  if (input.phone && input.phone !== seen.phone) throw new Problem('field.phone', { field: 'phone' });
  let password_hash: string | null = null;
  // Hashing is dear: only where the step may be taken at all.
  if (seen.stage === 'email') {
    await assertGoodPassword(input.password, [input.email, seen.phone]);
    password_hash = await hashPassword(input.password);
  }
  const { email, password } = input;
  return takeStep(parts, caller, { action: 'enter_email', input: [email, password] }, async (tx, row) => {
    await sendEmailCode(parts, tx, { ...row, email });
    return { email, password_hash };
  });
}

export async function correctEmail(parts: Parts, caller: StepCaller) {
  await getRegistration(parts, caller.hash_key, caller.ip);
  return takeStep(parts, caller, { action: 'correct_email', input: null }, async () => ({}));
}

export interface CompanyInput {
  bin: string;
  type?: NonNullable<RegistrationCompany['type']> | undefined;
  name?: string | undefined;
  address: string;
  ceo: string;
  director_id?: number | undefined;
  director_position?: string | undefined;
}

/** A sole trader and a person are named by ИИН, everybody else by БИН. */
const BY_IIN = ['ip', 'individual'];

/** A company has a БИН. Who has an ИИН and hires is a sole trader, and so is whom the register knows. */
function typeOf(bin: string, kind: string, register: { status: string } | null): 'too' | 'ip' | 'individual' {
  if (isBin(bin)) return 'too';
  return kind === 'business' || register?.status === 'found' ? 'ip' : 'individual';
}

export async function enterCompany(parts: Parts, caller: StepCaller, input: CompanyInput) {
  const seen = await getRegistration(parts, caller.hash_key, caller.ip);
  const { bin } = input;
  if (input.director_id !== undefined && input.director_id !== seen.user_id)
    throw new Problem('field.choice', { field: 'director_id' });
  const register = seen.stage === 'company_data' ? await askRegister(parts, bin) : null;
  const type = input.type ?? typeOf(bin, seen.kind, register);
  if (!(BY_IIN.includes(type) ? isIin(bin) : isBin(bin)))
    throw new Problem('registration.bin_of_type', { field: 'bin' });
  const name = (input.name ?? register?.name ?? (BY_IIN.includes(type) ? input.ceo : '')).trim();
  if (seen.stage === 'company_data' && !name) throw new Problem('missing_field', { field: 'name' });
  return takeStep(parts, caller, { action: 'enter_company', input }, async (tx, row) => {
    await assertFree(tx, row, bin);
    return {
      bin,
      type,
      name,
      address: input.address.trim(),
      ceo: input.ceo.trim(),
      director_position: input.director_position?.trim() || null,
      register: JSON.stringify(register),
      // Whoever signed, signed for what was entered then.
      challenge: null,
      challenge_until: null,
    };
  });
}

/** One company per number and role. An active or waiting one of someone else is not replaced. */
export async function assertFree(tx: Parameters<typeof lockCompany>[0], row: RegistrationRow, bin: string) {
  if (row.register_link_id !== null) {
    const meant = await findLinkedCompany(tx, row.register_link_id);
    if (meant && meant.bin !== bin) throw new Problem('registration.bin_of_link', { field: 'bin' });
  }
  const company = await lockCompany(tx, row.kind, bin);
  if (!company || company.status === 'refused') return company;
  // An administrator may have entered it before anybody came.
  if (company.status === 'waiting' && (company.id === row.company_id || !company.has_members)) return company;
  throw new Problem('registration.bin_taken', { field: 'bin' });
}

export async function chooseBank(parts: Parts, caller: StepCaller, input: { bank_id: number; iban: string }) {
  await getRegistration(parts, caller.hash_key, caller.ip);
  return takeStep(parts, caller, { action: 'choose_bank', input }, async (tx) => {
    await assertIbanOfBank(tx, input);
    return input;
  });
}

async function assertIbanOfBank(db: Handle, { bank_id, iban }: { bank_id: number; iban: string }) {
  const bank = await findBank(db, bank_id);
  if (!bank?.is_active) throw new Problem('registration.bank_unknown', { field: 'bank_id' });
  const code = ibanBankCode(iban);
  if (bank.iban_code === code) return;
  const other = await findBankByCode(db, code);
  if (bank.iban_code === null && !other) return;
  throw new Problem('registration.iban_of_another_bank', {
    field: 'iban',
    values: { bank: other?.name_ru ?? code },
  });
}

export async function goBack(parts: Parts, caller: StepCaller) {
  await getRegistration(parts, caller.hash_key, caller.ip);
  return takeStep(parts, caller, { action: 'back', input: null }, async () => ({
    challenge: null,
    challenge_until: null,
  }));
}

export interface EsfInput {
  login_esf?: string | undefined;
  password?: string | undefined;
  postponed?: true | undefined;
}

export async function enterEsf(parts: Parts, caller: StepCaller, input: EsfInput) {
  await getRegistration(parts, caller.hash_key, caller.ip);
  const given = { login: input.login_esf?.trim(), password: input.password };
  if (!input.postponed && (!given.login || !given.password))
    throw new Problem('registration.esf_missing', { field: given.login ? 'password' : 'login_esf' });
  return takeStep(parts, caller, { action: 'enter_esf', input }, async (_, row) =>
    input.postponed
      ? { esf_login: null, esf_password_sealed: null }
      : {
          esf_login: given.login!,
          esf_password_sealed: sealEsfPassword(
            parts.config,
            esfPasswordOfRegistration(row.id),
            given.password!,
          ),
        },
  );
}
