import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BulkItem, BulkKind } from '../../platform/jobs/run-kind.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { assignExecutor, resumeExecutor, stopExecutor } from './change-executor.ts';

const assignment = z.object({ user_id: z.int().nullable() });

export function executorRuns(parts: Parts): BulkKind[] {
  return [
    executorRun('executors.stop', (tx, actor, id) => stopExecutor(tx, actor, id)),
    executorRun('executors.resume', (tx, actor, id) => resumeExecutor(parts, tx, actor, id)),
    executorRun('executors.assign', (tx, actor, id, { params }) =>
      assignExecutor(tx, actor, id, assignment.parse(params).user_id),
    ),
  ];
}

/** A kind of run whose items are executors. The person's rights are read again: they may have changed since the click. */
function executorRun(
  kind: string,
  deed: (tx: Tx, actor: CompanyActor, executor_company_id: number, item: BulkItem) => Promise<boolean | void>,
): BulkKind {
  return {
    kind,
    // Places are given one after the other anyway.
    in_order: true,
    async work(tx, item) {
      const actor = await findActorOfRun(tx, item, 'manage_executors');
      if (item.subject_id === null) throw new Problem('not_found');
      if ((await deed(tx, actor, item.subject_id, item)) === false) throw new Problem('done_before');
      return {};
    },
  };
}
