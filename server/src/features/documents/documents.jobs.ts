import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { BulkKind } from '../../platform/jobs/bulk.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { signDocument } from './sign-document.ts';

export function documentRuns(parts: Parts): BulkKind[] {
  return [
    {
      kind: 'documents.sign',
      async work(tx, item) {
        const actor = await findActorOfRun(tx, item, 'sign');
        if (item.subject_id === null) throw new Problem('not_found');
        const { cms, file_id } = item.payload as { cms: string; file_id?: number };
        const { means = 'key_file' } = item.params as { means?: string };
        const label = await signDocument(
          parts,
          tx,
          actor,
          item.subject_id,
          Buffer.from(cms, 'base64'),
          means,
          file_id,
        );
        return { label };
      },
    },
  ];
}
