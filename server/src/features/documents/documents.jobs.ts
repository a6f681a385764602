import { DOCUMENT_DEEDS } from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BulkKind } from '../../platform/jobs/bulk.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { gatherForRun, type RunEvidence } from '../signatures/public.ts';
import { acceptDueHands } from './answer-hand.ts';
import { deleteDocument } from './delete-document.ts';
import { sweepTickets } from './download-ticket.ts';
import { endAgreed } from './end-agreed.ts';
import { expireDocuments, tellOfEnds } from './expire-documents.ts';
import { addPrepared, makeBatch, renewalOf, type Order, type RunTerms } from './make-contracts.ts';
import { sendDocument } from './send-document.ts';
import { signDocument } from './sign-document.ts';
import { takeOverOne } from './take-over.ts';

/** A kind of run whose items are contracts. The person's rights are read anew: they may have changed since the click. */
function documentRun(
  action: 'send' | 'delete',
  deed: (tx: Tx, actor: CompanyActor, document_id: number) => Promise<void>,
): BulkKind {
  return {
    kind: `documents.${action}`,
    async work(tx, item) {
      const actor = await findActorOfRun(tx, item, DOCUMENT_DEEDS[action].right);
      if (item.subject_id === null) throw new Problem('not_found');
      await deed(tx, actor, item.subject_id);
      return {};
    },
  };
}

export function documentRuns(parts: Parts): BulkKind[] {
  return [
    {
      kind: 'documents.sign',
      prepare: (items) => gatherForRun(parts, 'document', items),
      async work(tx, item, evidence) {
        const actor = await findActorOfRun(tx, item, DOCUMENT_DEEDS.sign.right);
        if (item.subject_id === null) throw new Problem('not_found');
        const { file_id } = item.payload as { file_id?: number };
        const { means = 'key_file' } = item.params as { means?: string };
        return signDocument(tx, actor, item.subject_id, {
          evidence: evidence as RunEvidence,
          means,
          shown_file_id: file_id,
        });
      },
    },
    documentRun('send', (tx, actor, id) => sendDocument(parts, tx, actor, id)),
    documentRun('delete', (tx, actor, id) => deleteDocument(tx, actor, id)),
    {
      kind: 'documents.take_over',
      async work(tx, item) {
        const actor = await findActorOfRun(tx, item, DOCUMENT_DEEDS.sign_by_hand.right);
        return takeOverOne(parts, tx, actor, item);
      },
    },
    {
      kind: 'documents.create',
      prepare: (items) =>
        makeBatch(parts, items, async ({ params, payload }) => {
          const { template_id, title, type_id, date, start_date, end_date } = params as Order;
          const { executor_company_id } = payload as { executor_company_id: number };
          return { executor_company_id, template_id, title, type_id, date, start_date, end_date };
        }),
      async work(tx, item, prepared) {
        return addPrepared(parts, tx, await findActorOfRun(tx, item, 'manage_contracts'), prepared);
      },
    },
    {
      kind: 'documents.renew',
      prepare: (items) =>
        makeBatch(parts, items, ({ company_id, params, payload }) => {
          const { document_id } = payload as { document_id: number };
          const { date, start_date, end_date } = params as RunTerms;
          return renewalOf(parts.db, company_id, document_id, { date, start_date, end_date });
        }),
      async work(tx, item, prepared) {
        return addPrepared(parts, tx, await findActorOfRun(tx, item, 'manage_contracts'), prepared);
      },
    },
  ];
}

export function documentWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'documents.expire', every_ms: 60_000, run: () => expireDocuments(parts) },
    { name: 'documents.end_agreed', every_ms: 30_000, run: () => endAgreed(parts) },
    { name: 'documents.ends', every_ms: 600_000, run: () => tellOfEnds(parts) },
    { name: 'documents.hands', every_ms: 60_000, run: () => acceptDueHands(parts) },
    { name: 'documents.tickets', every_ms: 3_600_000, run: () => sweepTickets(parts) },
  ];
}
