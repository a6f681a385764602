import { verifyCms, type SignerVerdict } from '@kelisim/eds/cms/verify.ts';
import type { Parts } from '../../parts.ts';
import { keptProof, type FileSignature } from '../signatures/public.ts';
import type { Frozen } from './verification.queries.ts';

export interface JudgedRow {
  row: FileSignature;
  signer: SignerVerdict;
}

/** Verifies again, by our own digests, signatures that were taken over these bytes. */
export async function judgeFrozen(
  parts: Parts,
  { file }: Frozen,
  rows: readonly FileSignature[],
): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  for (const row of rows) {
    const verdict = await verifyCms({
      cms: row.cms,
      digests: { sha256: file.sha256, streebog512: file.streebog512 },
      trust: parts.nca.trust,
      primitives: parts.nca.primitives,
      ...(row.lists.length > 0 && { revocation: keptProof(parts.db, parts.nca, row.lists) }),
      // A stamped signature is judged by its stamp: what ended or was revoked since takes nothing away.
      at: row.stamped_at ? parts.clock.now() : row.signed_at,
    });
    const [signer] = verdict.signers;
    if (signer) judged.push({ row, signer });
  }
  return judged;
}
