import { verifyCms, type SignerVerdict } from '@kelisim/eds/cms/verify.ts';
import type { Parts } from '../../parts.ts';
import { listKeptProofs } from '../signatures/public.ts';
import { listSignaturesOfFile, type findFrozenByPublicId } from './verification.queries.ts';

export type Frozen = NonNullable<Awaited<ReturnType<typeof findFrozenByPublicId>>>;

export interface JudgedRow {
  row: Awaited<ReturnType<typeof listSignaturesOfFile>>[number];
  signer: SignerVerdict;
}

/** Verifies again, by our own digests, every signature ever taken over these bytes. */
export async function judgeFrozen(parts: Parts, { file }: Frozen): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  const rows = await listSignaturesOfFile(parts.db, file);
  const kept = await listKeptProofs(
    parts.db,
    parts.nca,
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const revocation = kept.get(row.id);
    const verdict = await verifyCms({
      cms: row.cms,
      digests: { sha256: file.sha256, streebog512: file.streebog512 },
      trust: parts.nca.trust,
      primitives: parts.nca.primitives,
      ...(revocation && { revocation }),
      // A stamped signature is judged by its stamp: what ended or was revoked since takes nothing away.
      at: row.stamped_at ? parts.clock.now() : row.signed_at,
    });
    const [signer] = verdict.signers;
    if (signer) judged.push({ row, signer });
  }
  return judged;
}
