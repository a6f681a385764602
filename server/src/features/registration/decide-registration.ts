import type { VerificationRow } from '@kelisim/shared/features/registration/registration.contract.ts';
import {
  registrationPath,
  type CorrectableStage,
} from '@kelisim/shared/features/registration/registration-stage.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Tx, NOW } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { queueMessage, type MessageKind } from '../messages/public.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { maskNumber } from '../signatures/public.ts';
import { NOT_ASKED, type RegisterAnswer } from './ask-register.ts';
import { getRegistration, keyHash, newKey } from './registration-key.ts';
import {
  addKey,
  endKeys,
  lockByKey,
  setRegistration,
  setUser,
  type RegistrationRow,
} from './registration.queries.ts';
import { lockToDecide, setCompanyStatus, type VerificationData } from './verifications.queries.ts';
import type { EcpFacts } from './sign-ecp.ts';
import { moveRegistration, wrongStage, type StepCaller } from './take-step.ts';

/** An administrator has looked: the company works from now on. Again is the same. */
export async function approveRegistration(parts: Parts, tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await lockWaiting(tx, id, 'approved');
  if (!row) return;
  await setRegistration(tx, id, {
    decision: 'approved',
    decided_at: NOW,
    decided_by: actor.user_id,
  });
  await setCompanyStatus(tx, row.company_id!, 'active');
  await setUser(tx, row.user_id, { status: 'active' });
  const { user_id, company_id } = row;
  await noteDeskDeed(tx, actor, { kind: 'company_verified', user_id, company_id });
  const values = { company: plainName(row.name ?? ''), link: `${parts.config.public_url}/auth/login` };
  await tell(parts, tx, row, 'registration_approved', values);
}

/** Back to a step, with the reason. The message brings a key of its own, since the page may be long gone. */
export async function refuseRegistration(
  parts: Parts,
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, step }: { reason: string; step: CorrectableStage },
): Promise<void> {
  const row = await lockWaiting(tx, id, 'refused');
  if (!row) return;
  await moveRegistration(
    tx,
    row,
    `return_to_${step}`,
    {
      decision: 'refused',
      decided_at: NOW,
      decided_by: actor.user_id,
      reason: reason.trim(),
      step,
    },
    { side: 'administrator', user_id: actor.user_id },
  );
  await setCompanyStatus(tx, row.company_id!, 'refused');
  const { user_id, company_id } = row;
  const detail = { reason: reason.trim(), step };
  await noteDeskDeed(tx, actor, { kind: 'company_refused', user_id, company_id, detail });
  const key = newKey();
  const expires_at = await addKey(tx, id, keyHash(key));
  const path = registrationPath(row.kind, step);
  await tell(
    parts,
    tx,
    row,
    'registration_refused',
    {
      company: plainName(row.name ?? ''),
      reason: reason.trim(),
      link: `${parts.config.public_url}${path}?hash_key=${key}`,
    },
    { secret: ['link'], expires_at },
  );
}

/** Null when it was decided so before. Who is blocked or gone meanwhile, and a closed company, are not let in by this. */
async function lockWaiting(
  tx: Tx,
  id: number,
  same: 'approved' | 'refused',
): Promise<RegistrationRow | null> {
  const row = await lockToDecide(tx, id);
  if (!row || row.decision === null) throw new Problem('not_found');
  if (row.decision === same && row.decided_by !== null) return null;
  const waits = row.decision === 'waiting' && row.stage === 'verification' && row.ended_at === null;
  if (!waits || row.user_status !== 'registering' || row.company_status !== 'waiting')
    throw new Problem('verification.wrong_state');
  return row;
}

async function tell(
  parts: Parts,
  tx: Tx,
  row: RegistrationRow,
  kind: MessageKind,
  values: Record<string, string>,
  more: { secret?: string[]; expires_at?: Date } = {},
): Promise<void> {
  const of = { locale: row.locale, user_id: row.user_id, company_id: row.company_id };
  const told = [
    { channel: 'sms' as const, recipient: row.phone },
    { channel: 'email' as const, recipient: row.email! },
  ];
  for (const to of told) await queueMessage(parts, tx, { kind, to: { ...of, ...to }, values, ...more });
}

/** The page that waited says that it has read the good news: the keys end. */
export async function finishRegistration(parts: Parts, caller: StepCaller) {
  await getRegistration(parts, caller.hash_key, caller.ip);
  return parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(await lockByKey(tx, keyHash(caller.hash_key)));
    if (row.stage !== 'verification' || row.decision !== 'approved') throw wrongStage(row, caller.locale);
    await finish(tx, row);
    return { stage: 'done' as const, redirect_url: registrationPath(row.kind, 'done') };
  });
}

export async function finish(tx: Tx, row: RegistrationRow): Promise<void> {
  await moveRegistration(tx, row, 'finish', { password_hash: null });
  await endKeys(tx, row.id);
}

export function toVerification(row: VerificationData, locale: Locale): VerificationRow {
  const ecp = row.ecp as EcpFacts | null;
  return {
    registration_id: row.id,
    kind: row.kind as VerificationRow['kind'],
    state: row.decision as VerificationRow['state'],
    company: {
      id: row.company_id,
      type: row.company_type as VerificationRow['company']['type'],
      name: row.company_name,
      bin: row.company_bin,
      address: row.company_address,
      ceo: row.ceo_name,
    },
    full_name: row.full_name,
    phone: row.phone,
    email: row.email ?? '',
    bank: (locale === 'kz' ? row.bank_kz : row.bank_ru) ?? '',
    iban: row.iban ? maskNumber(row.iban) : '',
    certificate: ecp,
    register: (row.register as RegisterAnswer | null) ?? NOT_ASKED,
    doubt: row.is_proven || !ecp ? null : ecp.rights.includes('right_to_sign') ? 'not_head' : 'no_authority',
    waiting_since: (row.waiting_since ?? row.updated_at).toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by_name,
    reason: row.reason,
    step: row.step as CorrectableStage | null,
  };
}
