import { createHash } from 'node:crypto';
import { denyRevoked } from '@kelisim/eds/revocation/deny-revoked.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { followProofs } from './follow-proofs.ts';
import { makeProof } from './make-proof.ts';
import { listContractsWithoutProofs } from './proofs.queries.ts';

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
        const due = await listContractsWithoutProofs(parts.db, parts.clock.now(), AT_ONCE);
        for (const { company_id, frozen_file_id } of due) {
          // The sheet comes last: it is what tells that nothing is left to do.
          for (const kind of ['signed_cms', 'sign_info'] as const)
            await makeProof(parts, company_id, frozen_file_id!, kind);
        }
      },
    },
  ];
}
