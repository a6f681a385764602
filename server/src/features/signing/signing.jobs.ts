import { createHash } from 'node:crypto';
import { denyRevoked } from '@kelisim/eds/revocation/deny-revoked.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { followProofs } from './follow-proofs.ts';
import { makeProof } from './make-proof.ts';
import { listContractsWithoutPapers, setPapersDue } from './proofs.queries.ts';

const AT_ONCE = 10;

/** A contract names its papers once both have signed; those of acts, of which there are thousands, are made when asked. */
export function signingWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'signing.follow_proofs', every_ms: 2_000, run: () => followProofs(parts) },
    {
      // Often enough for the lists of the roots to be read daily though some rounds do not get them.
      name: 'signing.authorities',
      every_ms: 6 * 3_600_000,
      async run() {
        const { trust, revocation, primitives } = parts.nca;
        for (const certificate of await denyRevoked(trust, revocation, parts.clock.now(), primitives))
          parts.log.error({
            event: 'authority.revoked',
            subject: certificate.subject.dn,
            sha256: createHash('sha256').update(certificate.der).digest('hex'),
          });
      },
    },
    {
      name: 'signing.proofs',
      every_ms: 5_000,
      async run() {
        for (const contract of await listContractsWithoutPapers(parts.db, AT_ONCE))
          await makePapers(parts, contract);
      },
    },
  ];
}

/** A contract whose papers cannot be made waits by itself and holds up no other. */
async function makePapers(
  parts: Parts,
  { id, company_id, frozen_file_id }: { id: number; company_id: number; frozen_file_id: number | null },
): Promise<void> {
  try {
    for (const kind of ['signed_cms', 'sign_info'] as const)
      await makeProof(parts, company_id, frozen_file_id!, kind);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // Signed on paper alone: there is no signature to show.
    if (!(error instanceof Problem && error.code === 'proof.not_signed')) {
      parts.log.error({ event: 'papers.failed', document_id: id, error: String(error) });
      return setPapersDue(parts.db, id, 'in_an_hour');
    }
  }
  await setPapersDue(parts.db, id, 'never');
}
