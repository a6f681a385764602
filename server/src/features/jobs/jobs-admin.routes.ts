import type { AdminRun } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { findAnyRun, listAllRuns, type AdminRunRow } from './jobs-admin.queries.ts';

export function jobsAdminRoutes({ db, bulk }: Parts): Pick<Handlers, 'jobs.admin_list' | 'jobs.run_again'> {
  return {
    'jobs.admin_list': async ({ input }) => {
      const found = await listAllRuns(db, input.query);
      return pageAnswer(found, input.query.limit, toAdminRun);
    },
    'jobs.run_again': async ({ input, actor }) => {
      const { run_id } = input.params;
      const run = orNotFound(await findAnyRun(db, run_id));
      if (!mayRunAgain(run)) throw new Problem('job.nothing_to_do');
      await db.transaction().execute(async (tx) => {
        await bulk.again(tx, run_id);
        const { company_id, kind: run_kind } = run;
        await noteDeskDeed(tx, actor, { kind: 'run_again', company_id, detail: { run_id, run_kind } });
      });
      return toAdminRun((await findAnyRun(db, run_id))!);
    },
  };
}

const mayRunAgain = (run: AdminRunRow) =>
  run.is_stuck || run.state === 'failed' || (run.internal > 0 && run.state !== 'stopped');

function toAdminRun(run: AdminRunRow): AdminRun {
  return {
    id: run.id,
    kind: run.kind as RunKind,
    state: run.state as AdminRun['state'],
    total: run.total,
    done: Number(run.done),
    failed: Number(run.failed),
    failed_by_us: Number(run.internal),
    company_name: run.company_name,
    by_name: run.by_name,
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    last_done_at: run.last_done_at?.toISOString() ?? null,
    is_stuck: run.is_stuck,
    may_run_again: mayRunAgain(run),
  };
}
