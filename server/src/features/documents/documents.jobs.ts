import { DOCUMENT_DEEDS } from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BulkKind } from '../../platform/jobs/run-kind.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { gatherForRun, readSigning, SIGNED_ROW_USES_UP, type RunEvidence } from '../signatures/public.ts';
import { acceptDueHands } from './answer-hand.ts';
import { deleteDocument } from './delete-document.ts';
import { sweepTickets } from './download-ticket.ts';
import { endAgreed } from './end-agreed.ts';
import { expireDocuments, tellOfEnds } from './expire-documents.ts';
import { addPrepared, makeBatch, orderTerms, renewalOf, runTerms } from './make-contracts.ts';
import { restoreDocument } from './restore-document.ts';
import { sendDocument } from './send-document.ts';
import { signDocument } from './sign-document.ts';
import { takeOverOne } from './take-over.ts';

/** A kind of run whose items are contracts. The person's rights are read again: they may have changed since the click. */
function documentRun(
  action: 'send' | 'delete' | 'restore',
  deed: (tx: Tx, actor: CompanyActor, document_id: number) => Promise<boolean | void>,
): BulkKind {
  return {
    kind: `documents.${action}`,
    async work(tx, item) {
      const actor = await findActorOfRun(tx, item, DOCUMENT_DEEDS[action].right);
      if (item.subject_id === null) throw new Problem('not_found');
      if ((await deed(tx, actor, item.subject_id)) === false) throw new Problem('done_before');
      return {};
    },
  };
}

const withExecutor = z.object({ executor_company_id: z.int() });
const ofDocument = z.object({ document_id: z.int() });

export function documentRuns(parts: Parts): BulkKind[] {
  return [
    {
      kind: 'documents.sign',
      used_up: SIGNED_ROW_USES_UP,
      prepare: (items) => gatherForRun(parts, 'document', items),
      async work(tx, item, evidence) {
        const actor = await findActorOfRun(tx, item, DOCUMENT_DEEDS.sign.right);
        if (item.subject_id === null) throw new Problem('not_found');
        const { label, pending_signature_id } = await signDocument(tx, actor, item.subject_id, {
          evidence: evidence as RunEvidence,
          ...readSigning(item),
        });
        return { label, waits_for_id: pending_signature_id };
      },
    },
    documentRun('send', (tx, actor, id) => sendDocument(parts, tx, actor, id)),
    documentRun('delete', (tx, actor, id) => deleteDocument(tx, actor, id)),
    documentRun('restore', (tx, actor, id) => restoreDocument(tx, actor, id)),
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
          const { template_id, title, type_id, date, start_date, end_date } = orderTerms.parse(params);
          const { executor_company_id } = withExecutor.parse(payload);
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
          const { document_id } = ofDocument.parse(payload);
          const { date, start_date, end_date } = runTerms.parse(params);
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
