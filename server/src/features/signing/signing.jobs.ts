import { createHash } from 'node:crypto';
import { denyRevoked } from '@kelisim/eds/revocation/deny-revoked.ts';
import { ACT_DEEDS } from '@kelisim/shared/features/acts/act-status.ts';
import { DOCUMENT_DEEDS } from '@kelisim/shared/features/documents/document-status.ts';
import { MESSAGE_CHANNELS } from '@kelisim/shared/features/messages/message-states.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { z } from 'zod';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { BulkKind } from '../../platform/jobs/run-kind.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { followProofs } from './follow-proofs.ts';
import { sendLink } from './make-link.ts';
import { makeProof } from './make-proof.ts';
import { listContractsWithoutPapers, setPapersDue } from './proofs.queries.ts';

const AT_ONCE = 10;
/** Signed on paper alone, or with more than goes into one file: no later try finds it otherwise. */
const NEVER_MADE = new Set(['proof.not_signed', 'proof.too_complex']);

const asked = z.object({ channel: z.enum(MESSAGE_CHANNELS) });

/** Links to whoever has not signed. In order: the rows of one person are one message. */
export function linkRuns(parts: Parts): BulkKind[] {
  const runOf = (doc_type: 'act' | 'document', right: EmployeeRight): BulkKind => ({
    kind: `${doc_type}s.send_link`,
    in_order: true,
    async work(tx, item) {
      const actor = await findActorOfRun(tx, item, right);
      if (item.subject_id === null) throw new Problem('not_found');
      const { channel } = asked.parse(item.params);
      await sendLink(parts, tx, actor, { doc_type, id: item.subject_id }, { channel, run_id: item.run_id });
      return {};
    },
  });
  return [runOf('act', ACT_DEEDS.send_link.right), runOf('document', DOCUMENT_DEEDS.send_link.right)];
}

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

/** A contract whose papers cannot be made waits by itself and holds up no other, nor does one paper the other. */
async function makePapers(
  parts: Parts,
  { id, company_id, frozen_file_id }: { id: number; company_id: number; frozen_file_id: number | null },
): Promise<void> {
  let due: 'never' | 'in_an_hour' = 'never';
  for (const kind of ['signed_cms', 'sign_info'] as const) {
    try {
      await makeProof(parts, company_id, frozen_file_id!, kind);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if (error instanceof Problem && NEVER_MADE.has(error.code)) continue;
      parts.log.error({ event: 'papers.failed', document_id: id, kind, error: String(error) });
      due = 'in_an_hour';
    }
  }
  await setPapersDue(parts.db, id, due);
}
