import { RECONCILIATION_DEEDS } from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { BulkKind } from '../../platform/jobs/run-kind.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { remindDue } from './remind-to-answer.ts';
import { sendParams, sendReconciliation } from './send-reconciliation.ts';

/** A row for each executor; the person's rights are read again, since they may have changed since the click. */
export function reconciliationRuns(parts: Parts): BulkKind[] {
  return [
    {
      kind: 'reconciliations.send',
      async work(tx, item) {
        const actor = await findActorOfRun(tx, item, RECONCILIATION_DEEDS.remind.right);
        if (item.subject_id === null) throw new Problem('not_found');
        return sendReconciliation(parts, tx, actor, item.subject_id, sendParams.parse(item.params));
      },
    },
  ];
}

export function reconciliationWatchers(parts: Parts): Watcher[] {
  return [{ name: 'reconciliations.remind', every_ms: 600_000, run: () => remindDue(parts) }];
}
