import { createHash } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { prepareDocument, readContractFile, signDocument } from '../documents/public.ts';
import { activateExecutor } from '../invitations/public.ts';
import { gatherAll } from '../signatures/public.ts';
import { getRegistration } from './registration-key.ts';
import { findUser, type RegistrationRow } from './registration.queries.ts';
import { takeStep, wrongStage, type StepCaller } from './take-step.ts';

/** The executor as he will be once he is in: he signs his contract before he can sign in. */
async function executorOf(db: Handle, row: RegistrationRow): Promise<CompanyActor> {
  const user = await findUser(db, row.user_id);
  return {
    user_id: row.user_id,
    session_id: 0,
    full_name: user.full_name,
    iin: user.iin,
    role_id: 3,
    role: 'executor',
    company_id: row.company_id!,
    rights: 'all',
    platform_rights: new Set(),
    proof_at: null,
    locale: row.locale,
  };
}

async function atContract(parts: Parts, caller: StepCaller) {
  const row = await getRegistration(parts, caller.hash_key, caller.ip);
  if (row.stage !== 'contract' || row.document_id === null) throw wrongStage(row, caller.locale);
  return { row, document_id: row.document_id };
}

export async function readContract(parts: Parts, caller: StepCaller) {
  const { row, document_id } = await atContract(parts, caller);
  return readContractFile(parts, await executorOf(parts.db, row), document_id);
}

export async function prepareContract(parts: Parts, caller: StepCaller) {
  const { row, document_id } = await atContract(parts, caller);
  return parts.db.transaction().execute(async (tx) => {
    const actor = { ...(await executorOf(tx, row)), locale: caller.locale };
    return prepareDocument(tx, actor, document_id);
  });
}

/** Signs the contract of the company that invites, as the executor who works for it from now on. */
export async function signContract(parts: Parts, caller: StepCaller, cms: Buffer, means: string) {
  const seen = await getRegistration(parts, caller.hash_key, caller.ip);
  const [evidence = null] =
    seen.stage === 'contract' ? await gatherAll(parts, 'document', [{ id: seen.document_id ?? 0, cms }]) : [];
  const input = createHash('sha256').update(cms).digest('hex');
  return takeStep(parts, caller, { action: 'sign_contract', input }, async (tx, row) => {
    const actor = { ...(await executorOf(tx, row)), locale: caller.locale };
    const taken = await signDocument(tx, actor, row.document_id!, { evidence, means });
    // The stage does not move on a signature that waits for its proofs; it is asked for again.
    if (taken.pending_signature_id !== null)
      throw new Problem('signature.indeterminate', { values: { reason: 'revocation_unknown' } });
    await activateExecutor(tx, row.document_id!);
    return {};
  });
}
