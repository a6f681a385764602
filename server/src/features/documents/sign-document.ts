import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { type Tx, NOW } from '../../platform/db/database.ts';
import {
  assertOtherSide,
  findSameSignature,
  takeSignature,
  type Evidence,
  type Taken,
} from '../signatures/public.ts';
import { lockDocument } from './documents.queries.ts';
import { moveDocument, nextDocumentStatus } from './move-document.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { orNotFound } from '../../platform/or-not-found.ts';

/**
 * Takes the signature of one side over the frozen contract. The same signature again is the same answer. One whose
 * proofs could not be had is kept, and the contract does not move. `evidence` was gathered before the transaction;
 * `shown_file_id` is the file that was before the signer's eyes, where a while has passed since.
 */
export async function signDocument(
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  given: {
    evidence: Evidence | null;
    means: string;
    shown_file_id?: number | undefined;
    quick_sign_id?: number;
  },
): Promise<Taken & { label: string }> {
  const { evidence, means, shown_file_id, quick_sign_id } = given;
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  const { company_id, title: label } = document;
  const { role: side } = actor;
  if (evidence) {
    const { value_digest } = evidence;
    if (await findSameSignature(tx, { company_id, document_id, side, value_digest }))
      return { label, pending_signature_id: null };
  }
  nextDocumentStatus(document, 'sign', actor);
  await assertOtherSide(tx, document, side);
  if (shown_file_id && shown_file_id !== document.frozen_file_id)
    throw new Problem('signature.other_version');
  const company = await getCompany(tx, actor.company_id, ['bin']);
  const taken = await takeSignature(
    tx,
    { company_id, act_id: null, document_id, version: document.version, file_id: document.frozen_file_id! },
    {
      side,
      company_id: actor.company_id,
      user_id: actor.user_id,
      means,
      ...(quick_sign_id !== undefined && { quick_sign_id }),
    },
    { iin: actor.iin, company: { bin: company.bin, role: side } },
    evidence,
  );
  if (taken.pending_signature_id !== null) return { ...taken, label };
  const signed_at = side === 'business' ? 'customer_signed_at' : 'contractor_signed_at';
  await moveDocument(tx, document, 'sign', actor, { means, set: { [signed_at]: NOW } });
  return { ...taken, label };
}
