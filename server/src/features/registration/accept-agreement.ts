import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { RegistrationProgress } from '@kelisim/shared/features/registration/registration.contract.ts';
import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { type Tx, NOW } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/database.ts';
import { addConsents, findAgreement } from '../agreement/public.ts';
import { bindInvitation, fillPromised, markLinkUsed } from '../invitations/public.ts';
import type { RegisterAnswer } from './ask-register.ts';
import { hasAccount } from './confirm-code.ts';
import { assertFree } from './enter-data.ts';
import { esfPasswordOfRegistration, openEsfPassword, setEsfCredentials } from './esf-credentials.ts';
import { getRegistration } from './registration-key.ts';
import {
  findUser,
  setUser,
  type KeyedRegistration,
  type RegistrationChange,
  type RegistrationRow,
} from './registration.queries.ts';
import { takeStep, type StepCaller } from './take-step.ts';
import { putCompany } from './make-company.queries.ts';

/** The person agrees, and out of what was entered the company is made, whole or not at all. */
export async function acceptAgreement(
  parts: Parts,
  caller: StepCaller,
  version: number | undefined,
): Promise<RegistrationProgress> {
  const seen = await getRegistration(parts, caller.hash_key, caller.ip);
  const filled = await fillInvited(parts, caller, seen);
  const step = { action: 'accept_agreement', input: version ?? null } as const;
  try {
    return await takeStep(parts, caller, step, async (tx, row) => {
      const agreement = await findAgreement(tx);
      if (!agreement) throw new Problem('registration.no_agreement', { retry_after_s: 3600 });
      if (version !== undefined && version !== agreement.version)
        throw new Problem('registration.agreement_changed', { field: 'version' });
      await addConsents(tx, { user_id: row.user_id, agreement_id: agreement.id, ip: caller.ip });
      const company_id = await makeCompany(tx, row, caller.locale);
      await makeAccount(parts, tx, row, company_id);
      const document_id =
        row.invitation_id !== null && row.need_sign_contract
          ? await bindInvitation(parts, tx, row.invitation_id, company_id, filled)
          : null;
      if (row.register_link_id !== null) await markLinkUsed(tx, row.register_link_id);
      return { company_id, document_id, ...decisionOf(row) };
    });
  } catch (error) {
    const taken = violatedConstraint(error);
    if (taken === 'companies_role_bin_key') throw new Problem('registration.bin_taken', { field: 'bin' });
    if (taken === 'users_email_key_key') throw hasAccount('email');
    throw error;
  }
}

/** The contract of who invites, where it is made from a template: with the data of the company as it will be made. */
async function fillInvited(parts: Parts, { locale }: StepCaller, row: KeyedRegistration) {
  if (row.stage !== 'offer_agreement' || row.invitation_id === null || !row.need_sign_contract) return null;
  return fillPromised(parts, row.invitation_id, locale, async (tx) => {
    const company_id = await makeCompany(tx, row, locale);
    await makeAccount(parts, tx, row, company_id);
    return company_id;
  });
}

/** The head's own key has said it; everybody else waits for a person to look. */
function decisionOf(row: RegistrationRow): RegistrationChange {
  const decided = row.is_proven
    ? { decision: 'approved' as const, decided_at: NOW }
    : { decision: 'waiting' as const, decided_at: null };
  return { ...decided, waiting_since: NOW, decided_by: null, reason: null, step: null };
}

/** Residents of the private sector (КБе): legal entities 17, sole traders and persons 19. */
const kbeOf = (type: string | null) => (type === 'ip' || type === 'individual' ? '19' : '17');

async function makeCompany(tx: Tx, row: RegistrationRow, locale: Locale): Promise<number> {
  const there = await assertFree(tx, row, row.bin!);
  const kbe = kbeOf(row.type);
  const register = row.register as RegisterAnswer | null;
  const company = {
    role: row.kind,
    type: row.type!,
    name: row.name!,
    name_kz: register?.name_kz ? dropHidden(register.name_kz) : null,
    bin: row.bin!,
    kbe,
    address: row.address,
    phone: row.phone,
    email: row.email,
    ceo_name: row.ceo,
    director_id: row.user_id,
    director_position: row.director_position,
    oked: register?.oked ?? null,
    document_language: locale,
    status: row.is_proven ? ('active' as const) : ('waiting' as const),
  };
  const role_id = row.kind === 'business' ? 1 : 3;
  const account = { bank_id: row.bank_id!, iban: row.iban!, kbe };
  return putCompany(tx, there?.id ?? null, company, { user_id: row.user_id, role_id }, account);
}

async function makeAccount(parts: Parts, tx: Tx, row: RegistrationRow, company_id: number): Promise<void> {
  const user = await findUser(tx, row.user_id);
  await setUser(tx, row.user_id, {
    email: row.email,
    is_email_verified: true,
    locale: row.locale,
    full_name: user.full_name || row.ceo || '',
    ...(row.is_proven && { status: 'active' }),
  });
  if (row.esf_login !== null && row.esf_password_sealed !== null) {
    const password = openEsfPassword(
      parts.config,
      esfPasswordOfRegistration(row.id),
      row.esf_password_sealed,
    );
    await setEsfCredentials(parts.config, tx, { company_id, user_id: row.user_id }, row.esf_login, password);
  }
}
