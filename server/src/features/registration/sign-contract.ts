import { createHash } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { prepareDocument, readContractFile, signDocument } from '../documents/public.ts';
import { activateExecutor } from '../invitations/public.ts';
import { gatherAll, type Evidence } from '../signatures/public.ts';
import { getRegistration } from './registration-key.ts';
import { findUser, type RegistrationChange, type RegistrationRow } from './registration.queries.ts';
import { openCode, type SignedByPhone } from './sign-by-phone.ts';
import { takeStep, wrongStage, type Step, type StepCaller } from './take-step.ts';

/** The executor of a contract that is signed before the first sign-in. */
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
    key: null,
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
  const evidence = seen.stage === 'contract' ? await gather(parts, seen, cms) : null;
  return takeStep(parts, caller, stepOf(cms), (tx, row) =>
    takeContract(tx, { ...row, locale: caller.locale }, evidence, means),
  );
}

const stepOf = (cms: Buffer): Step => ({
  action: 'sign_contract',
  input: createHash('sha256').update(cms).digest('hex'),
});

async function gather(parts: Parts, row: RegistrationRow, cms: Buffer): Promise<Evidence | null> {
  const [evidence = null] = await gatherAll(parts, 'document', [{ id: row.document_id ?? 0, cms }]);
  return evidence;
}

async function takeContract(
  tx: Tx,
  row: RegistrationRow,
  evidence: Evidence | null,
  means: string,
): Promise<RegistrationChange> {
  const taken = await signDocument(tx, await executorOf(tx, row), row.document_id!, { evidence, means });
  // The stage does not move on a signature that waits for its proofs; it is asked for again.
  if (taken.pending_signature_id !== null)
    throw new Problem('signature.indeterminate', { values: { reason: 'revocation_unknown' } });
  await activateExecutor(tx, row.document_id!);
  return {};
}

/** A code for eGov Mobile over the very bytes that a key would sign here. */
export async function openContractCode(parts: Parts, caller: StepCaller) {
  const { row } = await atContract(parts, caller);
  const { label, party, file } = await prepareContract(parts, caller);
  const description = {
    ru: 'Подписание договора',
    kz: 'Шартқа қол қою',
    en: 'Signing of a contract',
  };
  return openCode(parts, caller, row, description, {
    file_id: file.file_id,
    content: null,
    names: { ru: label, kz: label, en: label },
    meta: [{ key: 'party', value: party }],
  });
}

/** The contract as a thing that a phone may sign. */
export function contractByPhone(parts: Parts): SignedByPhone {
  return {
    step: stepOf,
    isOpen: (row) => row.stage === 'contract' && row.document_id !== null,
    ended: 'signature.other_version',
    async check(tx, row, file_id) {
      if (row.stage !== 'contract' || row.document_id === null) throw new Problem('signature.other_version');
      const { file } = await prepareDocument(tx, await executorOf(tx, row), row.document_id);
      if (file.file_id !== file_id) throw new Problem('signature.other_version');
    },
    gather: (seen, cms) => gather(parts, seen, cms),
    take: (tx, row, _seen, evidence) => takeContract(tx, row, evidence, 'egov_mobile'),
  };
}
