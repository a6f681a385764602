import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import {
  assertOtherSide,
  findSameSignature,
  takeSignature,
  type Evidence,
  type Taken,
} from '../signatures/public.ts';
import { findPartiesOnPaper } from './act-paper.queries.ts';
import { lockAct } from './acts.queries.ts';
import { assertMove, moveAct, moverOf } from './move-act.ts';

export interface SigningOfOne {
  /** Gathered before the transaction (`gatherAll`); null where there was nothing to hold a signature against. */
  evidence: Evidence | null;
  means: string;
  /** The file that was before the signer's eyes, where a while has passed since. */
  shown_file_id?: number | undefined;
  quick_sign_id?: number;
}

/**
 * Takes the signature of one side over the frozen bytes. The same signature again is the same answer. One whose proofs
 * could not be had is kept, and the act does not move.
 */
export async function signAct(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  { evidence, means, shown_file_id, quick_sign_id }: SigningOfOne,
): Promise<Taken & { label: string }> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  const label = `${act.number}/${act.year}`;
  const { company_id } = act;
  const { role: side } = actor;
  if (evidence) {
    const { value_digest } = evidence;
    if (await findSameSignature(tx, { company_id, act_id, side, value_digest }))
      return { label, pending_signature_id: null };
  }
  await assertMove(tx, act, 'sign', moverOf(actor));
  await assertOtherSide(tx, act, side);
  if (shown_file_id && shown_file_id !== act.frozen_file_id) throw new Problem('signature.other_version');

  const { customer, executor } = await findPartiesOnPaper(tx, company_id, act.contractor_company_id);
  const { bin } = side === 'business' ? customer : executor;
  const taken = await takeSignature(
    tx,
    { company_id, act_id, document_id: null, version: act.version, file_id: act.frozen_file_id! },
    {
      side,
      company_id: actor.company_id,
      user_id: actor.user_id,
      means,
      ...(quick_sign_id !== undefined && { quick_sign_id }),
    },
    { iin: actor.iin, company: { bin, role: side } },
    evidence,
  );
  if (taken.pending_signature_id === null) await moveAct(tx, act, 'sign', moverOf(actor), { means });
  return { ...taken, label };
}
