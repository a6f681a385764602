import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Evidence } from './gather-evidence.ts';
import { assertParty, isOfParty, type Signer } from './judge-signature.ts';
import { addPendingSignature } from './pending.queries.ts';
import {
  addSignatures,
  type ProvenEvidence,
  type SignedBy,
  type SignedSubject,
} from './signatures.queries.ts';

/** Null when the signature counts; else the number of the one that waits for its proofs. */
export type Taken = { pending_signature_id: number | null };

/**
 * Writes a signature down: as one that counts when its proofs are there, else as one that waits for them. The caller
 * holds the lock of what is signed and moves it unless the signature waits. Throws what is wrong with the signature.
 */
export async function takeSignature(
  tx: Tx,
  subject: SignedSubject,
  by: SignedBy,
  party: Signer,
  evidence: Evidence | null,
): Promise<Taken> {
  // The file may have been frozen again between reading it and the lock.
  if (!evidence || evidence.file_id !== subject.file_id) throw new Problem('signature.other_file');
  if (evidence.problem) throw evidence.problem;
  const signer = evidence.signer!;
  assertParty(signer, party);
  if (evidence.missing.length > 0)
    return { pending_signature_id: await addPendingSignature(tx, subject, by, { ...evidence, signer }) };
  await addSignatures(tx, by, [{ subject, evidence: { ...evidence, signer } }]);
  return { pending_signature_id: null };
}

/** The evidence as far as it needs no further question: proven, and of its party. Null for all else. */
export function provenOf(evidence: Evidence | null, party: Signer): ProvenEvidence | null {
  const signer = evidence?.signer;
  if (!evidence || !signer || evidence.problem || evidence.missing.length > 0) return null;
  if (signer.timestamp !== 'good' || signer.revocation !== 'good' || !isOfParty(signer, party)) return null;
  return { ...evidence, signer };
}
