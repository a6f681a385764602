import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Evidence } from './gather-evidence.ts';
import { assertParty, type Signer } from './judge-signature.ts';
import { addPendingSignature } from './pending.queries.ts';
import { addSignature, type SignedBy, type SignedSubject } from './signatures.queries.ts';

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
  // The bytes may have been frozen anew between the look at them and the lock.
  if (!evidence || evidence.file_id !== subject.file_id) throw new Problem('signature.other_file');
  if (evidence.problem) throw evidence.problem;
  const signer = evidence.signer!;
  assertParty(signer, party);
  if (evidence.missing.length > 0)
    return { pending_signature_id: await addPendingSignature(tx, subject, by, { ...evidence, signer }) };
  await addSignature(tx, subject, by, { ...evidence, signer });
  return { pending_signature_id: null };
}
