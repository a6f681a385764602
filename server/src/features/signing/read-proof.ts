import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { findActRow } from '../acts/public.ts';
import { findDocumentRow } from '../documents/public.ts';
import { makeProof, type Proof } from './make-proof.ts';
import type { ProofKind } from './proofs.queries.ts';

/** For whoever may see the act; not found for anybody else. */
export async function readActProof(
  parts: Parts,
  actor: Pick<CompanyActor, 'role' | 'company_id'>,
  act_id: number,
  kind: ProofKind,
): Promise<Proof> {
  return proofOf(parts, await findActRow(parts.db, actor, act_id), kind);
}

/** For whoever may see the contract; not found for anybody else. */
export async function readDocumentProof(
  parts: Parts,
  actor: CompanyActor,
  document_id: number,
  kind: ProofKind,
): Promise<Proof> {
  return proofOf(parts, await findDocumentRow(parts.db, actor, document_id), kind);
}

async function proofOf(
  parts: Parts,
  subject: { company_id: number; frozen_file_id: number | null } | undefined,
  kind: ProofKind,
): Promise<Proof> {
  if (!subject) throw new Problem('not_found');
  if (subject.frozen_file_id === null) throw new Problem('proof.not_signed');
  return makeProof(parts, subject.company_id, subject.frozen_file_id, kind);
}
