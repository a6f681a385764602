import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { BulkKind } from '../../platform/jobs/bulk.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { gatherForRun, type RunEvidence } from '../signatures/public.ts';
import { signDocument } from './sign-document.ts';

export function documentRuns(parts: Parts): BulkKind[] {
  return [
    {
      kind: 'documents.sign',
      prepare: (items) => gatherForRun(parts, 'document', items),
      async work(tx, item, evidence) {
        const actor = await findActorOfRun(tx, item, 'sign');
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
  ];
}
